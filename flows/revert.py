"""The flow ``revert``: changes are taken out of force, or put back. From the shell: ``flows.run.run_undo``.

Nothing of it is cached. It is safe to repeat: what is undone already is refused, and nothing is written.
"""

from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow

from flows.configured import run_configured
from flows.parameters import Changes, FullPath, RunSettings, UndoOptions
from flows.publish import publish
from reviewer.config import ReviewerConfig
from reviewer.model.undo import UndoOutcome
from reviewer.service.clock import SystemClock
from reviewer.service.revert import UndoRequest, undo


@flow(name="md_revert", persist_result=False)
def revert(
    path: FullPath, changes: Changes, settings: RunSettings = RunSettings(), options: UndoOptions = UndoOptions()
) -> State[Any]:
    """Undo or redo changes of a document. Its final state holds an ``UndoOutcome``.

    ``Failed``, named ``refused`` or ``partial``, when a change could not be undone; the message says which and why. The
    document goes along when it shows the present state since a run that wrote over it, unless ``settings.in_place``
    says otherwise.

    Args:
        path: Full path of the Markdown document.
        changes: Which changes: ids, or filters, or all.
        settings: Configuration; what is left empty is as the document's configuration file has it.
        options: How they are undone or redone.
    """
    return run_configured(path, settings, options, partial(_undo, path, changes, settings.in_place, options))


def _undo(  # noqa: PLR0913, PLR0917 - what the flow was given, then its configuration
    path: Path,
    changes: Changes,
    in_place: bool | None,
    options: UndoOptions,
    config: ReviewerConfig,
    text_allowed: bool,
) -> UndoOutcome:
    request = UndoRequest(
        path, changes.selection(), config, in_place=True if config.in_place else in_place, **dict(options)
    )
    outcome = undo(request, SystemClock())
    publish(outcome, text_allowed=text_allowed)
    return outcome
