"""The structure check on single edits: each gate is shown refusing and letting through."""

import pytest
from growth import grows_linearly

from reviewer.markdown.parse import parse
from reviewer.markdown.safety import SafetyEdit, structure_violations
from reviewer.markdown.source import read_document
from reviewer.model.position import Span


def check(text, *edits, source="human", kind="style", at_last=False):
    """``edits`` are (quote, replacement) pairs; ``^`` before a quote makes it an insertion before that quote.

    The first such quote is meant, or with ``at_last`` the last one.
    """
    found, pieces, position = [], [], 0
    placed = []
    for quote, new in edits:
        start = (text.rindex if at_last else text.index)(quote.removeprefix("^"))
        placed.append((start, start if quote.startswith("^") else start + len(quote), new))
    for index, (start, end, new) in enumerate(placed):
        found.append(SafetyEdit(index, Span(start, end), len(new), kind, source))
    for start, end, new in sorted(placed):
        pieces += [text[position:start], new]
        position = end
    after = "".join([*pieces, text[position:]])
    states = [parse(read_document(state.encode(), "t.md")) for state in (text, after)]
    return structure_violations(*states, found)


DOC = (
    "# Title\n\nFirst paragraph here.\n\nSecond paragraph.\n\n## Part\n\nThird with `code`.\n\n- item one\n- item two\n"
)


def test_no_edits_no_violations():
    assert check(DOC) == ()


@pytest.mark.parametrize("source", ["human", "fixer", "worker"])
def test_a_corrected_word_is_no_violation(source):
    assert check(DOC, ("First", "A first"), source=source, kind="typo") == ()


def test_many_corrections_are_no_violation():
    edits = [("First", "One"), ("Second", "Two"), ("Third", "Three"), ("item two", "point 2"), ("Part", "Piece")]
    assert check(DOC, *edits, source="worker", kind="typo") == ()


def test_an_unclosed_fence_that_swallows_the_rest_is_one_violation_blamed_on_its_edit():
    (violation,) = check(DOC, ("First", "1st"), ("^Second", "```\n"), ("item one", "item 1"))
    assert violation.edits == (1,)


@pytest.mark.parametrize("opening", ["```\n", "<!-- ", "~~~ text\n"])
@pytest.mark.parametrize("source", ["human", "worker"])
def test_blocks_that_an_edit_swallows_are_its_violation_also_where_each_of_them_is_edited(opening, source):
    text = "# T\n\nFirst para here.\n\n## Sub\n\nThird para.\n"
    edits = (("^First", opening), ("Sub", "Subs"), ("Third", "3rd"))
    (violation,) = check(text, *edits, source=source)
    assert violation.edits == (0,)
    assert check(text, *edits[1:], source=source) == ()


@pytest.mark.parametrize("opening", ["```\n", "<!--\n\n", "<!-- ", "~~~ text\n", "<div>\n"])
@pytest.mark.parametrize("rest", [(), (("para.", "one."),)])
@pytest.mark.parametrize("source", ["human", "worker"])
def test_the_last_block_is_not_taken_in_by_what_is_opened_right_before_it(opening, rest, source):
    text = "# T\n\nFirst para here.\n\nLast para.\n"
    (violation,) = check(text, ("^Last", opening), *rest, source=source)
    assert violation.edits == (0,)
    assert check(text, *rest, source=source) == ()


@pytest.mark.parametrize(
    ("opening", "closing"), [("```\n", "\n```"), ("<!-- ", " -->"), ("<div>\n", "</div>"), ("$$\n", "\n$$")]
)
def test_a_block_may_be_put_between_what_is_opened_before_and_closed_behind_it(opening, closing):
    text = "# T\n\nFirst para here.\n\nLast para.\n"
    assert check(text, ("^Last", opening), ("^\n", closing), at_last=True) == ()


@pytest.mark.parametrize(
    "new", ["New para.\n\n", "## New\n\n", "- item\n\n", "> quote\n\n", "```\ncode\n```\n\n", "A line\n"]
)
def test_what_is_whole_may_be_put_before_the_last_block(new):
    assert check("# T\n\nFirst para here.\n\nLast para.\n", ("^Last", new)) == ()


def test_a_block_that_is_quoted_by_the_edit_that_takes_it_in_may_become_a_part_of_it():
    text = "# T\n\nFirst para here.\n\nSecond para.\n\nThird para.\n"
    quote = "First para here.\n\nSecond para."
    assert check(text, (quote, f"```\n{quote}\n```"), ("Third", "3rd")) == ()
    assert (
        check(text, ("First para here.\n\nSecond", "First para here, second"), ("para.\n\nThird", "thing.\n\n3rd"))
        == ()
    )


def test_an_unclosed_comment_is_a_violation():
    (violation,) = check(DOC, ("^Second", "<!-- "))
    assert violation.edits == (0,)


def test_a_removed_closing_fence_is_a_violation():
    text = "Intro.\n\n```\ncode\n```\n\nAfter the fence.\n\nMore words.\n"
    violations = check(text, ("code\n```\n", "code\n"), ("More", "Many"))
    assert violations
    assert violations[0].edits == (0,)


def test_deleting_the_blank_line_between_two_paragraphs_is_a_violation():
    text = "One paragraph.\n\nTwo paragraphs.\n"
    assert check(text, ("\n\n", "\n"))[0].edits == (0,)


