"""``reviewctl config``: every key with its value and where it came from."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from reviewer.surfaces.cli import options

if TYPE_CHECKING:
    from reviewer.service.settings.resolution import Settings

NAME = "config"


def run(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="[PATH]",
            help="A document or folder: from where the configuration is searched.",
            parser=options.path_of("PATH"),
        ),
    ] = Path(),
    *,
    json_: options.Json = False,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    verbose: options.Verbose = False,
) -> int:
    """Print each key, and each row of a table, with its value and where that came from.

    That is the default, a file, a variable of the environment, or an option.
    """
    import json

    from reviewer.errors import UserError
    from reviewer.path_text import bare_path, shown_path
    from reviewer.service.settings.resolution import config_values
    from reviewer.surfaces.cli.output import plain, write, write_json

    if not path.exists():
        raise UserError("missing-file", f"{shown_path(path)} does not exist", "check the path")
    settings = options.load(path, {}, sets, config)
    values = config_values(settings.config)
    if json_:
        file = str(settings.file) if settings.file else None
        data = {
            name: {"value": value, "source": settings.origins[name], **_row_sources(settings, name)}
            for name, value in values.items()
        }
        write_json({"schema": 1, "file": file, "values": data, "notes": list(settings.notes)})
        return 0
    write(f"# file: {bare_path(settings.file) if settings.file else 'none'}")
    for name, value, source in _lines(settings, values):
        write(f"{plain(name)} = {plain(json.dumps(value, ensure_ascii=False))}  # {plain(source)}")
    return 0


def _row_sources(settings: "Settings", name: str) -> dict[str, object]:
    """For a table: the source of each row."""
    return {"rows": dict(settings.rows[name])} if name in settings.rows else {}


def _lines(settings: "Settings", values: Mapping[str, object]) -> Iterator[tuple[str, object, str]]:
    """Name, value and source of each key, and of each row of a table that has any."""
    for name, value in values.items():
        if name in settings.rows and isinstance(value, dict) and value:
            yield from ((f"{name}.{row}", held, settings.rows[name][row]) for row, held in value.items())
        else:
            yield name, value, settings.origins[name]
