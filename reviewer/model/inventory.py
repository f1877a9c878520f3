"""What ``md_inventory`` gives: the facts of a file."""

from typing import Literal

from reviewer.model.frozen import Frozen


class Inventory(Frozen):
    """Counts and identity of one document. ``lines`` does not count an empty line after the last newline."""

    path: str
    doc_hash: str
    bytes: int
    lines: int
    bom: bool
    newline: Literal["lf", "crlf", "cr", "mixed", "none"]
    front_matter: Literal["yaml", "toml"] | None
    code_fences: int
    tables: int
    headings: int
    words: int
