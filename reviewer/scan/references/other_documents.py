"""Whether a reference in running text belongs to another document: ``section 5.2 of RFC 9110``, ``[ISO 27001] § 5``.

Looked at are the link whose text it is, the words behind it (``of``, ``from``, ``de``, ``du`` … unless "this document"
follows), the words before it back to a document's name (``names_before``), and quotation marks around it. Precision
comes first: what may belong to another document is not taken for the document's own.
"""

import re
from bisect import bisect_right
from functools import cached_property

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, Link, ParsedDocument, ProseBlock
from reviewer.scan.references.cited_works import cited_around, cited_behind, past_subsections
from reviewer.scan.references.document_names import CITED, named_behind
from reviewer.scan.references.names_before import named_before
from reviewer.scan.references.whose import Whose

GAP = r"[^\S\n]{0,3}\n?[^\S\n]{0,3}"
"""White space inside a sentence: at most one line end."""

_CITED = lazy_pattern(r"\[(?P<name>[A-Z0-9][^\]\n]{0,60})\]")
_CITATION = lazy_pattern(r"(?=[^a-z]*[A-Z0-9])[\w .:+/-]*")
_QUOTATION = 200
"""Characters looked through for the two marks of a quotation."""
_SENTENCE_END = lazy_pattern(r"[.!?](?:\s|$)")
_WORD = lazy_pattern(r"\w{3,}")


class OtherDocuments:
    """Answers for one document. All offsets are prose offsets."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed

    @cached_property
    def _links(self) -> list[Link]:
        return sorted((link for link in self._parsed.links if not link.image), key=lambda link: link.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [link.text.start for link in self._links]

    @cached_property
    def _titles(self) -> frozenset[str]:
        return frozenset(section.title.casefold().strip() for section in self._parsed.sections[1:])

    @cached_property
    def _own_words(self) -> frozenset[str]:
        first = self._parsed.sections[1].title if len(self._parsed.sections) > 1 else ""
        return frozenset(_WORD.findall(first.casefold()))

    def link_at(self, offset: int) -> Link | None:
        """The link whose text holds the offset."""
        place = self._parsed.prose.offset(offset)
        index = bisect_right(self._starts, place) - 1
        if index < 0 or place >= self._links[index].text.end:
            return None
        return self._links[index]

    def whose(self, start: int, end: int) -> Whose:
        """Which document the reference from ``start`` to ``end`` belongs to."""
        link = self.link_at(start)
        if link is not None and not link.href.startswith("#"):
            return self._linked(link)
        text, block = self._parsed.prose.text, self._parsed.prose.block_at(start)
        end = past_subsections(text, end)
        behind = named_behind(text, end, self) or cited_behind(text, start, end)
        if behind in (Whose.OURS, Whose.ANOTHERS):
            return behind
        before = named_before(text, start, block.start, self)
        if before is Whose.ANOTHERS:
            return before
        before = before or cited_around(text, start, end, block.start, block.end)
        quoted = self.in_quotation(block) or _quoted(
            text[max(block.start, start - _QUOTATION) : start], text[end : min(block.end, end + _QUOTATION)]
        )
        return Whose.UNCLEAR if quoted else behind or before or Whose.OURS

    def is_beside_citation(self, start: int, end: int) -> bool:
        """Whether the sentence cites another document: "as ISO 27001 requires (section 4)" may speak of either."""
        text, block = self._parsed.prose.text, self._parsed.prose.block_at(start)
        before = _SENTENCE_END.split(text[max(block.start, start - _QUOTATION) : start])[-1]
        behind = _SENTENCE_END.split(text[end : min(block.end, end + _QUOTATION)], maxsplit=1)[0]
        return CITED.search(before) is not None or CITED.search(behind) is not None

    def in_quotation(self, block: ProseBlock) -> bool:
        """In a block quote, which speaks of its own document; an alert is this document's voice."""
        parent = self._parsed.blocks[block.block].parent if block.quoted else -1
        while parent >= 0:
            if self._parsed.blocks[parent].kind is BlockKind.QUOTE:
                return True
            parent = self._parsed.blocks[parent].parent
        return False

    def bracketed(self, start: int) -> Whose:
        """What the link or source in square brackets at ``start`` is; OURS for a link to an anchor of the document."""
        link = self.link_at(start + 1)
        if link is not None:
            return Whose.OURS if link.href.startswith("#") else self._linked(link)
        cited = _CITED.match(self._parsed.prose.text, start)
        if cited is None:
            return Whose.OURS
        sure = _CITATION.fullmatch(cited["name"]) and not self.calls_itself(cited["name"])
        return Whose.ANOTHERS if sure else Whose.UNCLEAR

    def calls_itself(self, name: str) -> bool:
        """Whether the name stands in the document's own titles."""
        words = frozenset(_WORD.findall(name.casefold()))
        return not words.isdisjoint(self._own_words) or name.casefold().strip() in self._titles

    def _linked(self, link: Link) -> Whose:
        """A link elsewhere; one to a file of this document's name may lead back to it."""
        target = re.split(r"[#?]", link.href, maxsplit=1)[0].rstrip("/").rsplit("/", 1)[-1]
        own = re.split(r"[\\/]", self._parsed.document.source_id)[-1]
        return Whose.UNCLEAR if not target or target == own else Whose.ANOTHERS


def _quoted(before: str, after: str) -> bool:
    """Between quotation marks of one pair: somebody else's words."""
    if before.count('"') % 2 and '"' in after:
        return True
    return any(before.rfind(left) > before.rfind(right) and right in after for left, right in ("“”", "«»", "„“"))
