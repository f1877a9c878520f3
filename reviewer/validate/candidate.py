"""A proposed edit as validators look at it: alone, in its segment, before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.config import ValidationConfig
from reviewer.model.edit import EditOp
from reviewer.model.position import Span
from reviewer.validate.chains import Chain, chain_of
from reviewer.validate.protected_names import ProtectedNames
from reviewer.validate.segments import Segment, Segments


@dataclass(frozen=True, slots=True)
class Known:
    """What validators know of the document: its text, segments and terms, and how they are set.

    ``leftovers`` are the patterns of sentences that a model says around its answer (``style.ai_leftover_patterns``).
    """

    text: str
    segments: Segments
    names: ProtectedNames
    config: ValidationConfig
    leftovers: Sequence[str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An op with the segments that it touches, as one: ``place`` in the document, their text ``before`` and ``after``.

    Where it touches none (an insertion between blocks) its own texts are all that is looked at.
    """

    op: EditOp
    chain: Chain
    segments: tuple[Segment, ...]
    place: Span
    before: str
    after: str


def candidate(op: EditOp, known: Known) -> Candidate:
    """The op in its segment. Its span lies in the document's text."""
    found = known.segments.around(op.span)
    start = min(op.span.start, found[0].span.start) if found else op.span.start
    end = max(op.span.end, found[-1].span.end) if found else op.span.end
    text = known.text
    after = text[start : op.span.start] + op.after_text + text[op.span.end : end]
    chain = chain_of(op.kind, transcript=known.segments.is_transcript)
    return Candidate(op, chain, found, Span(start, end), text[start:end], after)


def quoted_segments(op: EditOp, known: Known) -> tuple[str, str]:
    """The segments that the proposal quotes, of which the op is what differs (``EditOp.around``), before and after."""
    text = known.text
    quoted = Span(max(op.span.start - op.around[0], 0), min(op.span.end + op.around[1], len(text)))
    found = known.segments.around(quoted)
    start = min(op.span.start, found[0].span.start) if found else op.span.start
    end = max(op.span.end, found[-1].span.end) if found else op.span.end
    return text[start:end], text[start : op.span.start] + op.after_text + text[op.span.end : end]
