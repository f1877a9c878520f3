"""``reviewctl review``: the whole review of one document."""

from typing import TYPE_CHECKING, Any

import typer

from reviewer.surfaces.cli import options
from reviewer.surfaces.cli import review_options as own

if TYPE_CHECKING:
    from pathlib import Path

    from reviewer.config import ReviewerConfig
    from reviewer.model.outcome import ReviewOutcome

NAME = "review"
FAILED = 3


def run(  # noqa: PLR0913 - one argument per option
    ctx: typer.Context,
    doc: options.Doc,
    *,
    workspace: options.WorkspaceFolder = None,
    in_place: options.InPlace = None,
    output: options.Output = None,
    strict: own.Strict = None,
    skip_pyramid: own.SkipPyramid = None,
    no_llm: own.NoLlm = None,
    fixers: own.Fixers = None,
    disable: options.Disabled = None,
    backend: own.Backend = None,
    endpoint: own.Endpoint = None,
    model: own.Model = None,
    pyramid_model: own.PyramidModel = None,
    model_path: own.ModelPath = None,
    script: own.Script = None,
    tutor_model: own.TutorModel = None,
    strict_sovereign: own.StrictSovereign = None,
    mode: own.Mode = None,
    cache_mode: own.CacheMode = None,
    refresh_context: own.RefreshContext = False,
    again: own.Again = False,
    ephemeral: own.Ephemeral = False,
    fail_on: options.FailOnFindings = options.FailOn.NONE,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Review one document: find, repair, record. DOC itself is written only with --in-place."""
    flags = {key: ctx.params[name] or None if name == "disable" else ctx.params[name] for name, key in own.KEYS.items()}
    settings = options.load(doc, flags, sets, config)
    options.refuse_inputs(output, settings)
    options.follow_flow(verbose)
    chosen = {"output": output, "again": again, "refresh_context": refresh_context, "ephemeral": ephemeral}
    outcome = _reviewed(doc, settings.config, workspace, chosen)
    from reviewer.surfaces.cli.outcome_text import print_outcome

    print_outcome(outcome, as_json=json_)
    return _exit_code(outcome, fail_on)


def _reviewed(
    doc: "Path", config: "ReviewerConfig", workspace: "Path | None", chosen: dict[str, Any]
) -> "ReviewOutcome":
    """Run the flow; what is done with each chunk is shown meanwhile."""
    from flows.run import ShellOptions, run_review
    from reviewer.surfaces.cli.output import note
    from reviewer.surfaces.cli.progress import shown_progress

    with shown_progress(note) as progress:
        return run_review(doc, config, workspace, ShellOptions(**chosen, say=note, progress=progress))


def _exit_code(outcome: "ReviewOutcome", fail_on: options.FailOn) -> int:
    """3 when something failed, 1 when a finding is at or above ``fail_on``; a refused op weighs as attention."""
    if outcome.status != "completed":
        return FAILED
    if fail_on is options.FailOn.NONE:
        return 0

    from pathlib import Path

    from reviewer.report.findings import SEVERITIES
    from reviewer.service.workspace.folder import Workspace
    from reviewer.service.workspace.severities import severities

    counts = severities(Workspace(Path(outcome.workspace), Path(outcome.document)))
    failing = SEVERITIES[SEVERITIES.index(fail_on.value) :]
    refused = outcome.rejected and fail_on is not options.FailOn.CRITICAL
    return 1 if refused or any(counts.get(severity) for severity in failing) else 0
