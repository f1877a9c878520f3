"""``reviewctl plan``: everything of a review but its effect; what would be done is stored under its hash."""

from typing import TYPE_CHECKING

import typer

from reviewer.surfaces.cli import options
from reviewer.surfaces.cli import review_options as own

if TYPE_CHECKING:
    from reviewer.model.plan_outcome import PlanOutcome

NAME = "plan"
FAILED = 3


def run(  # noqa: PLR0913 - one argument per option
    ctx: typer.Context,
    doc: options.Doc,
    *,
    workspace: options.WorkspaceFolder = None,
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
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Find out what a review would do, and store it.

    Document and ledger stay as they are. 'reviewctl apply DOC --plan HASH' applies all of it or a part.
    """
    given = {name: key for name, key in own.KEYS.items() if name in ctx.params}
    flags = {key: ctx.params[name] or None if name == "disable" else ctx.params[name] for name, key in given.items()}
    settings = options.load(doc, flags, sets, config)
    options.follow_flow(verbose)

    from flows.plans import run_plan
    from flows.run import ShellOptions
    from reviewer.surfaces.cli.output import note
    from reviewer.surfaces.cli.progress import shown_progress

    with shown_progress(note) as progress:
        chosen = ShellOptions(again=again, refresh_context=refresh_context, say=note, progress=progress)
        outcome = run_plan(doc, settings.config, workspace, chosen)
    _print(outcome, as_json=json_)
    return 0 if outcome.status == "completed" else FAILED


def _print(outcome: "PlanOutcome", *, as_json: bool) -> None:
    from reviewer.surfaces.cli.outcome_text import plan_lines
    from reviewer.surfaces.cli.output import plain, write, write_json

    if as_json:
        write_json(outcome.model_dump(mode="json", by_alias=True))
        return
    for line in plan_lines(outcome):
        write(plain(line))
