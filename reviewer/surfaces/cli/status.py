"""``reviewctl status``: where a document's review stands."""

from reviewer.surfaces.cli import options

NAME = "status"


def run(
    doc: options.Doc,
    *,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Show where a document's review stands.

    Stages, counts, ledger head, pending repair. Writes nothing.
    """
    from reviewer.path_text import bare_path
    from reviewer.service.status import status
    from reviewer.service.workspace.command_line import command
    from reviewer.surfaces.cli.output import plain, write, write_json

    state = status(doc, workspace)
    if json_:
        write_json(state)
        return 0
    write(f"{state['status']}: {plain(state['summary'])}")
    for name in ("workspace", "head"):
        if state[name]:
            write(f"{name}: {bare_path(state[name])}")
    if state["status"] == "not_found":
        write(f"next: {command('review', doc, '--no-llm')}")
    if state["stages_completed"]:
        write(f"stages: {', '.join(state['stages_completed'])}")
    for name, count in state["counts"].items():
        write(f"  {name.replace('_', ' ')}: {count}")
    if state["pending_repair"]:
        write(f"pending repair: {plain(str(state['pending_repair']))}")
    return 0
