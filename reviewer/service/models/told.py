"""What is told of the chunks of a run: which failed, which were not shown to a model, what came of the others."""

from collections import Counter
from collections.abc import Sequence

from reviewer.count_text import counted, verb
from reviewer.model.chunk_edits import KEPT, ChunkEdits
from reviewer.model.pyramid import PyramidNode
from reviewer.plan.worker_reply import UNREAD
from reviewer.service.models.chunk_reviews import NOT_SENT

SHOWN = 20
"""So many chunks that failed are named in a run's failures."""

_SEE = ", see stage2/{ops,proofread}/status.jsonl"


def failed_of(chunks: Sequence[ChunkEdits]) -> list[ChunkEdits]:
    """Chunks whose review or proofreading is not kept."""
    return [edits for edits in chunks if edits.outcome not in KEPT]


def failure_lines(failed: Sequence[ChunkEdits]) -> list[str]:
    """Lines for the run."""
    lines = [f"{_named(edits)}: {edits.outcome.value}: {edits.reason}" for edits in failed[:SHOWN]]
    if len(failed) > SHOWN:
        lines.append(f"{counted(len(failed) - SHOWN, 'more chunk')} failed{_SEE}")
    return lines


def is_of_a_chunk(line: str) -> bool:
    """Whether a line of a run's failures is one of ``failure_lines``, and not of a kernel or rule."""
    return line.startswith(("chunk ", "proofreading of chunk ")) or line.endswith(_SEE)


def unseen_lines(chunks: Sequence[ChunkEdits], degraded: Sequence[PyramidNode]) -> list[str]:
    """Lines for the report on what was not reviewed, or in part."""
    unseen = [f"{_named(edits).capitalize()} {what_failed(edits)}." for edits in failed_of(chunks)[:SHOWN]]
    kept = (edits for edits in chunks if edits.outcome in KEPT and UNREAD in edits.reason)
    unseen += [f"Chunk {edits.chunk_id}: {edits.reason}." for edits in kept]
    skipped = {edits.chunk_id: edits.reason for edits in chunks if edits.reason.endswith(NOT_SENT)}
    for reason, count in sorted(Counter(skipped.values()).items()):
        unseen.append(f"{chunks_were(count)} not shown to a model: {reason.removesuffix(NOT_SENT)}.")
    if degraded:
        first = degraded[0].failure
        count = len(degraded)
        taken = f"{counted(count, 'summary', 'summaries')} {verb(count, 'is', 'are')} taken from the text"
        unseen.append(f"{taken}, because no model answered ({first}).")
    return unseen


def _named(edits: ChunkEdits) -> str:
    what = "proofreading of chunk" if edits.template == "proofread" else "chunk"
    return f"{what} {edits.chunk_id}"


def what_failed(edits: ChunkEdits) -> str:
    """What became of a chunk that failed: a reply that was cut off may have given proposals before."""
    why = f"({edits.outcome.value}): {edits.reason}"
    if edits.ops:
        return f"was reviewed in part {why}; what the reply proposed before is made as any other proposal"
    if edits.refused:
        return f"was not reviewed to its end {why}; all that was proposed is among the refused edits"
    return f"got no usable reply {why}"


def refused_whole(chunks: Sequence[ChunkEdits]) -> list[str]:
    """Lines on chunks of which proposals were read and none is left."""
    lines = [f"Chunk {edits.chunk_id}: {_proposals(edits.metrics.ops_proposed)}." for edits in chunks[:SHOWN]]
    more = f"{chunks_were(len(chunks) - SHOWN)} left without any proposal as well: all were refused."
    return [*lines, more] if len(chunks) > SHOWN else lines


def _proposals(count: int) -> str:
    return "the model's only proposal was refused" if count == 1 else f"all {count} proposals of the model were refused"


def chunks_were(count: int) -> str:
    """How a sentence about some chunks begins."""
    return f"{counted(count, 'chunk')} {verb(count, 'was', 'were')}"
