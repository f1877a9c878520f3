"""``reviewctl show``: one entry of the ledger."""

from typing import Annotated, Any

import typer

from reviewer.surfaces.cli import options

NAME = "show"


def run(  # noqa: PLR0913 - one argument per option
    doc: options.Doc,
    change_id: Annotated[str, typer.Argument(metavar="ID", help="For example RVW-0034.", show_default=False)],
    *,
    patch: Annotated[bool, typer.Option("--patch", help="Show the forward patch as well.")] = False,
    workspace: options.WorkspaceFolder = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
) -> int:
    """Show one entry of the ledger, with its patch."""
    from reviewer.service.show import show
    from reviewer.service.workspace.folder import require_workspace
    from reviewer.surfaces.cli.output import write, write_json, write_patch

    entry = show(require_workspace(doc, workspace), change_id, patch=patch)
    if json_:
        write_json(entry)
        return 0
    for line in _lines(entry):
        write(line)
    if entry.get("patch"):
        write("")
        write_patch(entry["patch"])
    return 0


def _lines(entry: dict[str, Any]) -> list[str]:
    from reviewer.surfaces.cli.output import plain

    source = entry["source"]
    by = " ".join(str(source[name]) for name in ("type", "rule", "model") if source.get(name))
    facts = {
        "id": entry["id"],
        "event": _event(entry),
        "time": entry["timestamp"],
        "kind": f"{entry['kind']}, {entry['severity']}, {'silent' if entry['silent'] else 'attention'}",
        "by": f"{by} ({entry['actor'].get('operator', '')})",
        "where": ", ".join(f"{name} {value}" for name, value in entry["scope"].items() if value),
        "summary": entry["told"],
        "rationale": entry["rationale"],
        "note": (entry["review_note"] or {}).get("text", ""),
        **_texts(entry),
        "document": f"{entry['doc_hash_before']} → {entry['doc_hash_after']}",
        "patches": ", ".join(filter(None, (entry["patch_forward"], entry["patch_inverse"]))),
    }
    if entry["reason"]:
        facts["reason"] = entry["reason"]
    actor = entry["actor"]
    if actor.get("plan"):
        facts["plan"] = f"{actor['plan']}, of which was chosen: {actor.get('decision', '')}"
    if actor.get("reason"):
        facts["reason"] = actor["reason"]
    for name in ("note", "patches"):
        if not facts[name]:
            del facts[name]
    if entry["verdicts"]:
        facts["verdicts"] = "; ".join(map(_verdict, entry["verdicts"]))
    if source.get("proposal"):
        facts["part of"] = f"the proposal {source['proposal']}"
        if entry["together"]:
            facts["part of"] += f", with {', '.join(entry['together'])}"
    return [f"{name + ':':<10} {plain(value)}" for name, value in facts.items()]


def _verdict(verdict: dict[str, Any]) -> str:
    """A validator's answer; of those without a model that approve, their names alone."""
    if verdict.get("validators"):
        return f"approved by {', '.join(verdict['validators'])}"
    sure = f" ({verdict['confidence']:g})" if verdict.get("confidence") is not None else ""
    why = f": {verdict['reason']}" if verdict.get("reason") else ""
    return f"{verdict.get('validator', '')} {verdict.get('decision', '')}{sure}{why}"


def _texts(entry: dict[str, Any]) -> dict[str, str]:
    """Before and after in whole words, as they stand in their line: the ledger has the letters that differ.

    A flag changes nothing, so it has one text.
    """
    if entry["event"] == "flag":
        return {"text": repr(entry["passage"])}
    texts = entry.get("in_context") or {"before": entry["before_text"], "after": entry["after_text"]}
    return {name: repr(text) for name, text in texts.items()}


def _event(entry: dict[str, Any]) -> str:
    """Changes, hand edits and flags are in force or not; all else is about another entry."""
    if entry["event"] in {"change", "external", "flag"}:
        return f"{entry['event']}, {'in force' if entry['active'] else 'not in force'}"
    return f"{entry['event']} of {', '.join(entry['refs'])}" if entry["refs"] else entry["event"]
