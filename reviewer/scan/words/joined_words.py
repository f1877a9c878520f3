"""Two small English words that were run together: "ofthe", "underwhich", "canbe".

A closed list of what cannot be anything else: made of function words that often follow each other, without what is a
word, a name or an abbreviation. No list of words of English has one of them (``tests/unit/scan/test_joined_words.py``).
"""

import re
from itertools import product

from reviewer.lazy_pattern import lazy_pattern


def _pairs(first: str, second: str) -> set[tuple[str, str]]:
    return set(product(first.split(), second.split()))


_PREPOSITIONS = (
    "of in on at to for from with by into onto through under over within without between against during upon across"
    " about among via per towards"
)
_DETERMINERS = "the this that these those which an our their its"
_CLAUSES = "and or if that when where while because is are was were as"
_PAIRS = (
    _pairs(_PREPOSITIONS, _DETERMINERS)
    | _pairs(_CLAUSES, "the this these those their its")
    | _pairs("can could might must shall should will would may", "be have")
    | _pairs("there that this which it", "is was has can will")
    | _pairs("there these those which", "are were have")
    | _pairs("has have had", "been")
    | _pairs("should could would must shall will does did is are was were has have", "not")
)
_KEPT_TEXT = """
    maybe musthave wouldbe itis hasbeen isnot inits orits asits itas toits onour inour atour toan atan inan onan
    byan peran viaan foran froman orthe
"""
_KEPT = frozenset(_KEPT_TEXT.split())
"""Words and names (maybe, a must-have, a would-be winner, a has-been, Froman, French toits), endings (-itis), names in
code (atan, inits, isnot)."""

JOINED_WORDS = {first + second: f"{first} {second}" for first, second in sorted(_PAIRS) if first + second not in _KEPT}
"""What was run together, and the two words."""

_UNENDED = lazy_pattern(r".*(?:the|an|our|their|its|be|have|not)\Z")
"""Behind these a phrase or a verb goes on."""
_FINITE = lazy_pattern(r"[*_]{0,3}[ \n](?:is|are|was|were|has|does|did|returns)\b(?!-)")
_VERBAL = lazy_pattern(r"(?:can|could|may|might|must|shall|should|will|would|did|does|has|had|have|are|was|were)[a-z]")
_ARTICLE = lazy_pattern(r"(?<!\w)(?:the|an?|our|its|their|your|my)[ \n][*_]{0,3}\Z", re.IGNORECASE)
_TAKES_OBJECT = lazy_pattern(
    r"(?<!\w)(?P<subject>[a-z]+)[ \n](?:uses?|calls?|imports?|invokes?|installs?)[ \n][*_]{0,3}\Z", re.IGNORECASE
)
_NO_SUBJECT = lazy_pattern(r"(?:that|which|what|whom|the|an?|this|its|our|their|your|of|in)\Z", re.IGNORECASE)
"""Behind these such a word is a noun ("the use"), or its object is before it ("which uses")."""
_CLAUSE_OF_OBJECT = lazy_pattern(r"(?:that|which|what|whom)[ \n][a-z]+[ \n][a-z]+[ \n][*_]{0,3}\Z", re.IGNORECASE)


def is_name_there(before: str, after: str, word: str) -> bool:
    """Whether the two words cannot stand between these texts of a paragraph, so that the joined one is a name.

    Right behind an article ("the mayhave predicate"); before a finite verb, where the second word must go on ("the
    package mustbe is"); a verb right behind one of using or calling ("we use mustbe for it"), unless that is a noun
    ("the use canbe seen") or has its object before ("that we use canbe seen").
    """
    if _ARTICLE.search(before) or (_UNENDED.match(word) and _FINITE.match(after)):
        return True
    used = _TAKES_OBJECT.search(before) if _VERBAL.match(word) else None
    return used is not None and not (_NO_SUBJECT.match(used["subject"]) or _CLAUSE_OF_OBJECT.search(before))
