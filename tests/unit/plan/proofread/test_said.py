"""What is said of a proofreader's edit is a sentence for editors, with the numbers that its confidence is made of."""

import pytest

from reviewer.plan.proofread.policy import Measured
from reviewer.plan.proofread.said import below_policy, how_sure, percent, rationale_of


def test_the_words_of_statistics_are_not_in_it():
    said = rationale_of("function", Measured(0.04, 1.2))
    assert said == (
        "a small word: copying the text, the model gave this correction a chance of 4 %; "
        "with it, the sentence is 3.3 times as likely (gain +1.2)"
    )
    assert not any(word in said for word in ("probability", "likelihood", "log"))


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "100 %"),
        (0.345, "34 %"),
        (0.1, "10 %"),
        (0.042, "4.2 %"),
        (0.01, "1 %"),
        (0.004, "0.4 %"),
        (0.0004, "less than 0.1 %"),
    ],
)
def test_a_chance_is_told_in_two_figures(share, said):
    assert percent(share) == said


@pytest.mark.parametrize(
    ("gain", "times"),
    [
        (-0.7, "0.5 times"), (-50.0, "less than 0.01 times"), (2.5, "12 times"),
        (6.8, "900 times"), (7.2, "more than 1,000 times"), (900.0, "more than 1,000 times"),
    ],
)  # fmt: skip
def test_a_gain_is_told_as_so_many_times_and_as_the_policy_names_it(gain, times):
    assert f"the sentence is {times} as likely (gain {gain:+.1f})" in how_sure(Measured(0.5, gain))


@pytest.mark.parametrize("gain", [0.0, -0.002, 0.01])
def test_a_sentence_that_gains_nothing_is_as_likely_as_before(gain):
    assert f"; with it, the sentence is as likely as before (gain {gain:+.1f})" in how_sure(Measured(0.5, gain))


def test_where_the_model_wrote_it_there_is_no_chance_and_without_scores_no_gain():
    assert how_sure(Measured(None, None)) == "the model wrote it so when asked for the corrected text"
    assert how_sure(Measured(0.5, None)).endswith("a chance of 50 %")


def test_what_the_policy_leaves_out_says_which_class_in_words_too():
    assert below_policy("slip", 0.02, 0.1) == (
        "it is less sure than any edit of class slip (another word, one letter away) may be: "
        "the model gave it a chance of 2 % (policy)"
    )
