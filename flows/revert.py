"""The flow ``revert``: changes are taken out of force, or put back. From the shell: ``flows.run.run_undo``.

Nothing of it is cached. It is safe to repeat: what is undone already is refused, and nothing is written.
"""

from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow

from flows.conclusion import conclude
from flows.publish import publish
from flows.review import may_get_text, require_absolute
from reviewer.config import ReviewerConfig
from reviewer.model.selection import Selection
from reviewer.model.undo import UndoOutcome
from reviewer.service.clock import SystemClock
from reviewer.service.revert import Direction, UndoRequest, undo


@flow(name="md_revert", persist_result=False)
def revert(  # noqa: PLR0913, PLR0917 - a flow's parameters are its form in the UI
    path: Path,
    selection: Selection,
    config: ReviewerConfig = ReviewerConfig(),  # noqa: B008 - frozen
    workspace: Path | None = None,
    reason: str = "",
    cascade: bool = False,
    cascade_external: bool = False,
    keep_going: bool = False,
    dry_run: bool = False,
    in_place: bool | None = None,
    direction: Direction = "revert",
) -> State[Any]:
    """Undo or redo changes of a document. Its final state holds an ``UndoOutcome``; paths are absolute.

    ``dry_run`` writes nothing; the resulting diff is in the outcome and in an artifact. ``Failed``, named ``refused``
    or ``partial``, when a change could not be undone; the message says which and why.
    """
    text_allowed = may_get_text(config)
    request = UndoRequest(
        path, selection, config, workspace, reason, cascade, cascade_external, keep_going, dry_run, in_place, direction
    )
    return conclude(partial(_undo, request, text_allowed), text_allowed=text_allowed)


def _undo(request: UndoRequest, text_allowed: bool) -> UndoOutcome:
    require_absolute(request.path)
    outcome = undo(request, SystemClock())
    publish(outcome, text_allowed=text_allowed)
    return outcome
