"""Two proposals of models that write one sentence otherwise: parts of both would make a sentence that nobody wrote.

What a model proposed of its own accord in two places is independent where the characters are. But two proposals that
quote the same words are two ways to write them: ``pump is`` in the one and ``pumps are`` in the other touch nowhere,
and one part of each gives ``pumps is``. So corrections that are no slips, or would be one in one proposal, exclude each
other in two.
"""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from reviewer.markdown.locate import Located
from reviewer.markdown.word_reach import LONGEST_WORD
from reviewer.model.edit import MODELS, Action, EditOp
from reviewer.model.position import Span
from reviewer.plan.bonds import Correction, bound
from reviewer.plan.parts import corrections
from reviewer.plan.reach import runs_about
from reviewer.validate.preserve.edit_words import has_sentence_end, words

_GAP = 80
"""Characters of white space between two words, at most: a line end and an indent."""

_EDITS = frozenset({Action.REPLACE, Action.DELETE})

Proposal = tuple[str, str, str]


def proposal_of(op: EditOp) -> Proposal:
    """What tells the proposal of an op of a model from others."""
    return op.proposal or op.op_id, op.source.type, op.source.prompt_hash


def in_one_sentence(one: EditOp, other: EditOp, text: str) -> bool:
    """Whether no sentence, item or heading ends between two ops, the first of which stands first."""
    return not has_sentence_end(text, Span(max(one.span.end - 1, one.span.start), other.span.start))


def disagree(one: EditOp, other: EditOp, text: str) -> bool:
    """Whether two ops that want the same words put others there: neither text holds the words of the other one."""
    first, second = (words(_in_whole_words(op, text)[1]) for op in (one, other))
    return not (_holds(first, second) or _holds(second, first))


class Rivals:
    """Ops of models that are made, asked for those that exclude others. ``ops`` are all that there are.

    ``beside``: quotes between which nothing but white space stands count as sharing words, as they must where the two
    come from different replies: who wrote *pump* for *pumps* in the one did not see that *is* becomes *are* in the
    other. In one reply a model that quotes two words apart corrects each for itself.
    """

    def __init__(self, ops: Iterable[EditOp], text: str, *, beside: bool = False) -> None:
        self._text = text
        self._beside = beside
        self._contested = _contested(ops, text if beside else "") if text else frozenset()
        self._made: list[tuple[int, str, _Seen]] = []

    def take(self, op: EditOp) -> None:
        """Note that an op is made."""
        if op.source.type in MODELS and proposal_of(op) in self._contested:
            insort(self._made, (op.span.start, op.op_id, self._seen(op)), key=lambda item: item[:2])

    def winner(self, ops: Sequence[EditOp], agreed: Collection[str] = ()) -> str | None:
        """The op id of one that is made, and with which none of ``ops``, parts of one proposal in one sentence, can be
        made: an op of another proposal whose quote shares words with theirs, bound to one of them.

        ``agreed`` are op ids of what their proposal wants as well.
        """
        own = [op for op in ops if op.source.type in MODELS and op.action in _EDITS]
        if not own or not self._made or proposal_of(own[0]) not in self._contested:
            return None
        seen = [self._seen(op) for op in own]
        return next(
            (
                made.op.op_id
                for made in self._near(own)
                if made.op.op_id not in agreed and any(self._exclude(made, item) for item in seen)
            ),
            None,
        )

    def _seen(self, op: EditOp) -> "_Seen":
        return _seen(op, self._text, _grown(_quote(op), self._text) if self._beside else _quote(op))

    def _near(self, ops: Sequence[EditOp]) -> Iterator["_Seen"]:
        """What is made in the sentence of some ops."""
        first, last = ops[0], max(ops, key=lambda op: op.span.end)
        at = bisect_left(self._made, (first.span.start, ""), key=lambda item: item[:2])
        for before in range(at - 1, -1, -1):
            made = self._made[before][2]
            if not in_one_sentence(made.op, first, self._text):
                break
            first = made.op
            yield made
        for behind in range(at, len(self._made)):
            made = self._made[behind][2]
            if made.op.span.start > last.span.end and not in_one_sentence(last, made.op, self._text):
                break
            last = max(last, made.op, key=lambda op: op.span.end)
            yield made

    def _exclude(self, made: "_Seen", other: "_Seen") -> bool:
        if proposal_of(made.op) == proposal_of(other.op) or not made.quote.overlaps(other.quote):
            return False
        return any(self._need(*one, *two) for one in made.corrections for two in other.corrections)

    def _need(self, span: Span, one: Correction, place: Span, other: Correction) -> bool:
        """Whether two corrections of different words, of two ways to write them, cannot both be made.

        What is no slip was chosen together with the rest of its sentence (*between* with *and*, *from* with *to*): no
        list knows all of it.
        """
        if span.overlaps(place):
            return False
        if not _is_mere_slip(one) and not _is_mere_slip(other):
            return True
        between = self._text[min(span.end, place.end) : max(span.start, place.start)]
        return (not between.strip() and not (one.is_slip and other.is_slip)) or bound(one, other, near=True)


def _is_mere_slip(one: Correction) -> bool:
    """Whether it is a slip whatever else its sentence says: no form of a word that others agree with."""
    return one.is_slip and not one.agrees


@dataclass(frozen=True, slots=True)
class _Seen:
    """An op as its corrections, each at its place; ``quote`` is what its proposal quoted."""

    op: EditOp
    corrections: tuple[tuple[Span, Correction], ...]
    quote: Span


def _seen(op: EditOp, text: str, quote: Span) -> _Seen:
    span, come = _in_whole_words(op, text)
    start, end = max(span.start - LONGEST_WORD, 0), span.end + LONGEST_WORD
    new = text[start : span.start] + come + text[span.end : end]
    found = tuple((Span(start + at.start, start + at.end), item) for at, item in corrections(text[start:end], new))
    return _Seen(op, found, quote)


def _in_whole_words(op: EditOp, text: str) -> tuple[Span, str]:
    """The op's span grown to whole words, and what stands there afterwards."""
    edit = Located(op.span, op.before_text, op.after_text)
    span = runs_about(text, edit)
    return span, text[span.start : op.span.start] + op.after_text + text[op.span.end : span.end]


def _quote(op: EditOp) -> Span:
    before, after = op.whole if op.proposal else op.around
    return Span(op.span.start - before, op.span.end + after)


def _grown(quote: Span, text: str) -> Span:
    """A quote with the white space around it; it ends no paragraph."""
    start, end = quote
    while start > 0 and text[start - 1].isspace() and quote.start - start < _GAP:
        start -= 1
    while end < len(text) and text[end].isspace() and end - quote.end < _GAP:
        end += 1
    return Span(start, end)


def _contested(ops: Iterable[EditOp], text: str) -> frozenset[Proposal]:
    """Proposals of models whose quotes share characters with another one's; with ``text`` they are grown."""
    edits = (op for op in ops if op.source.type in MODELS and op.action in _EDITS)
    named = {proposal_of(op): _quote(op) for op in edits}
    quotes = sorted((_grown(quote, text) if text else quote, name) for name, quote in named.items())
    found: set[Proposal] = set()
    furthest = -1
    for at, (quote, name) in enumerate(quotes):
        follows = at + 1 < len(quotes) and quotes[at + 1][0].start < quote.end
        if follows or quote.start < furthest:
            found.add(name)
        furthest = max(furthest, quote.end)
    return frozenset(found)


def _holds(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether ``others`` stand in a row in ``some``."""
    size = len(others)
    return any(some[at : at + size] == others for at in range(len(some) - size + 1))
