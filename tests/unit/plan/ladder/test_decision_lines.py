"""Decisions that a model writes as lines: number, decision, confidence, reason; anything else decides nothing."""

import pytest

from reviewer.plan.ladder.decisions import decisions_in


@pytest.mark.parametrize(
    "line",
    [
        "1: approve would be wrong here, so reject (0.9)",
        "1 - Approved: no, confidence 0.95",
        "1. approve/reject: reject, confidence 0.9",
        "1: approve only if the valve is closed (0.9)",
        "1: approved, 0.9: wrong, for it is plural",
    ],
)
def test_a_line_that_may_mean_the_opposite_approves_nothing(line):
    assert decisions_in(line) is None


@pytest.mark.parametrize(
    ("line", "decision", "confidence", "reason"),
    [
        ("1: approve", "approve", None, ""),
        ("1: approve (0.9) the same", "approve", 0.9, "the same"),
        ("**1**: approve", "approve", None, ""),
        ("1) approve — 0.95 — an error", "approve", 0.95, "an error"),
        ("1: reject: it cannot be approved", "reject", None, "it cannot be approved"),
        ("1. Rejected, confidence: 0.8, it says the opposite", "Rejected", 0.8, "it says the opposite"),
    ],
)
def test_a_plain_line_is_read(line, decision, confidence, reason):
    assert decisions_in(line) == ({"ref": "1", "decision": decision, "confidence": confidence, "reason": reason},)
