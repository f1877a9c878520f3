"""SIGKILL before and after every file operation of a commit: nothing is lost or done twice (DESIGN §6)."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from reviewer.hashing import content_hash
from reviewer.ledger.commit import CommitContext, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction
from reviewer.ledger.fold import load
from reviewer.ledger.patches import write_patches, wrong_patches
from reviewer.ledger.torn import Output
from reviewer.ledger.transaction import commit, repair, write_documents
from reviewer.ledger.verify import verify_ledger
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp, Source, Target
from reviewer.model.position import Span

TEXT = "# T\n\n" + "".join(f"teh {n}\n\n" for n in range(6))
STAMP = Stamp("doc.md", "2026-01-01T00:00:00+00:00", "t", "tester", in_place=True)
SNAPSHOT = read_document(TEXT.encode(), "doc.md")
OPERATIONS = ("open", "write", "fsync", "replace", "ftruncate", "fchmod")


class Bench:
    """A workspace folder; ``step`` is what the next command does: repair, then commit the n-th pair of fixes."""

    def __init__(self, root):
        self.ledger, self.document = Path(root, "review", "ledger.jsonl"), Path(root, "doc.md")
        self.edited, self.patches = Path(root, "doc.edited.md"), Path(root, "patches")
        Path(root).mkdir()
        self.document.write_text(TEXT)
        self.outputs = [Output(self.edited), Output(self.document, in_place=True)]

    def step(self, number):
        repair(self.ledger, SNAPSHOT, self.outputs)
        history, _ = load(self.ledger, SNAPSHOT)
        ops = [op_for(2 * number), op_for(2 * number + 1)]
        context = CommitContext(parse(read_document(history.bytes, "doc.md")), parse, None, frozenset())
        transaction = build_transaction(history, plan_commit(history, ops, context), replace(STAMP, txn=f"t{number}"))
        if transaction is not None:
            commit(self.ledger, history.head, transaction)
            write_documents(self.outputs, transaction.raw)
            history = transaction.history
        write_patches(history, self.patches)
        return history

    def assert_sound(self, number):
        text = TEXT
        for done in range(2 * number + 2):
            text = text.replace(f"teh {done}\n", f"the {done}\n")
        verdict = verify_ledger(self.ledger, SNAPSHOT)
        assert verdict.ok, verdict.checks
        assert [entry.id for entry in verdict.history.entries] == [f"RVW-{n:04d}" for n in range(1, 2 * number + 3)]
        assert self.edited.read_text() == self.document.read_text() == verdict.history.text == text
        assert wrong_patches(verdict.history, self.patches) == ()


def op_for(number):
    start = TEXT.index(f"teh {number}\n")
    return EditOp(
        op_id=f"op-{number}",
        action=Action.REPLACE,
        target=Target(line_start=1, line_end=1),
        span=Span(start, start + 3),
        before_hash=content_hash("teh"),
        before_text="teh",
        after_text="the",
        needs_attention=False,
        kind="typo",
        severity="minor",
        silent=True,
        source=Source(type="fixer"),
    )


def die_at(point, after):
    """Make the ``point``-th operation of ``os`` kill this process; of a write half is done."""
    calls = 0

    def lethal(name, real):
        def operation(*arguments, **named):
            nonlocal calls
            calls += 1
            if calls == point and not after:
                if name == "write":
                    real(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return real(*arguments, **named)
            finally:  # also where it was refused: to look for a file that is not there is an operation, too
                if calls == point:
                    os.kill(os.getpid(), signal.SIGKILL)

        return operation

    for name in OPERATIONS:
        setattr(os, name, lethal(name, getattr(os, name)))


def killed(bench, number, point, after):
    """Run a step in a child that dies at one operation; False when it came to its end first."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            die_at(point, after)
            bench.step(number)
            code = 0
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    assert status in (0, signal.SIGKILL), status
    return status == signal.SIGKILL


def kill_points(root, number, after, again):
    """Kill step ``number`` at every point, then run it to its end; ``again`` kills the repair once more. How many."""
    point = 1
    while True:
        bench = Bench(root / f"{number}-{point}")
        for done in range(number):
            bench.step(done)
        if not killed(bench, number, point, after):
            return point - 1
        if again:
            killed(bench, number, max(point - 2, 1), not after)
        bench.step(number)
        bench.assert_sound(number)
        point += 1


@pytest.mark.parametrize("after", [False, True])
def test_killed_anywhere_the_next_command_completes_it(tmp_path, after):
    assert kill_points(tmp_path, 1, after, again=False) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("again", [False, True])
def test_killed_anywhere_and_in_the_repair(tmp_path, after, again):
    assert sum(kill_points(tmp_path, number, after, again) for number in range(3)) >= 60
