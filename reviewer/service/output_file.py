"""``--output``: where a copy of the edited document may be written, and where not."""

import os
from pathlib import Path

from reviewer.errors import UserError
from reviewer.service.workspace import FOLDER, absolute


def annotated_copy(output: Path, suffix: str) -> Path:
    """Beside each output stands its annotated copy: ``out.md`` → ``out.REVIEWED.md``."""
    return output.with_name(output.stem + suffix)


def refuse_bad_output(document: Path, workspace: Path | None, output: Path | None, suffix: str) -> None:
    """Before anything is written: neither the output nor its annotated copy may take the place of something of ours.

    Raises:
        UserError: ``bad-output``: a folder, no place for a file, the document itself (only ``in_place`` writes it), a
            file of a review, or a copy under the output's own name.
    """
    if output is None:
        return
    kept = [_real(document.parent / FOLDER), *([_real(workspace)] if workspace else [])]
    copy = annotated_copy(output, suffix)
    for path in (output, copy):
        real = _real(path)
        if path.is_dir():
            raise _bad(path, "is a folder", "name a file")
        if real == _real(document):
            raise _bad(path, "is the reviewed document itself", "name another file, or use --in-place")
        if any(real == folder or folder in real.parents for folder in kept):
            raise _bad(path, "is in the folder of a review", "name a file outside of it")
        if not real.parent.is_dir():
            raise _bad(path, f"cannot be written: {str(real.parent)!r} is no folder", "make the folder first")
    if _real(copy) == _real(output):
        raise _bad(output, f"and its annotated copy have one name with output_suffix {suffix!r}", "name another file")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(absolute(path)))


def _bad(path: Path, reason: str, hint: str) -> UserError:
    return UserError("bad-output", f"--output {str(path)!r} {reason}", hint)
