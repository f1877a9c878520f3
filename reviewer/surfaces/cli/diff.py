"""``reviewctl diff``: what lies between two recorded states."""

from typing import Annotated

import typer

from reviewer.surfaces.cli import options
from reviewer.surfaces.cli.state_at import STATE_HELP

NAME = "diff"


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    before: Annotated[str, typer.Argument(metavar="A", help=STATE_HELP, show_default=False)],
    after: Annotated[str, typer.Argument(metavar="B", help="Likewise.", show_default=False)],
    *,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Show the difference between two recorded states.

    A unified diff that git apply and patch accept in state A. None is printed for equal states; exit 0 either way.
    """
    from reviewer.service.states import diff_states
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import write_bytes, write_json

    diff = diff_states(require_workspace(doc, workspace), before, after)
    if json_:
        write_json({"schema": 1, "before": before, "after": after, "diff": diff.decode()})
    else:
        write_bytes(diff)
    return 0
