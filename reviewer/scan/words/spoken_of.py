"""Words that a sentence speaks of instead of using them: "the word recieve is wrong", "we often see and and in texts".

Whoever repairs such a word makes the sentence untrue. English and French; what quotation marks, code or Bad headings
show is known elsewhere (``shown``).
"""

import re

_NOUN = (
    r"(?:(?:key)?words?|terms?|spellings?|misspellings?|forms?|strings?|tokens?|phrases?|expressions?|sequences?|pairs?"
    r"|letters|characters|search terms?|mots?(?:-clés?)?|termes?|formes?|orthographes?|graphies?|chaînes?|suites?"
    r"|séquences?|locutions?)"
)
_NAMED = re.compile(
    rf"\b{_NOUN}(?:\s(?:is|are|was|were|est|sont|like|such as|comme|of|called|de))?(?:\s?:)?"
    r"(?:[ \n*_(]{1,4}(?:[^\W_]+[ \n]?(?:,|\bor\b|\band\b|\bou\b|\bet\b)[ \n])?)\Z",
    re.IGNORECASE,
)
"""Right before the word: "the word X", "the terms A and X", "the form is: X"."""
_TOLD = re.compile(
    r"(?:\b(?:spell(?:ing|ed|s)?|spelt|misspell(?:ing|ed|s)?|épel\w+|orthographi\w+)|\bs['’](?:écri\w+|orthographie\w*))"
    r"\b[^.!?]{0,40}\Z"
    r"|\b(?:writ(?:es?|ten|ing)|wrote|typ(?:es?|ed|ing)|search(?:es|ed|ing)? for|grep(?:s|ped)?"
    r"|écri(?:re|t|vez|vent)|taper|tapez)"
    r"[ \n*_:]{1,4}(?:(?:not|never|always|only|pas|jamais|toujours)[ \n])?\Z",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"[ \n*_)]{0,4}(?:[(\[]sic\b"
    r"|,?[ \n](?:(?:is|was|are|were|has been|should be|must be|would be|est|était|doit être)[ \n])"
    r"(?:(?:a|an|always|often|simply|just|also|never|usually|une?|souvent|toujours)[ \n])?"
    r"(?:wrong|incorrect|misspel\w+|mis-?typed|spel\w+|written (?:as|with|without)\b"
    r"|a? ?(?:common )?(?:typo|misspelling|mistake|error)s?\b|spelling (?:mistake|error)"
    r"|faux|fausse|incorrecte?|faute|mal (?:écrit|orthographié)|écrit (?:avec|sans)\b|erreur))",
    re.IGNORECASE,
)
_REPETITION = re.compile(
    r"\b(?:repetitions?|in a row|stutter\w*|redoublements?|répétitions?|deux fois de suite)\b", re.IGNORECASE
)
_CALLED_DOUBLE = re.compile(r"\b(?:doubled?|repeated|duplicated?|second)[ \n*_]{1,3}\Z", re.IGNORECASE)
_CALLED_DOUBLE_BEHIND = re.compile(r"[ \n*_]{1,3}(?:doublée?s?|redoublée?s?|répétée?s?|en double)\b", re.IGNORECASE)
_SHOWN_PAIR = re.compile(
    r"\b(?:see|sees|saw|seen|find|finds|found|write|writes|wrote|written|writing|read|reads|say|says|said|spots?|types?|typed"
    r"|notices?|flags?|detects?|corrects?|removes?|deletes?|voit|voient|trouve|trouvent|lit|lisent|écrit|écrivent|supprime"
    r"|supprimer|corrige|corriger|écrire|lire|trouver|voir)"
    r"[ \n](?:(?:often|sometimes|only|souvent|parfois)[ \n])?\Z",
    re.IGNORECASE,
)
_NO_PHRASE = re.compile(
    r"[*_]{0,3}(?:[.,;:!?…)\]]|\Z|[ \n](?:in|on|at|as|by|from|where|when|instead|and|or|but|is|are|was|were|everywhere"
    r"|here|there|twice|dans|sur|au|aux|en|où|quand|comme|et|ou|mais|est|sont|partout|ici)\b(?!-))",
    re.IGNORECASE,
)
"""What cannot begin the phrase that a doubled article, conjunction or preposition would open."""
_SENTENCE = re.compile(r"[.!?…][ \n]")


def is_spoken_of(before: str, after: str) -> bool:
    """Whether the text right before or right behind a word says that it is a word.

    ``before`` and ``after`` are of one paragraph; some 60 characters of each are enough.
    """
    return _NAMED.search(before) is not None or _TOLD.search(before) is not None or _SAID.match(after) is not None


def is_pair_spoken_of(before: str, after: str) -> bool:
    """The same for a word that stands twice, where a sentence about repetitions counts, too.

    A verb of seeing or writing is not enough: ``write and and they`` goes on, ``write and and in`` does not.
    """
    if _NAMED.search(before) or _SAID.match(after) or (_SHOWN_PAIR.search(before) and _NO_PHRASE.match(after)):
        return True
    if _CALLED_DOUBLE.search(before) or _CALLED_DOUBLE_BEHIND.match(after):
        return True
    start = max((match.end() for match in _SENTENCE.finditer(before)), default=0)
    end = _SENTENCE.search(after)
    return bool(_REPETITION.search(before, start) or _REPETITION.search(after, 0, end.start() if end else len(after)))
