"""When the structured prompt gives way to the plain one (seed §7, Circuit Breaker; issue C).

Chunks are reviewed side by side, so a rule that looked at "the last chunks that are done" would depend on timing. Chunk
k's prompt depends on the window of outcomes that ends at chunk k-L, with L at least the window and four rounds of
concurrent calls: those are known when k begins, whatever the order in which calls end.
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


def template_for(index: int, failed: Callable[[int], bool], config: CircuitBreaker, concurrency: int) -> Template:
    """The template of the chunk at ``index``, counted from 0 among the chunks that are sent.

    ``failed`` tells of an earlier chunk whether it was misread; it is asked only about the window. Fewer chunks than a
    window are no evidence.
    """
    last = index - lag(config, concurrency)
    first = last - config.window + 1
    if first < 0:
        return "review"
    failures = sum(failed(number) for number in range(first, last + 1))
    return "review_plain" if failures / config.window >= config.failure_threshold else "review"
