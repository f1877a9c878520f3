"""A model's op that is several corrections, as one op for each (DESIGN §5: two fixes in one line are independent)."""

from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.markdown.locate import Located
from reviewer.model.edit import Action, EditOp
from reviewer.model.position import Span
from reviewer.plan.identity import fingerprint, op_id
from reviewer.plan.minimise import minimise
from reviewer.plan.parts import Change, independent_changes
from reviewer.plan.place import Places
from reviewer.validate.preserve.around import Around
from reviewer.validate.preserve.edit_words import whole_sentences
from reviewer.validate.preserve.rules import OF_THE_WHOLE, is_rejected


@dataclass(frozen=True, slots=True)
class Splitter:
    """Splits the ops of one chunk."""

    places: Places
    chunk: Span
    config: ReviewerConfig

    def parts(self, op: EditOp) -> tuple[EditOp, ...]:
        """The op's independent parts in document order, or the op alone where it has no two.

        Each part says of itself what the whole says, but for its texts, its place and its ids; those are what they
        would be had it been proposed alone. ``proposal`` names the whole. An op stays whole when a part alone would do
        damage, or would touch protected text that the whole does not touch.
        """
        found = self._found(op)
        if any(is_rejected(part, self._around, self.config.validation.rules) for part in found):
            return (op,)
        fits = self._touches(op) or not any(map(self._touches, found))
        return found if found and fits else (op,)

    def apart(self, op: EditOp) -> tuple[EditOp, ...]:
        """The independent parts of an op that was rejected, of which some may be good; none where it stays rejected.

        It does where it has no two parts, belongs to a group, or a rule that speaks of the whole rejects it.
        """
        found = () if op.group else self._found(op)
        if not found or is_rejected(op, self._around, self.config.validation.rules, OF_THE_WHOLE):
            return ()
        return found

    @property
    def _around(self) -> Around:
        leftovers = self.config.style.ai_leftover_patterns
        text = self.places.parsed.document.text
        return Around(text, self.chunk, leftovers=leftovers, is_protected=self._is_protected)

    def _found(self, op: EditOp) -> tuple[EditOp, ...]:
        """The independent parts; none where there are no two."""
        if op.action is not Action.REPLACE or not (_has_gap(op.before_text) or _has_gap(op.after_text)):
            return ()
        text = self.places.parsed.document.text
        start, end = whole_sentences(op.span, text, self.chunk)
        after = text[start : op.span.start] + op.after_text + text[op.span.end : end]
        changes = independent_changes(text[start:end], after)
        return tuple(self._part(op, change, Span(start, end)) for change in changes) if len(changes) > 1 else ()

    def _touches(self, op: EditOp) -> bool:
        return self._is_protected(op.span)

    def _is_protected(self, span: Span) -> bool:
        return bool(self.places.parsed.protected_in(span))

    def _part(self, op: EditOp, change: Change, sentences: Span) -> EditOp:
        text = self.places.parsed.document.text
        span = Span(sentences.start + change.span.start, sentences.start + change.span.end)
        least = minimise(Located(span, change.before, change.after))
        told = _with_a_word(span, change.after, text, sentences)
        before = text[told.start : told.end]
        after = text[told.start : span.start] + change.after + text[span.end : told.end]
        section = self.places.section_path(self.places.section(told.start))
        mark = fingerprint(op.kind, before, section, self.places.occurrences_before(before, told.start) + 1)
        return op.model_copy(
            update={
                "op_id": op_id(op.action.value, _lf(before), _lf(after), mark),
                "target": self.places.target(least.span),
                "span": least.span,
                "before_hash": content_hash(least.before),
                "before_text": least.before,
                "after_text": least.after,
                "fingerprint": mark,
                "proposal": op.op_id,
                "quote": before,
                "whole": (least.span.start - op.span.start + op.around[0], op.span.end + op.around[1] - least.span.end),
                "around": (least.span.start - told.start, told.end - least.span.end),
            }
        )


def _has_gap(text: str) -> bool:
    return any(map(str.isspace, text.strip()))


def _with_a_word(span: Span, after: str, text: str, sentences: Span) -> Span:
    """The span, grown to the next word on its left, or right: what is said to be changed holds a word on each side.

    So what takes a word away, or puts one in, stays a replacement: a person sees which word is meant.
    """
    start, end = span

    def lacks() -> bool:
        beside = text[start : span.start] + text[span.end : end]
        return not (_has_word(text[start:end]) and _has_word(beside + after))

    while lacks() and start > sentences.start:
        start -= 1
    while start > sentences.start and text[start : start + 1].isalnum() and text[start - 1].isalnum():
        start -= 1
    while lacks() and end < sentences.end:
        end += 1
    while span.end < end < sentences.end and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return Span(start, end)


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n")
