"""``reviewctl config``: every key with its value and where it came from."""

from pathlib import Path
from typing import Annotated

import typer

from reviewer.surfaces.cli import options

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
    """Print the configuration and its sources."""
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
        data = {name: {"value": value, "source": settings.origins[name]} for name, value in values.items()}
        write_json({"schema": 1, "file": file, "values": data, "notes": list(settings.notes)})
        return 0
    write(f"# file: {bare_path(settings.file) if settings.file else 'none'}")
    for name, value in values.items():
        origin = settings.origins[name]
        source = f"  # {plain(origin)}" if origin != "default" else ""
        write(f"{name} = {plain(json.dumps(value, ensure_ascii=False))}{source}")
    return 0
