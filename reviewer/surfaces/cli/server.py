"""``reviewctl server``: the local Prefect server that reviews start and leave running."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from reviewer.surfaces.cli import options

if TYPE_CHECKING:
    from reviewer.service.server import ServerInfo

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
    from reviewer.path_text import bare_path
    from reviewer.service.home import prefect_folder, server_log
    from reviewer.service.server import running_server, stop_server, ui_of
    from reviewer.surfaces.cli.output import note, write, write_json

    stopped = stop_server() if action is Action.STOP else False
    if action is Action.START:
        from flows.api import start_our_own

        start_our_own(note)
    info = running_server()
    state = {
        "schema": 1,
        "status": "running" if info else "stopped",
        "url": info.url if info else None,
        "pid": info.pid if info else None,
        "ui": ui_of(info.url) if info else None,
        "home": str(prefect_folder()),
        "log": str(server_log()),
    }
    if json_:
        write_json(state)
        return 0
    write(_told(info) if info else "stopped" if stopped else "no server is running")
    if action is not Action.STOP:
        write(f"home: {bare_path(prefect_folder())}")
        write(f"log: {bare_path(server_log())}")
    return 0


def _told(info: "ServerInfo") -> str:
    from reviewer.service.server import ui_of

    return f"running: {info.url} (process {info.pid})\nUI: {ui_of(info.url)}"