def test_a_heading_that_becomes_text_by_an_edit_beside_it_is_a_violation():
    text = "Words.\n\nTitle\n=====\n\nMore.\n"
    assert check(text, ("Words.\n\n", "Words.\n"))


def test_a_person_may_turn_a_paragraph_into_a_heading():
    assert check(DOC, ("^Second", "### "), kind="structure") == ()


@pytest.mark.parametrize("source", ["fixer", "tutor", "worker", "tool"])
@pytest.mark.parametrize("new", ["### ", "- ", "> ", "    ", "1. "])
def test_a_silent_edit_by_a_program_may_not_change_its_blocks_kind(source, new):
    (violation,) = check(DOC, ("^Second", new), source=source, kind="punctuation")
    assert violation.edits == (0,)


def test_a_silent_edit_by_a_program_may_not_split_a_paragraph():
    assert check(DOC, ("paragraph here", "paragraph\n\nhere"), source="worker", kind="grammar")


def test_a_silent_edit_at_the_end_of_a_file_without_newline_is_inside_its_block():
    assert check("Some word", ("word", "words"), source="fixer", kind="typo") == ()
    assert check("Some word", ("word", "word\n==="), source="fixer", kind="typo")


def test_a_program_may_change_a_blocks_kind_with_a_kind_that_is_not_silent():
    assert check(DOC, ("^Second", "### "), source="worker", kind="structure") == ()


def test_the_silent_kinds_are_the_callers():
    text, after = "Word.\n", "# Word.\n"
    states = [parse(read_document(state.encode(), "t.md")) for state in (text, after)]
    edit = SafetyEdit(0, Span(0, 0), 2, "style", "worker")
    assert structure_violations(*states, [edit], {"style"})
    assert structure_violations(*states, [edit], {"typo"}) == ()


def test_a_line_inserted_below_a_paragraph_joins_it_and_that_is_allowed():
    assert check("# T\n\nline one\n\nend\n", ("^\nend", "inserted line\n")) == ()


@pytest.mark.parametrize("at", ["Next", "The"])
def test_a_silent_correction_of_a_paragraph_is_allowed_beside_a_line_that_joins_it(at):
    text = "# T\n\nThe roof is olt.\n\nNext para.\n"
    start = text.index("\n\nNext") + 1 if at == "Next" else text.index("The")
    after = text[:start] + "A new line.\n" + text[start:]
    after = after.replace("olt", "old")
    states = [parse(read_document(state.encode(), "t.md")) for state in (text, after)]
    slip = text.index("t.")
    edits = [
        SafetyEdit(0, Span(start, start), 12, "style", "worker"),
        SafetyEdit(1, Span(slip, slip + 1), 1, "typo", "worker"),
    ]
    assert structure_violations(*states, edits) == ()


def test_a_new_list_item_and_a_new_paragraph_are_allowed():
    assert check(DOC + "\nLast.\n", ("^\nLast", "- item three\n")) == ()
    assert check(DOC, ("^Second", "New paragraph.\n\n")) == ()


def test_a_deleted_paragraph_is_allowed():
    assert check(DOC, ("First paragraph here.\n", "")) == ()


def test_a_backtick_beside_a_code_span_is_a_violation_for_anyone():
    assert check(DOC, ("Third with", "Third ` with"))


@pytest.mark.parametrize(
    ("text", "quote", "new"),
    [
        ("See [the guide] now.\n\n[the guide]: g.md\n", "[the guide] now", "the guide now"),
        ("A claim.[^1] More.\n\n[^1]: Proof.\n", "claim.[^1]", "claim."),
        ("| a | b |\n|---|---|\n| x | y |\n", "| x | y |", "| x y |"),
        ("See [doc](a.md) now.\n", "[doc](a.md)", "doc"),
    ],
)
def test_losing_a_link_a_mark_or_a_cell_is_a_violation_unless_a_person_means_it(text, quote, new):
    assert check(text, (quote, new), source="worker", kind="typo")
    assert check(text, (quote, new), source="worker", kind="structure")
    assert check(text, (quote, new), source="human", kind="style")
    assert check(text, (quote, new), source="human", kind="structure") == ()


def test_a_links_text_may_be_corrected_and_a_broken_link_repaired():
    assert check("See [the giude](a.md) now.\n", ("giude", "guide"), source="fixer", kind="typo") == ()
    assert check("# A b\n\nSee [x](#a_b).\n", ("a_b", "a-b"), source="fixer", kind="link") == ()
    assert check("# A b\n\nSee [x](#a_b).\n", ("a_b", "a-b"), source="worker", kind="typo")


def test_a_person_may_delete_a_paragraph_with_a_link():
    assert check("Keep.\n\nSee [doc](a.md).\n\nEnd.\n", ("See [doc](a.md).\n", "")) == ()


def test_thousands_of_edits_in_a_long_document_take_linear_time():
    part = "## H\n\nSome word here, [x](a.md).\n\n- one\n- two\n\n"

    def prepare(count):
        texts = (part * count, part.replace("word", "words") * count)
        states = [parse(read_document(text.encode(), "t.md")) for text in texts]
        starts = [index * len(part) + part.index("word") for index in range(count)]
        edits = [SafetyEdit(n, Span(start, start + 4), 5, "typo", "fixer") for n, start in enumerate(starts)]
        return lambda: violations.append(structure_violations(*states, edits))

    violations = []
    assert grows_linearly(prepare, 500)
    assert set(violations) == {()}
