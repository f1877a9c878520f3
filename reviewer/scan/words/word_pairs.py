"""Whether a word that stands twice in a row is surely one too many, may be, or is right.

No list of words decides alone: the same pair ends one clause and begins the next ("what the server does does not
matter"), is verb and particle ("log in in the morning") or subject and verb ("la porte porte un numéro"). Only what no
clause can explain is sure.
"""

from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.language import UNDECIDED
from reviewer.scan.words import word_classes as words
from reviewer.scan.words.prepositions import BREAKS, is_followed_by_noun, is_seldom_alone, may_strand, takes_particle

_TOKEN = lazy_pattern(r"[^\W\d_]+|\d+|\ufffc|[,(–—]")
_SENTENCE_END = lazy_pattern(r"[.!?:;…][\"'”’»)\]*_]*\s")
_CLOSES = lazy_pattern(r"[*_]{0,3}(?:[.,;:!?…)\]]|\Z)")
_NEXT = lazy_pattern(r"[ \n\u00a0\u202f]+([^\W\d_]+)")
_NEXT_TWO = lazy_pattern(r"[ \n\u00a0\u202f]+([^\W\d_]+)(?:[ \n\u00a0\u202f-]+([^\W\d_]+))?")
_NEAR = 5
"""Words: a subject clause longer than this hardly ends in an auxiliary."""
_LONG_ADVERB = 7


class Verdict(Enum):
    """``SURE``: one is too many. ``UNSURE``: a person must look. ``RIGHT``: grammar explains the pair."""

    SURE = "sure"
    UNSURE = "unsure"
    RIGHT = "right"


class Pair(NamedTuple):
    """A folded word that stands twice, the text of its paragraph on either side, and the passage's language.

    ``before`` may be cut off at its beginning, which ``whole`` denies; ``language`` is ``und`` where nothing tells.
    """

    word: str
    before: str
    after: str
    language: str
    whole: bool


def judge(pair: Pair) -> Verdict:
    """The verdict over one pair; linear in the text given. In a passage of no known language nothing is sure."""
    spoken = pair.language in words.NEVER
    languages = (pair.language,) if spoken else tuple(words.NEVER)
    verdicts = [_judge(pair, language) for language in languages]
    if spoken:
        return verdicts[0]
    if Verdict.RIGHT in verdicts or (pair.language != UNDECIDED and Verdict.SURE not in verdicts):
        return Verdict.RIGHT
    return Verdict.UNSURE


def _judge(pair: Pair, language: str) -> Verdict:
    tokens, whole = _sentence(pair)
    if _is_right(pair, tokens, language):
        return Verdict.RIGHT
    if pair.word in words.RIGHT_UNLESS_BEFORE or _opens_set_phrase(pair):
        return Verdict.UNSURE
    asks = language == "en" and pair.word in words.AUXILIARIES["en"] and _following(pair) in words.INVERTED
    if asks and (not tokens or tokens[-1] not in words.INVERTED or "if" in tokens):
        return Verdict.UNSURE
    if pair.word in words.AUXILIARIES[language]:
        return _auxiliary(pair.word, tokens, language, whole=whole)
    return Verdict.SURE if _is_sure(pair, tokens, language, whole=whole) else Verdict.UNSURE


def _is_right(pair: Pair, tokens: list[str], language: str) -> bool:
    following = _following(pair)
    if pair.word in words.RIGHT_UNLESS_BEFORE:
        return following not in words.RIGHT_UNLESS_BEFORE[pair.word]
    if language == "fr":
        if pair.word in words.AUXILIARIES["fr"] and _opens_set_phrase(pair):
            return bool(tokens)  # elle a a priori raison
        return pair.word == "en" and following.endswith("ant")  # en en tenant compte
    if pair.word in words.PARTICLES:
        return not _stands_alone(pair) and takes_particle(pair.word, tokens)
    return pair.word == "it" and bool(tokens) and tokens[-1] in words.BEFORE_OBJECT  # without it it is slow


def _opens_set_phrase(pair: Pair) -> bool:
    return _following(pair) in words.SET_PHRASES.get(pair.word, ())


def _is_sure(pair: Pair, tokens: list[str], language: str, *, whole: bool) -> bool:
    word, previous = pair.word, tokens[-1] if tokens else ""
    if _may_be_name(pair, language):
        return False
    if word in words.NEVER[language]:
        return _never_right(pair, tokens)
    if language == "en" and word in words.STRANDED | words.SELDOM_STRANDED | words.PARTICLES:
        return not _stands_alone(pair) and _needs_object(pair, tokens, whole=whole)
    if word in ("which", "who", "qui"):
        return previous == "," and _following(pair) not in ("", *words.RELATIVE[language])
    if word in words.INFINITIVES:
        return previous in words.INFINITIVES[word] and words.RELATIVE[language].isdisjoint(tokens)
    one = language == "fr" and word in words.ONE and ((not tokens and whole) or previous in words.BEFORE_ONE)
    plain = word.replace("’", "'")
    elided = plain in words.ELIDED or (plain in words.ELIDED_FIRST and not tokens and whole)
    return one or elided or word in words.ADVERBS[language] or _is_adverb(word, language)


def _is_adverb(word: str, language: str) -> bool:
    return language == "en" and word.endswith("ly") and len(word) >= _LONG_ADVERB and word not in words.INTENSIFIERS


