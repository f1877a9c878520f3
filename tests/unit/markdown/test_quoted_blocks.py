"""What a person quotes, a person decides: the structure check is about the blocks that an edit does not quote."""

import pytest

from reviewer.markdown.parse import parse
from reviewer.markdown.safety import SafetyEdit, structure_violations
from reviewer.markdown.source import read_document
from reviewer.model.position import Span


def check(text, quote, new, *, source="human", kind="style", at=None):
    """The violations of one edit that replaces ``quote``, cut to what differs, as a person would have it."""
    start = text.index(quote) if at is None else at
    head = 0
    while head < min(len(quote), len(new)) and quote[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(quote), len(new)) - head and quote[-1 - tail] == new[-1 - tail]:
        tail += 1
    span = Span(start + head, start + len(quote) - tail)
    after = text[:start] + new + text[start + len(quote) :]
    quoted = Span(start, start + len(quote)) if source == "human" else None
    edit = SafetyEdit(0, span, len(new) - head - tail, kind, source, quoted)
    states = [parse(read_document(state.encode(), "t.md")) for state in (text, after)]
    return structure_violations(*states, [edit])


TWO = "# T\n\nAlpha one.\n\nBeta two.\n\nEnd.\n"
ALLOWED = {
    "two paragraphs joined with a space": (TWO, "Alpha one.\n\nBeta two.", "Alpha one. Beta two."),
    "joined with a comma and part of each quoted": (TWO, "one.\n\nBeta", "one, beta"),
    "joined with nothing but a line end": (TWO, "Alpha one.\n\nBeta two.", "Alpha one.\nBeta two."),
    "the line ends alone": (TWO, "\n\nBeta", " Beta"),
    "a blank line": ("Alpha.\n\nBeta.\n", "Alpha.\n\n", "Alpha.\n"),
    "two blank lines": ("Alpha.\n\n\nBeta.\n", "\n\n\nBeta", "\nBeta"),
    "two quotes joined": ("> a\n\n> b\n\nEnd.\n", "> a\n\n> b", "> a\n> b"),
    "two quotes of which the second has more": ("> a\n\n> b\n>\n> c\n\nEnd.\n", "> a\n\n", "> a\n"),
    "a paragraph that becomes an item of the list above": ("- a\n\nBeta.\n\nEnd.\n", "Beta.", "- Beta."),
    "an item of the list below": ("Beta.\n\n- a\n\nEnd.\n", "Beta.", "- Beta."),
    "a numbered one": ("1. a\n2. b\n\nBeta.\n", "Beta.", "3. Beta."),
    "a second paragraph of an item": ("- a\n\nBeta.\n\nEnd.\n", "Beta.", "  Beta."),
    "a paragraph that becomes part of the quote above": ("> a\n\nBeta.\n", "\nBeta.", ">\n> Beta."),
    "a list that becomes text, being quoted": ("Words.\n\n2. a\n", "Words.\n\n2. a", "Words.\n2. a"),
    "a heading that takes the line above, being quoted": (
        "Words.\n\nTitle\n=====\n\nEnd.\n",
        "Words.\n\nTitle",
        "Words.\nTitle",
    ),
}


@pytest.mark.parametrize(("text", "quote", "new"), ALLOWED.values(), ids=ALLOWED)
def test_a_person_may_do_this_to_what_is_quoted(text, quote, new):
    assert check(text, quote, new) == ()


@pytest.mark.parametrize("source", ["fixer", "worker", "tutor", "tool"])
@pytest.mark.parametrize("name", ["joined with nothing but a line end", "a blank line", "two quotes joined"])
def test_a_program_may_not(name, source):
    assert check(*ALLOWED[name], source=source)


REFUSED = {
    "a fence that is not closed": (TWO, "Alpha one.", "```\nAlpha one."),
    "a comment that is not closed": (TWO, "Alpha one.", "<!-- Alpha one."),
    "a heading below that takes the line above": ("Words.\n\nTitle\n=====\n\nEnd.\n", "Words.\n\n", "Words.\n"),
    "a list that becomes text, not being quoted": ("Words.\n\n2. a\n", "Words.\n\n", "Words.\n"),
    "a paragraph that a quote takes in, not being quoted": ("> a\n\nBeta.\n", "> a\n\n", "> a\n"),
    "a paragraph that an item takes in, not being quoted": ("- a\n\nBeta.\n", "- a\n\n", "- a\n"),
    "two numbered lists that become one": ("1. a\n\nBeta.\n\n1. b\n\nEnd.\n", "Beta.", "1. Beta."),
    "indented code that becomes text": ("Alpha.\n\n    code\n\nEnd.\n", "Alpha.\n\n", "Alpha.\n"),
    "a fence among what is quoted that another one swallows": (
        "Alpha.\n\n```\ncode\n```\n\nEnd.\n",
        "Alpha.\n\n```\ncode\n```\n\nEnd.",
        "Alpha.\n\n~~~\n\n```\ncode\n```\n\nEnd.",
    ),
}


@pytest.mark.parametrize(("text", "quote", "new"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_quoted_stays_what_it_is_and_so_does_protected_text(text, quote, new):
    assert check(text, quote, new)


def test_the_reason_says_what_is_true():
    (violation,) = check(*REFUSED["a list that becomes text, not being quoted"])
    assert violation.message == "the edit would change the list on line 3, which it does not quote"


def test_what_one_person_quotes_another_edit_may_not_break():
    text = "Alpha.\n\nBeta.\n\nGamma.\n"
    after = text.replace("Alpha.", "```\nAlpha.").replace("Gamma.", "Gamma!")
    edits = [
        SafetyEdit(0, Span(0, 0), 4, "style", "fixer"),
        SafetyEdit(1, Span(21, 22), 1, "style", "human", Span(16, 22)),
    ]
    states = [parse(read_document(state.encode(), "t.md")) for state in (text, after)]
    (violation,) = structure_violations(*states, edits)
    assert violation.edits == (0,)
    assert "line 3" in violation.message
