"""Words that no list has and that a document uses again and again: its own terms, not its misspellings."""

from collections import Counter

from reviewer.model.parsed import ParsedDocument
from reviewer.model.ports import Lexicon
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.tokens import words


def terms_of(parsed: ParsedDocument, lexicon: Lexicon, language: str, least: int) -> frozenset[str]:
    """Unknown words, in lower case, that stand ``least`` times in the document's prose, or more often.

    Of known words repetition says nothing (MODELS.md: a veto for all words costs corrections and stops no harm).
    """
    known = Known(lexicon, language)
    count = Counter(word.lower().replace("’", "'") for word in words(parsed.prose.text))
    return frozenset(word for word, times in count.items() if times >= least and not known.word(word))
