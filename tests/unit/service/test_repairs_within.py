"""The repairs of a chunk are found without looking at those of every other one."""

from hypothesis import given
from hypothesis import strategies as st

from reviewer.model.position import Span
from reviewer.service.models.proofreading import within


@st.composite
def rows(draw):
    """Spans in order that do not overlap, empty ones among them, and a piece of the document."""
    edges = sorted(draw(st.lists(st.integers(0, 60), max_size=16)))
    spans = [Span(start, end) for start, end in zip(edges[::2], edges[1::2], strict=False)]
    start, end = sorted((draw(st.integers(0, 60)), draw(st.integers(0, 60))))
    return tuple((span, "x") for span in spans), Span(start, end)


@given(rows())
def test_they_are_those_that_lie_in_it(row):
    repairs, piece = row
    assert within(repairs, piece) == tuple(repair for repair in repairs if piece.contains(repair[0]))
