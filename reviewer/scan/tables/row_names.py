"""What the rows of a table are: by the head of the column that labels them, or by the table's caption.

A count in the text is the table's only where its noun is what the rows are: of "eight laboratories" a table with a row
for each coating says nothing. A head "Number of laboratories" or a caption "Results of the laboratories" names them,
too, but the rows are something else.
"""

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.tables.table_rows import INDEX, Grid

_WORD = lazy_pattern(r"[^\W_](?:[\w'’-]*\w)?")
_COUNTS = lazy_pattern(
    r"(?i)#|\b(?:numbers?|count|total|nombre|nbre?|quantit(?:y|é)|share|part|percentage|proportion|per|par)\b"
)
"""In the head of a column that has amounts of the thing, or something for each of it."""
_CAPTION_LEAD = lazy_pattern(r"(?i)[*_\s]*(?:table|tableau)[ \u00a0]+[\w.-]*[*_]*\s*[:.–—-]*[*_\s]*")
_CAPTION_BREAK = lazy_pattern(
    r"(?i)[,;:(]|\b(?:of|in|on|at|to|for|by|with|from|per|across|between|de|du|des|d['’]|en|dans|pour|par|avec|sur|selon"
    r"|entre)(?:\b|(?<=['’]))"
)
"""Where the caption goes on about what the rows belong to: the rows themselves are named before."""
_SINGULARS = (("ies", "y"), ("aux", "al"), ("ria", "rion"), ("ren", ""), ("es", ""), ("s", ""), ("x", ""))


def rows_are(grid: Grid, noun: str, caption: str) -> bool:
    """Whether the rows are called by this noun (folded), in the singular or the plural. ``caption`` may be empty."""
    head = grid.text(grid.header, label_column(grid))
    if _holds(head, noun) and not _COUNTS.search(head):
        return True
    title = caption[lead.end() :] if (lead := _CAPTION_LEAD.match(caption)) else caption
    return _holds(_CAPTION_BREAK.split(title, maxsplit=1)[0], noun)


def label_column(grid: Grid) -> int:
    """The first column that does not merely count the rows; 0 where all do."""
    for column in range(len(grid.header.cells)):
        if not all(INDEX.fullmatch(grid.text(row, column)) for row in grid.rows):
            return column
    return 0


def _holds(text: str, noun: str) -> bool:
    own = _forms(noun)
    return any(not own.isdisjoint(_forms(word.casefold())) for word in _WORD.findall(text))


def _forms(word: str) -> set[str]:
    return {word} | {word[: -len(ending)] + one for ending, one in _SINGULARS if word.endswith(ending)} - {""}
