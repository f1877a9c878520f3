"""Options that several commands share, and the step from flags to settings."""

import os
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from reviewer.service.settings.by_folder import SettingsByFolder
    from reviewer.service.settings.resolution import Settings


def path_of(name: str) -> Callable[[str], Path]:
    """A parser for the option or argument ``name`` that takes a path.

    An empty text would mean the present folder to ``Path``; it is most often a variable that was not set. A name that
    is not UTF-8 could stand in no ledger, no record of a run and no parameter of a flow.
    """

    def parse(text: str | Path) -> Path:
        from reviewer.errors import UserError

        if isinstance(text, Path):  # a default
            return text
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise UserError("bad-name", f"{name}: {text!r} is not UTF-8", "rename the file or folder") from None
        if not text:
            hint = "check the command line: a variable may be empty"
            raise UserError("missing-file", f"{name}: '' is no path", hint)
        return Path(text)

    return parse


def output_of(name: str) -> Callable[[str], Path]:
    """As ``path_of``, for a file that is written: what can only be a folder's name (``out/``, ``..``) is refused.

    ``Path`` would drop the slash, and a file ``out`` would be made.
    """
    parse_path = path_of(name)

    def parse(text: str | Path) -> Path:
        path = parse_path(str(text))
        if os.path.basename(str(text)) in {"", os.curdir, os.pardir}:
            from reviewer.errors import UserError
            from reviewer.path_text import shown_path

            raise UserError(
                "bad-output", f"{name} {shown_path(str(text))} is a folder, not a file", "name a file in it"
            )
        return path

    return parse


Doc = Annotated[
    Path,
    typer.Argument(metavar="DOC", help="The Markdown document.", show_default=False, parser=path_of("DOC")),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]
Verbose = Annotated[
    bool, typer.Option("-v", "--verbose", help="Show the traceback of an error, and the log of a flow.")
]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Configuration file to use instead of the nearest one.", show_default=False,
        parser=path_of("--config"),
    ),
]  # fmt: skip
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Set a configuration key; may be repeated.", show_default=False),
]
WorkspaceFolder = Annotated[
    Path | None,
    typer.Option(
        "-w", "--workspace", metavar="DIR", help="Workspace of the review instead of the one in .review/ beside DOC.",
        show_default=False, parser=path_of("-w"),
    ),
]  # fmt: skip
Excluded = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="GLOB", help="Leave out matching files and folders.", show_default=False),
]
Disabled = Annotated[
    list[str] | None,
    typer.Option(
        "--disable", metavar="RULE", help="Switch a rule off as well (rules.disable); may be repeated.",
        show_default=False,
    ),
]  # fmt: skip
InPlace = Annotated[
    bool | None,
    typer.Option("--in-place/--no-in-place", help="Write the edited text over DOC.", show_default="off"),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", metavar="FILE", help="Write the edited text to FILE too, and the annotated copy beside it.",
        show_default=False, parser=output_of("--output"),
    ),
]  # fmt: skip
Kind = Annotated[
    str | None,
    typer.Option("-k", "--kind", metavar="KIND", help="Only this kind, for example typo.", show_default=False),
]
SeverityName = Annotated[
    str | None,
    typer.Option(
        "-s", "--severity", metavar="SEVERITY", help="minor, attention, deletion or critical.", show_default=False
    ),
]


class FailOn(StrEnum):
    """The lowest severity that makes exit code 1."""

    MINOR = "minor"
    ATTENTION = "attention"
    CRITICAL = "critical"
    NONE = "none"


FailOnFindings = Annotated[FailOn, typer.Option("--fail-on", help="Exit 1 from a finding of this severity on.")]


def follow_flow(verbose: bool) -> None:
    """With ``--verbose`` a flow's log is shown on standard error. Call it before Prefect is imported."""
    if verbose:
        os.environ.setdefault("PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL", "INFO")


def load(start: Path, flags: Mapping[str, object], sets: list[str] | None, file: Path | None) -> "Settings":
    """The settings for a document or folder; ``flags`` that are None were not given. Notes go to standard error.

    Raises:
        UserError: as ``load_settings``.
    """
    from reviewer.service.settings.resolution import load_settings
    from reviewer.surfaces.cli.output import note

    settings = load_settings(start, os.environ, _given(flags), sets or (), file)
    for text in settings.notes:
        note(f"note: {text}")
    return settings


def refuse_inputs(output: Path | None, settings: "Settings", **inputs: Path | None) -> None:
    """Refuse an ``--output`` that is one of the command's own inputs; the configuration file is one of them.

    Raises:
        UserError: ``bad-output``.
    """
    from reviewer.service.workspace.output_file import refuse_an_input

    script = settings.config.llm.script
    named = {"--script": Path(script) if script else None, "--config": settings.file}
    given = {f"--{name}": path for name, path in inputs.items()}
    refuse_an_input(output, settings.config.output_suffix, {**given, **named})


def by_folder(flags: Mapping[str, object], sets: list[str] | None, file: Path | None) -> "SettingsByFolder":
    """The settings of many documents; notes go to standard error.

    Raises:
        UserError: flags, environment or a named file are wrong for every document; a call raises as ``load_settings``.
    """
    from reviewer.service.settings.by_folder import SettingsByFolder
    from reviewer.service.settings.resolution import given_settings, load_settings
    from reviewer.surfaces.cli.output import note

    given_settings(os.environ, _given(flags), sets or (), file)

    def loaded(folder: Path) -> "Settings":
        return load_settings(folder, os.environ, _given(flags), sets or (), file)

    return SettingsByFolder(loaded, lambda text: note(f"note: {text}"))


def given_for_all(flags: Mapping[str, object], sets: list[str] | None, file: Path | None) -> dict[str, object]:
    """What environment, ``--set`` and flags say for all documents, by dotted key with values as JSON has them.

    It travels with a run.

    Raises:
        UserError: as ``given_settings``.
    """
    from reviewer.service.settings.resolution import given_values

    return given_values(os.environ, _given(flags), sets or (), file)


def _given(flags: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in flags.items() if value is not None}
