"""``reviewctl deploy``: pool, deployments and automation in Prefect, so that runs happen without a shell."""

from pathlib import Path
from typing import Annotated

import typer

from reviewer.surfaces.cli import options

NAME = "deploy"


def run(  # noqa: PLR0913 - one argument per option
    folder: Annotated[
        Path | None,
        typer.Argument(
            metavar="FOLDER",
            show_default="the one of before; at first the present folder",
            help="The documents that are reviewed every night.",
            parser=options.path_of("FOLDER"),
        ),
    ] = None,
    *,
    schedule: Annotated[
        bool | None,
        typer.Option(
            "--schedule/--no-schedule",
            show_default="as it is; at first off",
            help="Switch the nightly review on or off.",
        ),
    ] = None,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Create the work pool, the deployments and the automation for dead runs; may be repeated.

    They go to the configured Prefect API (PREFECT_API_URL), else to the server of 'reviewctl server', which is started
    if need be. FOLDER is made absolute. What you changed of a schedule in the UI stays.
    """  # fmt: skip
    from dataclasses import asdict

    from flows.deploying.deploy import Wish, deploy
    from reviewer.service.server import ui_of
    from reviewer.surfaces.cli.output import note, write, write_json

    allowed = options.load(folder or Path(), {}, sets, config).config.llm.allowed_hosts
    done = deploy(Wish(folder, schedule), note, allowed)
    if json_:
        steps = [asdict(step) for step in done.steps]
        write_json({"schema": 1, "api": done.api, "ui": ui_of(done.api), "steps": steps})
        return 0
    for step in done.steps:
        changed = f" ({', '.join(step.changed)})" if step.changed else ""
        when = f"; schedule: {step.schedule}" if step.schedule else ""
        write(f"{step.done}: {step.kind} {step.name}{changed}{when}")
    write(f"UI: {ui_of(done.api)}")
    write("next: reviewctl worker")
    return 0
