"""Words that a document uses again and again: those that no list has are its own terms, not its misspellings, and what
it writes with a capital is how it writes that name."""

from collections import Counter
from collections.abc import Collection

from reviewer.model.parsed import ParsedDocument
from reviewer.model.ports import Lexicon
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.tokens import words
from reviewer.validate.preserve.edit_words import distance

_NAME_SLIP = 2
_SLIP = 3
"""Letters in which a slip may differ at most from what was meant (``chain``, rule similar)."""


def terms_of(parsed: ParsedDocument, lexicon: Lexicon, language: str, least: int) -> frozenset[str]:
    """Unknown words, in lower case, that stand ``least`` times in the document's prose, or more often.

    Of known words repetition says nothing (a veto for all words cost a prototype corrections and stopped
    no harm).
    """
    known = Known(lexicon, language)
    count = Counter(word.lower().replace("’", "'") for word in words(parsed.prose.text))
    return frozenset(word for word, times in count.items() if times >= least and not known.word(word))


def names_of(parsed: ParsedDocument, least: int) -> frozenset[str]:
    """Words that stand ``least`` times in the document's prose with a capital, as they are written (*Endpoint*)."""
    count = Counter(word for word in words(parsed.prose.text) if word[0].isupper() and word[1:].islower())
    return frozenset(word for word, times in count.items() if times >= least)


def meant_names(names: Collection[str], unknown: Collection[str]) -> frozenset[str]:
    """The names that one of the ``unknown`` words, in lower case, may be meant as: two letters away at most."""
    return frozenset(
        name
        for name in names
        if any(
            abs(len(word) - len(name)) <= _NAME_SLIP and 0 < distance(word, name.lower()) <= _NAME_SLIP
            for word in unknown
        )
    )


def folded_words(text: str) -> set[str]:
    """The words of a text in lower case, and the parts of those with hyphens."""
    found = {word.casefold().replace("’", "'") for word in words(text)}
    return found | {part for word in found for part in word.split("-") if part}


def near(terms: Collection[str], spoken: Collection[str], unknown: Collection[str]) -> frozenset[str]:
    """The terms that stand among ``spoken`` words, and those that one of the ``unknown`` words may be meant as.

    That is, from which it differs by a slip, or which it begins or ends with (a space is missing). A term in the place
    of a word that some list has is none of these: it would be a rewriting.
    """
    others = [term for term in terms if term not in spoken]
    meant = (term for term in others if any(_may_be(word, term) for word in unknown))
    return frozenset(term for term in terms if term in spoken).union(meant)


def _may_be(word: str, term: str) -> bool:
    if word.startswith(term) or word.endswith(term):
        return True
    return abs(len(word) - len(term)) <= _SLIP and distance(word, term) <= _SLIP
