"""The artifacts of a run in the Prefect UI. What cannot be stored is a warning: the work is done."""

import hashlib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from httpx import TransportError
from prefect.artifacts import create_markdown_artifact, create_table_artifact
from prefect.logging import get_run_logger

from flows.shown import LedgerTail, Outcome, Rows, finding_rows, preview_text, report_text, summary_text
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.undo import UndoOutcome
from reviewer.path_text import bare_path

Store = Callable[[], object]
"""Makes one artifact and stores it."""


def publish(outcome: Outcome, *, text_allowed: bool, reviewed: bool = False) -> None:
    """Create the artifacts of a run; those of one kind and document are versions of one key, newest first in the UI.

    Of a dry run the preview; else summary, report, ledger and its head; where rules looked (``reviewed``) their
    findings. One that cannot be made hinders no other, but when the API is not reached nobody waits for it again.
    """
    for kind, store in _artifacts(outcome, text_allowed, reviewed).items():
        try:
            store()
        except Exception as error:  # noqa: BLE001 - the document and its ledger are written; only the display is missing
            get_run_logger().warning("The artifact %s could not be stored: %s", kind, type(error).__name__)
            if isinstance(error, TransportError):
                return


def artifact_name(document: Path, *, text_allowed: bool) -> str:
    """Stable per document path, in ``[a-z0-9-]``: the file's name, where it may be told, and a hash of the path."""
    digest = hashlib.sha256(str(document).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    stem = re.sub(r"[^a-z0-9]+", "-", document.stem.lower()).strip("-")[:40].strip("-") if text_allowed else ""
    return f"{stem}-{digest}" if stem else digest


def _artifacts(outcome: Outcome, text_allowed: bool, reviewed: bool) -> dict[str, Store]:
    name = artifact_name(Path(outcome.document), text_allowed=text_allowed)
    markdown, table = partial(_markdown, name), partial(_table, name)
    if isinstance(outcome, UndoOutcome) and outcome.dry_run:
        return {"preview": partial(markdown, "preview", partial(preview_text, outcome, text_allowed=text_allowed))}
    stored: dict[str, Store] = {
        "summary": partial(markdown, "summary", partial(summary_text, outcome, text_allowed=text_allowed))
    }
    if text_allowed:
        stored["report"] = partial(markdown, "report", partial(report_text, outcome))
    if reviewed and isinstance(outcome, ReviewOutcome):
        stored["findings"] = partial(table, "findings", partial(_findings, outcome, text_allowed))
    stored["ledger"] = partial(table, "ledger", partial(_ledger, outcome, text_allowed))
    stored["head"] = partial(markdown, "head", partial(_head, outcome))
    return stored


def _markdown(name: str, kind: str, text: Callable[[], str]) -> None:
    create_markdown_artifact(key=f"{kind}-{name}", markdown=text(), description=_SAYS[kind])


def _table(name: str, kind: str, made: Callable[[], tuple[Rows, str]]) -> None:
    rows, where = made()
    create_table_artifact(key=f"{kind}-{name}", table=rows, description=f"{_SAYS[kind]}{where}")


_SAYS = {
    "summary": "What this run did.",
    "report": "The report, as it is in the workspace.",
    "preview": "What would be done.",
    "findings": "What the rules found, by rule.",
    "ledger": "The newest entries of the ledger, newest last.",
    "head": "The ledger's last entry hash after this run; the versions of this artifact are the chain.",
}


def _findings(outcome: ReviewOutcome, text_allowed: bool) -> tuple[Rows, str]:
    where = f" Where they stand: {bare_path(Path(outcome.workspace) / 'stage2')}" if text_allowed else ""
    return finding_rows(outcome, text_allowed=text_allowed), where


def _ledger(outcome: Outcome, text_allowed: bool) -> tuple[Rows, str]:
    tail = LedgerTail(Path(outcome.outputs.ledger))
    place = f"; all are in {bare_path(outcome.outputs.ledger)}" if text_allowed else ""
    return tail.rows(text_allowed=text_allowed), f" {len(tail.entries)} of {tail.count}{place}."


def _head(outcome: Outcome) -> str:
    return LedgerTail(Path(outcome.outputs.ledger)).head_text(outcome.head)
