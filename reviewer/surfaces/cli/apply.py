"""``reviewctl apply``: ops made elsewhere or a stored plan, through the same checks and the same ledger."""

from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.surfaces.cli import apply_options as own
from reviewer.surfaces.cli import options

if TYPE_CHECKING:
    from reviewer.config import ReviewerConfig
    from reviewer.model.outcome import ReviewOutcome

NAME = "apply"
REFUSED = 1


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    *,
    ops: own.OpsFile = None,
    plan: own.PlanName = None,
    select: own.Select = None,
    kind: own.Kinds = None,
    but: own.But = None,
    reason: own.Reason = "",
    allow_empty: own.AllowEmpty = False,
    workspace: options.WorkspaceFolder = None,
    in_place: options.InPlace = None,
    output: options.Output = None,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Apply edits from a file, or of a stored plan what is chosen.

    Ops of a person or another tool go through the same checks and the same ledger. Exit 1 when any was rejected.
    """
    _refuse_mixed(ops, plan, of_plan=bool(select or kind or but or reason), allow_empty=allow_empty)
    decision = own.decision_of(select, kind, but, reason)
    settings = options.load(doc, {"in_place": in_place}, sets, config)
    options.refuse_inputs(output, settings, ops=ops)
    options.follow_flow(verbose)

    from reviewer.surfaces.cli.outcome_text import print_outcome

    if ops is not None:
        outcome = _of_file(doc, ops, settings.config, (workspace, output, allow_empty))
    else:
        from flows.plans import run_apply_plan
        from reviewer.service.apply_stored import StoredRequest

        outcome = run_apply_plan(StoredRequest(doc, plan or "", decision, settings.config, workspace, output))
    print_outcome(outcome, as_json=json_)
    return REFUSED if outcome.rejected or outcome.status != "completed" else 0


def _of_file(
    doc: Path, ops: Path, config: "ReviewerConfig", given: tuple[Path | None, Path | None, bool]
) -> "ReviewOutcome":
    from flows.run import ShellOptions, run_apply
    from reviewer.surfaces.cli.output import note

    workspace, output, allow_empty = given
    return run_apply(doc, ops, config, workspace, ShellOptions(output=output, allow_empty=allow_empty, say=note))


def _refuse_mixed(ops: Path | None, plan: str | None, *, of_plan: bool, allow_empty: bool) -> None:
    """Exactly one of a file and a plan, and no option of the other.

    Raises:
        UserError: ``usage``.
    """
    from reviewer.errors import UserError

    if (ops is None) == (plan is None):
        said = "--ops and --plan exclude each other" if plan is not None else "--ops or --plan is missing"
        raise UserError("usage", said, "--ops FILE has edits made elsewhere, --plan HASH is what 'reviewctl plan' made")
    if ops is not None and of_plan:
        message = "--select, --kind, --but and --reason choose of a stored plan, not of a file"
        raise UserError("usage", message, "leave them out, or name a plan with --plan")
    if plan is not None and allow_empty:
        raise UserError("usage", "--allow-empty is for the ops of a file, not for a plan", "leave it out")
