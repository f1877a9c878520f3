"""Words that a sentence speaks of instead of using them: "the word recieve is wrong", "we often see and and in texts".

Whoever repairs such a word makes the sentence untrue. English and French; what quotation marks, code or Bad headings
show is known elsewhere (``shown``).
"""

import re

from reviewer.lazy_pattern import lazy_pattern

_WORD = r"(?:(?:key)?words?|search terms?|(?:mis)?spellings?|mots?(?:-clés?)?|orthographes?|graphies?)"
_TEXT = (
    r"(?:terms?|forms?|strings?|tokens?|phrases?|expressions?|sequences?|pairs?|letters|characters|termes?|formes?"
    r"|chaînes?|suites?|séquences?|locutions?)"
)
"""These also name things ("gaps in the sequence occured"): a mark must stand before the word, or a verb behind it."""
_LINK = r"(?:\s(?:is|are|was|were|est|sont|like|such as|comme|of|called|de))?"
_OTHER = r"(?:[^\W_]+[ \n]?(?:,|\bor\b|\band\b|\bou\b|\bet\b)[ \n])?"
_NAMED = lazy_pattern(
    rf"\b(?:{_WORD}{_LINK}(?:\s?:)?[ \n*_(]{{1,4}}|{_TEXT}{_LINK}(?:\s?:[ \n]|[ \n]{{1,2}}[*_(])[*_(]{{0,3}})"
    rf"{_OTHER}\Z",
    re.IGNORECASE,
)
"""Right before the word: "the word X", "the words A and X", "the form is: X"."""
_MAY_BE_NAMED = lazy_pattern(rf"\b{_TEXT}[ \n]{_OTHER}\Z", re.IGNORECASE)
_VERB = lazy_pattern(
    r"[ \n](?:is|are|was|were|has|have|had|must|may|might|shall|should|can(?:not)?|will|would|does|do|est|sont|ont"
    r"|a (?:été|bien|toujours)|doit|doivent|peut|peuvent)\b",
    re.IGNORECASE,
)
_TOLD = lazy_pattern(
    r"(?:\b(?:spell(?:ing|ed|s)?|spelt|misspell(?:ing|ed|s)?|épel\w+|orthographi\w+)|\bs['’](?:écri\w+|orthographie\w*))"
    r"\b[^.!?]{0,40}\Z",
    re.IGNORECASE,
)
_WRITTEN = lazy_pattern(
    r"\b(?:writ(?:es?|ten|ing)|wrote|typ(?:ed|ing)|search(?:es|ed|ing)? for|grep(?:s|ped)?|écri(?:re|t|vez|vent)"
    r"|taper|tapez|omit|omits|delete|strike out|insert|substitute)[ \n*_:]{1,4}"
    r"(?:(?:not|never|always|only|pas|jamais|toujours)[ \n])?\Z",
    re.IGNORECASE,
)
"""With ``_NO_PHRASE`` behind it: "write recieve in the text", not "write permisions are needed"."""
_FIELD = (
    r"(?:keys?|aliase?s?|fields?|columns?|attributes?|propert(?:y|ies)|parameters?|params?|arguments?|options?|flags?|variables?"
    r"|tags?|headers?|labels?|classe?s?|functions?|methods?|endpoints?|tables?|files?|folders?|director(?:y|ies)|branch(?:es)?"
    r"|commands?|constants?|elements?|enums?|packages?|librar(?:y|ies)|modules?|services?|topics?|queues?|databases?|schemas?"
    r"|events?|repositor(?:y|ies)|paquets?|bibliothèques?|bases? de données|événements?"
    r"|clés?|champs?|colonnes?|attributs?|propriétés?|paramètres?|variables?|étiquettes?"
    r"|fichiers?|dossiers?|branches?|commandes?|constantes?|éléments?|menu items?|buttons?|error texts?"
    r"|log lines?|status|boutons?|statuts?)"
)
"""What has a name of its own, which stays as it is: "the key adress is kept"."""
_NAME_OF_FIELD = lazy_pattern(
    rf"\b(?:(?:the|an?|this|its|their|each|every|le|la|les|une?|ce|cette|l['’])\s?(?:[\w-]{{1,20}}\s)?(?P<kind>{_FIELD})"
    rf"|(?P<named>{_FIELD} (?:named|called|nommée?s?|appelée?s?)|alias(?:es)? (?:is|are)))[ \n*_:(]{{1,4}}\Z",
    re.IGNORECASE,
)
_PART_OF_FIELD = lazy_pattern(
    r"(?:hierarch(?:y|ies)|signatures?|definitions?|declarations?|invocations?|implementations?|separators?|delimiters?"
    r"|extensions?|permissions?|structures?|arguments?|inheritance|substitutions?|expansions?|interpreters?|protection"
    r"|\w+[ai]ble)\Z"
)
"""What a class, function or file has: "the class heirarchy" names no class."""
_PLURAL = lazy_pattern(r"(?<!alia)(?<!clas)(?<!statu)s\Z", re.IGNORECASE)
_INFLECTED = lazy_pattern(r"(?:(?<!s)s|ed|ing)\Z")
_RENAMED = lazy_pattern(r"\brenamed?\b[^.!?]{0,40}\Z", re.IGNORECASE)
_SAID = lazy_pattern(
    r"[ \n*_)]{0,4}(?:[(\[]sic\b"
    r"|,?[ \n](?:(?:is|was|are|were|has been|should be|must be|would be|est|était|doit être)[ \n])"
    r"(?:(?:a|an|always|often|simply|just|also|never|usually|une?|souvent|toujours)[ \n])?"
    r"(?:wrong|incorrect|misspel\w+|mis-?typed|spel\w+|written (?:as|with|without)\b"
    r"|a? ?(?:common )?(?:typo|misspelling|mistake|error)s?\b|spelling (?:mistake|error)"
    r"|faux|fausse|incorrecte?|faute|mal (?:écrit|orthographié)|écrit (?:avec|sans)\b|erreur))",
    re.IGNORECASE,
)
_REPETITION = lazy_pattern(
    r"\b(?:repetitions?|in a row|stutter\w*|redoublements?|répétitions?|deux fois de suite)\b", re.IGNORECASE
)
_CALLED_DOUBLE = lazy_pattern(r"\b(?:doubled?|repeated|duplicated?|second)[ \n*_]{1,3}\Z", re.IGNORECASE)
_CALLED_DOUBLE_BEHIND = lazy_pattern(r"[ \n*_]{1,3}(?:doublée?s?|redoublée?s?|répétée?s?|en double)\b", re.IGNORECASE)
_SHOWN_PAIR = lazy_pattern(
    r"\b(?:see|sees|saw|seen|find|finds|found|write|writes|wrote|written|writing|read|reads|say|says|said|spots?|types?|typed"
    r"|notices?|flags?|detects?|corrects?|removes?|deletes?|voit|voient|trouve|trouvent|lit|lisent|écrit|écrivent|supprime"
    r"|supprimer|corrige|corriger|écrire|lire|trouver|voir)"
    r"[ \n](?:(?:often|sometimes|only|souvent|parfois)[ \n])?\Z",
    re.IGNORECASE,
)
_NO_PHRASE = lazy_pattern(
    r"[*_]{0,3}(?:[.,;:!?…)\]]|\Z|[ \n](?:in|into|on|at|as|by|from|where|when|instead|and|or|but|is|are|was|were"
    r"|everywhere|here|there|twice|dans|sur|au|aux|en|où|quand|comme|et|ou|mais|est|sont|partout|ici)\b(?!-))",
    re.IGNORECASE,
)
"""Behind a word that is named: what cannot begin the phrase that a doubled word or an adjective would open."""
_SEARCHED = lazy_pattern(r"\b(?:search(?:es|ed|ing)?|quer(?:y|ies)|recherches?|cherch\w+) (?:for )?\Z", re.IGNORECASE)
_MEANS = lazy_pattern(r"[ \n*_]{1,3}(?:binds?|means?|denotes?|stands? for|signifient?|veut dire)\b", re.IGNORECASE)
_IS = lazy_pattern(
    r"[ \n*_]{1,3}(?:is|are|was|were|has|have|joins?|takes?|est|sont|était|étaient|relient?)\b", re.IGNORECASE
)
_GRAMMAR = lazy_pattern(
    r"\b(?:conjunctions?|prepositions?|pronouns?|adverbs?|determiners?|stop ?words?|grammar|grammatical\w*|infinitives?"
    r"|(?:in)?definite articles?|conjonctions?|prépositions?|pronoms?|adverbes?|déterminants?|grammaire|la phrase)\b",
    re.IGNORECASE,
)
"""Hardly used of anything but words."""
_KIND_OF_WORD = lazy_pattern(
    r"\b(?:words?|operators?|articles?|keywords?|connectives?|particles?|tokens?|terms?|mots?|opérateurs?)\b",
    re.IGNORECASE,
)
_SENTENCE = lazy_pattern(r"[.!?…][ \n]")
_NEAR = 60
"""Characters that hold what says of the words right behind it that they are words."""


