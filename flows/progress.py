"""Who hears how far a run is: whoever started it in this process. A flow's parameters cannot hold a function."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from reviewer.service.models.progress import Progress

Hear = Callable[[Progress], None]


def _nobody(_: Progress) -> None:
    """Hears nothing."""


_HEARD: ContextVar[Hear] = ContextVar("heard", default=_nobody)


@contextmanager
def heard_by(hear: Hear) -> Iterator[None]:
    """Flows that run inside tell their progress to ``hear``."""
    token = _HEARD.set(hear)
    try:
        yield
    finally:
        _HEARD.reset(token)


def told_progress() -> Hear:
    """Whom the running flow tells."""
    return _HEARD.get()
