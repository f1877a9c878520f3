"""How much more likely a sentence becomes by an edit, read by itself: no prompt, the sentence and the one before it.

The test ranks edits well and costs two calls without alternatives: of 18 harmful edits of a prototype 1 had a
gain of 4 or more (docs/proofreading.md).
"""

from collections.abc import Callable

from reviewer.plan.proofread.tokens import TextEdit
from reviewer.validate.preserve.edit_words import sentence_ends

Likelihood = Callable[[str], float]
"""Natural logarithm of the probability of a text."""


def gain_of(text: str, edit: TextEdit, likelihood: Likelihood) -> float:
    """The likelihood of the edited sentence, and the one before it, over that of the sentence as it is."""
    ends = sentence_ends(text)
    before = [end for end in ends if end <= edit.start]
    start = before[-2] if len(before) > 1 else 0
    end = next((end for end in ends if end >= edit.end), len(text))
    old = text[start:end]
    new = TextEdit(edit.start - start, edit.end - start, edit.new).applied(old)
    return likelihood(new.strip()) - likelihood(old.strip())
