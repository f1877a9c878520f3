"""Which math a model is shown as a noun, and what it is shown as it stands."""

import pytest

from reviewer.config import ReviewerConfig
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import preflight


def shown(text):
    return preflight(MarkdownPassage(text, "en", ReviewerConfig())).text


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 (or $6) and 10$/month or 15$.\n",
        "Add $HOME/bin:$PATH and ${X}/lib:${Y}.\n",
        "| a | b |\n|---|---|\n| $5 to $10 | $5 |\n| 10$ | $HOME/bin:$PATH |\n",
        "a | b\n---|---\n$5 | 10$\n",
    ],
)
def test_money_and_shell_variables_are_shown(text):
    assert shown(text) == text


@pytest.mark.parametrize("text", ["It costs $5 and 10$ more.\n", "| a |\n|---|\n| $5 (or 10$) |\n"])
def test_what_is_protected_in_doubt_is_shown(text):
    assert shown(text) == text


def test_math_is_masked_in_sentences_and_cells_alike():
    text = "So $x_1$ costs $5.\n\n| $y$ | $5 |\n|---|---|\n| `$z$` | \\(w\\) |\n"
    assert shown(text) == ("So Expression1 costs $5.\n\n| Expression2 | $5 |\n|---|---|\n| `$z$` | Expression3 |\n")
