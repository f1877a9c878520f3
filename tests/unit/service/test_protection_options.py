"""``style.protect_tables`` and ``style.protect_math`` say whether tables and formulas may be edited."""

from pathlib import Path

import pytest

from reviewer.config import ChunkConfig, ReviewerConfig, StyleRules
from reviewer.markdown.source import read_document
from reviewer.service.inspect import inspect_document
from reviewer.service.spelling import TyposSpeller
from reviewer.service.stages.pipeline import Analysis, analyse
from reviewer.service.stages.planned import plan_review
from reviewer.service.stages.ruled import ruled

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
    assert plan_review(ruled(analysis, config), "", config).ops == ()


def test_a_table_left_open_keeps_its_code_protected_and_its_cells_can_be_mended() -> None:
    analysis, config = analysed(protect_tables=False)
    assert kinds(analysis) == ["inline_code", "math_block", "inline_math"]
    assert [(op.before_text, op.after_text) for op in plan_review(ruled(analysis, config), "", config).ops] == [
        ("ie", "ei")
    ]


def test_math_left_open_is_no_protected_span() -> None:
    analysis, _ = analysed(protect_math=False)
    assert kinds(analysis) == ["table"]


@pytest.mark.parametrize("field", ["protect_tables", "protect_math"])
def test_both_keys_are_on_by_default(field: str) -> None:
    assert getattr(StyleRules(), field) is True


@pytest.mark.parametrize("style", [{}, {"protect_tables": False}, {"protect_math": False}])
def test_inspect_shows_what_a_review_protects_and_cuts(tmp_path: Path, style: dict[str, bool]) -> None:
    path = tmp_path / "t.md"
    text = TEXT.replace("| one |", "| two | one row more |\n" * 20 + "| one |")
    path.write_text(text)
    config = ReviewerConfig(style=StyleRules(**style), chunk=ChunkConfig(max_chunk_tokens=50, min_chunk_tokens=1))
    analysis = analyse(read_document(text.encode(), "t.md"), config, TyposSpeller())
    seen = inspect_document(path, config)
    assert seen["spans"] == [span.model_dump(mode="json") for span in analysis.protected]
    assert seen["chunks"] == [chunk.model_dump(mode="json") for chunk in analysis.chunks]
    assert seen["fingerprints"] == [item.model_dump(mode="json") for item in analysis.fingerprints]
    assert any(chunk["oversize"] for chunk in seen["chunks"]) is style.get("protect_tables", True)
