"""When the structured prompt gives way to the plain one (seed §7, Circuit Breaker; issue C).

Chunks are reviewed side by side, so a rule that looked at "the last chunks that are done" would depend on timing. Chunk
k's prompt depends on the window of outcomes that ends at chunk k-L, with L at least the window and four rounds of
concurrent calls: those are known when k begins, whatever the order in which calls end.

It does not swing back: chunks after one that is asked plainly are asked plainly ("for remaining chunks"; the issue
says what the switch depends on, and nothing of a way back). That plain replies can be read says nothing of structured
ones. A breaker that took it for evidence would lose every second stretch of a document to a model that cannot write
structure, and each resume would ask those chunks in the same way again.
"""

from collections.abc import Callable

from reviewer.config import CircuitBreaker
from reviewer.model.chunk_edits import ChunkEdits, Outcome, Template

_NO_EVIDENCE = frozenset({Outcome.BACKEND_ERROR, Outcome.PROMPT_TRUNCATED})
"""Ends that say nothing about how a model writes its replies."""


def lag(config: CircuitBreaker, concurrency: int) -> int:
    """How far back the last outcome is that a chunk's template depends on, in chunks."""
    return max(config.window, 4 * concurrency)


def misread(edits: ChunkEdits) -> bool:
    """Whether the reply could not be read: a failure in the sense of the breaker. Salvaged prose counts as one."""
    return edits.outcome not in _NO_EVIDENCE and not edits.metrics.parse_success


def template_for(
    index: int, failed: Callable[[int], bool], config: CircuitBreaker, concurrency: int, *, tripped: bool
) -> Template:
    """The template of the chunk at ``index``, counted from 0 among the chunks that are sent.

    ``tripped``: a chunk before it is asked plainly. ``failed`` tells of an earlier chunk whether it was misread; it is
    asked only about the window. Fewer chunks than a window are no evidence.
    """
    if tripped:
        return "review_plain"
    last = index - lag(config, concurrency)
    first = last - config.window + 1
    if first < 0:
        return "review"
    failures = sum(failed(number) for number in range(first, last + 1))
    return "review_plain" if failures / config.window >= config.failure_threshold else "review"
