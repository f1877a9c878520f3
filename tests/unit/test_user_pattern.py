"""Regular expressions that people give: compiled, or refused with one line."""

import re

import pytest

from reviewer.user_pattern import NESTING, BadPattern, compile_pattern


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a+",
        r"(?i)\bAs an AI\b",
        r"\(" * 500,
        "[(]" * 500,
        "(a)" * 500,
        "[]((]" * 200,
        "(" * NESTING + ")" * NESTING,
    ],
    ids=lambda text: text[:8],
)
def test_what_python_compiles_is_taken(text):
    assert compile_pattern(text) == re.compile(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "unterminated"),
        ("a{99999999999}", "too large"),
        ("(" * 5000, "groups"),
        ("(" * 5000 + ")" * 5000, "groups"),
        ("(?:" * (NESTING + 1) + ")" * (NESTING + 1), "groups"),
        ("\udcff", "not UTF-8"),
        ("(?P<a>x)(?P<a>y)", "redefinition"),
        ("a**", "multiple repeat"),
        ("(?<=a*)b", "fixed-width"),
    ],
    ids=lambda text: text[:12],
)
def test_what_cannot_be_used_is_refused_in_one_line(text, said):
    with pytest.raises(BadPattern, match=said) as raised:
        compile_pattern(text)
    assert "\n" not in str(raised.value)


def test_what_is_taken_compiles_in_a_deeper_call_as_well():
    text = "(?:" * NESTING + "a" + ")*" * NESTING

    def down(frames: int) -> re.Pattern[str]:
        re.purge()
        return down(frames - 1) if frames else re.compile(text)

    assert down(400) == compile_pattern(text)
