"""How far the fan-out over chunks is, as a progress artifact: counts only."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from prefect.artifacts import create_progress_artifact, update_progress_artifact
from prefect.logging import get_run_logger

from reviewer.count_text import counted
from reviewer.service.models.progress import Progress

UPDATES = 40
"""At most so many calls to the API for one pass over the chunks: each takes some 8 ms (measured)."""


class ShownProgress:
    """Hears of every chunk, tells ``hear`` too, and updates the artifact ``key``; each pass has a bar of its own.

    What cannot be stored is one warning, and is not tried again in this run.
    """

    def __init__(self, key: str, hear: Callable[[Progress], None]) -> None:
        self._key = key
        self._hear = hear
        self._bar: UUID | None = None
        self._done = self._shown = 0
        self._lost = False

    def __call__(self, progress: Progress) -> None:
        """One more chunk has ended."""
        self._hear(progress)
        if progress.done <= self._done:
            self._bar, self._shown = None, 0
        self._done = progress.done
        if not self._lost and self._is_due(progress):
            self._shown = progress.done
            self._show(progress)

    def _is_due(self, progress: Progress) -> bool:
        """The first, the last, and those between of which there are few enough."""
        step = -(-progress.total // (UPDATES - 2)) if progress.total > UPDATES else 1
        return self._bar is None or progress.done >= progress.total or progress.done - self._shown >= step

    def _show(self, progress: Progress) -> None:
        share = 100 * progress.done / max(progress.total, 1)
        said = f"{progress.done} of {counted(progress.total, 'chunk')}, {counted(progress.ops, 'edit')} proposed"
        try:
            if self._bar is None:
                made: Any = create_progress_artifact(share, key=self._key, description=said)
                self._bar = made
            else:
                update_progress_artifact(self._bar, share, description=said)
        except Exception as error:  # noqa: BLE001 - only the display is missing
            self._lost = True
            get_run_logger().warning("The progress could not be stored: %s", type(error).__name__)
