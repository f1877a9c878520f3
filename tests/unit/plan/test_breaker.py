"""The circuit breaker depends on outcomes that are known when a chunk begins, never on timing."""

import pytest

from reviewer.config import CircuitBreaker
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Outcome
from reviewer.plan.breaker import misread, template_for

CONFIG = CircuitBreaker(window=20, failure_threshold=0.6)


def template(index, failing, concurrency=2, *, tripped=False):
    return template_for(index, lambda number: number in failing, CONFIG, concurrency, tripped=tripped)


def test_the_first_chunks_have_no_evidence():
    assert {template(index, range(100)) for index in range(39)} == {"review"}


def test_twelve_failures_of_twenty_trip_it_and_eleven_do_not():
    assert template(39, range(12)) == "review_plain"
    assert template(39, range(11)) == "review"


def test_it_does_not_swing_back():
    assert template(100, (), tripped=True) == "review_plain"
    assert template(1, (), tripped=True) == "review_plain"


def test_the_window_ends_twenty_chunks_before():
    assert template(100, range(81, 200)) == "review"
    assert template(100, range(61, 81)) == "review_plain"


def test_with_many_calls_at_once_it_looks_further_back():
    assert template(100, range(61, 81), concurrency=10) == "review"
    assert template(100, range(41, 61), concurrency=10) == "review_plain"


@pytest.mark.parametrize(
    ("outcome", "parsed", "counts"),
    [
        (Outcome.CLEAN, True, False),
        (Outcome.UNPARSED, False, True),
        (Outcome.EMPTY_RESPONSE, False, True),
        (Outcome.OPS, False, True),
        (Outcome.BACKEND_ERROR, False, False),
        (Outcome.PROMPT_TRUNCATED, False, False),
    ],
)
def test_what_counts_as_a_reply_that_could_not_be_read(outcome, parsed, counts):
    edits = ChunkEdits(chunk_id="a", outcome=outcome, metrics=ChunkMetrics(parse_success=parsed))
    assert misread(edits) is counts
