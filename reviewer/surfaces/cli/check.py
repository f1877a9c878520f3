"""``reviewctl check``: the fast lint over files and folders."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reviewer.errors import UserError
from reviewer.surfaces.cli import options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reviewer.model.checked import CheckedDocument
    from reviewer.service.baseline import Baseline
    from reviewer.service.settings.by_folder import SettingsByFolder

NAME = "check"


class Format(StrEnum):
    """Output formats."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATHS…", help="Documents and folders; - is standard input.", show_default=False),
]
OutputFormat = Annotated[Format, typer.Option("--format", help="How to print the findings.")]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
KnownFindings = Annotated[
    Path | None,
    typer.Option(
        "--baseline", metavar="FILE", help="Report only what is not in FILE.", show_default=False,
        parser=options.path_of("--baseline"),
    ),
]  # fmt: skip
NewBaseline = Annotated[
    Path | None,
    typer.Option(
        "--write-baseline", metavar="FILE", show_default=False,
        help="Accept all findings into FILE and exit 0; not where a document could not be read.",
        parser=options.output_of("--write-baseline"),
    ),
]  # fmt: skip


def run(  # noqa: PLR0913 - one argument per option
    paths: Paths,
    *,
    exclude: options.Excluded = None,
    format_: OutputFormat = Format.TEXT,
    json_: AsJson = False,
    fail_on: options.FailOnFindings = options.FailOn.ATTENTION,
    baseline: KnownFindings = None,
    write_baseline: NewBaseline = None,
    disable: options.Disabled = None,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    verbose: options.Verbose = False,
) -> int:
    """Lint files and folders; nothing is written.

    Folders are searched for *.md and *.markdown; .review/, version control, node_modules, virtual environments, files
    that end in the output suffix, and what a .reviewctlignore names are left out. A baseline knows a finding by
    document, rule, section and text, not by line.
    """
    from reviewer.service.check import exit_code

    settings = options.by_folder({"rules.disable": disable or None}, sets, config)
    known = _known(baseline, write_baseline)
    documents = _check(paths, exclude or [], settings)
    about = None
    if known is not None:
        documents, about = _accept(documents, known) if write_baseline is not None else known.apply(documents)
    code = exit_code(documents, options.FailOn.NONE if write_baseline is not None else fail_on.value)
    _print(documents, Format.JSON if json_ else format_, about)
    return code


def _known(baseline: Path | None, write_baseline: Path | None) -> "Baseline | None":
    """The baseline that was named, read before anything is checked."""
    if write_baseline is None and baseline is None:
        return None
    from reviewer.service.baseline import baseline_to_write, read_baseline

    if write_baseline is not None:
        return baseline_to_write(write_baseline)
    return None if baseline is None else read_baseline(baseline)


def _check(paths: list[str], exclude: list[str], settings: "SettingsByFolder") -> "list[CheckedDocument]":
    from reviewer.service.check import Sources, check
    from reviewer.service.files.collect import Exclusion, collect
    from reviewer.service.spelling import TyposSpeller
    from reviewer.surfaces.cli.output import note

    exclusion = Exclusion(exclude)
    found = collect(paths, exclusion, lambda folder: settings(folder).config.output_suffix)
    for pattern in exclusion.unused:
        note(f"note: --exclude {pattern!r} matches nothing")
    sources = Sources(lambda folder: settings(folder).config, TyposSpeller(), _read_stdin)
    return list(check(found, sources))


def _accept(documents: "list[CheckedDocument]", known: "Baseline") -> "tuple[list[CheckedDocument], dict[str, Any]]":
    from reviewer.path_text import shown_path
    from reviewer.service.baseline import today, unfinished
    from reviewer.surfaces.cli.output import note

    if reason := unfinished(documents):
        note(f"note: the baseline {shown_path(known.file)} was not written: {reason}; mend that, or leave it out")
        return known.apply(documents)
    updated = known.updated(documents, today())
    updated.write()
    left, counts = updated.apply(documents)
    return left, {**counts, "written": str(known.file)}


def _read_stdin() -> bytes:
    """All of standard input; a process may be started without one."""
    if sys.stdin is None:
        raise UserError("no-input", "standard input is closed", "send the text to it, or name a file instead of -")
    return sys.stdin.buffer.read()


def _print(documents: "Sequence[CheckedDocument]", format_: Format, about: "dict[str, Any] | None") -> None:
    from reviewer.surfaces.cli.output import note, write, write_json

    if format_ is Format.JSON:
        from reviewer.report.findings import check_json

        write_json(check_json(documents, about))
    elif format_ is Format.SARIF:
        from reviewer.report.sarif import sarif_log
        from reviewer.scan.registry import RULES

        write_json(sarif_log(documents, RULES))
    elif format_ is Format.GITHUB:
        from reviewer.report.github import annotations, hidden_note

        for line in annotations(documents):
            write(line)
        if hidden := hidden_note(documents):
            note(f"note: {hidden}")
    else:
        from reviewer.surfaces.cli.check_text import print_text

        print_text(documents, about)
