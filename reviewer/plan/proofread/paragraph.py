"""A paragraph as a model is given it: mended by programs, protected text masked, on one line; and the way back.

Each character of the text knows which characters of the document it stands for, so that an edit of the text is an edit
of the document, exactly, or is refused: nothing is ever searched for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from reviewer.model.parsed import ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.plan.proofread.mask import NOUN, Masks, letter_for
from reviewer.plan.proofread.tokens import TextEdit

Made = Literal["text", "mask", "repair", "break"]
"""What a character is: the document's own, part of a mask, put in by a program, a line break that was made a space."""

Repair = tuple[Span, str]
"""What a program has mended: a span of the document, and what stands there then."""


class Piece(NamedTuple):
    """Some characters of the text, which stand for ``span`` of the document all together."""

    text: str
    span: Span
    made: Made


@dataclass(frozen=True, slots=True)
class Paragraph:
    """``text`` is what the model is given. ``pieces`` are ``text`` cut up; one of made "text" is one character.

    ``span`` is what it stands for in the document; ``masks`` are the masks in it, in order.
    """

    text: str
    span: Span
    pieces: tuple[Piece, ...]
    owner: tuple[int, ...]
    masks: tuple[str, ...]

    def placed(self, edit: TextEdit) -> Span | str:
        """The span of the document that an edit replaces, or why it replaces none.

        Refused are edits of masks, of line breaks, and of what programs have mended or touches that.
        """
        inside = [self.pieces[at] for at in dict.fromkeys(self.owner[edit.start : edit.end])]
        made = {piece.made for piece in inside}
        if "mask" in made:
            return "it would change protected text"
        if "break" in made:
            return "it would change where a line ends"
        left = self.pieces[self.owner[edit.start - 1]] if edit.start else None
        right = self.pieces[self.owner[edit.end]] if edit.end < len(self.text) else None
        if edit.start == edit.end and left is not None and left is right:
            return "it would change protected text"
        row = [piece for piece in (left, *inside, right) if piece is not None]
        if any(piece.made == "repair" for piece in row) or any(a.span.end != b.span.start for a, b in pairwise(row)):
            return "it would change what a program has mended"
        if inside:
            return Span(inside[0].span.start, inside[-1].span.end)
        at = left.span.end if left is not None else row[0].span.start if row else self.span.start
        return Span(at, at)

    def slid(self, edit: TextEdit) -> TextEdit:
        """The same deletion one place further, again and again, until no line break goes with it; else as it was.

        Of the two spaces around a word that goes, either may: where one is a line break, the other one does.
        """
        start, end = edit.start, edit.end
        if edit.new or not self._has_break(start, end):
            return edit
        while end < len(self.text) and self.text[start] == self.text[end]:
            start, end = start + 1, end + 1
            if not self._has_break(start, end):
                return TextEdit(start, end, "")
        return edit

    def _has_break(self, start: int, end: int) -> bool:
        return any(self.pieces[at].made == "break" for at in self.owner[start:end])


def paragraph_of(parsed: ParsedDocument, block: ProseBlock, repairs: Sequence[Repair]) -> Paragraph:
    """A block of prose as a model is given it. ``repairs`` are sorted and do not overlap; others' are passed over."""
    whole = parsed.prose.span(block.start, block.end)
    covers = _covers(parsed, whole, repairs)
    raw = list(_without_ends(_one_line(_pieces(parsed, block, covers))))
    names = Masks("".join(piece.text for piece in raw if piece.made != "mask"))
    pieces = [piece._replace(text=names.next(piece.text)) if piece.made == "mask" else piece for piece in raw]
    owner = [number for number, piece in enumerate(pieces) for _ in piece.text]
    span = Span(pieces[0].span.start, pieces[-1].span.end) if pieces else Span(whole.start, whole.start)
    return Paragraph(
        "".join(piece.text for piece in pieces),
        span,
        tuple(pieces),
        tuple(owner),
        tuple(piece.text for piece in pieces if piece.made == "mask"),
    )


def _covers(parsed: ParsedDocument, whole: Span, repairs: Sequence[Repair]) -> list[Piece]:
    """What stands in the place of the document's own characters, sorted; of a mask, ``text`` is its letter."""
    text = parsed.document.text
    regions = parsed.protected_in(whole)
    images: list[Span] = []
    if any(
        text.startswith("!", region.span.start) for region in regions
    ):  # few paragraphs have one; all links are read
        images = [link.span for link in parsed.links if link.image and whole.contains(link.span)]
    masked = [Piece(NOUN, span, "mask") for span in images]
    for region in regions:
        if not any(image.contains(region.span) for image in images):
            letter = letter_for(region.kind, text[slice(*region.span)])
            masked.append(Piece(letter, region.span, "mask"))
    masked = _apart(masked)
    free = [
        Piece(" ".join(new.split("\n")), span, "repair")
        for span, new in repairs
        if whole.contains(span) and not any(span.overlaps(piece.span) for piece in masked)
    ]
    return sorted([*masked, *free], key=lambda piece: piece.span)


def _apart(pieces: Sequence[Piece]) -> list[Piece]:
    """Masks without those that lie in another one (an image in an image)."""
    kept: list[Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.span.start, -piece.span.end)):
        if not kept or piece.span.start >= kept[-1].span.end:
            kept.append(piece)
    return kept


def _pieces(parsed: ParsedDocument, block: ProseBlock, covers: Sequence[Piece]) -> Iterator[Piece]:
    """The block's characters in order, each cover once in the place of what it covers."""
    prose = parsed.prose
    text, waiting = parsed.document.text, list(reversed(covers))
    done = -1
    for at in range(block.start, block.end):
        offset = prose.offset(at)
        while waiting and waiting[-1].span.start <= offset:
            yield waiting[-1]
            done = max(done, waiting.pop().span.end)
        if offset < done:
            continue
        if prose.text[at] == "\n":
            end = prose.offset(at + 1) if at + 1 < block.end else offset
            yield Piece(" ", Span(offset, end), "break")
        else:
            yield Piece(text[offset], Span(offset, offset + 1), "text")
    yield from reversed(waiting)


def _one_line(pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces, each line break with the white space around it as one space."""
    spaces: list[Piece] = []
    for piece in pieces:
        if piece.made == "break" or (piece.made == "text" and piece.text in " \t"):
            spaces.append(piece)
            continue
        yield from _space(spaces)
        spaces = []
        yield piece
    yield from _space(spaces)


def _space(spaces: Sequence[Piece]) -> Sequence[Piece]:
    if not any(piece.made == "break" for piece in spaces):
        return spaces
    return [Piece(" ", Span(spaces[0].span.start, spaces[-1].span.end), "break")]


def _without_ends(pieces: Iterator[Piece]) -> Sequence[Piece]:
    """The pieces without white space at either end."""
    row = list(pieces)
    blank = [not piece.text or piece.text.isspace() for piece in row]
    first = next((at for at, empty in enumerate(blank) if not empty), len(row))
    last = next((at for at in range(len(row), first, -1) if not blank[at - 1]), first)
    return row[first:last]
