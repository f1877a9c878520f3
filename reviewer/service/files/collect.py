"""Which documents a list of files and folders means."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from pathlib import Path

from reviewer.errors import UserError
from reviewer.json_text import shown
from reviewer.path_text import shown_path
from reviewer.service.files.names import PATH_BYTES

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
    """Glob patterns; ``*`` also matches slashes. One without a slash matches any part of a path. One with a slash
    matches the path as it is shown, from the folder that was named, or in full, or any folder above it there.
    """

    def __init__(self, patterns: Sequence[str]) -> None:
        cleaned = [(pattern, pattern.removeprefix("./").rstrip("/") or pattern) for pattern in patterns]
        self._parts = [(pattern, _glob(plain)) for pattern, plain in cleaned if "/" not in plain]
        self._paths = [(pattern, _glob(plain)) for pattern, plain in cleaned if "/" in plain]
        self._patterns = tuple(dict.fromkeys(patterns))
        self._used: set[str] = set()

    @property
    def unused(self) -> tuple[str, ...]:
        """The patterns that have matched nothing so far, as they were given."""
        return tuple(pattern for pattern in self._patterns if pattern not in self._used)

    def matches(self, path: str, top: str = ".") -> bool:
        """True when a pattern matches the path, one of its parts or one of its folders. ``top`` is the named folder."""
        shown = _normal(path)
        found = [pattern for pattern, glob in self._parts if any(map(glob, shown.split("/")))]
        if self._paths:
            views = {shown, _normal(os.path.relpath(path, top)), _normal(os.path.abspath(path))}
            folders = [folder for view in views for folder in _with_folders(view)]
            found += [pattern for pattern, glob in self._paths if any(map(glob, folders))]
        self._used.update(found)
        return bool(found)


def collect(paths: Sequence[str], exclusion: Exclusion, suffix_of: Callable[[Path], str]) -> list[Found]:
    """The documents in the order of ``paths``, those of a folder by name, each file once however often it is named.

    Folders are read to the bottom for ``*.md`` and ``*.markdown``; links to folders are not followed. Files that end
    in the output suffix of their folder (``suffix_of``), and excluded ones, are left out also when they are named. A
    folder or list that gives nothing is an error of its own, never an empty success. So is what stands among the
    documents and can be none (links that lead nowhere, pipes), or has no readable configuration; the others go on.
    """
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
            f"nothing to check: every named path is excluded ({', '.join(map(shown_path, paths))})",
            "what ends in the output suffix or matches an --exclude pattern is left out, also when it is named",
        )
    return found


def _documents(path: str, exclusion: Exclusion, suffix_of: Callable[[Path], str]) -> Iterator[Found]:
    if path == STDIN:
        yield Found(STDIN)
    elif not path:
        yield Found(path, UserError("missing-file", "'' is no path", "check the command line: a variable may be empty"))
    elif os.path.isdir(path):
        yield from _walk(path, exclusion, suffix_of)
    elif not exclusion.matches(path):
        yield from _document(path, suffix_of)


def _document(path: str, suffix_of: Callable[[Path], str]) -> Iterator[Found]:
    """The document at a path, unless it is an annotated copy. Where it cannot be reached, reading it says why."""
    shown = str(Path(path))
    if not os.path.exists(path):
        yield Found(shown, _dangling(shown) if os.path.islink(path) else None)
        return
    try:
        if not path.endswith(suffix_of(Path(path).parent)):
            yield Found(shown)
    except UserError as error:
        yield Found(shown, error)


def _dangling(shown: str) -> UserError:
    message = f"link {shown!r} cannot be followed to {os.readlink(shown)!r}"
    return UserError("missing-file", message, "mend the link, remove it or --exclude it")


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
            if exclusion.matches(entry.path, top):
                continue
            if entry.is_dir(follow_symlinks=False):
                if not _is_skipped(entry):
                    below.append(entry.path)
            elif entry.name.lower().endswith(SUFFIXES) and not os.path.isdir(entry.path):
                yield from _document(entry.path, suffix_of)
        waiting.extend(reversed(below))


def _is_skipped(entry: "os.DirEntry[str]") -> bool:
    return entry.name in SKIPPED_FOLDERS or os.path.isfile(os.path.join(entry.path, "pyvenv.cfg"))


def _seen_below(folder: str, seen: set[str]) -> bool:
    top = os.path.join(os.path.realpath(folder), "")
    return any(identity.startswith(top) for identity in seen)


def _no_documents(path: str) -> UserError:
    message = f"folder {shown_path(path)} holds no Markdown document to check that is not excluded"
    return UserError("no-documents", message, "only *.md and *.markdown files are looked for; name others one by one")


def _glob(pattern: str) -> Callable[[str], object]:
    if len(pattern) > PATH_BYTES:
        message = f"an --exclude pattern has {len(pattern)} characters: {shown(pattern)}"
        raise UserError("bad-pattern", message, "no path is that long; check the command line")
    return re.compile(translate(pattern)).match


def _normal(path: str) -> str:
    return Path(os.path.normpath(path)).as_posix()


def _with_folders(path: str) -> list[str]:
    """The path and every folder above it."""
    places = [place for place, char in enumerate(path) if char == "/" and place]
    return [*(path[:place] for place in places), path]
