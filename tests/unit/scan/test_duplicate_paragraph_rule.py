import pytest
from scan_cases import found, texts

LONG = "The cache keeps every answer for ten minutes and then asks the origin server once more."


def test_the_later_copy_is_reported_with_the_line_of_the_first() -> None:
    (item,) = found(f"# A\n\n{LONG}\n\n# B\n\n{LONG}\n", "duplicate-paragraph")
    assert (item.line, item.severity, item.repairs) == (7, "attention", ())
    assert "line 3" in item.message


def test_white_space_and_line_breaks_do_not_matter() -> None:
    folded = LONG.replace("minutes and", "minutes\nand").replace("origin server", "origin   server")
    assert len(found(f"{LONG}\n\n{folded}\n", "duplicate-paragraph")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "None.\n\nNone.\n",
        f"```\n{LONG}\n```\n\n```\n{LONG}\n```\n",
        f"# {LONG}\n\n# {LONG}\n",
        f"| a | b |\n|---|---|\n| {LONG} | x |\n| {LONG} | y |\n",
        f"{LONG}\n\n{LONG.replace('ten', 'nine')}\n",
        f"{LONG}\n\n" * 5,
        "The following settings are read from the file in this order, one after the other:\n\n- a\n\n" * 2,
    ],
    ids=["short", "code", "headings", "cells", "one word differs", "boilerplate", "introductions"],
)
def test_repetition_on_purpose_is_left_alone(text: str) -> None:
    assert texts(text, "duplicate-paragraph") == []


def test_paragraphs_that_differ_in_code_only_are_different() -> None:
    first, second = LONG.replace("cache", "`cache`"), LONG.replace("cache", "`store`")
    assert texts(f"{first}\n\n{second}\n", "duplicate-paragraph") == []
    assert len(found(f"{first}\n\n{first}\n", "duplicate-paragraph")) == 1


def test_list_items_need_more_text_than_paragraphs() -> None:
    assert texts(f"- {LONG}\n\nx\n\n- {LONG}\n", "duplicate-paragraph") == []
    assert len(found(f"- {LONG} {LONG} {LONG}\n\nx\n\n- {LONG} {LONG} {LONG}\n", "duplicate-paragraph")) == 1
