"""Which documents a list of files and folders means."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path

from reviewer.errors import UserError

SUFFIXES = (".md", ".markdown")
SKIPPED_FOLDERS = frozenset({".review", ".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"})
"""Folders that never hold a person's documents; a folder with ``pyvenv.cfg`` is a virtual environment."""

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Found:
    """A document to check, as it will be shown, or what is wrong with a path that was named."""

    path: str
    error: UserError | None = None


class Exclusion:
    """Glob patterns. One without a slash matches any part of a path, one with a slash the path as it is shown, or any
    folder above it; ``*`` also matches slashes."""

    def __init__(self, patterns: Sequence[str]) -> None:
        cleaned = [pattern.removeprefix("./").rstrip("/") for pattern in patterns]
        self._parts = _any_of([pattern for pattern in cleaned if "/" not in pattern])
        self._paths = _any_of([pattern for pattern in cleaned if "/" in pattern])

    def matches(self, path: str) -> bool:
        """True when a pattern matches the path, one of its parts or one of its folders."""
        shown = Path(os.path.normpath(path)).as_posix()
        parts = shown.split("/")
        if self._parts and any(self._parts.match(part) for part in parts):
            return True
        above = ("/".join(parts[:count]) for count in range(1, len(parts) + 1))
        return self._paths is not None and any(self._paths.match(folder) for folder in above)


def collect(paths: Sequence[str], exclude: Sequence[str], suffix_of: Callable[[Path], str]) -> list[Found]:
    """The documents in the order of ``paths``, those of a folder by name, each file once however often it is named.

    Folders are read to the bottom for ``*.md`` and ``*.markdown``; links to folders are not followed. Files that end
    in the output suffix of their folder (``suffix_of``), and excluded ones, are left out also when they are named. A
    folder or list that gives nothing is an error of its own, never an empty success.
    """
    exclusion = Exclusion(exclude)
    found: list[Found] = []
    seen: set[str] = set()
    for path in paths:
        before = len(found)
        for item in _documents(path, exclusion, suffix_of):
            identity = path if path == STDIN else os.path.realpath(item.path)
            if identity not in seen or item.error:
                seen.add(identity)
                found.append(item)
        if os.path.isdir(path) and len(found) == before and not _seen_below(path, seen):
            found.append(Found(path, _no_documents(path)))
    if not found:
        raise UserError(
            "no-documents",
            f"nothing to check: every named path is excluded ({', '.join(paths)})",
            "files that end in the output suffix and --exclude patterns are left out, also when named",
        )
    return found


def _documents(path: str, exclusion: Exclusion, suffix_of: Callable[[Path], str]) -> Iterator[Found]:
    if path == STDIN:
        yield Found(STDIN)
    elif not path:
        yield Found(path, UserError("missing-file", "'' is no path", "check the command line: a variable may be empty"))
    elif os.path.isdir(path):
        yield from _walk(path, exclusion, suffix_of)
    elif not exclusion.matches(path) and not path.endswith(suffix_of(Path(path).parent)):
        yield Found(str(Path(path)))


def _walk(top: str, exclusion: Exclusion, suffix_of: Callable[[Path], str]) -> Iterator[Found]:
    waiting = [top]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                ordered = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            message = f"folder {folder!r} cannot be read: {error.strerror}"
            yield Found(folder, UserError("unreadable", message, "check its permissions, or --exclude it"))
            continue
        below = []
        for entry in ordered:
            if exclusion.matches(entry.path):
                continue
            if entry.is_dir(follow_symlinks=False):
                if not _is_skipped(entry):
                    below.append(entry.path)
            elif _is_markdown(entry) and not entry.name.endswith(suffix_of(Path(folder))):
                yield Found(str(Path(entry.path)))
        waiting.extend(reversed(below))


def _is_skipped(entry: "os.DirEntry[str]") -> bool:
    return entry.name in SKIPPED_FOLDERS or os.path.isfile(os.path.join(entry.path, "pyvenv.cfg"))


def _is_markdown(entry: "os.DirEntry[str]") -> bool:
    return entry.name.lower().endswith(SUFFIXES) and entry.is_file()


def _seen_below(folder: str, seen: set[str]) -> bool:
    top = os.path.join(os.path.realpath(folder), "")
    return any(identity.startswith(top) for identity in seen)


def _no_documents(path: str) -> UserError:
    message = f"folder {path!r} holds no Markdown document to check"
    return UserError("no-documents", message, "only *.md and *.markdown files are looked for; name others one by one")


def _any_of(patterns: list[str]) -> re.Pattern[str] | None:
    return re.compile("|".join(map(translate, patterns))) if patterns else None
