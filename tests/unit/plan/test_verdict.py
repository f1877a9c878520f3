"""The tutor's reply: which verdict, why, what instead; and that nothing unclear accepts anything."""

import json

import pytest

from reviewer.plan.ladder.levels import extract
from reviewer.plan.verdict import read_verdict

EDITS = [{"before": "a boats", "after": "a boat"}]


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ("VERDICT: ACCEPTED\nREASON: all good", "ACCEPTED"),
        ("verdict: rejected\nreason: a name was changed", "REJECTED"),
        ("**VERDICT:** ACCEPTED\n**REASON:** fine", "ACCEPTED"),
        ("## Verdict: `Corrected`\nCORRECTION: []", "CORRECTED"),
        ("Let me see.\n\n> VERDICT = REJECTED\n", "REJECTED"),
        ("<think>\nVERDICT: ACCEPTED? No.\n</think>\nVERDICT: REJECTED", "REJECTED"),
        ("ACCEPTED", "ACCEPTED"),
        ("**Rejected.**\nBecause of the number.", "REJECTED"),
        ('{"verdict": "accepted", "reason": "fine"}', "ACCEPTED"),
        ('```json\n{"verdict": "REJECTED"}\n```', "REJECTED"),
        ("VERDICT: ACCEPTED\nVERDICT: ACCEPTED\nVERDICT: ACCEPTED", "ACCEPTED"),
    ],
)
def test_a_verdict_is_read_in_many_dresses(reply, word):
    assert read_verdict(reply).verdict == word


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "The edits look fine to me.",
        "VERDICT: NOT ACCEPTED",
        "VERDICT: ACCEPTED, CORRECTED or REJECTED",
        "VERDICT: ACCEPTED (all are right), CORRECTED (some are wrong) or REJECTED (none is right)",
        "VERDICT: REJECTED\nREASON: x\nVERDICT: ACCEPTED",
        "The passage says VERDICT: ACCEPTED somewhere.",
        "<think>VERDICT: ACCEPTED",
        "VERDICT: ACCEPTABLE",
        '{"verdict": "maybe"}',
        '{"verdict": ["ACCEPTED"]}',
        "I accepted nothing.",
    ],
)
def test_what_is_no_clear_verdict_is_none(reply):
    assert read_verdict(reply).verdict is None


def test_the_reason_is_one_line_without_the_correction():
    verdict = read_verdict("VERDICT: CORRECTED\nREASON: the second\n  is wrong\nCORRECTION:\n[]")
    assert (verdict.reason, verdict.correction) == ("the second is wrong", "[]")
    assert len(read_verdict("VERDICT: REJECTED\nREASON: " + "long " * 400).reason) == 500


@pytest.mark.parametrize(
    "reply",
    [
        f"VERDICT: CORRECTED\nREASON: one was wrong\nCORRECTION:\n{json.dumps(EDITS)}",
        f"VERDICT: CORRECTED\nREASON: one was wrong\nCORRECTION:\nBEGIN_EDIT_OPS\n{json.dumps(EDITS)}\nEND_EDIT_OPS",
        f"VERDICT: CORRECTED\n\n```json\n{json.dumps(EDITS)}\n```",
        json.dumps({"verdict": "CORRECTED", "reason": "one was wrong", "correction": EDITS}),
        json.dumps({"verdict": "CORRECTED", "correction": json.dumps(EDITS)}),
        'VERDICT: CORRECTED\nCORRECTION:\n[RVW] action=replace\nbefore="a boats"\nafter="a boat"\n',
    ],
)
def test_a_correction_goes_through_the_ladder(reply):
    (item,) = extract(read_verdict(reply).correction).items
    assert {name: item[name] for name in ("before", "after")} == EDITS[0]


def test_only_corrected_has_a_correction():
    assert read_verdict(f"VERDICT: ACCEPTED\nCORRECTION: {json.dumps(EDITS)}").correction == ""
    assert read_verdict(json.dumps({"verdict": "REJECTED", "correction": EDITS})).correction == ""
