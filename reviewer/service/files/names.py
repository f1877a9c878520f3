"""Names of files that are made from the names of others, and how long names and paths may be."""

import hashlib
import os
from pathlib import Path

from reviewer.errors import UserError
from reviewer.path_text import shown_path

NAME_BYTES = 255
"""What one name may have on the file systems in use (NAME_MAX of Linux)."""

PATH_BYTES = 4095
"""What one path may have (PATH_MAX of Linux, without the closing NUL)."""

_DIGITS = 8


def fitted(stem: str, ending: str, before: str = "") -> str:
    """``before + stem + ending``; where that is no name for a file, with the stem cut short.

    A cut stem ends in ``~`` and eight digits of its own hash, so that stems which differ only behind the cut keep names
    of their own. The same stem always gives the same name, on every file system.
    """
    whole = before + stem + ending
    if _size(whole) <= NAME_BYTES:
        return whole
    mark = "~" + hashlib.sha256(os.fsencode(stem)).hexdigest()[:_DIGITS]
    room = NAME_BYTES - _size(before + mark + ending)
    kept = stem
    while kept and _size(kept) > room:
        kept = kept[:-1]
    return before + kept + mark + ending


def refuse_long(path: Path, longest_below: int = 0) -> None:
    """Refuse a path that no system call takes, before anything is written there.

    ``longest_below`` is how many bytes the longest path of a file below it adds.

    Raises:
        UserError: ``path-too-long``.
    """
    if any(_size(part) > NAME_BYTES for part in path.parts):
        message = f"{shown_path(path)} holds a name of more than {NAME_BYTES} bytes"
        raise UserError("path-too-long", message, "give it a shorter name")
    if _size(str(path)) + longest_below > PATH_BYTES:
        message = f"{shown_path(path)} is too long a path for the files that belong there"
        raise UserError("path-too-long", message, "use a folder with a shorter path; -w DIR keeps a review elsewhere")


def _size(name: str) -> int:
    return len(os.fsencode(name))
