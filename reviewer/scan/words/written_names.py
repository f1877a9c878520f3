"""Whether the place where a word stands makes it a name: "Mr. Teh", "Adress Ltd.", "Teh Wei Ling (chair)"."""

from collections.abc import Callable
from enum import Enum

from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.parsed import BlockKind, ParsedDocument, ProseBlock
from reviewer.model.position import Span
from reviewer.scan.language import has_function_words

_AROUND = 80
"""Characters on either side that are read."""
_TITLE = lazy_pattern(
    r"\b(?:Mrs?|Ms|Miss|Dr|Prof|Pr|St|Sir|Lady|Lord|Mme|Mlle|Me|MM?|Herr|Frau|Sra?|Srta|Don|Doña|Capt|Col|Gen|Lt|Hon)"
    r"\.?[ \u00a0]\Z"
)
_INITIAL_BEFORE = lazy_pattern(r"(?:\b|_)[A-Z]\.[ \u00a0-]?\Z")
_LEGAL_FORM = lazy_pattern(
    r",?[ \u00a0](?:(?:&|and|et|und)[ \u00a0](?:Co|Cie|Sons?|Fils|Söhne|Partners?|Associates)\b"
    r"|(?:Ltd|Limited|Inc|GmbH|SA|S\.A|SAS|SARL|Oyj?|AG|LLC|LLP|LP|Corp|Corporation|Co|PLC|plc|BV|B\.V|NV|N\.V|AB|SpA"
    r"|S\.p\.A|Srl|S\.r\.l|Pty|Pte|KG|KGaA|AS|ASA|ApS|A/S|SE|SL|SCA|SNC|EURL|Kft|Zrt|sro|Holdings?)(?!\w))"
)
_CAPITALISED = lazy_pattern(r"[ \u00a0-][A-Z](?:[\w’'-]*\w)?\.?")
_INITIALS_AFTER = lazy_pattern(r",[ \u00a0][A-Z]\.")
_GOES_ON = lazy_pattern(r"[*_]{0,3}[ \n\u00a0][*_\"“]{0,3}[a-zà-ÿ\d\ufffc]")
_PERSON = lazy_pattern(r"\([A-Z][\w’'-]+(?: [A-Z][\w.’'-]*)+\)")
_LEAST_PERSONS = 3
"""A text with so many "(Given Family)" has people in its brackets."""
_LONGEST_PERSON = 4
_NO_NAMES = ("ly", "tion", "tions", "ing", "ment", "ments", "ness", "ity", "ities", "able", "ible", "ance", "ence")
"""Hardly a name ends so."""
_NAMING = lazy_pattern(r"\b(?:crate|pip|pipx|called|named|installs?)[ \u00a0]\Z")
_PERSON_LABEL = lazy_pattern(
    r"(?i)\b(?:(?:authors?|contacts?|reviewers?|owners?|maintainers?|chairs?|auteurs?|rédacteurs?)[*_]{0,3}[ \u00a0]?:"
    r"|(?:(?:review|approv|author|prepar|sign|check)ed|written|signed-off|rédigé|validé|approuvé|relu) (?:by|par):?)"
    r"[*_]{0,3}[ \u00a0]\Z"
)
_WORD = lazy_pattern(r"[ \n\u00a0]+[*_\"“(]{0,3}(?:[^\W_]|\ufffc)")
_ARTICLES = frozenset(("the", "a", "an", "this"))
_VERBS = frozenset(("is", "are", "was", "were", "has", "have"))
_JOINING = frozenset(("and", "or", "nor", "but", "adn", "nad"))
_NEVER_BEFORE = {"the": _ARTICLES, "of": _ARTICLES, "and": _ARTICLES | _JOINING | {"of", "at", "with"}}
_NEVER_AFTER = {"the": _VERBS | _JOINING | {"of"}, "of": _VERBS | _JOINING, "and": _VERBS | _JOINING}
"""Words that no sentence has right before, or right after, the word."""
_NEIGHBOURS = lazy_pattern(r"([^\W\d_]+)[ \n\u00a0]+\Z"), lazy_pattern(r"\A[ \n\u00a0]+([^\W\d_]+)")
_GOES_TO = lazy_pattern(r"[ \n]([a-z]{1,30})(?![\w'’-])")
_OBJECT_TEXT = "the a an this these those your our his her its their my all any each every both it you we they he she"
_OBJECTS = frozenset(_OBJECT_TEXT.split())
"""No name stands right before one of these."""
_AFTER_NAMES_TEXT = """
    is are was were has have had do does did can could may might must shall should will would said wrote took gave made
    went came saw got held led left lost met paid put read ran sat sent set spoke spent stood told thought won began
    became brought bought built chose drew drove fell felt found grew heard kept knew let lay rose sang sold taught wore
    also then never always still often now soon only once first later and or but nor of in at on from to for by with
    who which that as than not
"""
_AFTER_NAMES = frozenset(_AFTER_NAMES_TEXT.split())
_NO_NAMES_TEXT = "until because although though through before between without whether however therefore their there"
_NO_NAMES_AT_ALL = frozenset(_NO_NAMES_TEXT.split())
_PLURAL = ("ers", "ors", "ments", "tions", "ities", "ances", "ences", "ings", "cies")
_LEAST_PLURAL = 8
_AFTER_PLURALS = frozenset(("are", "were", "have", "do", "must", "should", "may", "can", "will", "need", "who", "that"))


