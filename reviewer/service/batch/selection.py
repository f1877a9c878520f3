"""Which documents a batch is about: those that a list of paths means, without what reviews have written."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.errors import ReviewError, UserError
from reviewer.file_kinds import read_regular
from reviewer.report.batch import MARK
from reviewer.service.batch.git import changed_since
from reviewer.service.batch.summary import SUMMARY
from reviewer.service.files.collect import STDIN, Exclusion, Found, collect
from reviewer.service.workspace.folder import absolute, find_workspace
from reviewer.service.workspace.inside_review import review_of
from reviewer.service.workspace.run_record import read_record


@dataclass(frozen=True, slots=True)
class Selection:
    """What is reviewed. ``include``: globs to look for in folders, in place of ``*.md`` and ``*.markdown``."""

    paths: tuple[str, ...]
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    changed_since: str | None = None


@dataclass(frozen=True, slots=True)
class Selected:
    """The documents, each absolute; what stands among them and can be none has an error. ``notes`` are for a person."""

    found: tuple[Found, ...]
    notes: tuple[str, ...] = field(default=())


def select(selection: Selection, suffix_of: Callable[[Path], str]) -> Selected:
    """The documents of a batch in the order of ``collect``.

    Left out, with a note of how many: files of reviews, and what reviews of these documents wrote elsewhere
    (``--output``); with ``changed_since`` also what git says has not changed.

    Raises:
        UserError: as ``collect`` and ``changed_since``; ``no-documents`` where no folder holds any; ``bad-path`` for
            standard input, of which nothing can be kept.
    """
    if STDIN in selection.paths:
        raise UserError("bad-path", "- is standard input, which has no review", "save the text to a file and name that")
    exclusion = Exclusion(selection.exclude)
    include = Exclusion(selection.include) if selection.include else None
    found = collect(selection.paths, exclusion, suffix_of, include)
    nothing = [item.error for item in found if item.error is not None and item.error.code == "no-documents"]
    if len(nothing) == len(found):
        raise nothing[0]
    found = [Found(os.path.abspath(item.path), item.error) if item.path else item for item in found]
    unused = [*exclusion.unused, *(include.unused if include else ())]
    notes = [f"the pattern {pattern!r} matches nothing" for pattern in unused]
    found = _without(found, _own_files(found), "written by reviews", notes)
    if selection.changed_since is not None:
        sound = [item.path for item in found if item.error is None]
        same = frozenset(sound) - changed_since(sound, selection.changed_since)
        found = _without(found, same, f"not changed since {selection.changed_since}", notes)
    return Selected(tuple(found), tuple(notes))


def _without(found: Sequence[Found], left_out: frozenset[str], why: str, notes: list[str]) -> list[Found]:
    kept = [item for item in found if item.path not in left_out]
    if count := len(found) - len(kept):
        notes.append(f"{count} {'document' if count == 1 else 'documents'} left out: {why}")
    return kept


def _own_files(found: Sequence[Found]) -> frozenset[str]:
    """Those of the paths that we have written: files of a workspace, edited copies elsewhere, summaries."""
    inside = {folder: review_of(Path(folder, "any")) is not None for folder in {_folder(item) for item in found}}
    written = {name for item in found if item.error is None for name in _written_for(Path(item.path))}
    return frozenset(item.path for item in found if inside[_folder(item)] or item.path in written or _is_summary(item))


def _is_summary(item: Found) -> bool:
    """Whether it is the summary of a batch, which may lie among the documents (``--summary``)."""
    if item.error is not None or os.path.basename(item.path) != SUMMARY:
        return False
    try:
        return read_regular(Path(item.path), len(MARK)) == MARK.encode()
    except OSError:
        return False


def _folder(item: Found) -> str:
    return os.path.dirname(item.path)


def _written_for(document: Path) -> tuple[str, ...]:
    """What the last review of a document wrote, the document itself apart. A damaged record says nothing here."""
    try:
        workspace = find_workspace(document)
        record = read_record(workspace) if workspace is not None else None
    except (ReviewError, OSError):
        return ()
    own = str(absolute(document))
    return tuple(name for name in record.files if name != own) if record is not None else ()
