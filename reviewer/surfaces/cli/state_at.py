"""``reviewctl state-at``: the document as it was."""

from pathlib import Path
from typing import Annotated

import typer

from reviewer.surfaces.cli import options

NAME = "state-at"

STATE_HELP = (
    "An entry id, a seq (0 is the original), an ISO 8601 time (without offset it is local), original or current."
)


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    state: Annotated[str, typer.Argument(metavar="STATE", help=STATE_HELP, show_default=False)],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write it to FILE.",
            show_default="standard output",
            parser=options.output_of("-o"),
        ),
    ] = None,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Print the document as it was in a recorded state.

    The exact bytes, rebuilt from snapshot and ledger. An id means the state right after its entry.
    """
    from reviewer.service.states import save_state, state_at
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import write_bytes, write_json

    place = require_workspace(doc, workspace)
    found = state_at(place, state)
    if output is not None:
        save_state(place, found, output)
    if json_:
        facts = {"state": state, "seq": found.seq, "doc_hash": found.doc_hash, "bytes": len(found.raw)}
        text = None if output else found.raw.decode()
        write_json({"schema": 1, **facts, "output": str(output) if output else None, "text": text})
    elif output is None:
        write_bytes(found.raw)
    return 0
