"""Where sentences end, for rules about single words."""

import re

SENTENCE_END = re.compile(r"[.!?…][\"'”’»)*_]{0,3}[ \n]")


def ends_sentence(text: str) -> bool:
    """Whether a sentence ends in the text."""
    return SENTENCE_END.search(text) is not None
