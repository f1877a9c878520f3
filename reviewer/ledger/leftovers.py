"""Temporary files that a killed run left behind: taken away by the next writing command, under the workspace's lock.

Only files with names that this program gives (``atomic.temporary_prefix``; parts of patches). A folder that is written
without the lock may hold one that a running process is about to use: there only old ones go.
"""

import os
import re
import stat
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from reviewer.ledger.atomic import temporary_prefix

OLD = 24 * 60 * 60
"""Seconds after which nobody is still writing a file."""

_RANDOM = r"[a-z0-9_]{8}\.tmp"
_OURS = re.compile(rf"\..{{1,24}}\.reviewctl-[0-9a-f]{{8}}-{_RANDOM}", re.DOTALL)
_PATCH = re.compile(r"\.[A-Z]+-[A-Z0-9.-]+(?:\.inverse)?\.patch\.tmp")


def clear_leftovers(folder: Path, *, before: float | None = None, but: Collection[str] = ()) -> None:
    """Remove what a killed run left in one folder; with ``before`` only what was last written earlier (seconds).

    Parts of the files named in ``but`` stay. What cannot be removed stays: it does no harm. So does what is no regular
    file: this program makes none such.
    """
    spared = tuple(map(temporary_prefix, but))
    for path in _named(folder, _OURS, _PATCH):
        if not path.name.startswith(spared):
            _remove(path, before)


def clear_beside(target: Path, *, before: float | None = None) -> None:
    """Remove what a killed run left beside a file that it wrote; ``before`` as in ``clear_leftovers``.

    Without ``before`` nobody else may be writing that file.
    """
    if "\0" in str(target):  # no file can have this name, whatever a record says
        return
    target = Path(os.path.realpath(target))
    for path in _named(target.parent, re.compile(re.escape(temporary_prefix(target.name)) + _RANDOM)):
        _remove(path, before)


def _remove(path: Path, before: float | None = None) -> None:
    with suppress(OSError):
        found = path.lstat()
        if stat.S_ISREG(found.st_mode) and (before is None or found.st_mtime < before):
            path.unlink()


def _named(folder: Path, *patterns: re.Pattern[str]) -> Iterator[Path]:
    try:
        names = [name for name in os.listdir(folder) if name.startswith(".") and name.endswith(".tmp")]
    except OSError:
        return
    yield from (folder / name for name in names if any(pattern.fullmatch(name) for pattern in patterns))
