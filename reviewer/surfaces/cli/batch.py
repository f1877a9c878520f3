"""``reviewctl batch``: the whole review of many documents."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reviewer.surfaces.cli import options
from reviewer.surfaces.cli import review_options as own

if TYPE_CHECKING:
    from collections.abc import Callable

    from reviewer.model.batch import BatchOutcome, DocumentRow

NAME = "batch"
FAILED = 3

Paths = Annotated[list[str], typer.Argument(metavar="PATH…", help="Folders and documents.", show_default=False)]
Included = Annotated[
    list[str] | None,
    typer.Option(
        "--include", metavar="GLOB", help="Look for these in folders, in place of *.md and *.markdown.",
        show_default=False,
    ),
]  # fmt: skip
ChangedSince = Annotated[
    str | None,
    typer.Option("--changed-since", metavar="REF", help="Only what differs from this git commit.", show_default=False),
]
Refresh = Annotated[bool, typer.Option("--refresh", help="Review also what has not changed since its last review.")]
Summary = Annotated[
    Path | None,
    typer.Option(
        "--summary", metavar="DIR", help="Folder for the summary instead of one in .review/batches.",
        show_default=False, parser=options.path_of("--summary"),
    ),
]  # fmt: skip

_KEYS = {name: key for name, key in own.KEYS.items() if name in {
    "strict", "skip_pyramid", "no_llm", "fixers", "disable", "backend", "endpoint", "model", "model_path", "mode",
    "cache_mode", "in_place",
}}  # fmt: skip


def run(  # noqa: PLR0913 - one argument per option
    ctx: typer.Context,
    paths: Paths,
    *,
    include: Included = None,
    exclude: options.Excluded = None,
    changed_since: ChangedSince = None,
    refresh: Refresh = False,
    summary: Summary = None,
    in_place: options.InPlace = None,
    strict: own.Strict = None,
    skip_pyramid: own.SkipPyramid = None,
    no_llm: own.NoLlm = None,
    fixers: own.Fixers = None,
    disable: options.Disabled = None,
    backend: own.Backend = None,
    endpoint: own.Endpoint = None,
    model: own.Model = None,
    model_path: own.ModelPath = None,
    mode: own.Mode = None,
    cache_mode: own.CacheMode = None,
    again: own.Again = False,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Review folders of documents in one go; one that fails stops no other.

    Documents are found as by check. What has not changed since a review that came to its end with the same settings is
    skipped, what failed is tried again, and what another run reviews at this moment is left to it. A summary of all
    documents is written as Markdown and as Parquet.
    """
    from flows.run_batch import BatchOptionsOfShell, run_batch
    from reviewer.service.batch.selection import Selection
    from reviewer.surfaces.cli.output import note

    flags = {key: ctx.params[name] or None if name == "disable" else ctx.params[name] for name, key in _KEYS.items()}
    given = options.given_for_all(flags, sets, config)
    options.follow_flow(verbose)
    selection = Selection(tuple(paths), tuple(include or ()), tuple(exclude or ()), changed_since)
    shell = BatchOptionsOfShell(summary, refresh, again, note, _line_for_each(note))
    outcome = run_batch(selection, given, config, shell)
    _print(outcome, as_json=json_)
    return 0 if outcome.status == "completed" else FAILED


def _line_for_each(note: "Callable[[str], None]") -> "Callable[[DocumentRow, int, int], None]":
    """Documents that were worked on, as they end; what is unchanged is counted only."""
    from reviewer.count_text import counted
    from reviewer.path_text import bare_path

    def told(row: "DocumentRow", done: int, total: int) -> None:
        if row.status == "unchanged":
            return
        said = row.error or f"{counted(row.changes, 'change')}, {counted(row.flags, 'flag')}"
        note(f"[{done}/{total}] {bare_path(row.path)}: {said}")

    return told


def _print(outcome: "BatchOutcome", *, as_json: bool) -> None:
    from reviewer.count_text import counted
    from reviewer.path_text import bare_path
    from reviewer.report.batch import batch_line
    from reviewer.surfaces.cli.output import plain, write, write_json

    if as_json:
        write_json(outcome.model_dump(mode="json", by_alias=True))
        return
    counts: Any = outcome.counts
    lines = [
        batch_line(outcome),
        f"{counted(counts.changes, 'change')}, {counted(counts.flags, 'flag')}, {counts.rejected} refused, "
        f"{counted(counts.findings, 'finding')}",
        *(f"note: {text}" for text in outcome.notes),
        f"summary: {bare_path(outcome.outputs.summary)}",
        f"table:   {bare_path(outcome.outputs.table)}",
    ]
    for line in lines:
        write(plain(line))
