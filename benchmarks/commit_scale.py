"""How commit, fold, verify, patches and one undo grow with the number of changes.

Run: ``python benchmarks/commit_scale.py [CHANGES …]`` (default 2500 and 10000 on a document of 56,000 lines).
"""

import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reviewer.hashing import content_hash
from reviewer.ledger.commit import CommitContext, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction, transaction_of
from reviewer.ledger.fold import History, fold, load
from reviewer.ledger.patches import write_patches
from reviewer.ledger.transaction import Output, commit, write_documents
from reviewer.ledger.undo import revert_draft
from reviewer.ledger.verify import verify_ledger
from reviewer.markdown.parse import parse
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp, Source, Target
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.patch import relations

LINES = 56_000


@contextmanager
def timed(name: str) -> Iterator[None]:
    """Print the CPU seconds of a step."""
    start = time.process_time()
    yield
    print(f"  {name:34} {time.process_time() - start:7.2f} s")


def text_of(lines: int) -> str:
    """A document of sections and paragraphs, about 45 characters a line."""
    made = []
    for number in range(lines):
        kind = number % 20
        made.append(
            f"## Section {number}"
            if kind == 0
            else ""
            if kind % 2
            else f"Paragraph {number} has teh word and adn, too."
        )
    return "\n".join(made) + "\n"


def ops_of(text: str, count: int) -> list[EditOp]:
    """``count`` typo fixes spread evenly over the document."""
    places, position = [], text.find("teh")
    while position >= 0:
        places.append(position)
        position = text.find("teh", position + 1)
    step = max(len(places) // count, 1)
    source = Source(type="fixer", rule="misspelling")
    ops = []
    for number, start in enumerate(places[::step][:count]):
        line = text.count("\n", 0, start) + 1 if count <= 100 else 1
        ops.append(
            EditOp(
                op_id=f"op-{number}",
                action=Action.REPLACE,
                target=Target(line_start=line, line_end=line),
                span=Span(start, start + 3),
                before_hash=content_hash("teh"),
                before_text="teh",
                after_text="the",
                needs_attention=False,
                kind="typo",
                severity=Severity.MINOR,
                silent=True,
                source=source,
            )
        )
    return ops


def main() -> None:
    """Measure each count on the same document."""
    text = text_of(LINES)
    snapshot = read_document(text.encode(), "big.md")
    print(f"{LINES} lines, {len(snapshot.raw)} bytes")
    for count in [int(argument) for argument in sys.argv[1:]] or [2500, 10_000]:
        print(f"{count} changes")
        measure(snapshot.text, count)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def measure(text: str, count: int) -> None:
    """All steps for one number of changes."""
    snapshot = read_document(text.encode(), "big.md")
    ops = ops_of(text, count)
    with tempfile.TemporaryDirectory() as folder:
        ledger, edited = Path(folder, "ledger.jsonl"), Path(folder, "doc.edited.md")
        history = fold(snapshot, ())
        with timed("parse"):
            current = parse(snapshot)
        with timed("plan_commit (one parse inside)"):
            result = plan_commit(history, ops, CommitContext(current, parse, structure_violations))
        with timed("build_transaction"):
            transaction = build_transaction(history, result, Stamp("big.md", "2026-01-01", "t", "bench"))
        assert transaction is not None
        assert len(transaction.entries) == count
        with timed("durable commit"):
            commit(ledger, history.head, transaction)
            write_documents([Output(edited)], transaction.raw)
        with timed("load (read, verify chain, fold)"):
            history, _ = load(ledger, snapshot)
        with timed("verify"):
            assert verify_ledger(ledger, snapshot).ok
        with timed("patches"):
            write_patches(history, Path(folder, "patches"))
        with timed("revert one (plan, seal, commit)"):
            revert_one(history, ledger, edited)


def revert_one(history: History, ledger: Path, edited: Path) -> None:
    """What a revert costs once the ledger is read: no structure check, no report."""
    assert not relations.revert_refusals(history.replay, ["RVW-0007"])
    draft = revert_draft(history.replay.clone(), "RVW-0007", set(history.by_id), "")
    transaction = transaction_of(history, [draft], Stamp("big.md", "2026-01-02", "u", "bench"))
    assert transaction is not None
    commit(ledger, history.head, transaction)
    write_documents([Output(edited)], transaction.raw)


if __name__ == "__main__":
    main()
