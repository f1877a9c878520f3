"""A model's edit that takes a sentence away is refused, or, where people want to be told instead, a deletion."""

import json
from pathlib import Path

import pytest
from script_desk import review

from reviewer.config import PreservationRules, ValidationConfig

TEXT = "The crew waits at teh lock. The gate opens at noon and the barge comes in. All of it is fine."
GONE = [
    ("lock. The gate opens at noon and the barge comes in. All of", "lock. All of", "delete"),
    ("teh lock. The gate opens at noon and the barge comes in.", "the lock.", "replace"),
]


def reviewed(folder, before, after, rule):
    edit = {"action": "replace", "before": before, "after": after, "kind": "style", "confidence": 0.9,
            "rationale": "this repeats the chapter above"}  # fmt: skip
    validation = ValidationConfig(judge=False, rules=PreservationRules(sentence_lost=rule))
    return review(folder, TEXT, [{"when": {"stage": "edit"}, "reply": [edit]}], "plan", validation=validation)[0]


@pytest.mark.parametrize(("before", "after", "action"), GONE)
def test_by_default_it_is_refused(tmp_path, before, after, action):
    outcome = reviewed(tmp_path, before, after, PreservationRules().sentence_lost)
    assert outcome.applied == ()
    (refused,) = outcome.rejected
    assert refused.message.endswith("(sentence_lost)")


@pytest.mark.parametrize(("before", "after", "action"), GONE)
def test_where_that_asks_for_attention_it_is_a_deletion_with_a_caution_note(tmp_path, before, after, action):
    outcome = reviewed(tmp_path, before, after, "attention")
    (entry,) = [json.loads(line) for line in Path(outcome.outputs.ledger).read_text().splitlines()]
    assert (entry["action"], entry["severity"], entry["silent"]) == (action, "deletion", False)
    assert entry["review_note"]["alert"] == "CAUTION"
