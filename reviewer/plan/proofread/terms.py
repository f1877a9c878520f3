"""Words that a document uses again and again: those that no list has are its own terms, not its misspellings, and what
it writes with a capital is how it writes that name."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache

from reviewer.model.parsed import ParsedDocument
from reviewer.model.ports import Lexicon
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.tokens import words
from reviewer.validate.preserve.edit_words import distance, sentence_texts

_NAME_SLIP = 2
_LONGEST_NAME = 40
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


def names_of(parsed: ParsedDocument, lexicon: Lexicon, least: int) -> frozenset[str]:
    """Words that stand ``least`` times in the document's prose with a capital, as they are written (*Endpoint*).

    What opens a sentence, a heading, a list item or a cell has its capital from there, and is not counted. Of a common
    word, which the lists have, those uses count too that have no capital.
    """
    text = parsed.prose.text
    sentences = (one for block in parsed.prose.blocks for one in sentence_texts(text[block.start : block.end]))
    inside = (word for sentence in sentences for word in words(sentence)[1:])
    named = Counter(word for word in inside if word[0].isupper() and word[1:].islower())
    small = Counter(filter(str.islower, words(text)))

    def uses(word: str) -> int:
        common = any(lexicon.knows(word.lower(), code) for code in lexicon.languages)
        return named[word] + (small[word.lower()] if common else 0)

    return frozenset(word for word in named if uses(word) >= least)


def meant_names(names: Collection[str], unknown: Collection[str]) -> frozenset[str]:
    """The names that one of the ``unknown`` words, in lower case, may be meant as: two letters away at most.

    Takes time by the number of words, not of names times words; what is longer than 40 letters is left out.
    """
    index = _names_by_remains(frozenset(names))
    return frozenset(
        name
        for word in unknown
        for name in {name for remains in _remains(word) for name in index.get(remains, ())}
        if 0 < distance(word, name.lower()) <= _NAME_SLIP
    )


@lru_cache(maxsize=2)  # a document's names are asked about once for each of its chunks
def _names_by_remains(names: frozenset[str]) -> dict[str, list[str]]:
    index: dict[str, list[str]] = {}
    for name in names:
        for remains in _remains(name.lower()):
            index.setdefault(remains, []).append(name)
    return index


def _remains(word: str) -> set[str]:
    """What is left of a word without up to two letters: words that are two letters apart at most share one of these.

    (Symmetric deletes, W. Garbe's SymSpell, 2012: for the edit distance, that is needed and not enough.)
    """
    if len(word) > _LONGEST_NAME:
        return set()
    found = {word}
    last = found
    for _ in range(_NAME_SLIP):
        last = {one[:at] + one[at + 1 :] for one in last for at in range(len(one))}
        found = found | last
    return found


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
