"""How a refusal by the structure check is coded: by what would break, never by the words that say so."""

import pytest

from reviewer.markdown.safety import Violation


def codes(result):
    return [rejection.code.value for rejection in result.rejected]


@pytest.mark.parametrize("text", ["[see x](a.md)", "[see table 3](a.md)", "[the code fence rules](a.md)"])
@pytest.mark.parametrize(("protected", "code"), [(False, "REJECT_OTHER"), (True, "REJECT_PROTECTED")])
def test_the_code_does_not_depend_on_the_documents_words(make, text, protected, code):
    def drops_a_link(before, after, edits):
        return (Violation(f"the edit would drop the link {text!r}", (edits[0].index,), protected),)

    line = "`code` word\n"
    result = make.plan(make.empty(line), make.op(line, "word", "work"), structure=drops_a_link)
    assert codes(result) == [code]


def test_an_edit_that_swallows_a_fence_is_refused_as_protected(make):
    text = "word\n\n```\ncode\n```\n"
    result = make.plan(make.empty(text), make.op(text, "word", "~~~", source="fixer", kind="style"))
    assert codes(result) == ["REJECT_PROTECTED"]


def test_a_correction_that_makes_a_heading_of_a_paragraph_is_refused_as_other(make):
    text = "word\n\nmore\n"
    assert codes(make.plan(make.empty(text), make.op(text, "word", "# word", source="fixer"))) == ["REJECT_OTHER"]
