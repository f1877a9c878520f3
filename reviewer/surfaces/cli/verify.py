"""``reviewctl verify``: prove that ledger, patches and documents fit together."""

from typing import Annotated

import typer

from reviewer.surfaces.cli import options

NAME = "verify"
INTEGRITY = 4


def run(
    doc: options.Doc,
    *,
    head: Annotated[
        str | None,
        typer.Option(
            "--head", metavar="HASH", help="The ledger head that you noted elsewhere; it must be in the ledger.",
            show_default=False,
        ),
    ] = None,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:  # fmt: skip
    """Prove that ledger and documents fit together.

    Checks the hash chain, replays every state, compares patches and documents. Exit 4 names the first bad place.
    """
    from reviewer.service.verify import verify
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import plain, write, write_json

    result = verify(require_workspace(doc, workspace), head)
    code = INTEGRITY if result["status"] == "failed" else 0
    if json_:
        write_json(result)
        return code
    for check in result["checks"]:
        write(f"{'ok  ' if check['ok'] else 'FAIL'}  {check['name']}: {plain(str(check['detail']))}".rstrip(": "))
    write(f"{result['status']}, head {result['head']}")
    return code
