"""Where the summary of a batch lies, and writing it: Markdown for people, Parquet for programs."""

import os
from collections.abc import Sequence
from pathlib import Path

from reviewer.errors import UserError
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.unwritable import reason, remedy
from reviewer.model.batch import BatchOutcome
from reviewer.path_text import shown_path
from reviewer.report.batch import batch_markdown
from reviewer.report.batch_table import batch_parquet
from reviewer.service.workspace.review_index import FOLDER

_BATCHES = "batches"
SUMMARY, TABLE = "summary.md", "summary.parquet"


def summary_folder(paths: Sequence[str], name: str, explicit: Path | None) -> Path:
    """The folder of a batch's summary, absolute and made: the one that was named, else ``.review/batches/NAME`` in the
    folder that holds all named paths.

    Raises:
        UserError: ``unwritable``, before any document is reviewed.
    """
    folder = explicit if explicit is not None else _common(paths) / FOLDER / _BATCHES / name
    folder = Path(os.path.abspath(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the summary's folder {shown_path(folder)} cannot be made: {reason(error)}"
        raise UserError("unwritable", message, f"{remedy(error)}, or name another one with --summary") from None
    return folder


def write_summary(outcome: BatchOutcome) -> None:
    """Write both files, each whole or not at all. Raises: UserError: ``unwritable``."""
    try:
        write_atomic(Path(outcome.outputs.table), batch_parquet(outcome))
        write_atomic(Path(outcome.outputs.summary), batch_markdown(outcome).encode("utf-8", "backslashreplace"))
    except OSError as error:
        message = f"the summary in {shown_path(outcome.outputs.folder)} cannot be written: {reason(error)}"
        raise UserError("unwritable", message, f"{remedy(error)}; the reviews are done") from None


def _common(paths: Sequence[str]) -> Path:
    folders = [os.path.abspath(path if os.path.isdir(path) else os.path.dirname(path) or ".") for path in paths]
    return Path(os.path.commonpath(folders))
