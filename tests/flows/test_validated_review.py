"""``review`` with validators, as mapped tasks on a real server: judged once, named in ledger and report."""

import json
from pathlib import Path

import pytest

from flows.run import run_review
from reviewer.config import LLMConfig, ReviewerConfig

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

SIX = [
    "proposal_shape",
    "confidence_threshold",
    "original_text_presence",
    "non_empty_resulting_segment",
    "no_effect",
    "protected_terms",
]
EDITS = [
    {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar", "confidence": 0.9},
    {"action": "replace", "before": "crew know", "after": "crew knows", "kind": "grammar", "confidence": 0.9},
]


def decisions(*made):
    return {"decisions": [{"ref": ref, "decision": d, "confidence": 0.8, "reason": why} for ref, d, why in made]}


PROPOSED = {"when": {"stage": "edit"}, "reply": EDITS}
KEEPS_SENSE = {"when": {"stage": "validate", "contains": "protect the meaning"},
               "reply": decisions((1, "approve", "the same"), (2, "approve", "the same"))}  # fmt: skip
EDITOR = {
    "when": {"stage": "validate"},
    "reply": decisions((1, "approve", "an error"), (2, "reject", "crew is plural")),
}


class Desk:
    """A document that no other test reviews, and a script to answer with."""

    def __init__(self, folder, name):
        self.folder, self.path, self.script = folder, folder / "plant.md", folder / "script.jsonl"
        self.path.write_text(f"# Plant {name}\n\nThe valve close at noon. The crew know that in {name}.\n")

    def review(self, *lines, **llm):
        if lines:
            self.script.write_text("".join(json.dumps(line) + "\n" for line in lines))
        models = LLMConfig(backend="scripted", script=str(self.script), **llm)
        return run_review(self.path, ReviewerConfig(llm=models, fixers=False, skip_pyramid=True))

    def validation(self):
        text = next(self.folder.glob(".review/*/stage2/validation.jsonl")).read_text()
        return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def desk(tmp_path, request, orchestrator):
    return Desk(tmp_path, request.node.name)


def test_what_is_approved_is_made_and_its_entry_names_the_verdicts(desk):
    outcome = desk.review(PROPOSED, KEEPS_SENSE, EDITOR)
    assert outcome.counts.model_calls == 3
    (change,) = outcome.applied
    assert Path(outcome.outputs.edited).read_text().count("valve closes") == 1
    (entry,) = [json.loads(line) for line in Path(outcome.outputs.ledger).read_text().splitlines()]
    first, *rest = entry["verdicts"]
    assert (entry["id"], first["decision"], first["execution"]) == (change, "approve", "deterministic")
    assert set(SIX) <= set(first["validators"])
    assert rest == [
        {"validator": "meaning_reversal_review", "execution": "model", "decision": "approve", "confidence": 0.8,
         "reason": "the same"},
        {"validator": "editorial_review", "execution": "model", "decision": "approve", "confidence": 0.8,
         "reason": "an error"},
    ]  # fmt: skip
    (refused,) = outcome.rejected
    assert refused.message == "crew is plural (editorial_review)"


def test_every_decision_is_kept_and_the_report_groups_them(desk):
    outcome = desk.review(PROPOSED, KEEPS_SENSE, EDITOR)
    lines = desk.validation()
    assert [line["type"] for line in lines] == ["decision", "decision", "operation", "operation"]
    last = {line["verdicts"][-1]["reason"] for line in lines[:2]}
    assert last == {"an error", "crew is plural"}
    assert [(one["validator"], one["chain"], len(one["references"]), one["outcome"]) for one in lines[2:]] == [
        ("meaning_reversal_review", "grammar", 2, "ok"),
        ("editorial_review", "grammar", 2, "ok"),
    ]
    judged = [line["op_id"] for line in lines[:2]]
    for one in lines[2:]:
        assert sorted(of["op_id"] for of in one["references"]) == sorted(judged)
        assert [of["ref"] for of in one["references"]] == [1, 2]
    report = Path(outcome.outputs.report).read_text()
    alone, by_model = report.partition("## Validation")[2].split("By a model:")
    assert "`proposal_shape` (2)" in alone
    assert "| `editorial_review` | 1 | 0 | 1 | 0 |" in by_model
    assert "it judges its own edits" in report


def test_again_unchanged_nobody_is_asked_and_the_same_is_refused(desk):
    first = desk.review(PROPOSED, KEEPS_SENSE, EDITOR)
    again = desk.review()
    assert (again.counts.model_calls, again.applied, again.head) == (0, (), first.head)
    assert [one.message for one in again.rejected] == [one.message for one in first.rejected]


def test_what_nobody_judged_is_not_made_and_asked_again(desk):
    outcome = desk.review(PROPOSED, {"when": {"stage": "validate"}, "status": 503, "reply": "overloaded"})
    assert outcome.applied == ()
    assert outcome.status == "completed_with_failures"
    assert outcome.failures[0].startswith("validation: 2 proposed edits were not made")
    assert "The next review asks again" in Path(outcome.outputs.report).read_text()
    again = desk.review()
    assert (again.counts.model_calls, again.applied) == (1, ())
    assert len(desk.review(PROPOSED, KEEPS_SENSE, EDITOR).applied) == 1


def test_the_validator_model_is_asked_and_named(desk):
    outcome = desk.review(PROPOSED, {**KEEPS_SENSE, "when": {"stage": "validate"}}, validator_model="judge")
    assert len(outcome.applied) == 2
    report = Path(outcome.outputs.report).read_text().replace("\\", "")
    assert "validated by judge (llm.validator_model)" in report
