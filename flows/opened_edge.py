"""Models that whoever starts a flow in this process has opened already: a backend is asked once what it has."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.service.models.edge import ModelEdge, open_edge

_OPENED: ContextVar[list[tuple[LLMConfig, ModelEdge]] | None] = ContextVar("opened", default=None)
"""At most one: whoever takes it closes it, so a flow that runs again opens its own."""


@contextmanager
def models_opened(config: ReviewerConfig) -> Iterator[None]:
    """Opens the models of a configuration for the flow that runs inside, and closes them; none with ``no_llm``.

    Raises:
        SovereigntyError, UserError, BackendError: as ``open_edge``.
    """
    edge = None if config.no_llm else open_edge(config.llm)
    token = _OPENED.set([(config.llm, edge)] if edge is not None else [])
    try:
        yield
    finally:
        _OPENED.reset(token)
        if edge is not None:
            edge.client.close()


def edge_for(config: ReviewerConfig) -> ModelEdge:
    """The models that were opened with this configuration, once; else opened now. Raises as ``open_edge``."""
    opened = _OPENED.get() or []
    if opened and opened[0][0] == config.llm:
        return opened.pop()[1]
    return open_edge(config.llm)
