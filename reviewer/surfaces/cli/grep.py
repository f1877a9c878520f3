"""``reviewctl grep``: search the ledger."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from reviewer.surfaces.cli import options

NAME = "grep"


class YesNo(StrEnum):
    """The two answers, as the seed spells them."""

    TRUE = "true"
    FALSE = "false"


Pattern = Annotated[
    str | None,
    typer.Argument(metavar="[PATTERN]", help="Regular expression for summary, rationale or id.", show_default=False),
]
Silent = Annotated[
    YesNo | None, typer.Option("--silent", help="Only silent entries, or only the others.", show_default=False)
]
Reverts = Annotated[
    YesNo | None, typer.Option("--reverts", help="Only reverts, or only the others.", show_default=False)
]


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    pattern: Pattern = None,
    *,
    kind: options.Kind = None,
    severity: options.SeverityName = None,
    silent: Silent = None,
    reverts: Reverts = None,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Search the ledger of a document.

    Lists the entries that match the pattern and every filter. None found is exit 0.
    """
    from reviewer.errors import UserError
    from reviewer.model.finding import Severity
    from reviewer.service.grep import Query, grep
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import plain, write, write_json

    if severity is not None and severity not in set(Severity):
        known = ", ".join(Severity)
        raise UserError("bad-severity", f"there is no severity {severity!r}", f"severities are: {known}")
    query = Query(pattern, kind, severity, _truth(silent), _truth(reverts))
    found = grep(require_workspace(doc, workspace), query)
    if json_:
        write_json(found)
        return 0
    for entry in found["entries"]:
        write(plain(_line(entry)))
    return 0


def _line(entry: "dict[str, Any]") -> str:
    tier = "silent" if entry["silent"] else "attention"
    state = "" if entry["active"] or entry["is_revert"] else "(not in force)"
    where = entry["scope"].get("lines") or entry["scope"].get("node_path", "")
    words = (entry["id"], entry["kind"], entry["severity"], tier, where, entry["told"], state)
    return "  ".join(str(word) for word in words if word)


def _truth(answer: YesNo | None) -> bool | None:
    return None if answer is None else answer is YesNo.TRUE
