"""What the system refused to write, in words that a person can use: which file it was, and what to do about it."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reviewer.path_text import shown_path

_REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "make room on that disk"),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "make it writable"),
    **dict.fromkeys((errno.ENOTDIR, errno.EISDIR, errno.EEXIST, errno.ENOTEMPTY), "move away what stands there"),
}


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """The system's refusals name ``path``: not the temporary file that was to take its place, and not nothing.

    Raises:
        OSError: of the same kind, naming ``path``.
    """
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, reason(error), str(path)) from error


def reason(error: OSError) -> str:
    """Why it was refused, without file names."""
    return error.strerror or str(error)


def refused(error: OSError) -> str:
    """``'/a/file': No space left on device``; only the reason where no file is known."""
    return reason(error) if error.filename is None else f"{shown_path(error.filename)}: {reason(error)}"


def remedy(error: OSError) -> str:
    """What to do before trying again: an imperative that goes on with a comma."""
    return _REMEDIES.get(error.errno or 0, "mend that")
