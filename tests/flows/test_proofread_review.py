"""``review`` that proofreads, as mapped tasks on a real server: asked once, told in the report."""

import json
import math
from pathlib import Path

import pytest

from flows.run import run_review
from reviewer.config import LLMConfig, ReviewerConfig, ReviewModes

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

SURE = math.log(0.6)
HESITATES = [
    {"when": {"stage": "proofread", "continues": " useful"}, "reply": " to the crew of the", "finish_reason": "length"},
    {
        "when": {"stage": "proofread"},
        "score": {" usefull": {"logprob": -0.5, "top": [[" usefull", -0.5], [" useful", SURE]]}},
    },
]
LIST = [{"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar", "confidence": 0.9}]


class Desk:
    """A document that no other test reviews, and a script to answer with."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.path, self.script = folder, folder / "plant.md", folder / "script.jsonl"
        self.name = name
        self.write("The manual is usefull to the crew of the plant.")

    def write(self, *paragraphs: str) -> None:
        self.path.write_text("\n\n".join((f"# Plant {self.name}", *paragraphs, "")))

    def review(self, *lines, mode="proofread", judge=None, **config):
        self.script.write_text("".join(json.dumps(line) + "\n" for line in lines))
        models = LLMConfig(backend="scripted", script=str(self.script), edit_model="small-0.5b", validator_model=judge)
        given = ReviewerConfig(llm=models, review=ReviewModes(mode=mode), skip_pyramid=True, **config)
        return run_review(self.path, given)

    def file(self, pattern: str) -> str:
        return next(self.folder.glob(f".review/*/{pattern}")).read_text()


@pytest.fixture
def desk(tmp_path, request, orchestrator):
    return Desk(tmp_path, request.node.name)


def test_a_hesitation_becomes_a_silent_change_that_tells_how_sure_the_model_was(desk):
    outcome = desk.review(*HESITATES, fixers=False)
    (change,) = outcome.applied
    assert "useful to the crew" in Path(outcome.outputs.edited).read_text()
    (entry,) = [json.loads(line) for line in Path(outcome.outputs.ledger).read_text().splitlines()]
    assert (entry["id"], entry["kind"], entry["silent"]) == (change, "typo", True)
    assert "a chance of 60 %" in entry["rationale"]
    assert entry["source"]["model"] == "small-0.5b"


def test_the_report_says_which_mode_and_why_and_what_was_weighed(desk):
    outcome = desk.review(*HESITATES, mode="auto", fixers=False)
    report = Path(outcome.outputs.report).read_text().replace("\\", "")
    assert "mode proofread: the model has 0.5 billion weights, by its name, at most 3" in report
    assert "1 paragraph was proofread: each was copied word for word" in report
    record = json.loads(desk.file("run.json"))
    assert record["models"]["mode"] == "proofread"
    replies = [json.loads(line) for line in desk.file("stage2/proofread/*.replies.jsonl").splitlines()]
    assert {reply["role"] for reply in replies} == {"proofreader"}
    (status,) = [json.loads(line) for line in desk.file("stage2/proofread/status.jsonl").splitlines()]
    assert (status["outcome"], status["template"], status["paragraphs"]) == ("ops", "proofread", 1)


def test_again_nobody_is_asked_also_where_the_text_moved(desk):
    desk.review(*HESITATES, fixers=False)
    again = desk.review(*HESITATES, fixers=False)
    assert (again.counts.model_calls, again.applied) == (0, ())
    desk.path.write_text("A preamble.\n\n" + desk.path.read_text())
    moved = desk.review(*HESITATES, fixers=False)
    assert moved.counts.model_calls == 0
    assert Path(moved.outputs.edited).read_text().endswith("The manual is useful to the crew of the plant.\n\n")


def test_programs_first_the_model_reads_what_they_mended(desk):
    desk.write("The the manual is usefull to the crew of the plant.")
    outcome = desk.review(
        {"when": {"stage": "proofread", "contains": "The the manual"}, "status": 500, "reply": "not mended before"},
        *HESITATES,
    )
    assert outcome.status == "completed"
    assert Path(outcome.outputs.edited).read_text().count("The manual is useful to the crew") == 1


def test_both_modes_are_merged_and_each_has_its_own_files(desk):
    desk.write("The manual is usefull to the crew of the plant. The valve close at noon.")
    outcome = desk.review({"when": {"stage": "edit"}, "reply": LIST}, *HESITATES, mode="both", fixers=False)
    text = Path(outcome.outputs.edited).read_text()
    assert "useful to the crew" in text
    assert "valve closes at noon" in text
    assert desk.file("stage2/ops/*.raw.txt")
    assert desk.file("stage2/proofread/*.replies.jsonl")


def test_the_same_edit_from_both_is_one_candidate_and_what_is_refused_of_it_is_not_made(desk):
    same = [{"action": "replace", "before": "usefull to", "after": "useful to", "kind": "typo", "confidence": 0.7}]
    refuse = {"decisions": [{"ref": 1, "decision": "reject", "confidence": 0.9, "reason": "it is a name"}]}
    lines = ({"when": {"stage": "edit"}, "reply": same}, {"when": {"stage": "validate"}, "reply": refuse}, *HESITATES)
    outcome = desk.review(*lines, mode="both", fixers=False, judge="judge-7b")
    assert outcome.applied == ()
    assert [one.message for one in outcome.rejected] == ["it is a name (meaning_reversal_review)"]


def test_a_failed_call_is_told_and_asked_again(desk):
    outcome = desk.review({"when": {"stage": "proofread"}, "status": 503, "reply": "overloaded"}, fixers=False)
    assert outcome.status == "completed_with_failures"
    assert outcome.failures[0].startswith("proofreading of chunk ")
    assert outcome.counts.chunks_failed == 1
    assert len(desk.review(*HESITATES, fixers=False).applied) == 1


def test_a_paragraph_without_examples_in_its_language_is_told(desk):
    desk.write("Der Bericht beschreibt die Anlage und nennt alle Ventile, die nicht mehr benutzt werden.")
    outcome = desk.review(*HESITATES, fixers=False)
    assert outcome.counts.model_calls == 0
    report = Path(outcome.outputs.report).read_text()
    assert "1 paragraph was not proofread: in a language without examples" in report


def test_the_report_says_how_many_blocks_of_which_kind_were_not_proofread_and_why(desk):
    table, code = "| a | b |\n| --- | --- |\n| 1 | 2 |", "```\ncode\n```"
    desk.write("The manual is usefull to the crew of the plant.", table, "## More", code, "Two words.")
    outcome = desk.review(*HESITATES, fixers=False)
    report = Path(outcome.outputs.report).read_text().replace("\\", "")
    assert "Everything was reviewed" not in report
    assert "- 1 paragraph was proofread: " in report
    unseen = report.split("## Not reviewed\n\n")[1].split("\n\n")[0].split("\n")
    assert [line.partition(" not proofread")[0] for line in unseen if "not proofread" in line] == [
        "- 1 paragraph was", "- 2 headings were", "- 1 table was", "- 1 code block was",
    ]  # fmt: skip
