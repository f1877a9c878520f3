"""Files of a review, read without waiting: a pipe or a device in the place of one is refused, not read."""

import errno
from pathlib import Path

from reviewer.file_kinds import kind_of


def read_stored(path: Path) -> bytes:
    """The bytes of a regular file.

    Raises:
        OSError: naming the path and what stands there; ``FileNotFoundError`` where nothing does.
    """
    if kind := kind_of(path):
        raise FileExistsError(errno.EEXIST, f"it is {kind}, not a regular file", str(path))
    return path.read_bytes()
