"""Models that whoever starts a flow in this process has opened already: a backend is asked once what it has."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from reviewer.config import ReviewerConfig
from reviewer.service.model_edge import ModelEdge, open_edge

_OPENED: ContextVar[ModelEdge | None] = ContextVar("opened", default=None)


@contextmanager
def models_opened(config: ReviewerConfig) -> Iterator[None]:
    """Opens the models of a configuration for the flows that run inside, and closes them; none with ``no_llm``.

    Raises:
        SovereigntyError, UserError, BackendError: as ``open_edge``.
    """
    edge = None if config.no_llm else open_edge(config.llm)
    token = _OPENED.set(edge)
    try:
        yield
    finally:
        _OPENED.reset(token)
        if edge is not None:
            edge.client.close()


def edge_for(config: ReviewerConfig) -> ModelEdge:
    """The models that were opened for the running flow, else opened now. Raises as ``open_edge``."""
    return _OPENED.get() or open_edge(config.llm)
