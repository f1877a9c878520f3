"""Words that decide what an edit of a proofreader may do, in English and French.

Which words carry weight is said in ``validate.preserve.sense_words``, for the rules of preservation as well.
"""

from reviewer.validate.preserve.sense_words import UNTOUCHED

_FUNCTION_EN = (
    "a an the of in on at to for from by with as is are was were be been being has have had do does did that which who "
    "this these those it its they their them there and or if when then than so into onto not no but about between such"
)
_FUNCTION_FR = (
    "le la les l un une des du de d au aux en à dans par pour sur que qui qu ce cette ces cet son sa ses leur leurs "
    "est sont a ont et ou où il elle ils elles ne n pas se s y on lui sera seront été être avoir"
)
_FUNCTION = {"en": frozenset(_FUNCTION_EN.split()), "fr": frozenset(_FUNCTION_FR.split())}

PREFERENCES = tuple(
    frozenset(pair.split("/"))
    for pair in ("which/that", "a/an", "who/that", "they/them", "he/him", "she/her", "we/us", "i/me", "who/whom")
)
"""Words of which a model exchanges one for the other to its taste (*a* for *an*: a coin toss before a name, and there
is a rule for it), and forms of a pronoun, of which it takes the wrong one: measured."""


_PRONOUNS_EN = "it they them he him she her we us you i me"
_PRONOUNS_FR = "il elle ils elles on lui leur nous vous je tu"
_PRONOUNS = {"en": frozenset(_PRONOUNS_EN.split()), "fr": frozenset(_PRONOUNS_FR.split())}


def is_pronoun(word: str, language: str) -> bool:
    """Whether a word, in lower case, is what a sentence is about, or happens to."""
    return word in _PRONOUNS.get(language, frozenset())


def is_function(word: str, language: str) -> bool:
    """Whether a word, in lower case, is an article, preposition, pronoun, conjunction or form of an auxiliary verb."""
    return word in _FUNCTION.get(language, frozenset())


def weight(word: str) -> str | None:
    """What a word weighs, None where it may come or go: itself, or "not" for a contraction of it."""
    folded = word.casefold().replace("’", "'")
    if folded.endswith("n't"):
        return "not"
    return folded if folded in UNTOUCHED else None
