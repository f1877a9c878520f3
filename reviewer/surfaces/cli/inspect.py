"""``reviewctl inspect``: what the tool sees in a document."""

from typing import Any

from reviewer.surfaces.cli import options

NAME = "inspect"


def run(
    doc: options.Doc,
    *,
    json_: options.Json = False,
    sets: options.Sets = None,
    config: options.ConfigFile = None,
    verbose: options.Verbose = False,
) -> int:
    """Show what the tool sees in a document.

    Sections, protected spans, chunks and (with --json) fingerprints. Writes nothing.
    """
    from reviewer.surfaces.cli.output import write, write_json

    settings = options.load(doc, {}, sets, config)

    from reviewer.service.inspect import inspect_document

    data = inspect_document(doc, settings.config)
    if json_:
        write_json(data)
        return 0
    for line in _outline(data):
        write(line)
    return 0


def _outline(data: dict[str, Any]) -> list[str]:
    from reviewer.count_text import counted
    from reviewer.surfaces.cli.output import plain

    document = data["document"]
    facts = [
        counted(document["bytes"], "byte"),
        counted(document["lines"], "line"),
        f"line ends: {document['newline']}",
    ]
    facts += ["BOM"] if document["bom"] else []
    facts += [f"{document['front_matter']} front matter"] if document["front_matter"] else []
    lines = [plain(document["path"]), document["doc_hash"], ", ".join(facts), ""]
    rows = [("section", "lines", "chunks", "protected", "title"), *_rows(data)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [row[column].ljust(widths[column]) for column in range(4)]
        lines.append("  ".join([*cells, row[4]]).rstrip())
    oversize = sum(chunk["oversize"] for chunk in data["chunks"])
    chunks, spans = counted(len(data["chunks"]), "chunk"), counted(len(data["spans"]), "protected span")
    lines += ["", f"{chunks} ({oversize} oversize), {spans}"]
    return lines


def _rows(data: dict[str, Any]) -> list[tuple[str, str, str, str, str]]:
    """One row a section, in document order; counts are of the section's own text, subsections not counted."""
    from bisect import bisect_right
    from collections import Counter

    from reviewer.surfaces.cli.output import plain

    nodes = list(_flatten(data["headings"]))
    starts = [node["line_start"] for node in nodes]
    protected = Counter(bisect_right(starts, span["line_start"]) for span in data["spans"])
    chunks = Counter(chunk["section_id"] for chunk in data["chunks"])
    rows = [("S0", "", str(chunks["S0"]), str(protected[0]), "(before the first heading)")]
    for index, node in enumerate(nodes, start=1):
        lines = f"{node['line_start']}-{node['line_end']}"
        title = f"{'  ' * (node['level'] - 1)}{plain(node['title'])}  #{plain(node['anchor'])}"
        rows.append((node["id"], lines, str(chunks[node["id"]]), str(protected[index]), title))
    return rows


def _flatten(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    flat: list[dict[str, Any]] = []
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        flat.append(node)
        waiting.extend(reversed(node["children"]))
    return flat
