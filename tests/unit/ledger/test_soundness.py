"""The structure check at commit: how a refusal is coded, and what it costs."""

import time

import pytest


def code_of(make, text, before, after, **fields):
    result = make.plan(make.empty(text), make.op(text, before, after, source="fixer", **fields))
    return [rejection.code.value for rejection in result.rejected]


@pytest.mark.parametrize("link", ["[see x](a.md)", "[see table 3](a.md)", "[the code fence rules](a.md)"])
def test_a_lost_link_is_refused_alike_whatever_its_text_says(make, link):
    text = f"Text {link} here.\n"
    result = make.plan(make.empty(text), make.op(text, link, "nothing", source="human"))
    assert [rejection.code.value for rejection in result.rejected] == ["REJECT_PROTECTED"]
    assert code_of(make, f"Text {link} here.\n", link[1:4], "saw") == []


def test_an_edit_that_opens_a_fence_over_another_is_refused_as_protected(make):
    text = "word\n\n```\ncode\n```\n"
    assert code_of(make, text, "word", "```") == ["REJECT_PROTECTED"]


def test_an_edit_that_makes_a_heading_of_a_paragraph_is_refused_as_other(make):
    assert code_of(make, "word\n\nmore\n", "word", "# word") == ["REJECT_OTHER"]
