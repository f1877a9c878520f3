"""Sentences about words or about what a page shows, beside the signs of ``spoken_of``: all of them keep a misspelling.

A sentence is about words where it has ``[sic]``, names a language or says such things as variant, dictionary or stop
list. What is shown, searched or entered stands behind a verb of that kind, and no noun phrase goes on behind it: "the
button says recieve", "type recieve into the box", not "the folder contains seperate files".
"""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.words.sentences import SENTENCE_END

_SIC = lazy_pattern(r"[(\[]sic\b", re.IGNORECASE)
_LANGUAGE = lazy_pattern(
    r"\b(?:English|American|British|Dutch|Flemish|Danish|Swedish|Norwegian|Icelandic|Finnish|German|French|Latin|Greek"
    r"|Italian|Spanish|Portuguese|Catalan|Romanian|Polish|Czech|Russian|Turkish|Welsh|Irish|Scots|Afrikaans|Esperanto)\b"
)
_ON_WORDS = lazy_pattern(
    r"\b(?:variants?|dictionar(?:y|ies)|stop[ -]?(?:lists?|words?)|spellings?|misspel\w+|spell[ -]?check\w*|typos?"
    r"|synonyms?|normali[sz](?:es?|ed|ing|ation))\b",
    re.IGNORECASE,
)
_SAYS = lazy_pattern(r"\b(?:says?|said)[ \n*_]{1,4}\Z", re.IGNORECASE)
"""What a text says, and no noun phrase is said: "the oath says untill death"."""
_SHOWS = lazy_pattern(
    r"\b(?:label(?:l?ed|s)|contain(?:s|ed)?|list(?:s|ed)?|returns?|returned|reads?|shows?|displays?|prints?|keeps"
    r"|ends? (?:in|with)|ended (?:in|with)|ending (?:in|with)|(?:starts?|started|starting|begins?|began) with"
    r"|search(?:es|ed|ing)? for|grep(?:s|ped)?(?: for)?|look(?:s|ed|ing)? for|enter(?:s|ed|ing)?|typ(?:es?|ed|ing)"
    r"|map(?:s|ped)?|the original)[ \n*_]{1,4}\Z",
    re.IGNORECASE,
)
_HAS = lazy_pattern(r"\b(?:has|have|had)[ \n*_]{1,4}\Z", re.IGNORECASE)
_PARTICIPLE = lazy_pattern(
    r"(?:\w+(?:ed|en|ly)|begun|become|been|done|gone|known|shown|sought|thought|brought|caught)\Z"
)
"""Behind "has" as a part of the verb, or with it: "has occured in the list", "has definately"."""
_NO_PHRASE = lazy_pattern(
    r"[*_]{0,3}(?:[.,;:!?…)\]]|\Z|[ \n](?:in|into|on|onto|at|as|by|to|from|under|before|after|until|throughout|within"
    r"|and|or|but|so|which|where|when|while|because|if|instead|rather|first|again|everywhere|here|there|twice|once"
    r"|is|are|was|were|has|finds?|found|returns?|gives?|gave|shows?|yields?|brings?|matche?s?)\b(?!-))",
    re.IGNORECASE,
)


def is_in_sentence_about_words(before: str, after: str) -> bool:
    """Whether the sentence, of which ``before`` and ``after`` hold what is near, speaks of words."""
    start = max((match.end() for match in SENTENCE_END.finditer(before)), default=0)
    end = SENTENCE_END.search(after)
    parts = before[start:], after[: end.end()] if end else after
    return any(sign.search(part) for sign in (_SIC, _LANGUAGE, _ON_WORDS) for part in parts)


def is_shown_or_entered(before: str, after: str, fix: str) -> bool:
    """Whether a verb of showing, searching or entering has the word itself for its object."""
    if _SAYS.search(before):
        return True
    if not _NO_PHRASE.match(after):
        return False
    return _SHOWS.search(before) is not None or (_HAS.search(before) is not None and not _PARTICIPLE.match(fix))
