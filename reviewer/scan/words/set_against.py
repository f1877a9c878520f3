"""A misspelling that is set against its right form: "Not: recieves. But: receives", "lenght is now length".

Whoever repairs the wrong one leaves a sentence that says nothing, or the opposite. So the two forms of one word are not
made equal where they stand almost side by side, where their sentence has a word of comparing, correcting or naming, or
where they stand in two sentences that are otherwise alike, or of which one has a label such as Not or But.
"""

import re
import unicodedata

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.words.sentences import SENTENCE_END

READ_AROUND = 200
"""Characters of the paragraph on either side that are of use here."""
_WORD = lazy_pattern(r"[^\W\d_]+")
_WORD_OR_PLACE = lazy_pattern(r"[^\W\d_]+|\0")
_PLACE = "\0"
"""Stands for the word itself in its sentence."""
_BESIDE = 3
"""So many words on, the other form is not right beside: "recieve or the receive"."""
_BETWEEN = 25
"""Characters that hold what is between two forms which are compared."""
_COMPARES = lazy_pattern(
    r"\b(?:not|never|instead|rather|but|than|should|must be|(?:is|are|was) now|becom\w+|became|replac\w*|renam\w*"
    r"|chang\w*|correct\w*|fix\w*|substitut\w*|reads?|spel\w*|writ\w*|wrong|right|mis\w+|old|new|former\w*|vs|versus|call\w*|both"
    r"|forms?|variants?|alias\w*|accept\w*|match\w*|uses?|used|pas|jamais|mais|plutôt|lieu|remplac\w*|corrig\w*|lire|lu"
    r"|écri\w*|devien\w*|devenu\w*|formes?|variantes?)\b|n['’]t\b|→|->|=>|=|[^\s]/[^\s]|[\"“”«»]",
    re.IGNORECASE,
)
_INFLECTED = lazy_pattern(r"(?:ly)?(?:ing|ed|es|s|e)?\Z")
_LABEL = lazy_pattern(
    r"\W{0,4}(?:not|but|never|instead|wrong|right|correct|incorrect|bad|good|before|after|old|new|avoid|prefer|don['’]t"
    r"|do|pas|mais|jamais|non|oui|avant|après|éviter|préférer|plutôt)\W{0,4}:",
    re.IGNORECASE,
)
_ALIKE = 0.5
"""Sentences with so many words in common, of all that they have, show the same sentence twice."""
_AGAINST_BEFORE = lazy_pattern(
    r"\b(?:not|never|instead of|rather than|in place of|replaced (?:by|with)|replac(?:es?|ing)|should read|should be"
    r"|avoid|prefer|use|write|type|pas|jamais|non|au lieu de|plutôt que|remplacée?s? par|remplacer|écrire|écrivez"
    r"|éviter)[ \n](?:the |a |le |la )?\Z",
    re.IGNORECASE,
)
_AGAINST_BEHIND = lazy_pattern(
    r",?[ \n](?:should (?:read|be)|must (?:read|be)|instead|rather than|and not|not|never|in place of"
    r"|(?:is |was )?replaced|becomes?|became|is now|doit (?:se lire|être)|et non|et pas|au lieu|plutôt"
    r"|devient)\b|[ \n]?(?:→|->|=>)",
    re.IGNORECASE,
)
_READ_SO = lazy_pattern(r"[*_]{0,3}[ \n](?:should read|should be spel\w+|doit se lire)\b", re.IGNORECASE)
_FOR = lazy_pattern(r"\b(?:for|pour|après|after|before|avant)[ \n][*_]{0,3}\Z", re.IGNORECASE)
_AMENDED = lazy_pattern(
    r"[*_]{0,3},?[ \n](?:substitute|read|put|insert|write|lire|substituer|insérer)\b", re.IGNORECASE
)
_STARS = "*_"


def is_set_against(before: str, after: str, word: str, fix: str) -> bool:
    """Whether ``word`` between ``before`` and ``after`` is set against its correction, or stands beside it.

    Both sides are of one paragraph and may be cut off at ``READ_AROUND`` characters. Linear in the text given.
    """
    if _READ_SO.match(after) or (_FOR.search(before) and _AMENDED.match(after)):
        return True
    if before[-1:] in tuple(_STARS) and after[:1] in tuple(_STARS):
        bare = before.rstrip(_STARS), after.lstrip(_STARS)
        if _AGAINST_BEFORE.search(bare[0]) or _AGAINST_BEHIND.match(bare[1]):
            return True
    if " " in fix and _is_beside(before, after, fix):
        return True
    sentences = _sentences(before, after)
    right, wrong = _stem(fix), _stem(word)
    words = _WORD_OR_PLACE.findall(sentences[1])
    places = [index for index, other in enumerate(words) if _is_form(other, right, wrong)]
    if places:
        own = words.index(_PLACE)
        if any(abs(place - own) <= _BESIDE for place in places) or _COMPARES.search(sentences[1]):
            return True
    return any(
        _speaks_alike(sentences[1], other)
        for other in sentences[::2]
        if any(_is_form(one, right, wrong) for one in _WORD.findall(other))
    )


def _is_beside(before: str, after: str, fix: str) -> bool:
    """Whether a correction of two words stands so near that what is between compares: "of the instead of ofthe"."""
    words = r"[ \n]".join(re.escape(word) for word in fix.split())
    left = re.search(rf"(?<!\w){words}(?!\w)(?P<between>[^.!?]{{1,{_BETWEEN}}})\Z", before, re.IGNORECASE)
    right = re.match(rf"(?P<between>[^.!?]{{1,{_BETWEEN}}}?)(?<!\w){words}(?!\w)", after, re.IGNORECASE)
    return any(_COMPARES.search(match["between"]) for match in (left, right) if match)


def _sentences(before: str, after: str) -> tuple[str, str, str]:
    """The sentence before, what the sentence of the word has beside it, and the sentence behind."""
    starts = [0, 0, *(match.end() for match in SENTENCE_END.finditer(before))]
    ends = [match.end() for match in SENTENCE_END.finditer(after)][:2]
    end = ends[0] if ends else len(after)
    own = f"{before[starts[-1] :]}{_PLACE}{after[:end]}"
    return before[starts[-2] : starts[-1]], own, after[end : ends[1] if len(ends) > 1 else len(after)]


def _is_form(other: str, right: str, wrong: str) -> bool:
    """True for an inflection of the correction, and of the word in another spelling (développement)."""
    stem = _stem(other)
    return stem == right or (stem == wrong and not other.isascii())


def _stem(word: str) -> str:
    folded = unicodedata.normalize("NFKD", word.casefold()) if not word.isascii() else word.casefold()
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    stem = _INFLECTED.sub("", plain, count=1) or plain
    return stem[:-1] if stem[-1:] == stem[-2:-1] else stem


def _speaks_alike(own: str, other: str) -> bool:
    if _LABEL.match(own) or _LABEL.match(other):
        return True
    words, others = (frozenset(_WORD.findall(text.casefold())) for text in (own, other))
    return len(words & others) >= _ALIKE * max(len(words | others) - 1, 1)
