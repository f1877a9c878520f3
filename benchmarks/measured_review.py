"""One document reviewed and taken apart: edits, rejections, calls, and whether all promises were kept."""

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from benchmarks.corpus_runs import protected_changes
from benchmarks.grading.documents import Measured
from benchmarks.grading.edits import Edit, apply
from benchmarks.grading.sample import Piece
from benchmarks.grading.tally import DocumentRun, Weighed
from benchmarks.in_process import applied_edits, only, plan_of, review_in_process
from benchmarks.kept_replies import Asked
from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.service.models.edge import ModelEdge

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|“[^”]*”|\d+")


def measure(
    document: Measured,
    sample: tuple[tuple[Piece, ...], frozenset[str]],
    config: ReviewerConfig,
    asking: tuple[ModelEdge | None, Callable[[], list[Asked]]],
) -> DocumentRun:
    """Review a document in a folder of its own; models are asked about the chunks of the sample only.

    ``sample`` are these chunks and the names of those that were drawn blindly.
    """
    pieces, random = sample
    edge, take = asking
    wanted = {piece.chunk.chunk_id for piece in pieces}
    left_out = {c.chunk_id for c in chunk_plan(document.parsed, config.chunk)} - wanted
    with tempfile.TemporaryDirectory(prefix="reviewctl-quality-") as folder:
        path = Path(folder) / f"{document.name}.md"
        path.write_bytes(document.raw)
        workspace = review_in_process(path, config, edge, only(left_out))
        edits = applied_edits(workspace)
        faults = _faults(document, path, workspace, edits)
        plan = plan_of(workspace)
        refused = _refused(plan)
        left = _left(workspace)
        flags = sum(op["action"] == "flag_only" for op in plan["ops"] if _in_sample(op["span"][0], pieces))
    return DocumentRun(
        document=document,
        pieces=pieces,
        random=random,
        edits=tuple(edit for edit in edits if _in_sample(edit.start, pieces)),
        flags=flags,
        refused=refused,
        asked=tuple(take()),
        faults=faults,
        left=left,
    )


def _left(workspace: Path) -> tuple[Weighed, ...]:
    """What the proofreader of a workspace weighed and left."""
    files = sorted((workspace / "stage2" / "proofread").glob("*.json"))
    left = [one for path in files for one in json.loads(path.read_bytes())["refused"]]
    return tuple(Weighed(one["line"], one["before"], one["after"], one["message"]) for one in left)


def _in_sample(offset: int, pieces: Collection[Piece]) -> bool:
    return any(piece.chunk.span.start <= offset < piece.chunk.span.end for piece in pieces)


def _faults(document: Measured, path: Path, workspace: Path, edits: list[Edit]) -> tuple[str, ...]:
    """Broken promises: the original, the ledger's ops against the edited text, protected spans."""
    edited = (workspace / "stage3" / "doc.edited.md").read_bytes()
    faults = [] if path.read_bytes() == document.raw else ["the original was changed"]
    bom = b"\xef\xbb\xbf" if document.parsed.document.bom else b""
    try:
        if bom + apply(document.text, edits).encode("utf-8") != edited:
            faults.append("the ledger's ops do not give the edited text")
    except ValueError as error:
        faults.append(f"the ledger's ops cannot be made: {error}")
    broken, _ = protected_changes(document.parsed, edited)
    return (*faults, *broken)


def _refused(plan: dict[str, Any]) -> Counter[str]:
    """Rejections by the validator that said so, else by code and message without what it quotes; and who raised what.

    An op that a validator raised to attention is no rejection, and is counted beside them.
    """
    found: Counter[str] = Counter()
    for item in plan["rejected"]:
        against = _named(item["op"] or {}, {"reject", "unavailable"})
        message = f"{item['code']}: {_QUOTED.sub('…', item['message'])[:90]}"
        found[f"rejected by {against[0]}" if against else message] += 1
    for op in plan["ops"]:
        found.update(f"raised to attention by {name}" for name in _named(op, {"attention"}))
    return found


def _named(op: dict[str, Any], decisions: Collection[str]) -> list[str]:
    """Validators that decided so about an op."""
    return [verdict["validator"] for verdict in op.get("verdicts", ()) if verdict["decision"] in decisions]
