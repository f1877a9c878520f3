"""The kernel ``md_inventory``."""

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.source import newline_style
from reviewer.model.inventory import Inventory
from reviewer.model.parsed import BlockKind, ParsedDocument

VERSION = "1"

_WORD = lazy_pattern(r"\w+(?:['’-]\w+)*")


def inventory(parsed: ParsedDocument) -> Inventory:
    """Facts of a document. Words are counted in prose only; headings are all, also those in lists and quotes."""
    document = parsed.document
    kinds = [block.kind for block in parsed.blocks]
    return Inventory.model_validate(
        {
            "path": document.source_id,
            "doc_hash": document.doc_hash,
            "bytes": len(document.raw),
            "lines": document.line_count,
            "bom": document.bom,
            "newline": newline_style(document),
            "front_matter": parsed.front_matter,
            "code_fences": kinds.count(BlockKind.CODE_FENCE),
            "tables": kinds.count(BlockKind.TABLE),
            "headings": kinds.count(BlockKind.HEADING),
            "words": sum(1 for _ in _WORD.finditer(parsed.prose.text)),
        }
    )
