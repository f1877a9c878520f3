"""``reviewctl report``: the review report."""

from reviewer.surfaces.cli import options

NAME = "report"


def run(
    doc: options.Doc,
    *,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Print the report of a document's review.

    The text is Markdown, and is also in the workspace.
    """
    from reviewer.service.report_text import report
    from reviewer.service.workspace.context_text import described
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import write, write_json

    place = require_workspace(doc, workspace)
    text = report(place)
    if json_:
        paths = {"document": str(place.document), "report": str(place.report)}
        write_json({"schema": 1, **paths, "background": described(place), "text": text})
    else:
        write(text.removesuffix("\n"))
    return 0
