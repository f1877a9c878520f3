"""``reviewctl worker``: runs what is scheduled, and what is started in the UI."""

from pathlib import Path
from typing import Annotated

import typer

from reviewer.surfaces.cli import options

NAME = "worker"


def run(
    *,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Its name in the UI.", show_default="made up")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="So many runs at the same time.", show_default="no limit"),
    ] = None,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    verbose: options.Verbose = False,
) -> int:
    """Run what is scheduled or started in the UI, on this machine, until Ctrl-C or SIGTERM.

    It takes runs of the pool that 'reviewctl deploy' makes, from the configured Prefect API (PREFECT_API_URL), else
    from the server of 'reviewctl server'. Documents must be found under the same paths here. Runs under way end with
    it and are marked as crashed; a retry goes on with what is stored.
    """
    from flows.worker import run_worker
    from reviewer.surfaces.cli.output import note

    allowed = options.load(Path(), {}, sets, config).config.llm.allowed_hosts
    run_worker(note, name, limit, allowed)
    return 0