def opens_as_no_name(after: str, fix: str) -> bool:
    """Whether a capitalised word at the beginning of a sentence is no name, by ``after``, what follows it.

    "Recieve the file": no name stands before an article. "Untill now": a name takes a verb. "Recievers must": one name
    is no plural.
    """
    match = _GOES_TO.match(after)
    if match is None:
        return False
    following = match.group(1)
    if following in _OBJECTS:
        return True
    if has_function_words(fix) or fix in _NO_NAMES_AT_ALL:
        verb = following.endswith(("s", "ed")) and not following.endswith(("ss", "us", "is"))
        return following not in _AFTER_NAMES and not verb
    return len(fix) >= _LEAST_PLURAL and fix.endswith(_PLURAL) and following in _AFTER_PLURALS


class Name(Enum):
    """``YES``: say nothing. ``PERHAPS``: it may be one, so that only a person may change it. ``NO``."""

    YES = "yes"
    PERHAPS = "perhaps"
    NO = "no"


def name_at(parsed: ParsedDocument, block: ProseBlock, place: Span, fix: str, persons: Callable[[], bool]) -> Name:
    """Whether the word at prose ``place`` is a name. ``persons`` says whether the text has people in its brackets."""
    text = parsed.prose.text
    before = text[max(block.start, place.start - _AROUND) : place.start]
    after = text[place.end : min(block.end, place.end + _AROUND)]
    word = text[place.start : place.end]
    if word[0].isupper() and not word.isupper():
        return _capitalised(block, before, after, fix)
    if _is_bracketed_person(before, after) and persons():
        return Name.YES
    named = _NAMING.search(before) or _PERSON_LABEL.search(before) or not _fits(before, after, fix)
    return Name.PERHAPS if named else Name.NO


def has_persons(parsed: ParsedDocument) -> bool:
    """True when the prose names people in brackets, as change logs do."""
    found = _PERSON.finditer(parsed.prose.text)
    return sum(1 for _, _ in zip(range(_LEAST_PERSONS), found, strict=False)) == _LEAST_PERSONS


def _capitalised(block: ProseBlock, before: str, after: str, fix: str) -> Name:
    if _TITLE.search(before) or _LEGAL_FORM.match(after) or _INITIALS_AFTER.match(after):
        return Name.YES
    end = count = 0
    while match := _CAPITALISED.match(after, end):
        end, count = match.end(), count + 1
    if not count:
        return Name.PERHAPS if _INITIAL_BEFORE.search(before) or not _fits(before, after, fix) else Name.NO
    if block.kind is BlockKind.HEADING:  # every word of a title may have a capital, but a word such as "the" goes on
        return Name.YES if has_function_words(fix) and not _GOES_ON.match(after, end) else Name.PERHAPS
    return Name.PERHAPS if _GOES_ON.match(after, end) or fix.endswith(_NO_NAMES) else Name.YES


def _is_bracketed_person(before: str, after: str) -> bool:
    """True inside brackets of two to four words without any function word: "(ada king lovelace)"."""
    opened, closed = before.rfind("("), after.find(")")
    if opened < before.rfind(")") or closed < 0 or opened < 0:
        return False
    left, right = before[opened + 1 :], after[:closed]
    count = len(left.split()) + len(right.split()) + 1
    plain = all(char.isalnum() or char in " .-'’" for char in left + right)
    return plain and 1 < count <= _LONGEST_PERSON and not has_function_words(f"{left} {right}")


def _fits(before: str, after: str, fix: str) -> bool:
    """False where "the" or "and" cannot stand: before a comma, at the end, "the and", "and and", "and is"."""
    if fix not in ("the", "and", "of"):
        return True
    left, right = (pattern.search(side) for pattern, side in zip(_NEIGHBOURS, (before, after), strict=True))
    if not _WORD.match(after) or (left and left.group(1).lower() in _NEVER_BEFORE[fix]):
        return False
    return not (right and right.group(1).lower() in _NEVER_AFTER[fix])
