"""Edits of models that want the same words as another edit: one of them is made."""

import pytest

from reviewer.hashing import content_hash
from reviewer.markdown.locate import Located
from reviewer.model.edit import Action, EditOp, Source, Target
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.plan.merge import merge
from reviewer.plan.reach import first_form, reach_of


def op(text, before, after, source="worker", *, nth=0, at=None):
    start = at if at is not None else -1
    for _ in range(nth + 1 if at is None else 0):
        start = text.index(before, start + 1)
    return EditOp(
        op_id=f"op-{source}-{start}-{before}-{after}",
        action=Action.REPLACE,
        target=Target(line_start=1, line_end=1),
        span=Span(start, start + len(before)),
        before_hash=content_hash(before),
        before_text=before,
        after_text=after,
        needs_attention=False,
        kind="typo",
        severity=Severity.MINOR,
        silent=True,
        source=Source(type=source),
    )


def made(text, *ops):
    for item in reversed(merge(ops, text).ops):
        text = text[: item.span.start] + item.after_text + text[item.span.end :]
    return text


OCCURED = "It occured in June and not not in May."


def put_in(after, at, source="worker"):
    return op(OCCURED, "", after, source, at=at)


@pytest.mark.parametrize("first", ["fixer", "tutor", "worker"])
@pytest.mark.parametrize(
    "wide",
    [op(OCCURED, "ed in", "red during"), op(OCCURED, "occu", "Occur"), op(OCCURED, "occured in", "occurred during")],
    ids=["behind", "before", "around"],
)
def test_a_word_is_mended_once(first, wide):
    narrow = put_in("r", OCCURED.index("ed in"), first)
    assert made(OCCURED, wide, narrow).count("rr") <= 1
    assert len(merge([wide, narrow], OCCURED).ops) == 1


@pytest.mark.parametrize("first", ["fixer", "worker"])
def test_one_of_two_equal_words_is_taken_away_once(first):
    late, early = op(OCCURED, " not", "", first, nth=1), op(OCCURED, "not ", "")
    merged = merge([early, late], OCCURED)
    assert made(OCCURED, early, late) == "It occured in June and not in May."
    assert (len(merged.overlapped), len(merged.duplicates)) == (0, 1)


def located(found):
    return Located(found.span, found.before_text, found.after_text)


def test_an_edit_around_the_pair_is_no_equal_edit_and_gives_way():
    wide = op(OCCURED, "not not in May", "not in Mai")
    assert made(OCCURED, wide, op(OCCURED, " not", "", "fixer", nth=1)) == "It occured in June and not in May."


def test_neighbouring_words_are_mended_side_by_side():
    ops = [op(OCCURED, "occured", "occurred"), op(OCCURED, " in", " during"), op(OCCURED, "June", "july")]
    assert made(OCCURED, *ops) == "It occurred during july and not not in May."


@pytest.mark.parametrize("source", ["human", "tool", "fixer"])
def test_people_and_rules_may_take_away_both_of_two_equal_lines(source):
    text = "a\nb\nb\nc\n"
    assert made(text, op(text, "b\n", "", source), op(text, "b\n", "", source, nth=1)) == "a\nc\n"


@pytest.mark.parametrize(
    ("text", "span", "after", "reach"),
    [
        ("x the the y", Span(5, 9), "", Span(1, 10)),
        ("x the the y", Span(2, 6), "", Span(1, 10)),
        ("x the dog y", Span(2, 6), "", Span(1, 6)),
        ("a gap here", Span(3, 4), "", Span(2, 5)),
        ("one two", Span(3, 4), ", ", Span(3, 4)),
        ("one two", Span(3, 3), "s", Span(0, 3)),
        ("one two", Span(4, 4), "the ", Span(3, 4)),
        ("one two", Span(3, 3), " the", Span(3, 4)),
        ("one\n\ntwo", Span(3, 3), " more", Span(3, 3)),
        ("- one\n- two\n", Span(6, 6), "- more\n", Span(6, 6)),
        ("It is. So", Span(6, 6), " It was so.", Span(6, 6)),
        ("one two", Span(3, 3), ",", Span(3, 3)),
    ],
)
def test_what_an_edit_reaches(text, span, after, reach):
    item = op(text, text[span.start : span.end], after, at=span.start)
    assert reach_of(item, text) == reach


def test_an_edit_is_the_same_at_every_place_to_which_it_can_be_moved():
    text = "we see the the crew"
    forms = {first_form(located(op(text, *edit)), text) for edit in ((" the", ""), ("the ", ""))}
    assert len(forms) == 1
    put = {first_form(located(op("a ab", "", after, at=at)), "a ab") for after, at in (("a ", 0), (" a", 1), ("a ", 2))}
    assert len(put) == 1
