"""Files that a command is told to write (``--output``, ``-o``, ``--in-place``, baselines): where they may be.

One rule for all of them, applied before anything is done: what exists there and is no regular file is refused, never
replaced and never waited for (``file_kinds.kind_of``); the folder must be there and take files.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from reviewer.errors import UserError
from reviewer.file_kinds import kind_of, takes_files
from reviewer.path_text import shown_path
from reviewer.service.files.names import fitted, refuse_long
from reviewer.service.workspace.folder import absolute
from reviewer.service.workspace.inside_review import review_of
from reviewer.service.workspace.review_index import FOLDER

WITH_OUTPUT = "--output FILE"
"""What writes the result of a review to another file than the document."""

_TEMPORARY = 60
"""Bytes that the name of a temporary file beside an output adds to its folder's path, at most."""


def annotated_copy(output: Path, suffix: str) -> Path:
    """Beside each output stands its annotated copy: ``out.md`` → ``out.REVIEWED.md`` (``names.fitted``)."""
    return output.with_name(fitted(output.stem, suffix))


def refuse_bad_output(document: Path, workspace: Path | None, output: Path | None, suffix: str) -> None:
    """Before anything is written: neither the output nor its annotated copy may take the place of something of ours.

    Raises:
        UserError: ``bad-output``: as ``refuse_bad_file``, or a copy under the output's own name.
    """
    if output is None:
        return
    if not output.name:
        raise _bad(output, "is a folder, not a file", "name a file")
    copy = annotated_copy(output, suffix)
    for path in (output, copy):
        refuse_bad_file(
            document, workspace, path, "--output", ("name another file", "name another file, or use --in-place")
        )
    if _real(copy) == _real(output):
        raise _bad(output, f"and its annotated copy have one name with output_suffix {suffix!r}", "name another file")


def refuse_bad_file(document: Path, workspace: Path | None, path: Path, option: str, hints: tuple[str, str]) -> None:
    """As ``refuse_bad_output``, of one file, which ``option`` names.

    ``hints``: what else can be done, and what else where it is the document itself.

    Raises:
        UserError: ``bad-output``: no place for a file (``refuse_unwritable``), the document itself (only ``in_place``
            writes it), or a file of a review.
    """
    refuse_unwritable(path, option, hints[0])
    real = _real(path)
    if real == _real(document):
        raise _bad(path, "is the reviewed document itself", hints[1], option)
    kept = [_real(document.parent / FOLDER), *([_real(workspace)] if workspace else [])]
    if any(real == folder or folder in real.parents for folder in kept):
        raise _bad(path, "is in the folder of a review", "name a file outside of it", option)


def refuse_an_input(output: Path | None, suffix: str, inputs: Mapping[str, Path | None]) -> None:
    """Refuse an output that would replace, itself or by its annotated copy, a file that the same command reads.

    ``inputs`` are those files, by the option that names each.

    Raises:
        UserError: ``bad-output``, naming both options.
    """
    written = [] if output is None else [output, annotated_copy(output, suffix)]
    for option, given in inputs.items():
        for path in written:
            if given is not None and _real(path) == _real(given):
                raise _bad(path, f"is the file that {option} names: it would be replaced", "name another file")


def refuse_unwritable(path: Path, option: str, hint: str = "name another file") -> None:
    """Refuse a path at which no regular file stands or can be made.

    Raises:
        UserError: ``bad-output``: a folder, pipe, socket, device or stream is there; the folder is missing or cannot be
            written. ``path-too-long``.
    """
    try:
        kind = kind_of(path)
        refuse_long(absolute(path), _TEMPORARY)
        real = _real(path)
        folder_is_there, takes = real.parent.is_dir(), takes_files(real.parent)
    except OSError as error:
        raise _bad(path, f"cannot be used: {error.strerror}", hint, option) from None
    if kind:
        raise _bad(path, f"is {kind}, not a regular file", hint, option)
    if review_of(real) is not None:
        raise _bad(path, "is in the folder of a review", "name a file outside of it", option)
    if not folder_is_there:
        raise _bad(path, f"cannot be written: {shown_path(real.parent)} is no folder", "make the folder first", option)
    if not takes:
        told = f"cannot be written: no file can be made in {shown_path(real.parent)}"
        raise _bad(path, told, "change the folder's permissions, or name a file elsewhere", option)


def refuse_unwritable_document(document: Path, *, in_place: bool, elsewhere: str = WITH_OUTPUT) -> None:
    """Refuse ``--in-place`` where the document's folder cannot be written. That it can be read is not asked here.

    ``elsewhere`` is what writes the result to another file, if not the command itself.

    Raises:
        UserError: as ``refuse_unwritable``.
    """
    if in_place:
        refuse_unwritable(document, "--in-place", f"leave --in-place out; {elsewhere} writes a copy")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(absolute(path)))


def _bad(path: Path, reason: str, hint: str, option: str = "--output") -> UserError:
    return UserError("bad-output", f"{option} {shown_path(path)} {reason}", hint)
