"""Every decision of a validator is kept: of what equals another edit, and of what a proofreader left by a rule."""

import json
import math
from functools import partial

from reviewer.config import LLMConfig, PreservationRules, ReviewerConfig, ReviewModes, StyleRules, ValidationConfig
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import open_edge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document

SURE = math.log(0.6)


class NoWords:
    identity = "none 1"

    def corrections(self, words):
        return {}


def hesitates(wrong, right, rest):
    """A model that would write ``right`` where the text has ``wrong``."""
    return [
        {"when": {"stage": "proofread", "continues": f" {right}"}, "reply": rest, "finish_reason": "length"},
        {"when": {"stage": "proofread"}, "score": {f" {wrong}": {"logprob": -0.5, "top": [[f" {wrong}", -0.5],
                                                                                       [f" {right}", SURE]]}}},
    ]  # fmt: skip


def review(folder, text, lines, mode, **config):
    """The outcome, and the decisions in ``validation.jsonl``."""
    path, script = folder / "plant.md", folder / "script.jsonl"
    path.write_text(f"# Plant\n\n{text}\n")
    script.write_text("".join(json.dumps(line) + "\n" for line in lines))
    llm = LLMConfig(backend="scripted", script=str(script), edit_model="small-0.5b")
    given = ReviewerConfig(llm=llm, fixers=False, skip_pyramid=True, review=ReviewModes(mode=mode), **config)
    models = ModelTools(open_edge(llm), partial(pool_runs, 1), lambda _: None, lambda: 0.0)
    outcome = review_document(ReviewRequest(path, given), Tools(NoWords(), SystemClock(), models=models))
    (file,) = folder.glob(".review/*/stage2/validation.jsonl")
    return outcome, [json.loads(line) for line in file.read_text().splitlines()]


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
