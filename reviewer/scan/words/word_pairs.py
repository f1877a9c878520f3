"""Whether a word that stands twice in a row is surely one too many, may be, or is right.

No list of words decides alone: the same pair ends one clause and begins the next ("what the server does does not
matter"), is verb and particle ("log in in the morning") or subject and verb ("la porte porte un numéro"). Only what no
clause can explain is sure.
"""

import re
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from reviewer.scan.language import UNDECIDED
from reviewer.scan.words import word_classes as words

_TOKEN = re.compile(r"[^\W\d_]+|\d+|\ufffc|[,(–—]")
_BREAKS = frozenset(",(–—")
_SENTENCE_END = re.compile(r"[.!?:;…][\"'”’»)\]*_]*\s")
_CLOSES = re.compile(r"[*_]{0,3}(?:[.,;:!?…)\]]|\Z)")
_NEXT = re.compile(r"[ \n\u00a0\u202f]+([^\W\d_]+)")
_NEXT_TWO = re.compile(r"[ \n\u00a0\u202f]+([^\W\d_]+)(?:[ \n\u00a0\u202f-]+([^\W\d_]+))?")
_PARTICIPLE = re.compile(r"\w+(?:ed|oken|itten|iven|een|ought|aid|eld|eard)\Z|c[oa]mes?\Z")
_INFLECTED = r"(?:\w{0,2}(?:ed|ing|en)|e?s|ies|y|e|d|n)?\Z"
_STRANDING_VERB = re.compile(rf"(?:{'|'.join(sorted(words.STRANDING_STEMS))}){_INFLECTED}")
_PARTICLE_VERB = re.compile(rf"(?:{'|'.join(sorted(words.PARTICLE_VERBS))}){_INFLECTED}")
_NEAR = 5
"""Words: a subject clause longer than this hardly ends in an auxiliary."""
_LONG_ADVERB = 7


class Verdict(Enum):
    """``SURE``: one is too many. ``UNSURE``: a person must look. ``RIGHT``: grammar explains the pair."""

    SURE = "sure"
    UNSURE = "unsure"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Pair:
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
    if language == "en" and pair.word in words.PARTICLES:
        return Verdict.RIGHT if _takes_particle(tokens) else Verdict.UNSURE
    if language == "en" and pair.word == "it" and tokens and tokens[-1] in words.BEFORE_OBJECT:
        return Verdict.RIGHT  # without it it is slow
    if language == "fr" and pair.word == "en" and _following(pair).endswith("ant"):
        return Verdict.RIGHT  # en en tenant compte
    asks = language == "en" and pair.word in words.AUXILIARIES["en"] and _following(pair) in words.INVERTED
    if asks and (not tokens or tokens[-1] not in words.INVERTED or "if" in tokens):
        return Verdict.UNSURE
    if pair.word in words.AUXILIARIES[language]:
        return _auxiliary(tokens, language, whole=whole)
    return Verdict.SURE if _is_sure(pair, tokens, language, whole=whole) else Verdict.UNSURE


def _is_sure(pair: Pair, tokens: list[str], language: str, *, whole: bool) -> bool:
    word = pair.word
    if _may_be_name(pair, language):
        return False
    previous = tokens[-1] if tokens else ""
    if word in words.NEVER[language]:
        return _never_right(pair, tokens)
    if word in words.STRANDED and language == "en":
        closes = _CLOSES.match(pair.after) or _following(pair) in ("course", "late")
        return not (closes or _may_strand(word, tokens, whole=whole))
    if word in words.INFINITIVES:
        return previous in words.INFINITIVES[word] and words.RELATIVE[language].isdisjoint(tokens)
    if word in words.ADVERBS[language]:
        return True
    return language == "en" and word.endswith("ly") and len(word) >= _LONG_ADVERB and word not in words.INTENSIFIERS


def _may_be_name(pair: Pair, language: str) -> bool:
    """True where the second word may be what something is called by: "for for loops", "of of in names"."""
    following = _NEXT_TWO.match(pair.after)
    first, second = following.groups("") if following else ("", "")
    if language == "en" and first not in words.PLACES and not words.NAMED_SO.isdisjoint((first, second)):
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


def _auxiliary(tokens: list[str], language: str, *, whole: bool) -> Verdict:
    if _ends_subject_clause(tokens, language):
        return Verdict.RIGHT
    subject = _subject(tokens, language, whole=whole)
    first = len(tokens) - len(subject)
    if not words.RELATIVE[language].isdisjoint(tokens[:first]):
        return Verdict.UNSURE
    if language == "fr":
        plain = len(subject) == 1 and subject[0] in words.SUBJECTS["fr"]
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
        if tokens[index] in _BREAKS or tokens[index] in words.OPENERS[language]:
            return tokens[index + 1 :]
    return tokens if whole else []


def _ends_subject_clause(tokens: list[str], language: str) -> bool:
    """True after "what it", "who the controller", "all the records there", "ce qui", "il y"."""
    near = tokens[-_NEAR:]
    start = max((index + 1 for index, token in enumerate(near) if token in _BREAKS), default=0)
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


def _may_strand(word: str, tokens: list[str], *, whole: bool) -> bool:
    """True when the first preposition may end a relative clause, a passive or an infinitive.

    What follows such a clause hardly begins with "of", which belongs to the noun right before it.
    """
    if word != "of" and not words.RELATIVE["en"].isdisjoint(tokens):
        return True
    previous = tokens[-1] if tokens else ""
    if _PARTICIPLE.match(previous):
        return True
    if _STRANDING_VERB.match(previous) and not _is_plain_subject(_subject(tokens[:-1], "en", whole=whole)):
        return True
    if "to" in tokens[-2:] or previous in words.PLACES or previous in words.NAMING:
        return True
    return word != "of" and any(_begins_contact_clause(tokens, index) for index in range(1, len(tokens)))


def _begins_contact_clause(tokens: list[str], index: int) -> bool:
    """True at the second noun phrase of "the file the server …" and "the file you …": a relative clause unmarked."""
    token, left = tokens[index], tokens[index - 1]
    if left in _BREAKS or left in words.OPENERS["en"] or left in words.STRANDED or left in words.PARTICLES:
        return False
    if token in words.SUBJECTS["en"] - {"this", "these", "one", "there"}:
        return left not in words.AUXILIARIES["en"]
    return token in words.PLACES and not words.PLACES.isdisjoint(tokens[max(index - 3, 0) : index - 1])


def _takes_particle(tokens: list[str]) -> bool:
    """True after "log", "signed", "turn it"."""
    near = [token for token in tokens[-2:] if token not in ("it", "them", "this", "that", "you", "us", "me")]
    return bool(near) and _PARTICLE_VERB.match(near[-1]) is not None


def _sentence(pair: Pair) -> tuple[list[str], bool]:
    """Folded words of the sentence before the pair, and whether they are all of it."""
    begins, whole = 0, pair.whole
    for match in _SENTENCE_END.finditer(pair.before):
        begins, whole = match.end(), True
    return _TOKEN.findall(pair.before[begins:].lower()), whole


def _following(pair: Pair) -> str:
    match = _NEXT.match(pair.after)
    return match.group(1) if match else ""
