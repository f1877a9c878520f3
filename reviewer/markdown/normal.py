"""The text as the block parser wants it: LF line ends, no NUL. Same lines, same columns; offsets map through lines."""

from dataclasses import dataclass

from reviewer.model.document import Document


@dataclass(frozen=True, slots=True)
class NormalText:
    """A document's text with LF line ends (CommonMark 2.3: NUL becomes U+FFFD).

    ``lines`` are without terminators and ``starts`` are their offsets in ``text``; line ``i`` is the document's line
    ``i + 1`` and every column agrees, because only terminators differ in length.
    """

    document: Document
    text: str
    lines: tuple[str, ...]
    starts: tuple[int, ...]

    def offset(self, line: int, column: int) -> int:
        """Document offset of a 0-based line and column."""
        return self.document.line_starts[line] + column


def normal_text(document: Document) -> NormalText:
    """Normalise line ends and NUL; without CR the line table is shared and mapping is the identity."""
    text = document.text
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    if "\r" not in text:
        return NormalText(document, text, tuple(text.split("\n")), document.line_starts)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = tuple(text.split("\n"))
    starts = []
    position = 0
    for line in lines[: len(document.line_starts)]:
        starts.append(position)
        position += len(line) + 1
    return NormalText(document, text, lines, tuple(starts))