def _stands_alone(pair: Pair) -> bool:
    """True where the clause ends behind the pair: the second preposition has no noun."""
    return _CLOSES.match(pair.after) is not None


def _needs_object(pair: Pair, tokens: list[str], *, whole: bool) -> bool:
    """Whether the first of two prepositions needs what follows the second one."""
    if pair.word in words.PARTICLES and pair.word not in words.STRANDED:
        return is_followed_by_noun(pair.word, tokens, opens=whole and len(tokens) == 1)
    if pair.word in words.SELDOM_STRANDED and not is_seldom_alone(tokens):
        return False
    following = _following(pair)
    plain = bool(tokens) and _is_plain_subject(_subject(tokens[:-1], "en", whole=whole))
    return following not in ("course", "late") and not may_strand(pair.word, tokens, following, plain=plain)


def _may_be_name(pair: Pair, language: str) -> bool:
    """True where the second word may be what something is called by: "for for loops", "of of in names"."""
    following = _NEXT_TWO.match(pair.after)
    first, second = following.groups("") if following else ("", "")
    if language == "en" and first not in words.PLACES and not words.NAMED_SO.isdisjoint((first, second)):
        return True
    if language == "fr" and pair.word in words.FRENCH_ARTICLES and first in ("de", "du", "des", "d"):
        return True
    compound = following is not None and pair.after[following.end(1) : following.end(1) + 1] == "-"  # the in-depth view
    return pair.word in words.TAKES_NOUN[language] and first in words.NO_NOUN[language] and not compound


def _never_right(pair: Pair, tokens: list[str]) -> bool:
    previous = tokens[-1] if tokens else ""
    if previous in words.NAMING | words.PLACES | words.DETERMINERS["fr"] or _CLOSES.match(pair.after):
        return False  # "the and and the or": spoken about
    following = _following(pair)
    if pair.word in words.FRENCH_STRANDED and pair.language == "fr":
        return previous not in words.STANDING_ALONE and words.RELATIVE["fr"].isdisjoint(tokens)
    if pair.word in ("and", "or") and following in ("and", "or", "not"):
        return False
    if pair.word in ("and", "or", "et", "ou") and previous in ("of", "between", "de", "entre"):
        return False  # le sens de et et de ou
    return not (pair.word in ("de", "en") and following[:1].isupper())  # de de Gaulle


def _auxiliary(word: str, tokens: list[str], language: str, *, whole: bool) -> Verdict:
    if _ends_subject_clause(tokens, language):
        return Verdict.RIGHT
    subject = _subject(tokens, language, whole=whole)
    first = len(tokens) - len(subject)
    if not words.RELATIVE[language].isdisjoint(tokens[:first]):
        return Verdict.UNSURE
    if language == "fr":
        plain = len(subject) == 1 and subject[0] in words.SUBJECTS["fr"]
        noun = len(subject) == 2 and subject[0] in words.DETERMINERS["fr"] and (first > 0 or whole)
        plain = plain or (noun and word in words.FRENCH_NO_NAMES and subject[1] not in words.RELATIVE["fr"])
    else:
        plain = _is_plain_subject(subject, opens=whole and first == 0)
    return Verdict.SURE if plain else Verdict.UNSURE


def _is_plain_subject(subject: list[str], *, opens: bool = False) -> bool:
    """True for "it", "developers" and "the server", which no relative clause can end."""
    if len(subject) == 1:
        only = subject[0]
        return only not in words.RELATIVE["en"] | words.PLACES or only == "this" or (only in ("all", "that") and opens)
    return len(subject) == 2 and subject[0] in words.PLACES and subject[1] not in words.RELATIVE["en"]


def _subject(tokens: list[str], language: str, *, whole: bool) -> list[str]:
    """The words from where the clause begins; none when that is out of sight."""
    for index in range(len(tokens) - 1, -1, -1):
        if tokens[index] in BREAKS or tokens[index] in words.OPENERS[language]:
            return tokens[index + 1 :]
    return tokens if whole else []


def _ends_subject_clause(tokens: list[str], language: str) -> bool:
    """True after "what it", "who the controller", "all the records there", "ce qui", "il y"."""
    near = tokens[-_NEAR:]
    start = max((index + 1 for index, token in enumerate(near) if token in BREAKS), default=0)
    near = near[start:]
    if language == "fr":
        relative = ("qui", "que", "qu")
        heads = any(one in words.FRENCH_ANTECEDENTS and two in relative for one, two in pairwise(near))
        return heads or near[-1:] == ["y"]
    if near[-1:] == ["there"] and len(near) > 1:
        return near[-2] not in words.OPENERS["en"]
    if not words.SUBJECT_CLAUSE.isdisjoint(near) or "which" in near[:-1]:
        return True
    return near[-1:] != [] and near[-1] in words.SUBJECTS["en"] and not words.HEADS.isdisjoint(near[:-1])


def _sentence(pair: Pair) -> tuple[list[str], bool]:
    """Folded words of the sentence before the pair, and whether they are all of it."""
    begins, whole = 0, pair.whole
    for match in _SENTENCE_END.finditer(pair.before):
        begins, whole = match.end(), True
    return _TOKEN.findall(pair.before[begins:].lower()), whole


def _following(pair: Pair) -> str:
    match = _NEXT.match(pair.after)
    return match.group(1) if match else ""
