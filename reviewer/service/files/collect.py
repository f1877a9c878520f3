"""Which documents a list of files and folders means."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.errors import UserError
from reviewer.path_text import shown_path
from reviewer.service.files.ignore_file import IgnoreFiles
from reviewer.service.files.patterns import path_pattern, with_folders

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
        self._parts = [(pattern, path_pattern(plain)) for pattern, plain in cleaned if "/" not in plain]
        self._paths = [(pattern, path_pattern(plain)) for pattern, plain in cleaned if "/" in plain]
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
            folders = [folder for view in views for folder in with_folders(view)]
            found += [pattern for pattern, glob in self._paths if any(map(glob, folders))]
        self._used.update(found)
        return bool(found)


def collect(
    paths: Sequence[str],
    exclusion: Exclusion,
    suffix_of: Callable[[Path], str],
    include: Exclusion | None = None,
) -> list[Found]:
    """The documents in the order of ``paths``, those of a folder by name, each file once however often it is named.

    Folders are read to the bottom for ``*.md`` and ``*.markdown``, or for what matches ``include``; links to folders
    are not followed. Files that end in the output suffix of their folder (``suffix_of``), and what is excluded or
    matches an ignore file (``IgnoreFiles``), are left out also when they are named. A folder or list that gives nothing
    is an error of its own, never an empty success. So is what stands among the documents and can be none (links that
    lead nowhere, pipes), or has no readable configuration; the others go on.

    Raises:
        UserError: ``no-documents``; ``bad-ignore-file``; ``bad-pattern``.
    """
    found: list[Found] = []
    seen: set[str] = set()
    search = _Search(exclusion, suffix_of, include)
    for path in paths:
        before = len(found)
        for item in search.documents(path):
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
            "what ends in the output suffix, or matches --exclude or an ignore file, is left out also when it is named",
        )
    return found


class _Search:
    """What is looked for, and what is left out."""

    def __init__(self, exclusion: Exclusion, suffix_of: Callable[[Path], str], include: Exclusion | None) -> None:
        self._exclusion = exclusion
        self._suffix_of = suffix_of
        self._include = include
        self._ignore = IgnoreFiles()

    def documents(self, path: str) -> Iterator[Found]:
        """The documents that a path means, or what is wrong with it."""
        if path == STDIN:
            yield Found(STDIN)
        elif not path:
            error = UserError("missing-file", "'' is no path", "check the command line: a variable may be empty")
            yield Found(path, error)
        elif os.path.isdir(path):
            yield from self._walk(path)
        elif not self._left_out(path):
            yield from self._document(path)

    def _left_out(self, path: str, top: str = ".") -> bool:
        return self._exclusion.matches(path, top) or self._ignore.matches(path)

    def _wanted(self, path: str, name: str, top: str) -> bool:
        return self._include.matches(path, top) if self._include else name.lower().endswith(SUFFIXES)

    def _document(self, path: str) -> Iterator[Found]:
        """The document at a path, unless it is an annotated copy. Where it cannot be reached, reading it says why."""
        shown = str(Path(path))
        if not os.path.exists(path):
            yield Found(shown, _dangling(shown) if os.path.islink(path) else None)
            return
        try:
            if not path.endswith(self._suffix_of(Path(path).parent)):
                yield Found(shown)
        except UserError as error:
            yield Found(shown, error)

    def _walk(self, top: str) -> Iterator[Found]:
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
                if self._left_out(entry.path, top):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if not _is_skipped(entry):
                        below.append(entry.path)
                elif self._wanted(entry.path, entry.name, top) and not os.path.isdir(entry.path):
                    yield from self._document(entry.path)
            waiting.extend(reversed(below))


def _dangling(shown: str) -> UserError:
    message = f"link {shown!r} cannot be followed to {os.readlink(shown)!r}"
    return UserError("missing-file", message, "mend the link, remove it or --exclude it")


def _is_skipped(entry: "os.DirEntry[str]") -> bool:
    return entry.name in SKIPPED_FOLDERS or os.path.isfile(os.path.join(entry.path, "pyvenv.cfg"))


def _seen_below(folder: str, seen: set[str]) -> bool:
    top = os.path.join(os.path.realpath(folder), "")
    return any(identity.startswith(top) for identity in seen)


def _no_documents(path: str) -> UserError:
    message = f"folder {shown_path(path)} holds no Markdown document to check that is not excluded"
    return UserError("no-documents", message, "only *.md and *.markdown files are looked for; name others one by one")


def _normal(path: str) -> str:
    return Path(os.path.normpath(path)).as_posix()
