"""Whether the first of two equal English prepositions may end its clause, so that both of them are right.

"The port the proxy listens to to accept calls" and "he was laughed at at school" are right; "the tool is used for for
the search", "it is based on on the plan" and "it was written by by the clerk" are not. All words are folded.
"""

import re

from reviewer.lazy_pattern import lazy_pattern
from reviewer.scan.words import word_classes as words

BREAKS = frozenset(",(–—")
"""Where a clause ends or is interrupted."""
_PARTICIPLE = lazy_pattern(
    r"\w+(?:ed|oken|itten|iven|een|ought|aid|eld|eard|own|unk|ung|ept|elt)\Z|c[oa]mes?\Z"
    r"|(?:made|done|gone|told|sold|built|sent|spent|found|lost|left|meant|put|set|cut|run|won|got|gotten|fed|led|read|rid"
    r"|torn|worn|sworn|born|hidden|ridden|driven|chosen|frozen|stolen|taken|shaken|begun|spun|stuck|struck|shot)\Z"
)
_INFLECTED = r"(?:\w{0,2}(?:ed|ing|en)|e?s|ies|y|e|d|n)?\Z"


def _verbs(stems: frozenset[str], end: str = "") -> re.Pattern[str]:
    return lazy_pattern(rf"(?:{'|'.join(sorted(stems))}){end}{_INFLECTED}")


_STRANDING_VERB = _verbs(words.STRANDING_STEMS)
_PARTICLE_VERB = _verbs(words.PARTICLE_VERBS)
_PASSIVE_STRANDING = _verbs(words.STRANDING_STEMS | words.PASSIVE_STRANDING_STEMS, "(?:t|p|g|n|l)?")
_BY_VERB = _verbs(words.BY_VERBS, "(?:p|t)?")
_PLACED = {"in": _verbs(words.PLACED_IN), "on": _verbs(words.PLACED_ON)}
_COMPARED = frozenset(("possible", "necessary", "it", "they", "we", "you"))
_BETWEEN = frozenset(("not", "never", "also", "then"))
_PRONOUNS = frozenset(("it", "them", "this", "that", "you", "us", "me"))


def takes_particle(word: str, tokens: list[str]) -> bool:
    """True after "log", "signed", "turn it", where "in" or "up" is a part of the verb; for "by" after "passed"."""
    near = [token for token in tokens[-2:] if token not in _PRONOUNS]
    return bool(near) and (_BY_VERB if word == "by" else _PARTICLE_VERB).match(near[-1]) is not None


def is_followed_by_noun(word: str, tokens: list[str], *, opens: bool) -> bool:
    """True for "is written by", "located in" and "based on" in a clause that no relative clause can end there.

    ``opens`` says that the sentence begins with the one word of ``tokens``: "Handled by by the desk".
    """
    if not tokens or not words.RELATIVE["en"].isdisjoint(tokens) or _has_contact_clause(tokens):
        return False
    if word == "by":
        participle = _PARTICIPLE.match(tokens[-1]) is not None and not _BY_VERB.match(tokens[-1])
        return participle and (opens or _is_passive(tokens))
    return word in _PLACED and _PLACED[word].match(tokens[-1]) is not None and "to" not in tokens[-3:]


def is_seldom_alone(tokens: list[str]) -> bool:
    """True where "within", "under" and the like cannot stand without a noun: not after "from" or "went"."""
    return bool(tokens) and tokens[-1] != "from" and not _PARTICLE_VERB.match(tokens[-1])


def may_strand(word: str, tokens: list[str], following: str, *, plain: bool) -> bool:
    """True when the first preposition may end a relative clause, a passive or an infinitive.

    ``plain`` says that the clause is only a subject and its verb. What follows such a clause hardly begins with "of",
    which belongs to the noun right before it. "As soon as as possible" is wrong, "as well as as a friend" is right.
    """
    if word == "as" and "as" in tokens[-3:-1] and following in _COMPARED:
        return False
    if word != "of" and not words.RELATIVE["en"].isdisjoint(tokens):
        return True
    previous = tokens[-1] if tokens else ""
    if _PARTICIPLE.match(previous):
        passive = _is_passive(tokens) and not _PASSIVE_STRANDING.match(previous) and "to" not in tokens
        return not passive or _has_contact_clause(tokens)
    if _STRANDING_VERB.match(previous) and not plain:
        return True
    if "to" in tokens[-2:] or previous in words.PLACES or previous in words.NAMING:
        return True
    return word != "of" and _has_contact_clause(tokens)


def _is_passive(tokens: list[str]) -> bool:
    """True after "is used", "was never used", "was quickly used"."""
    before = [token for token in tokens[-3:-1] if not (token.endswith("ly") or token in _BETWEEN)]
    return bool(before) and before[-1] in words.BE and _PARTICIPLE.match(tokens[-1]) is not None


def _has_contact_clause(tokens: list[str]) -> bool:
    return any(_begins_contact_clause(tokens, index) for index in range(1, len(tokens)))


def _begins_contact_clause(tokens: list[str], index: int) -> bool:
    """True at the second noun phrase of "the file the server …" and "the file you …": a relative clause unmarked."""
    token, left = tokens[index], tokens[index - 1]
    if left in BREAKS or left in words.OPENERS["en"] or left in words.STRANDED or left in words.PARTICLES:
        return False
    if token in words.SUBJECTS["en"] - {"this", "these", "one", "there"}:
        return left not in words.AUXILIARIES["en"]
    return token in words.PLACES and not words.PLACES.isdisjoint(tokens[max(index - 3, 0) : index - 1])
