"""Every decision of a validator is kept: of what equals another edit, and of what a proofreader left by a rule."""

from script_desk import hesitates, review

from reviewer.config import PreservationRules, ValidationConfig

TEXT = "The manual is usefull to the crew of the plant."
PROPOSES = {
    "when": {"stage": "edit"},
    "reply": [{"action": "replace", "before": "usefull", "after": "useful", "kind": "typo", "confidence": 0.9}],
}


def test_the_same_edit_from_a_list_and_from_a_proofreader_is_judged_once(tmp_path):
    lines = [PROPOSES, *hesitates("usefull", "useful", " to the crew of the")]
    outcome, decided = review(tmp_path, TEXT, lines, "both")
    assert len(outcome.applied) == 1
    assert outcome.rejected == ()
    (line,) = decided
    assert line["type"] == "decision"
    assert line["verdicts"]


def test_what_a_rule_refuses_of_a_proofreaders_edit_is_kept_and_is_no_refused_proposal(tmp_path):
    outcome, decided = review(
        tmp_path,
        "The crew of the old ship stay in the river all day.",
        hesitates("in", "on", " the river all day"),
        "proofread",
        validation=ValidationConfig(rules=PreservationRules(directions="reject")),
    )
    assert (outcome.applied, outcome.rejected) == ((), ())
    (line,) = decided
    assert line["kind"] == "grammar"
    assert (line["verdicts"][-1]["validator"], line["verdicts"][-1]["decision"]) == ("directions", "reject")
