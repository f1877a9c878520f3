"""Whether a reference in running text belongs to another document: ``section 5.2 of RFC 9110``, ``[ISO 27001] § 5``.

Looked at are the words after the reference (``of``, ``from``, ``de``, ``du`` … unless "this document" follows), a
name of a standard or a bracketed source on either side, quotation marks around it, and the link whose text it is.
Precision comes first: what may belong to another document is taken to.
"""

import re
from bisect import bisect_right
from functools import cached_property

from reviewer.model.parsed import FILLER, Link, ParsedDocument

GAP = r"[^\S\n]{0,3}\n?[^\S\n]{0,3}"
"""White space inside a sentence: at most one line end."""

_SELF = (
    r"(?:this|the\s+(?:present|current|same)|our|ce|cet|cette|(?:la\s+|le\s+)?présente?s?"
    r"|(?:the\s+)?(?:main\s+)?document)\b"
)
_NAMES = r"(?:RFCs?|ISO|IEC|IEEE|NIST|SP|BIP|EIP|PEP|KEP|W3C|ECMA|CEN|ITU|ETSI|FIPS|CFR|U\.?S\.?C|RGPD|GDPR)\b"
_AFTER = re.compile(
    rf"[)*_»”\"]{{0,3}}(?:{GAP},?{GAP}(?:of|du|des|de|from)\s{GAP}(?!{_SELF})|{GAP},?{GAP}d(?:e\s+l)?['’](?!{_SELF})"
    rf"|\s{GAP}(?:in|dans|within)\s{GAP}(?:(?:the|la|le|les|l['’])\s?)?(?!{_SELF})[{FILLER}\[A-Z*_“\"«]"
    rf"|{GAP}[,(]?{GAP}\[?{_NAMES}|{GAP}[,(]?{GAP}\[[A-Z])"
)
_BEFORE = re.compile(
    rf"(?:{_NAMES}[\s:-]*(?:[\w./:-]*\w)?|\b(?:[Aa]rticle|[Aa]rt\.)\s+\S+)[\s,(*_\]]*$"
    rf"|(?:[\]{FILLER}]|\b[A-Z][A-Za-z]*-?\d[\w.:-]*|\b(?!SEE|AND|THE|VOIR)[A-Z]{{3,}}(?:['’]s)?"
    r"|\b[Ss]pec(?:ification)?|[Ss]tandard|[Nn]orme?|[Rr]egulation|[Dd]irective|[Rr]èglement|\b[Ll]oi|\bAct|\bCode"
    rf"|\b[Dd]raft|\b[Bb]ook|\b[Gg]uide|\b[Mm]anual|\b[Ll]icen[cs]e)['’s]{{0,2}}[*_»”\")]*{GAP},?{GAP}$"
)
_CONTEXT = 48
_QUOTATION = 200
"""Characters looked through for the two marks of a quotation."""


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

    def link_at(self, offset: int) -> Link | None:
        """The link whose text holds the offset."""
        place = self._parsed.prose.offset(offset)
        index = bisect_right(self._starts, place) - 1
        if index < 0 or place >= self._links[index].text.end:
            return None
        return self._links[index]

    def own(self, start: int, end: int) -> bool:
        """True when the reference from ``start`` to ``end`` belongs to another document."""
        link = self.link_at(start)
        if link is not None and not link.href.startswith("#"):
            return True
        text = self._parsed.prose.text
        if _AFTER.match(text, end) is not None:
            return True
        block = self._parsed.prose.block_at(start)
        return _BEFORE.search(text, max(block.start, start - _CONTEXT), start) is not None or _quoted(
            text[max(block.start, start - _QUOTATION) : start], text[end : min(block.end, end + _QUOTATION)]
        )


def _quoted(before: str, after: str) -> bool:
    """Between quotation marks of one pair: somebody else's words."""
    if before.count('"') % 2 and '"' in after:
        return True
    return any(before.rfind(left) > before.rfind(right) and right in after for left, right in ("“”", "«»", "„“"))
