"""Positions before and after a set of edits, against text that is really edited."""

from hypothesis import given
from hypothesis import strategies as st

from reviewer.markdown.edited import EditMap, SafetyEdit
from reviewer.model.position import Span


@st.composite
def edited(draw):
    text = draw(st.text("abcdef", min_size=1, max_size=20))
    points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    edits, pieces, position = [], [], 0
    for index, (start, end) in enumerate(zip(points[::2], points[1::2], strict=False)):
        new = draw(st.text("XYZ", max_size=3))
        edits.append((SafetyEdit(index, Span(start, end), len(new), "typo", "human"), new))
        pieces += [text[position:start], new]
        position = end
    return text, "".join([*pieces, text[position:]]), [edit for edit, _ in edits]


@given(edited())
def test_what_no_edit_touches_is_found_where_it_went(case):
    before, after, edits = case
    mapped = EditMap(edits)
    borders = [0, *(p for e in edits for p in e.span), len(before)]
    for start, end in zip(borders[::2], borders[1::2], strict=True):
        if end > start:
            assert after[mapped.start(start) : mapped.end(end)] == before[start:end]


@given(edited(), st.integers(0, 20), st.integers(0, 20))
def test_touching_is_what_shares_a_character_or_stands_inside(case, first, second):
    before, _, edits = case
    span = Span(min(first, second, len(before)), min(max(first, second), len(before)))
    mapped = EditMap(edits)
    expected = {e.index for e in edits if e.span.overlaps(span)}
    assert {mapped.edits[place].index for place in mapped.touching(span, borders=False)} == expected
    assert mapped.any_touching(span, borders=False) == bool(expected)
    wider = expected | {e.index for e in edits if e.span.start == e.span.end and span.start <= e.span.start <= span.end}
    assert {mapped.edits[place].index for place in mapped.touching(span, borders=True)} == wider


@given(edited())
def test_the_region_of_everything_is_the_whole_text_after(case):
    before, after, edits = case
    assert EditMap(edits).region(Span(0, len(before))) == Span(0, len(after))
