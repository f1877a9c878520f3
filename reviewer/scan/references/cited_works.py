"""Citations in which the other document has no name that a rule could know: "the 1964 Act", "its section 9", « dudit ».

``document_names`` and ``names_before`` read names. Here the words say whose a number is: an Act by its year or right
behind the number, a number that a possessive ties to what was named before, one that is used like a noun ("a section 21
notice"). UNCLEAR is the most that is said, but for "Section 7 below", which is the document's own.
"""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.references.whose import Whose

_SPACE = r"[ \t\u00a0\u202f]{0,3}\n?[ \t\u00a0\u202f]{0,3}"
_SUBSECTIONS = lazy_pattern(r"(?:\((?:\d{1,2}|[a-z]{1,4})\)){1,4}")
_LAW = (
    r"(?:Acts?|Bills?|Codes?|Regulations?|Orders?|Rules|Laws?|Ordinances?|Directives?|Statutes?|Treaty|Convention|Charter"
    r"|Lois?|Règlements?|Décrets?|Arrêtés?|Chartes?|Ordonnances?)\b"
)
_OURS_BEHIND = lazy_pattern(
    rf"{_SPACE}(?:,{_SPACE})?(?:below|above|ci-dessous|ci-dessus|ci-après|ci-avant|plus (?:haut|bas))\b"
)
_TIED_BEHIND = lazy_pattern(
    rf"{_SPACE}(?:there(?:of|in|to)|dudit|desdite?s|de ladite|(?:of|in|from) (?:that|such|the said|each|every|any)"
    r"|de (?:celui|celle)-(?:ci|là))\b"
)
_ACT_BEHIND = lazy_pattern(
    rf"{_SPACE},?{_SPACE}(?:[A-Z][A-Z&]{{1,7}}{_SPACE}(?:19|20)\d\d\b"
    rf"|(?:of{_SPACE}the{_SPACE})?(?:[A-Z][\w'’&.-]{{0,30}}\s(?:(?:and|of|the|for|to|on|in|etc\.?|&)\s){{0,3}}){{1,8}}{_LAW})"
)
"""Right behind the number: "Section 57, Highways Act 1980", "Section 57 HA 1980"."""
_ANNEXED_BEHIND = lazy_pattern(
    rf"{_SPACE}(?:to|à|au){_SPACE}(?:the|an?|that|each|said|la|le|l['’])\s?(?:[\w'’-]{{1,20}}\s){{0,2}}"
    r"(?i:contract|agreement|lease|deed|treaty|act|order|licen[cs]e|policy|manual|contrat|bail|traité|accord|convention)\b"
)
_ANNEX = lazy_pattern(r"(?:annexe?|appendix|schedule|exhibit)\s{1,3}\S{1,8}\Z", re.IGNORECASE)
_POSSESSIVE = lazy_pattern(rf"\b(?:its|their|his|her|sa|ses|leurs?){_SPACE}\Z", re.IGNORECASE)
_SELF = lazy_pattern(
    r"\b(?:this|the present|our|ce|cet|cette|le présent|la présente|notre)\s(?:\w{1,20}\s)?"
    r"(?:document|report|guide|manual|contract|agreement|policy|plan|paper|specification|standard|handbook|rapport|contrat"
    r"|convention|règlement|document|manuel|politique|note)\b",
    re.IGNORECASE,
)
_LIKE_A_NOUN_BEFORE = lazy_pattern(rf"(?:\A|[\s(])(?:[Aa]n?|[Aa]ny|[Ee]very|[Nn]o){_SPACE}\Z")
_LIKE_A_NOUN_BEHIND = lazy_pattern(r"[ \n](?!(?:and|or|to|of|in|is|are|was|were|has|that|which)\b)[a-z]{3,}")
_SUBJECT_LAW = lazy_pattern(
    rf"\b(?:{_LAW}|[Ll]a [Ll]oi\b)[^.;!?\n]{{0,60}},{_SPACE}(?:à|dans|en|sous|in|at|under|by)\s"
    r"(?:(?:la|sa|the|its)\s)?\Z"
)
"""« La Loi sur l'accès, à la section 9 »."""
_SAME_LAW = lazy_pattern(
    r"\b(?:[Ss]ections?|[Aa]rticles?|[Pp]art(?:ie)?)\s\S{1,9} (?:of the|of that|de la|de l['’]|du) ?"
    rf"(?:[A-Z][\w'’-]{{0,30}}\s){{0,6}}{_LAW}[^.!?]{{0,100}}\b(?:nor|and|or|ni|et|ou)\s(?:(?:is|are|does|do|has|of|la|the|de|à|est)\s){{0,2}}\Z"
)
"""A number of a law before, and this one joined to it: "Section 91 of the Act is not affected; nor is section 24"."""
_SAME_LAW_SIGNS = (" of th", " de l", " du")
_DOCUMENTS = lazy_pattern(r"\b(?!these\b|our\b)\w{2,20}\s(?:documents|papers|terms|contracts|agreements),\s\Z")
_DATED_ACT = lazy_pattern(r"\b(?:[A-Z]\w{1,30}\s(?:Act|Code|Order|Regulations)\s(?:19|20)\d\d|the (?:19|20)\d\d Act)\b")
_EDITION = lazy_pattern(
    r"\((?:(?:version|edition|édition|issue|release|revision|révision)\s\d[\d.]{0,8}|v\.?\s?\d[\d.]{0,8}|(?:19|20)\d\d)"
    rf"{_SPACE},{_SPACE}(?:(?:the|la|l['’]|in|à|en){_SPACE}){{0,2}}\Z",
    re.IGNORECASE,
)
"""Right before the number, of the work that is named before the bracket: "the scheme (version 6, section 8.2)"."""
_SENTENCE_END = lazy_pattern(r"[.!?](?=[\s\"”»)])")
_REACH = 160
_NEAR = 16
"""Characters that hold the word before the number, and the white space between."""


