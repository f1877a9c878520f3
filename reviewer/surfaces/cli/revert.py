"""``reviewctl revert``: take changes out of force."""

from typing import Annotated

import typer

from reviewer.surfaces.cli import options
from reviewer.surfaces.cli import undo_options as own

NAME = "revert"

Cascade = Annotated[bool, typer.Option("--cascade", help="Also undo the changes that stand on them.")]
CascadeExternal = Annotated[
    bool, typer.Option("--cascade-external", help="As --cascade, and also undo edits made by hand that stand on them.")
]


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    ids: own.Ids = None,
    *,
    kind: options.Kind = None,
    severity: options.SeverityName = None,
    section: own.Section = None,
    source: own.SourceName = None,
    all_: own.All = False,
    cascade: Cascade = False,
    cascade_external: CascadeExternal = False,
    keep_going: own.KeepGoing = False,
    dry_run: own.DryRun = False,
    reason: own.Reason = "",
    workspace: options.WorkspaceFolder = None,
    in_place: own.InPlace = None,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Undo changes: take them out of force.

    Any change, in any order. All or nothing: exit 1, and nothing is done, when one of them cannot be undone.
    """
    selection = {"ids": ids, "kind": kind, "severity": severity, "section": section, "source": source, "all": all_}
    flags = {
        "workspace": workspace,
        "reason": reason,
        "cascade": cascade,
        "cascade_external": cascade_external,
        "keep_going": keep_going,
        "dry_run": dry_run,
    }
    given = own.Given(doc, selection, flags, in_place, sets, config)
    return own.run_given(given, as_json=json_, verbose=verbose)
