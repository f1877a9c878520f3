"""Where sentences end, for rules about single words."""

from reviewer.lazy_pattern import lazy_pattern

SENTENCE_END = lazy_pattern(r"[.!?…][\"'”’»)*_]{0,3}[ \n]")


def ends_sentence(text: str) -> bool:
    """Whether a sentence ends in the text."""
    return SENTENCE_END.search(text) is not None
