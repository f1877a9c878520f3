"""``reviewctl log``: every entry of the ledger, one line each."""

from typing import Any

from reviewer.surfaces.cli import options

NAME = "log"


def run(
    doc: options.Doc,
    *,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """List the ledger, oldest entry first.

    What happened when: changes, flags, hand edits, what was undone and redone, and why.
    """
    from reviewer.service.states import log
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import plain, write, write_json

    found = log(require_workspace(doc, workspace))
    if json_:
        write_json(found)
        return 0
    for entry in found["entries"]:
        write(plain(_line(entry)))
    return 0


def _line(entry: dict[str, Any]) -> str:
    undone = "(not in force)" if entry["event"] in {"change", "external", "flag"} and not entry["active"] else ""
    words = (entry["seq"], entry["timestamp"], entry["id"], entry["kind"], entry["told"], entry["reason"], undone)
    return "  ".join(str(word) for word in words if word)
