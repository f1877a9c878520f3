"""How paths are written in messages: the one writer, for errors, notes and lines that people read."""

from pathlib import Path

SHOWN = 200
"""So many characters of a path are shown."""


def shown_path(path: str | Path) -> str:
    """A path as messages have it: in quotes, on one line, fit for UTF-8 and for a terminal, its middle left out where
    it is long.

    What no terminal shows, or shows as something else (line ends, control and direction characters, bytes that are no
    UTF-8), is escaped.
    """
    text = str(path)
    cut = text if len(text) <= SHOWN else f"{text[: SHOWN // 2]}…{text[-SHOWN // 2 + 1 :]}"
    return repr(cut)


def bare_path(path: str | Path) -> str:
    """As ``shown_path``, whole and without quotes: for lines that hold little but a path."""
    text = str(path)
    return text if text.isprintable() else repr(text)[1:-1]
