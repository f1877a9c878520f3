"""The flow ``apply``: ops from a file, or what is chosen of a stored plan; the same checks, the same ledger.

From the shell: ``flows.run``, ``flows.plans``.

Nothing of it is cached: it writes, and it is safe to repeat because a plan states the ledger head that it expects.
"""

from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow

from flows.configured import require_absolute, run_configured
from flows.parameters import FullPath, OpsOptions, RunSettings, Unset
from flows.plan_parameters import ChoiceForm
from flows.publish import publish
from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.apply import ApplyOptions
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.apply_stored import StoredRequest, apply_stored
from reviewer.service.clock import SystemClock


@flow(name="apply", persist_result=False)
def apply(  # noqa: PLR0913, PLR0917 - a flow's parameters are its form in the UI
    path: FullPath,
    ops: FullPath | Unset = None,
    plan: str = "",
    choice: ChoiceForm = ChoiceForm(),
    settings: RunSettings = RunSettings(),
    options: OpsOptions = OpsOptions(),
) -> State[Any]:
    """Apply JSON ops, a unified diff or a stored plan to a document. Its final state holds a ``ReviewOutcome``.

    Args:
        path: Full path of the Markdown document.
        ops: Full path of the file with the edits: ops or proposals as JSON, or a unified diff. Empty for a plan.
        plan: Hash of a stored plan, or latest. Empty for a file.
        choice: What of the plan is applied.
        settings: Configuration; what is left empty is as the document's configuration file has it.
        options: How the edits are applied.
    """
    return run_configured(path, settings, options, partial(_apply, path, (ops, plan, choice), options))


Given = tuple[Path | None, str, ChoiceForm]
"""A file with ops; or a plan's hash, and what of it."""


def _apply(path: Path, given: Given, options: OpsOptions, config: ReviewerConfig, text_allowed: bool) -> ReviewOutcome:
    ops, plan, choice = given
    if (ops is None) == (not plan):
        said = (
            "a file with ops and a plan exclude each other" if plan else "neither a file with ops nor a plan is given"
        )
        raise UserError("bad-parameter", said, "fill in one of the two: ops or plan")
    if ops is None:
        request = StoredRequest(path, plan, choice.decision(), config, options.workspace, options.output)
        outcome = apply_stored(request, SystemClock())
    else:
        require_absolute(ops)
        chosen = ApplyOptions(options.allow_empty, options.output)
        outcome = apply_ops(ApplyRequest(path, ops, config, options.workspace, chosen), SystemClock())
    publish(outcome, text_allowed=text_allowed)
    return outcome
