"""Which paragraphs of a chunk are proofread: running text in a language that there are examples for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from reviewer.model.parsed import BlockKind, ProseBlock
from reviewer.model.position import Span
from reviewer.plan.proofread.left_out import Why
from reviewer.plan.proofread.paragraph import Paragraph, Repair, paragraph_of
from reviewer.plan.proofread.prompt import has_examples, proofread_messages
from reviewer.plan.proofread.tokens import words
from reviewer.scan.language import UNDECIDED, text_language

if TYPE_CHECKING:
    from reviewer.plan.proofread.job import ProofreadJob

_LETTERS = 3
"""Characters of a token, at least, in prose and in examples."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A paragraph and the language in which it is asked about."""

    paragraph: Paragraph
    language: str


class LeftOut(NamedTuple):
    """A paragraph that nobody is asked about, and why."""

    span: Span
    why: Why


def chosen_paragraphs(job: "ProofreadJob") -> tuple[tuple[Chosen, ...], tuple[LeftOut, ...]]:
    """Paragraphs, list items and quotes of the chunk that can be proofread, and those that cannot, in order.

    Headings and tables are none: names stand there rather than sentences. A paragraph that clearly speaks a language
    of its own is asked about in that one.
    """
    chosen: list[Chosen] = []
    left: list[LeftOut] = []
    for block, span in _blocks(job):
        paragraph = paragraph_of(job.parsed, block, _within(job.repairs, span))
        spoken = text_language(paragraph.text)
        language = job.language if spoken == UNDECIDED else spoken
        why = _why_not(job, paragraph, language) if job.chunk.span.contains(span) else "cut"
        if why is None:
            chosen.append(Chosen(paragraph, language))
        else:
            left.append(LeftOut(span, why))
    return tuple(chosen), tuple(left)


def _blocks(job: "ProofreadJob") -> list[tuple[ProseBlock, Span]]:
    prose, (start, end) = job.parsed.prose, job.chunk.span
    first, last = _first_at(job, start), _first_at(job, end)
    blocks = [
        block for block in prose.blocks[first:last] if block.kind is BlockKind.PARAGRAPH and block.end > block.start
    ]
    return [(block, prose.span(block.start, block.end)) for block in blocks]


def _first_at(job: "ProofreadJob", offset: int) -> int:
    """The number of the first block of prose that begins at an offset of the document, or behind it."""
    prose = job.parsed.prose
    low, high = 0, len(prose.blocks)
    while low < high:
        middle = (low + high) // 2
        if prose.offset(prose.block_starts[middle]) < offset:
            low = middle + 1
        else:
            high = middle
    return low


def _within(repairs: Sequence[Repair], span: Span) -> list[Repair]:
    return [repair for repair in repairs if span.contains(repair[0])]


def _why_not(job: "ProofreadJob", paragraph: Paragraph, language: str) -> Why | None:
    if not has_examples(job.prompts, language):
        return "unrecognised" if language in {"", UNDECIDED} else "language"
    spoken = words(paragraph.text)
    if len([word for word in spoken if any(map(str.isalpha, word))]) < job.settings.least_words:
        return "short"
    messages = proofread_messages(job.prompts, language, paragraph.text)
    length = sum(len(message.content) for message in messages) + job.settings.answer_length * len(paragraph.text)
    if length / _LETTERS > job.config.llm.num_ctx:
        return "long"
    own = "".join(piece.text for piece in paragraph.pieces if piece.made != "mask" and not piece.text.isspace())
    if sum(map(str.isalpha, own)) < job.settings.least_letters * len(own):
        return "letters"
    return None
