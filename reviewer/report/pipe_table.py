"""A table of the report. Cells are Markdown already: who fills them escapes what is text."""

from collections.abc import Sequence


def pipe_table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A GitHub table with this header, one line a row."""
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines)
