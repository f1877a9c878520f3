"""``reviewctl apply``: ops made elsewhere, through the same checks and the same ledger."""

from pathlib import Path
from typing import Annotated

import typer

from reviewer.surfaces.cli import options

NAME = "apply"
REFUSED = 1

OpsFile = Annotated[
    Path,
    typer.Option(
        "--ops", metavar="FILE", help="Ops or proposals as JSON, or a unified diff.", show_default=False,
        parser=options.path_of("--ops"),
    ),
]  # fmt: skip
AllowEmpty = Annotated[bool, typer.Option("--allow-empty", help="Accept ops that empty a section or the document.")]


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    *,
    ops: OpsFile,
    allow_empty: AllowEmpty = False,
    workspace: options.WorkspaceFolder = None,
    in_place: options.InPlace = None,
    output: options.Output = None,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Apply edits from a file.

    Ops of a person or another tool go through the same checks and the same ledger. Exit 1 when any was rejected.
    """
    settings = options.load(doc, {"in_place": in_place}, sets, config)
    options.refuse_inputs(output, settings, ops=ops)
    options.follow_flow(verbose)

    from flows.run import ShellOptions, run_apply
    from reviewer.surfaces.cli.outcome_text import print_outcome
    from reviewer.surfaces.cli.output import note

    chosen = ShellOptions(output=output, allow_empty=allow_empty, say=note)
    outcome = run_apply(doc, ops, settings.config, workspace, chosen)
    print_outcome(outcome, as_json=json_)
    return REFUSED if outcome.rejected or outcome.status != "completed" else 0
