"""How far the model calls are: a line that is written over on a terminal, else a line now and then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from reviewer.count_text import counted

if TYPE_CHECKING:
    from reviewer.service.models.progress import Progress

EVERY = 20
"""Without a terminal: a line for every so many chunks, the first and the last."""


@contextmanager
def shown_progress(note: Callable[[str], None]) -> Iterator[Callable[["Progress"], None]]:
    """What hears of progress; when it ends, the terminal's line is closed."""
    live = sys.stderr.isatty()
    open_line = False

    def show(progress: "Progress") -> None:
        nonlocal open_line
        if live:
            sys.stderr.write(f"\r\x1b[K{progress_line(progress)}")
            sys.stderr.flush()
            open_line = True
        elif progress.done in {1, progress.total} or progress.done % EVERY == 0:
            note(progress_line(progress))

    try:
        yield show
    finally:
        if open_line:
            sys.stderr.write("\n")


def progress_line(progress: "Progress") -> str:
    """``chunk 12/250, 7 ops, 41 tokens/s, 3 min left``."""
    parts = [f"chunk {progress.done}/{progress.total}", counted(progress.ops, "op")]
    if progress.tokens_per_second is not None:
        parts.append(f"{progress.tokens_per_second:.0f} tokens/s")
    if progress.seconds_left is not None and progress.done < progress.total:
        parts.append(f"{_duration(progress.seconds_left)} left")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} min" if minutes < 90 else f"{minutes / 60:.1f} h"
