"""``reviewctl reapply``: put changes in force again."""

from typing import Annotated

import typer

from reviewer.surfaces.cli import options
from reviewer.surfaces.cli import undo_options as own

NAME = "reapply"

Cascade = Annotated[bool, typer.Option("--cascade", help="Also redo the changes that they stand on.")]


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
    """Redo changes that were undone.

    The changes keep their ids. Exit 1, and nothing is done, when one of them cannot be redone.
    """
    selection = {"ids": ids, "kind": kind, "severity": severity, "section": section, "source": source, "all": all_}
    flags = {
        "workspace": workspace,
        "reason": reason,
        "cascade": cascade,
        "keep_going": keep_going,
        "dry_run": dry_run,
        "direction": "reapply",
    }
    given = own.Given(doc, selection, flags, in_place, sets, config)
    return own.run_given(given, as_json=json_, verbose=verbose)
