"""What stands before and behind "a" or "an": whether it is surely the article, not a letter, a name or another word.

"An" before a consonant may be "and" or "any" that lost a letter (``an_or_and``). "A" before a vowel may be a variable,
a label or a unit ("returns a unchanged", "if a equals b", "option a applies"), or a name ("A asks B"). So the word
before must be one behind which an article stands, and the word behind one that begins a noun phrase.
Lists are written down by hand.
"""

from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.words.an_or_and import (
    ADJECTIVES,
    FIRM,
    PREPOSITIONS,
    is_compound,
    is_slip_of_spelling,
    is_verb_there,
    may_be_another,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NOT_NOUN = _words("""
    a an the and or nor but if iff in is it its i as at of on by to for from with without within into onto out off
    over under up down upon via per than that this these those there then thus though through throughout till until
    unless unlike while when where whereas whether which who whom whose why what how be been being am are was were
    will would shall should can could may might must do does did done has have had having not no never neither
    either any all each every some both other others another else ever even also only already always almost along
    among amongst amid around about above across after afterwards again against ago ahead albeit alike alone
    although away apart aside anyway anyone anything anywhere anybody before behind below beneath beside besides
    between beyond during despite except excluding including inside outside instead indeed itself he she we us you
    they them him her his my our ours your their me mine yes here hence however just like many often onwards
    otherwise own quite rather since so soon still such too well yet way ways whenever wherever because versus ought
    abroad anew early upstream onward inward outward upward
""")
"""Function words, and what seldom stands right behind an article: nothing is said about those."""
_BEFORE = _words("""
    of to in for with by as from into onto on at via per over under through without within between against during
    like about after before behind inside outside upon towards than is are was were be been being isn't wasn't such
    not only just also even either still usually often always typically already simply then both quite rather what
    has have had having there's it's that's given taken made written sent built thrown shown chosen found seen gave
    wrote threw saw took became
""")
"""Behind these an article stands, and hardly "and"."""
_VERB_STEMS = _words("""
    us creat provid add return contain includ tak mak defin requir need giv describ implement represent generat form
    allow becom pass receiv produc specif introduc show send build writ suppl encounter rais throw caus expect choos
    select apply accept hav support offer follow present propos consider conduct obtain maintain establish perform
    construct trigger issu emit yield invok install deploy configur insert append attach enter develop publish
    achiev involv identif detect find see get
""")
_VERB = lazy_pattern(rf"(?:{'|'.join(sorted(_VERB_STEMS))})(?:e|s|es|ed|d|y|ied|ies|ying|t?ing|l?ing|led)?\Z")
"""Verbs that take an object, in all forms: "adding an", "specifies an"."""
_CLAUSAL = _words("and or if when whether that but because where so which while whenever unless until once")
"""Behind these an article opens a subject, and so does a name: "when a event occurs", "if a exceeds b"."""
_LAST = lazy_pattern(r"([^\W\d_]+(?:['’][a-z]+)?)[*_]{0,3}[ \n]\Z")
_OPENED = lazy_pattern(r"[.!?:][)\"'”’*_]{0,3}[ \n]\Z")
_INFLECTED = lazy_pattern(r"(?:ed|ly|(?<![sui])s)\Z")
_PLURAL = lazy_pattern(r"(?<![sui])s\Z|(?:multiple|several|various|numerous|people|children|data|criteria|men|women)\Z")
_SINGULAR = _words("alias atlas canvas bias gas lens series means news species overseas")
_POSTPOSED = lazy_pattern(
    r"(?:ed|ly|[ai]ble|equal|empty|open|odd|even|inverse|absent|adjacent|(?:in)?dependent|equivalent|identical|intact"
    r"|alive|active|idle|optional|explicit|implicit|external|internal|(?<!\w)un\w+)\Z"
)
"""What may stand behind its noun, and so behind a variable: "keeps a unchanged"."""
_ADJECTIVE = lazy_pattern(
    r"(?!(?:individual|animal|interval|arrival|approval|appeal|editorial|official|original|oval|urinal|aural|arsenal)\Z)"
    r"\w+(?:al|ic|ary|ian|ite)\Z"
)
_PHRASE_END = lazy_pattern(r"[*_]{0,3}(?:,|[ \n]over[ \n])")
"""Before these it says something of a variable: "with a arbitrary, we get"."""
_CLAUSE_END = lazy_pattern(
    r"[*_]{0,3}(?:[.,;:!?)\]]|\Z|[ \n](?:[(–—]|(?:of|to|in|on|at|by|as|for|from|with|without|within|into|if|when|and|or"
    r"|but|is|are|was|were|be|has|have|than|that|which|will|can|may|must|should|until|unless|because|so|the|its)\b(?!-)))"
)
_VERBS_ONLY = _words("""
    accept achieve acquire add adopt agree allow appear apply arrange ask assign assume attach avoid become enable
    ensure establish execute exist expect extend identify implement improve include indicate inform insert invoke
    involve obtain occur operate understand
""")
_INFINITIVE = lazy_pattern(r"(?:ate|i[sz]e|ify)\Z")
_OBJECT = lazy_pattern(
    r"[ \n](?:them|it|him|us|you|one|two|three|more|an?|the|this|that|these|those|its|their|our|your|all|each|every)\b"
)
_LETTER = lazy_pattern(r"(?<![\w'’.\-])[b-hj-z](?![\w'’\-]|\.\w)")
"""Another letter that stands alone: so does "a", as a variable."""
_MODAL = lazy_pattern(r"[ \n](?:can|cannot|could|may|might|must|shall|should|will|would)\b(?!['’\-])")
_CAPITAL = lazy_pattern(r"(?<!\A)(?<![.!?:][ \n])(?<![\w'’.\-])[A-HJ-Z](?![\w'’\-]|\.\w)")
"""A capital that stands alone and opens no sentence: so may "A", as a name."""
_BE = _words("is are was were be been being as such isn't wasn't it's that's there's")


class Place(NamedTuple):
    """An article with its word (hyphens included), as written, and what its paragraph has before and behind them."""

    article: str
    word: str
    before: str
    after: str


def follows_article(before: str) -> bool:
    """True right behind another article: a list of words, or a slip that the other form does not mend."""
    return _last_word(before) in ("a", "an", "the")


def begins_noun_phrase(word: str) -> bool:
    """False for function words and what else hardly follows an article, hyphenated words left aside (*in-depth*)."""
    return word.lower() not in _NOT_NOUN


def is_surely_article(place: Place) -> bool:
    """Whether the word before says that an article stands here and the word behind may go with one.

    Never of one with a capital: it may be a name ("Hoi An", "A asks B", "An die Musik"), a label ("A input") or a word
    of another language.
    """
    if place.article == "a":
        return _is_surely_a(place)
    return place.article == "an" and _is_surely_an(place)


def opens(place: Place) -> bool:
    """Whether nothing stands before, or a sentence ends there."""
    return not place.before or _OPENED.search(place.before) is not None


def opens_subject(place: Place) -> bool:
    """Whether a sentence opens with the article, a noun and a modal verb ("A operator can").

    Not where another capital stands alone: then "A" may be a name.
    """
    word = place.word
    if not opens(place) or _is_plural(word) or _POSTPOSED.search(word) or _ADJECTIVE.match(word):
        return False
    if any(_CAPITAL.search(part) for part in (place.before, place.after)):
        return False
    return word not in _VERBS_ONLY and _MODAL.match(place.after) is not None


def _is_surely_an(place: Place) -> bool:
    """Not where "and", "any" or "can" may be meant (``an_or_and``)."""
    word, last = place.word, _last_word(place.before)
    if _is_plural(word) or (last == "by" and word == "large") or _is_verb(place, last):
        return False
    if may_be_another(word, place.before, ends_clause=_CLAUSE_END.match(place.after) is not None):
        return False
    if is_slip_of_spelling(word):
        return opens(place) or last in _BEFORE or last in _CLAUSAL or _VERB.match(last) is not None
    if _OBJECT.match(place.after):
        return False
    if last in FIRM or (last in PREPOSITIONS and is_compound(word)):
        return True
    return word in ADJECTIVES and _VERB.match(last) is not None and is_verb_there(last, place.before)


def _is_surely_a(place: Place) -> bool:
    """Not where a variable, a label or a name may stand, of which the word behind is a verb or an adjective."""
    word, last = place.word, _last_word(place.before)
    if _is_plural(word) or _is_verb(place, last) or opens(place) or last in ("what", "used"):
        return False
    if _POSTPOSED.search(word) and (last not in _BE or _CLAUSE_END.match(place.after)):
        return False
    if last not in _BE and _ADJECTIVE.match(word) and _PHRASE_END.match(place.after):
        return False
    if _LETTER.search(place.before) or _LETTER.search(place.after):
        return False
    if last in _CLAUSAL:
        return not _INFLECTED.search(word) and word not in _VERBS_ONLY and _OBJECT.match(place.after) is None
    return last in _BEFORE or _VERB.match(last) is not None


def _is_verb(place: Place, last: str) -> bool:
    """Whether the article is a word too many: "used to a automate scripts", "indicated by a indenting them"."""
    if last == "to" and _INFINITIVE.search(place.word):
        return True
    return (place.word.endswith("ing") or place.word in _VERBS_ONLY) and _OBJECT.match(place.after) is not None


def _last_word(before: str) -> str:
    match = _LAST.search(before)
    return match.group(1).lower().replace("’", "'") if match else ""


def _is_plural(word: str) -> bool:
    return _PLURAL.search(word) is not None and word not in _SINGULAR
