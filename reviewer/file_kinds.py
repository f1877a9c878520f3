"""What stands at a path: a regular file, or something that can neither be kept a review of nor be replaced."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)
_STREAMS = ("/proc/", "/dev/fd/")
"""Folders whose entries stand for what a process has open, also where that is a regular file."""

_OF_THE_SYSTEM = (*_STREAMS, "/sys/")
"""Folders in which nobody makes a file, whatever their permissions say."""

_STEP = 1 << 14
"""So many bytes at a file's end are looked at first for its last line."""

_LINKS = 40
"""So many links in a row are followed, as by Linux."""


def kind_of(path: Path) -> str:
    """What stands at a path in place of a regular file, in words; empty for a regular file and for nothing at all.

    ``/dev/stdin`` and its like are streams also where a shell has connected them with a file: replacing the file, or
    keeping a review beside it, is not what a stream means.

    Raises:
        OSError: the path cannot be looked at (permissions, too long, a loop of links).
    """
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return ""
    known = next((words for is_kind, words in _KINDS if is_kind(mode)), "")
    return known or ("a stream" if _is_stream(os.path.abspath(path)) else "")


def read_regular(path: Path, most: int = -1) -> bytes:
    """The bytes of a regular file, ``most`` of them at most. Never waits for a pipe, however late it came.

    Raises:
        OSError: naming the path and what stands there; ``FileNotFoundError`` where nothing does.
    """
    with _opened(path) as file:
        return file.read(most)


def read_last_line(path: Path) -> tuple[bytes, int]:
    """The last line of a regular file, line feed included where it has one, and the size of the file.

    Blank lines at its end belong to it. Raises as ``read_regular``. Work is linear in that line, not in the file.
    """
    with _opened(path) as file:
        size = start = file.seek(0, os.SEEK_END)
        data = b""
        while start and b"\n" not in data.rstrip(b"\n"):
            start = max(start - max(_STEP, len(data)), 0)
            file.seek(start)
            data = file.read(size - start)
    return data[data.rstrip(b"\n").rfind(b"\n") + 1 :], size


def _opened(path: Path) -> BinaryIO:
    if kind := kind_of(path):
        raise _no_file(path, kind)
    file = open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")  # noqa: SIM115 - the caller closes it
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise _no_file(path, kind_of(path) or "something else by now")


def takes_files(folder: Path) -> bool:
    """Whether files can be made and replaced in a folder: the one answer for everything that is written."""
    real = os.path.realpath(folder)
    return not f"{real}/".startswith(_OF_THE_SYSTEM) and os.access(real, os.W_OK | os.X_OK)


def _no_file(path: Path, kind: str) -> OSError:
    return FileExistsError(errno.EEXIST, f"it is {kind}, not a regular file", str(path))


def _is_stream(path: str) -> bool:
    for _ in range(_LINKS):
        folder = os.path.realpath(os.path.dirname(path))
        if f"{folder}/".startswith(_STREAMS):
            return True
        if not os.path.islink(path):
            return False
        path = os.path.join(folder, os.readlink(path))
    return False
