"""The time left is that of the calls that are still to be made."""

import pytest

from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Outcome
from reviewer.service.models.chunk_reviews import Finished
from reviewer.service.models.progress import Pace


def seconds_left(ended, stored=(), total=10, each=2.0):
    """What is said after each of ``ended``: chunks, in capitals where a model was asked for ``each`` seconds."""
    now = 0.0
    pace, said = Pace(lambda: now, frozenset(stored)), []
    for number, name in enumerate(ended, 1):
        now += each if name.isupper() else 0.0
        metrics = ChunkMetrics(stored=not name.isupper(), completion_tokens=10 if name.isupper() else 0)
        edits = ChunkEdits(chunk_id=name.lower(), outcome=Outcome.CLEAN, metrics=metrics)
        said.append(pace.heard(Finished(edits, number, total)).seconds_left)
    return said


def test_a_first_run_asks_about_every_chunk():
    assert seconds_left("ABC") == [18.0, 16.0, 14.0]


def test_stored_reviews_take_no_time_whenever_they_come():
    assert seconds_left("abcdEF", "abcd") == [None] * 4 + [10.0, 8.0]
    assert seconds_left("EabcdF", "abcdghij") == [2.0] * 5 + [0.0]


def test_what_should_be_stored_and_is_asked_after_all_is_expected_of_the_others_too():
    assert seconds_left("AB", "abcdefghij") == [18.0, 16.0]


@pytest.mark.parametrize("stored", ["", "abc"])
def test_nothing_is_said_before_a_model_was_asked(stored):
    assert seconds_left("abc", stored, total=3) == [None] * 3
