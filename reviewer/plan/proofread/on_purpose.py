"""Whether what an edit changes stands there on purpose: as a part of code, or as what the sentence is about.

The guards are those of the rule for misspellings: what a rule leaves alone a model must not mend.
"""

import re
from bisect import bisect_right

from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.plan.proofread.edit_class import Seen
from reviewer.scan.words.token_context import is_as_in_code, is_template_part, is_whole_token
from reviewer.scan.words.word_as_subject import is_subject
from reviewer.scan.words.word_pairs import Pair, Verdict, judge

_SIC = re.compile(r"[\"'”’*_]*\s*[\[(]sic\b", re.IGNORECASE)
_QUOTES = frozenset("\"'“”‘’«»„‚")
_AROUND = 200
"""Characters on either side that are read."""


def is_part_of_code(seen: Seen) -> bool:
    """Whether the words that change are a part of a longer token, a template, an option or a call, or stand at code."""
    start, end = _place(seen)
    if start == end or seen.repeat:
        return False
    text = seen.text
    block = ProseBlock(BlockKind.PARAGRAPH, 0, len(text), 0, 0)
    touches = "`" in {text[start - 1 : start], text[end : end + 1]}
    inside = is_template_part(text, block, Span(start, end))
    return touches or inside or not is_whole_token(text, start, end) or is_as_in_code(text, start, end)


def is_marked_as_meant(seen: Seen) -> bool:
    """Whether "[sic]" stands behind."""
    return _SIC.match(seen.text, _place(seen)[1]) is not None


def may_be_meant(seen: Seen) -> bool:
    """Whether a person should look: a word in quotation marks, one that the sentence speaks of, or one with a capital,
    which may be a name also where a sentence begins.
    """
    if seen.repeat:
        return repeat_verdict(seen) is not Verdict.SURE
    start, end = _place(seen)
    if start == end:
        return False
    text, word = seen.text, seen.text[start:end]
    before, after = text[max(start - _AROUND, 0) : start], text[end : end + _AROUND]
    if word[:1].isupper() or before[-1:] in _QUOTES or after[:1] in _QUOTES:
        return True
    return is_subject(before, after, word, seen.new.strip())


def repeat_verdict(seen: Seen) -> Verdict:
    """What the rule for doubled words says of a word that goes because it stands twice; of other edits: sure.

    Two clauses may meet at a phrase ("for the client the client decides").
    """
    if seen.repeats_phrase:
        return Verdict.UNSURE
    if not seen.repeat or len(seen.gone) != 1:
        return Verdict.SURE
    word = seen.gone[0]
    before, after = seen.text[: seen.edit.start], seen.text[seen.edit.end :]
    if not seen.come and len(seen.before) == 1:
        ends = before.lower().rstrip()
        if ends.endswith(word):
            before = before[: len(ends) - len(word)]
        else:
            after = after[after.lower().find(word) + len(word) :]
    return judge(Pair(word, before, after, seen.known.language, whole=True))


class OwnLinkTexts:
    """The texts of the links in a part of a document that lead into the document itself; read once, asked by bisection.

    ``part`` is where edits are asked about. Of texts in each other, such as that of an image in a link, the outer one
    counts.
    """

    def __init__(self, parsed: ParsedDocument, part: Span) -> None:
        own = (link.text for link in parsed.links if link.href.startswith("#") and link.text.overlaps(part))
        self._texts: list[Span] = []
        for text in sorted(own, key=lambda span: (span.start, -span.end)):
            if not self._texts or text.end > self._texts[-1].end:
                self._texts.append(text)

    def hold(self, span: Span) -> bool:
        """Whether ``span`` is a part of one of them."""
        place = bisect_right(self._texts, span.start, key=lambda text: text.start) - 1
        return place >= 0 and self._texts[place].contains(span)


def is_heading_elsewhere(seen: Seen, links: OwnLinkTexts, span: Span) -> bool:
    """Whether the edit is in the text of a link into its own document: that repeats a heading, which has its own words.

    A word that no list has is wrong in both.
    """
    return seen.kind not in {"unknown", "repeat"} and links.hold(span)


def _place(seen: Seen) -> tuple[int, int]:
    """Where the words are that change, without the white space and marks around them."""
    start, end = seen.edit.start, seen.edit.end
    while start < end and not seen.text[start].isalnum():
        start += 1
    while end > start and not seen.text[end - 1].isalnum():
        end -= 1
    return start, end
