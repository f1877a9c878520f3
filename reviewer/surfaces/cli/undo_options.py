"""The options that ``revert`` and ``reapply`` share, and the step from them to one call."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from reviewer.surfaces.cli import options

REFUSED = 1

Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID]...", help="RVW-0034, or a range RVW-0003..RVW-0010.", show_default=False),
]
Section = Annotated[
    str | None,
    typer.Option(
        "--section", metavar="SECTION", help="Only in this section: its id (S2.3, with subsections) or anchor.",
        show_default=False,
    ),
]  # fmt: skip
SourceName = Annotated[
    str | None,
    typer.Option(
        "--source", metavar="SOURCE", help="Only from this source: fixer, human, tool, a rule or a model.",
        show_default=False,
    ),
]  # fmt: skip
All = Annotated[bool, typer.Option("--all", help="Every change; never an edit made by hand.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Write nothing; show the resulting diff.")]
KeepGoing = Annotated[bool, typer.Option("--keep-going", help="Do what can be done instead of all or nothing.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the ledger.", show_default=False)]
InPlace = Annotated[
    bool | None,
    typer.Option(
        "--in-place/--no-in-place", help="Write the result over DOC, or leave DOC alone.",
        show_default="on where DOC shows the present state since an --in-place run",
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Given:
    """What was given on the command line, beside which way the undo goes."""

    doc: Path
    selection: dict[str, Any]
    flags: dict[str, Any]
    in_place: bool | None
    sets: list[str] | None
    config: Path | None


def run_given(given: Given, *, as_json: bool, verbose: bool) -> int:
    """Do it and print what was done; the exit code is 1 when anything was refused."""
    settings = options.load(given.doc, {"in_place": given.in_place}, given.sets, given.config)
    options.follow_flow(verbose)

    from flows.run import run_undo
    from reviewer.model.selection import Selection
    from reviewer.service.revert import UndoRequest
    from reviewer.surfaces.cli.output import plain, write, write_json, write_patch
    from reviewer.surfaces.cli.undo_text import undo_lines

    selection = Selection(**{name: value for name, value in given.selection.items() if value is not None})
    in_place = True if settings.config.in_place else given.in_place
    outcome = run_undo(UndoRequest(given.doc, selection, settings.config, in_place=in_place, **given.flags))
    if as_json:
        write_json(outcome.model_dump(mode="json", by_alias=True))
    else:
        verb = "reapplied" if given.flags.get("direction") == "reapply" else "reverted"
        for line in undo_lines(outcome, verb):
            write(plain(line))
        write_patch(outcome.diff or "")
    return REFUSED if outcome.failed else 0
