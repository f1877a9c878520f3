"""``reviewctl server``: the local Prefect server that reviews start and leave running."""

from enum import StrEnum
from typing import Annotated

import typer

from reviewer.surfaces.cli import options

NAME = "server"


class Action(StrEnum):
    """What to do with the server."""

    START = "start"
    STOP = "stop"
    STATUS = "status"


def run(
    action: Annotated[Action, typer.Argument(help="start, stop or status.", show_default=False)],
    *,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Start, stop or show the local Prefect server.

    A review starts it when it is needed and leaves it running, so that the next one begins at once. It listens on this
    machine only; stop ends exactly the process that was started, and nothing that a review has stored is lost.
    """
    from reviewer.service.server import ensure_server, running_server, stop_server
    from reviewer.surfaces.cli.output import note, write, write_json

    stopped = stop_server() if action is Action.STOP else False
    info = ensure_server(note) if action is Action.START else running_server()
    state = {
        "schema": 1,
        "status": "running" if info else "stopped",
        "url": info.url if info else None,
        "pid": info.pid if info else None,
    }
    if json_:
        write_json(state)
    elif info:
        write(f"running: {info.url} (process {info.pid})")
    else:
        write("stopped" if stopped else "no server is running")
    return 0
