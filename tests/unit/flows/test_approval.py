"""What of a person's answer becomes a decision, and what an API that may not receive text gets of a plan."""

import pytest

from flows.approval import Approval, question
from flows.publish_plan import plan_markdown
from reviewer.errors import UserError
from reviewer.model.plan_outcome import PlanCounts, PlanOutcome
from reviewer.service.waiting_plan import WaitingPlan


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"what": "all"}, "all"),
        ({"what": "silent"}, "silent"),
        ({"what": "silent", "kinds": ["typo"]}, "silent, kinds typo"),
        ({"what": "kinds", "kinds": ["typo", "grammar"]}, "kinds grammar, typo"),
        ({"what": "ops", "ops": ["op-1", "op-2"]}, "2 ops"),
        ({"what": "nothing"}, "none"),
    ],
)
def test_an_answer_is_a_choice_and_its_author_the_operator(answer, said):
    decision = Approval(name=" Ada ", reason="because", **answer).decision()
    assert decision.choice.described() == said
    assert (decision.operator, decision.reason) == ("Ada", "because")


@pytest.mark.parametrize(
    "answer",
    [
        {"what": "ops"},
        {"what": "kinds"},
        {"what": "all", "ops": ["op-1"]},
        {"what": "nothing", "ops": ["op-1"]},
        {"what": "ops", "ops": ["op-1"], "kinds": ["typo"]},
        {"what": "all", "kinds": ["typo"]},
        {"what": "ops", "ops": [" , "]},
        {"what": "kinds", "kinds": [" "]},
        {"what": "all", "name": "  "},
    ],
)
def test_one_that_says_two_things_or_none_applies_nothing(answer):
    with pytest.raises(UserError) as caught:
        Approval(**{"name": "Ada", **answer}).decision()
    assert caught.value.code == "bad-parameter"


def test_the_question_tells_counts_place_and_why_the_last_answer_was_refused():
    counts = PlanCounts(changes=3, silent=1, attention=2, flags=4, chunks=9, chunks_failed=2, kinds={"typo": 7})
    told = question(WaitingPlan("sha256:p", counts, "/r/PLAN_a.md"), "[the plan](http://ui/x)", "no such op")
    for part in ("**3 changes**", "**4 flags**", "typo 7", "2 of 9 chunks", "/r/PLAN_a.md", "http://ui/x", "sha256:p"):
        assert part in told
    assert told.startswith("**The last answer was refused:** no such op")


def test_an_api_that_may_not_receive_text_gets_counts_and_hashes(tmp_path):
    readable = tmp_path / "PLAN_a.md"
    readable.write_text("a secret sentence", encoding="utf-8")
    outcome = PlanOutcome(
        workspace="/w", document="/d/a.md", doc_hash="sha256:d", head="sha256:h", plan="sha256:p", path="/w/p.json",
        readable=str(readable), counts=PlanCounts(changes=3, kinds={"typo": 3}),
    )  # fmt: skip
    assert plan_markdown(outcome, text_allowed=True) == "a secret sentence"
    closed = plan_markdown(outcome, text_allowed=False)
    assert "secret" not in closed
    assert ("sha256:p" in closed, "| changes | 3 |" in closed) == (True, True)
