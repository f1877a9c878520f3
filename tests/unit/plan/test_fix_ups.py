"""What of the seed's fix-ups a proposal would have needed, counted proposal by proposal."""

import pytest

from reviewer.hashing import content_hash
from reviewer.plan.fix_ups import fix_ups

PASSAGE = "# Pumps\n\nThe pump is closed at noon.\n\nIt is green.\n"
GOOD = {"action": "replace", "before": "The pump is closed", "after": "The pumps are closed", "line": 3}


@pytest.mark.parametrize(
    ("change", "counted"),
    [
        ({}, {}),
        ({"before_hash": content_hash("The pump is closed")}, {}),
        ({"before_hash": "sha256:abc"}, {"HASH_RECOMPUTE": 1}),
        ({"needs_attention": True}, {"NOTE_INJECT": 1}),
        ({"needs_attention": True, "review_note": {"alert": "NOTE", "text": "REVIEWER: RVW-0001 — look"}}, {}),
        ({"review_note": {"alert": "NOTE", "text": "look"}}, {"NOTE_ID_FIX": 1}),
        ({"line": 2}, {"BLANK_LINE_RELOCATED": 1}),
        ({"line": None, "target": {"line_start": 4, "line_end": 4}}, {}),
        ({"line": 2, "before": "The valve is closed"}, {"BLANK_LINE_DOWNGRADED": 1}),
        ({"line": 2, "before": "It is"}, {}),
        ({"line": 2, "action": "insert"}, {}),
        ({"line": 99}, {}),
        ({"line": True}, {}),
    ],
)
def test_each_is_counted_where_it_would_be_needed(change, counted):
    assert fix_ups([GOOD | change], PASSAGE) == counted


def test_a_target_is_read_where_no_line_is_given():
    item = {key: value for key, value in GOOD.items() if key != "line"}
    assert fix_ups([item | {"target": {"line_start": 4, "line_end": 4}}], PASSAGE) == {"BLANK_LINE_RELOCATED": 1}


def test_counts_add_up():
    assert fix_ups([GOOD | {"line": 2}, GOOD | {"line": 4}, GOOD], PASSAGE) == {"BLANK_LINE_RELOCATED": 2}
