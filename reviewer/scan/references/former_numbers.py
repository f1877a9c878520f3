"""Numbers that a section had or will have: "formerly Section 9", "Section 9 is now 3", « l'ancienne section 9 ».

Who writes so knows that no section has the number. Elsewhere in the document the number is still a broken reference,
unlike one that is said to be withdrawn (``withdrawn``).
"""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import ParsedDocument

_ADVERB = r"(?:(?:now|since|then|later|thus|therefore|désormais|depuis|ensuite|ainsi)\s)?"
_PLACE = (
    r"(?:(?:the|la|le|les|part of|une partie de|l['’])\s?){0,2}[*_\[(]{0,3}"
    r"(?:§|\d|(?:sub-?|sous-)?section|annexe?|appendix|part|chap)"
)
_BEFORE = lazy_pattern(
    r"(?:\b(?:formerly|previously|originally|anciennement|précédemment|auparavant|initialement|jadis)"
    r"(?:\s(?:called|numbered|known as|named|the|la|in|en|dans|à)){0,2}"
    r"|\b(?:former|old|older|previous|ex|ancien(?:ne)?s?|précédente?s?)|\b(?:(?:this|it|that|which)\s(?:was|were)|(?:ce|cela|ceci|elle)\s(?:était|fut)"
    r"|c['’]était))[\s:*_(-]{1,4}(?:(?:the|la|les)\s|l['’])?\Z",
    re.IGNORECASE,
)
_BEHIND = lazy_pattern(
    r"[*_)\]]{0,3}(?:\s\([^()\n]{1,60}\))?[*_)\]]{0,3},?\s"
    rf"(?:(?:(?:is|are|was|were)\s(?:now|then)\s|(?:has|have)\s{_ADVERB}become\s"
    rf"|{_ADVERB}(?:became|becomes?|devient|deviennent|devint)\s|(?:est|sont)\s{_ADVERB}devenue?s?\s|devenue?s?\s){_PLACE}"
    r"|(?:(?:was|were|is|are|has been|have been|a été|ont été|est|sont)\s)?"
    r"(?:later|since|then|now|subsequently|ensuite|depuis)\s(?:merged|moved|split|dropped|removed|renumbered|renamed|folded"
    r"|absorbed|deleted|fusionn|déplac|scind|supprim|renumérot)"
    r"|(?:was|were|has been|have been|a été|ont été|est|sont)\s"
    r"(?:split|folded|absorbed|incorporated|integrated|scindée?s?|intégrée?s?|absorbée?s?)\b"
    r"|(?:will|shall) be (?:added|written|inserted)\b|(?:sera|seront) (?:ajout|rédig|insér)ée?s?\b"
    r"|before the (?:revision|reform|amendment|change|rewrite)|avant la (?:révision|réforme|refonte))",
    re.IGNORECASE,
)
_EDITION = lazy_pattern(
    r"\b(?:in|of|from|dans|de|du)\s(?:the|la|le|l['’]|an?|une?)\s?(?:(?:\d{4}|previous|old|older|earlier|first|last|prior"
    r"|original|précédente|ancienne|première)\s(?:edition|version|draft|revision|édition|révision|rédaction)"
    r"|(?:version|édition|edition|révision|rédaction)\s(?:de \d{4}|précédente|antérieure|initiale|ancienne))\b"
    r"|\b(?:in|dans)\s(?:(?:the|la|l['’])\s?)?(?:(?:edition|édition|draft|revision|révision)\s\d"
    r"|(?:\d{1,2}(?:st|nd|rd|th|e)|second|third|fourth|fifth|deuxième|troisième)\s(?:edition|édition|draft)\b)",
    re.IGNORECASE,
)
_NEARBY = lazy_pattern(
    r"\b(?:formerly|previously|originally|anciennement|précédemment|auparavant|initialement|jadis|former|old|older|ex"
    r"|ancien(?:ne)?s?)[ \n-](?:(?:called|numbered|known as|named|the|la|le|les|in|en|dans|à|au)\s){0,3}[*_(\[]{0,3}"
    r"(?:[^\W\d_]{1,12}\.?\s(?:n[°º]\s?)?[*_(\[]{0,3}\d|\d[\d.]*+(?!\s?[^\W_]|\s?%))"
    r"|\brenumbered\b|\brenumérot|\bold number(?:s|ing)?\b"
    r"|\bancienne? num",
    re.IGNORECASE,
)
"""A former number, or that there were others."""
_ADDED = lazy_pattern(
    r"\b(?:add(?:ed|s)?|ajout(?:ée?s?)?|création)\s(?:(?:of|de|the|la|les|a)\s){0,2}\Z", re.IGNORECASE
)
_RELEASE = lazy_pattern(
    r"(?:\s\([^()\n]{1,60}\))?\s(?:in|dans|en|depuis)\s(?:(?:the|la)\s)?(?:version|draft|release|édition|v)[\s.-]?\d",
    re.IGNORECASE,
)
_SENTENCE_END = lazy_pattern(r"[.!?;](?=[\s\"”»)])")
_REACH = 100


def speaks_of_former(parsed: ParsedDocument, start: int, end: int) -> bool:
    """Whether the sentence around prose ``[start, end)`` has a former number, this one or another one.

    "Section 4 (formerly 5)" told the truth of these two numbers; with one of them rewritten it would not.
    """
    if is_former(parsed, start, end):
        return True
    text, block = parsed.prose.text, parsed.prose.block_at(start)
    before = _SENTENCE_END.split(text[max(block.start, start - _REACH) : start])[-1]
    behind = _SENTENCE_END.split(text[end : min(block.end, end + _REACH)], maxsplit=1)[0]
    return _NEARBY.search(before) is not None or _NEARBY.search(behind) is not None


def is_former(parsed: ParsedDocument, start: int, end: int) -> bool:
    """Whether the words around prose ``[start, end)`` say that this number was, or is not yet, a section's."""
    text, block = parsed.prose.text, parsed.prose.block_at(start)
    before = _SENTENCE_END.split(text[max(block.start, start - _REACH) : start])[-1]
    last = min(block.end, end + _REACH)
    if _BEFORE.search(before) or _BEHIND.match(text, end, last):
        return True
    if _ADDED.search(before) and _RELEASE.match(text, end, last):
        return True
    behind = _SENTENCE_END.split(text[end:last], maxsplit=1)[0]
    return _EDITION.search(before) is not None or _EDITION.search(behind) is not None
