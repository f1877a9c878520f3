"""Whole sentences that an edit may take away with all that they name: one more of the same, a model's leftover."""

from reviewer.model.edit import EditOp
from reviewer.validate.candidate import Known, quoted_segments
from reviewer.validate.preserve.edit_words import counted_sentences, same_sentence, sentence_texts
from reviewer.validate.preserve.leftovers import is_leftover


def spared_sentences(op: EditOp, known: Known) -> list[str]:
    """Those that would stand less often in the segments that are quoted, as often as they go, as they are written.

    Of an edit of kind ``ai_leftover`` those that are one (``Known.leftovers``), of any edit those that would still
    stand there.

    Raises ``BadPattern`` for a pattern that cannot be used.
    """
    before, after = quoted_segments(op, known)
    stood, stay = counted_sentences(before), counted_sentences(after)
    left = stood - stay
    found: list[str] = []
    for text in reversed(sentence_texts(before)):
        key = same_sentence(text)
        if left[key] <= 0:
            continue
        left[key] -= 1
        if stay[key] or (op.kind == "ai_leftover" and is_leftover(text, "ai_leftover", known.leftovers)):
            found.append(text)
    return found
