"""``.reviewctlignore``: what of a folder is never looked at, neither by ``check`` nor by ``batch``.

One pattern a line, as of ``--exclude``: without a slash it matches any part of a path below the file's folder, with one
the path from that folder, or any folder above it there. ``*`` also matches slashes; blank lines and lines that begin
with ``#`` say nothing. Files in folders above count too, below the root of the file system.
"""

import errno
import os
from pathlib import Path

from reviewer.errors import UserError
from reviewer.file_kinds import read_regular
from reviewer.path_text import shown_path
from reviewer.service.files.patterns import path_pattern, with_folders

NAME = ".reviewctlignore"


class IgnoreFiles:
    """The ignore files of all folders that are asked about, each read once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[str, _Ignored], ...]] = {}

    def matches(self, path: str) -> bool:
        """True when an ignore file of a folder above leaves this path out.

        Raises:
            UserError: ``bad-ignore-file``; ``bad-pattern``.
        """
        full = os.path.abspath(path)
        rules = self._above(os.path.dirname(full))
        return any(ignored.matches(full[len(folder) :].lstrip("/")) for folder, ignored in rules)

    def _above(self, folder: str) -> "tuple[tuple[str, _Ignored], ...]":
        unknown = []
        while folder not in self._known and os.path.dirname(folder) != folder:
            unknown.append(folder)
            folder = os.path.dirname(folder)
        rules = self._known.get(folder, ())
        for below in reversed(unknown):
            own = _read(Path(below, NAME))
            rules = (*rules, (below, own)) if own is not None else rules
            self._known[below] = rules
        return rules


class _Ignored:
    """The patterns of one file."""

    def __init__(self, patterns: list[str], where: str) -> None:
        plain = [(pattern.strip("/"), "/" in pattern.rstrip("/")) for pattern in patterns]
        self._parts = [path_pattern(pattern, where) for pattern, anchored in plain if not anchored]
        self._paths = [path_pattern(pattern, where) for pattern, anchored in plain if anchored]

    def matches(self, below: str) -> bool:
        """Whether a path, told from the file's folder, is left out."""
        parts = below.split("/")
        if any(pattern(part) for pattern in self._parts for part in parts):
            return True
        return any(pattern(folder) for pattern in self._paths for folder in with_folders(below))


def _read(path: Path) -> _Ignored | None:
    """None where there is no such file.

    Raises:
        UserError: ``bad-ignore-file``: it cannot be read, or takes a pattern back, which is not known here.
    """
    try:
        raw = read_regular(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # nothing can be there; reading the document says so
            return None
        raise _bad(path, f"cannot be read: {error.strerror}", "make it a readable file, or remove it") from None
    lines = [line.strip().removeprefix("./") for line in os.fsdecode(raw).replace("\r", "\n").split("\n")]
    patterns = [line for line in lines if line.strip("/") and not line.startswith("#")]
    if taken_back := next((pattern for pattern in patterns if pattern.startswith("!")), None):
        raise _bad(path, f"holds {taken_back[:80]!r}", "a pattern cannot be taken back with '!': write narrower ones")
    return _Ignored(patterns, f"a pattern in {shown_path(path)}")


def _bad(path: Path, what: str, hint: str) -> UserError:
    return UserError("bad-ignore-file", f"ignore file {shown_path(path)} {what}", hint)
