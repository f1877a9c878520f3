"""Whole sentences that an edit may take away with all that they name: one more of the same, a model's leftover."""

from collections.abc import Sequence

from reviewer.validate.candidate import Candidate
from reviewer.validate.preserve.edit_words import counted_sentences, same_sentence, sentence_texts
from reviewer.validate.preserve.leftovers import is_leftover


def spared_sentences(candidate: Candidate, leftovers: Sequence[str]) -> list[str]:
    """Those that would stand less often in the segment, as often as they go, as they are written.

    Of an edit of kind ``ai_leftover`` those that are one (``leftovers``: patterns of their beginnings), of any edit
    those that would still stand there.

    Raises ``BadPattern`` for a pattern that cannot be used.
    """
    stood, stay = counted_sentences(candidate.before), counted_sentences(candidate.after)
    left = stood - stay
    found: list[str] = []
    for text in reversed(sentence_texts(candidate.before)):
        key = same_sentence(text)
        if left[key] <= 0:
            continue
        left[key] -= 1
        if stay[key] or (candidate.op.kind == "ai_leftover" and is_leftover(text, "ai_leftover", leftovers)):
            found.append(text)
    return found
