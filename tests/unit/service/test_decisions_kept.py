"""Every decision of a validator is kept: of what equals another edit, and of what a proofreader left by a rule."""

from script_desk import hesitates, review

from reviewer.config import PreservationRules, StyleRules, ValidationConfig

TEXT = "The manual is usefull to the crew of the plant."
PROPOSES = {
    "when": {"stage": "edit"},
    "reply": [{"action": "replace", "before": "usefull", "after": "useful", "kind": "typo", "confidence": 0.9}],
}


def test_of_two_equal_edits_one_is_made_and_the_decisions_on_both_are_kept(tmp_path):
    lines = [PROPOSES, *hesitates("usefull", "useful", " to the crew of the")]
    outcome, decided = review(tmp_path, TEXT, lines, "both")
    assert len(outcome.applied) == 1
    assert outcome.rejected == ()
    assert [line["type"] for line in decided] == ["decision"] * 2
    assert all(line["verdicts"] for line in decided)


def test_what_a_rule_refuses_of_a_proofreaders_edit_is_kept_and_is_no_refused_proposal(tmp_path):
    text = "The manual of Mircosoft is of use to the crew."
    outcome, decided = review(
        tmp_path,
        text,
        hesitates("Mircosoft", "Microsoft", " is of use to the"),
        "proofread",
        validation=ValidationConfig(rules=PreservationRules(names="reject")),
        style=StyleRules(glossary=("Microsoft",)),
    )
    assert (outcome.applied, outcome.rejected) == ((), ())
    (line,) = decided
    assert line["kind"] == "typo"
    assert (line["verdicts"][-1]["validator"], line["verdicts"][-1]["decision"]) == ("names", "reject")
