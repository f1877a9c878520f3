"""``style.protect_tables`` and ``style.protect_math`` say whether tables and formulas may be edited."""

import pytest

from reviewer.config import ReviewerConfig, StyleRules
from reviewer.markdown.source import read_document
from reviewer.service.pipeline import Analysis, analyse, plan_review
from reviewer.service.spelling import TyposSpeller

TEXT = """# A document in plain English

The words of this document are in the language that it is written in.

| name | what it is |
|---|---|
| one | the text that we recieve with `code` in it |

$$
a = b
$$

And $x$ is the name of it.
"""


def analysed(**style: bool) -> tuple[Analysis, ReviewerConfig]:
    config = ReviewerConfig(style=StyleRules(**style))
    return analyse(read_document(TEXT.encode(), "t.md"), config, TyposSpeller()), config


def kinds(analysis: Analysis) -> list[str]:
    return [span.kind.value for span in analysis.protected]


def test_tables_and_math_are_protected_by_default() -> None:
    analysis, config = analysed()
    assert kinds(analysis) == ["table", "math_block", "inline_math"]
    assert plan_review(analysis, config, "").ops == ()


def test_a_table_left_open_keeps_its_code_protected_and_its_cells_can_be_mended() -> None:
    analysis, config = analysed(protect_tables=False)
    assert kinds(analysis) == ["inline_code", "math_block", "inline_math"]
    assert [(op.before_text, op.after_text) for op in plan_review(analysis, config, "").ops] == [("ie", "ei")]


def test_math_left_open_is_no_protected_span() -> None:
    analysis, _ = analysed(protect_math=False)
    assert kinds(analysis) == ["table"]


@pytest.mark.parametrize("field", ["protect_tables", "protect_math"])
def test_both_keys_are_on_by_default(field: str) -> None:
    assert getattr(StyleRules(), field) is True
