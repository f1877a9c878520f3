"""Deletion by another name: a replacement that leaves nothing of a line, or of a sentence (seed §6, invariant 5)."""

from collections import Counter

from reviewer.markdown.locate import Located
from reviewer.model.document import Document
from reviewer.model.position import Span
from reviewer.plan.minimise import minimise
from reviewer.validate.preserve.edit_words import lost, sentences, whole_sentences, words

_SENTENCE = 3
"""Words from which what goes may be a sentence: "e.g." is none."""

_MOST_GOES = 4
"""Words from which a sentence is gone when half of them are, as the rule ``sentence_lost`` has it."""

_AROUND = 4_000
"""Characters on either side in which the sentences of an edit are looked for."""


def removes_lines(document: Document, edit: Located) -> bool:
    """Whether an edit takes away all text of a line, whatever else it quotes; linear in what it removes.

    Judged by what is left after trimming. Of "Same one. Same two." without its first half it is arbitrary whether
    "Same one. " or "one. Same " went, so a removal is also looked at from the start of its first line.
    """
    least = minimise(edit)
    if least.after.strip() or not least.before.strip():
        return False
    spans = [least.span]
    if not least.after:
        spans.append(_from_line_start(document, least.span))
    return any(_holds_a_line(document, span) for span in spans)


def removes_sentence(document: Document, edit: Located) -> bool:
    """Whether an edit leaves fewer sentences, and one of them is gone: a sentence or more that goes is a deletion.

    Gone is one that the edit takes away and puts nothing there, or, whatever else the edit writes anew, one of which
    half the words stand nowhere afterwards. Sentences that are joined into one are not gone.
    """
    least = minimise(edit)
    text, (start, end) = document.text, least.span
    first, last = whole_sentences(least.span, text, Span(max(start - _AROUND, 0), min(end + _AROUND, len(text))))
    before, after = text[first:last], text[first:start] + least.after + text[end:last]
    stood = sentences(before)
    if len(sentences(after)) >= len(stood):
        return False
    if not least.after.strip():
        return len(words(least.before)) >= _SENTENCE
    gone = lost(before, after)
    return any(len(one) >= _MOST_GOES and 2 * (gone & Counter(one)).total() >= len(one) for one in stood)


def _from_line_start(document: Document, span: Span) -> Span:
    """The same removal, told from the start of the line in which it begins, if it can be."""
    head = document.line_span(document.lines_of(span)[0]).start
    length = span.start - head
    same = length <= span.end - span.start and document.text.startswith(
        document.text[head : span.start], span.end - length
    )
    return Span(head, span.end - length) if same else span


def _holds_a_line(document: Document, span: Span) -> bool:
    first, last = document.lines_of(span)
    for line in range(first, last + 1):
        start, text = document.line_span(line).start, document.line_text(line)
        if text.strip() and span.contains(Span(start, start + len(text))):
            return True
    return False