def past_subsections(text: str, end: int) -> int:
    """Where "(1)(a)" behind a number ends: "section 57(1) of the 1964 Act"."""
    match = _SUBSECTIONS.match(text, end)
    return match.end() if match else end


def cited_behind(text: str, start: int, end: int) -> Whose | None:
    """What the words right behind the reference ``[start, end)`` say; None for nothing."""
    if _OURS_BEHIND.match(text, end):
        return Whose.OURS
    if _TIED_BEHIND.match(text, end) or _ACT_BEHIND.match(text, end):
        return Whose.UNCLEAR
    if _ANNEXED_BEHIND.match(text, end) and _ANNEX.search(text, start, end):
        return Whose.UNCLEAR
    return None


def cited_around(text: str, start: int, end: int, lowest: int, highest: int) -> Whose | None:
    """What the sentence around the reference says, which lies between ``lowest`` and ``highest``; None for nothing."""
    before = _SENTENCE_END.split(text[max(lowest, start - _REACH) : start])[-1]
    near = before[-_NEAR:]
    if (_EDITION.search(before) or _POSSESSIVE.search(near)) and not _SELF.search(before):
        return Whose.UNCLEAR
    if _LIKE_A_NOUN_BEFORE.search(near) and _LIKE_A_NOUN_BEHIND.match(text, end):
        return Whose.UNCLEAR
    if "," in before and (_SUBJECT_LAW.search(before) or _DOCUMENTS.search(before)):
        return Whose.UNCLEAR
    if any(sign in before for sign in _SAME_LAW_SIGNS) and _SAME_LAW.search(before):
        return Whose.UNCLEAR
    if text[end - 1 : end] == ")":  # only laws number so, and the sentence names one
        behind = _SENTENCE_END.split(text[end : min(highest, end + _REACH)], maxsplit=1)[0]
        if _DATED_ACT.search(before) or _DATED_ACT.search(behind):
            return Whose.UNCLEAR
    return None
