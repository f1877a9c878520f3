"""What two engines say of the same texts is compared where both cut a text alike; where not, that is told."""

import math

from benchmarks.proofread_engines import Agreement
from reviewer.model.chat import TokenChoice


def tokens(*texts):
    return [TokenChoice(text=text, logprob=math.log(0.9), top=((text, math.log(0.9)),)) for text in texts]


def test_tokens_of_a_text_that_is_cut_differently_are_not_counted():
    agreement = Agreement()
    agreement.add("the gate", tokens("the", " gate"), tokens("the", " ga", "te"))
    assert (agreement.tokens, agreement.cut_differently) == (0, 1)
    assert "same alternatives 0 of 0" in agreement.line()
    assert agreement.line().endswith("; 1 of 1 texts left out: cut differently")


def test_tokens_of_texts_that_are_cut_alike_are_counted():
    agreement = Agreement()
    agreement.add("the gate", tokens("the", " gate"), tokens("the", " gate"))
    agreement.add("a pump", tokens("a", " pump"), tokens("a pump"))
    assert "same alternatives 2 of 2 (100.0 %)" in agreement.line()
    assert agreement.line().endswith("; 1 of 2 texts left out: cut differently")