def is_spoken_of(before: str, after: str) -> bool:
    """Whether the text right before or right behind a word says that it is a word.

    ``before`` and ``after`` are of one paragraph; some 60 characters of each are enough.
    """
    if _NAMED.search(before) or _TOLD.search(before) or _SAID.match(after):
        return True
    if _WRITTEN.search(before) and (_NO_PHRASE.match(after) or _VERB.match(after)):
        return True
    return _VERB.match(after) is not None and _MAY_BE_NAMED.search(before) is not None


def is_name_of_a_field(before: str, after: str, fix: str) -> bool:
    """Whether the word is what a field, key, file or the like is called: "the column adress", "an alias is adress".

    Behind a noun an inflected verb goes on with the sentence ("the function recieves"), unless a verb follows it.
    """
    if _RENAMED.search(before):
        return True
    match = _NAME_OF_FIELD.search(before)
    if match is None:
        return False
    if match["named"]:
        return True
    if _PART_OF_FIELD.match(fix):
        return False
    if _VERB.match(after):
        return True
    return not (_PLURAL.search(match["kind"]) or _INFLECTED.search(fix))


def is_pair_spoken_of(before: str, after: str) -> bool:
    """The same for a word that stands twice, where a sentence about repetitions counts, too.

    A verb of seeing or writing is not enough: ``write and and they`` goes on, ``write and and in`` does not.
    """
    near = before[-_NEAR:]
    if _NAMED.search(near) or _SAID.match(after) or (_SHOWN_PAIR.search(near) and _NO_PHRASE.match(after)):
        return True
    if _CALLED_DOUBLE.search(near) or _CALLED_DOUBLE_BEHIND.match(after):
        return True
    if _SEARCHED.search(near) or _MEANS.match(after):
        return True
    start = max((match.end() for match in _SENTENCE.finditer(before)), default=0)
    end = _SENTENCE.search(after)
    sentence = before[start:], after[: end.start()] if end else after
    if any(_REPETITION.search(part) or _GRAMMAR.search(part) for part in sentence):
        return True
    return _IS.match(after) is not None and any(_KIND_OF_WORD.search(part) for part in sentence)
