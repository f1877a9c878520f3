"""One verdict for each candidate, whatever a model wrote; what is not said is unavailable, never approved."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.plan.ladder.decisions import decisions_in
from reviewer.validate.reconcile import all_unavailable, reconciled


def said(ref, decision="approve", confidence=0.9, **more):
    return {"ref": ref, "decision": decision, "confidence": confidence, "reason": "so", **more}


A, R, U = "approve", "reject", "unavailable"


@pytest.mark.parametrize(
    ("decisions", "verdicts", "ignored", "outcome"),
    [
        ([said(1), said(2, R)], [A, R], (), "ok"),
        ([said(2, R), said(1)], [A, R], (), "ok"),
        ([said("1"), said(" 2 ", "Rejected")], [A, R], (), "ok"),
        ([said(1.0), said(2.0, R)], [A, R], (), "ok"),
        ([said(1.0), said(2), said(1)], [U, A], (), "failed"),
        ([said(1.5), said(1), said(2)], [A, A], (0,), "recovered"),
        ([said(float("inf")), said(float("nan")), said(1), said(2)], [A, A], (0, 0), "recovered"),
        ([], [U, U], (), "failed"),
        ([said(1)], [A, U], (), "failed"),
        ([said(1), said(2), said(2)], [A, U], (), "failed"),
        ([said(1), said(2), said(2, R)], [A, U], (), "failed"),
        ([said(1), said(2), said(3)], [A, A], (3,), "recovered"),
        ([said(0), said(1), said(2), said(-1)], [A, A], (-1, 0), "recovered"),
        ([said(3), said(3), said(1), said(2)], [A, A], (3, 3), "recovered"),
        ([said(1), said(3)], [A, U], (3,), "failed"),
        ([said(1), said(2, confidence=1.01)], [A, U], (), "failed"),
        ([said(1), said(2, confidence=-0.1)], [A, U], (), "failed"),
        ([said(1), said(2, confidence=None)], [A, U], (), "failed"),
        ([said(1), said(2, confidence=True)], [A, U], (), "failed"),
        ([said(1), said(2, confidence="0.9")], [A, U], (), "failed"),
        ([said(1), said(2, "maybe")], [A, U], (), "failed"),
        ([said(1), said(2, None)], [A, U], (), "failed"),
        ([said(True), said(2)], [U, A], (0,), "failed"),
        ([{}, said(1), said(2)], [A, A], (0,), "recovered"),
    ],
)
def test_references_are_reconciled(decisions, verdicts, ignored, outcome):
    found = reconciled("editorial_review", 2, decisions)
    assert [verdict.decision for verdict in found.verdicts] == verdicts
    assert (found.ignored, found.outcome) == (ignored, outcome)
    assert bool(found.reason) is (outcome != "ok")
    assert found.unavailable == tuple(ref for ref, decision in enumerate(verdicts, 1) if decision == U)
    assert {verdict.execution for verdict in found.verdicts} == {"model"}


def test_a_failed_call_makes_all_of_its_batch_unavailable():
    found = all_unavailable("editorial_review", 3, "timeout: too slow")
    assert [verdict.decision for verdict in found.verdicts] == [U] * 3
    assert (found.outcome, found.reason) == ("failed", "timeout: too slow")


WRITTEN = json.dumps({"decisions": [said(1), said(2, R)]})


@pytest.mark.parametrize(
    "reply",
    [
        WRITTEN,
        f"```json\n{WRITTEN}\n```",
        f"<think>hm</think>\nHere you are:\n{WRITTEN}\nDone.",
        json.dumps([said(1), said(2, R)]),
        json.dumps({"notes": [], "decisions": [said(1), said(2, R)]}),
        json.dumps({"notes": ["a", "b"], "decisions": [said(1), said(2, R)]}),
        json.dumps({"notes": [], "results": [said(1.0), said(2.0, R)]}),
        json.dumps({"decisions": [said(1), said(2, R)], "dropped": [said(1, R)]}),
        "{'decisions': [{ref: 1, decision: 'approve', confidence: 0.9, reason: 'so'},"
        " {ref: 2, decision: 'reject', confidence: 0.9, reason: 'so'},]}",
        f"{json.dumps(said(1))}\n{json.dumps(said(2, R))}",
        WRITTEN.removesuffix("]}"),
        "1: approve (0.9) so\n2: reject (0.9) so",
        "- Ref 1: Approved, confidence 0.9\n- Ref 2: Rejected, confidence 0.9",
    ],
)
def test_decisions_are_read_in_many_forms(reply):
    found = reconciled("editorial_review", 2, decisions_in(reply))
    assert [(verdict.decision, verdict.confidence) for verdict in found.verdicts] == [(A, 0.9), (R, 0.9)]


@pytest.mark.parametrize("reply", ["", "  ", "I approve of all.", "<think>1: approve", "[1, 2", "null", "7"])
def test_a_reply_without_decisions_is_none(reply):
    assert decisions_in(reply) is None


@pytest.mark.parametrize("reply", ['{"decisions": []}', "[]", '{"notes": ["a"], "decisions": []}', '{"notes": []}'])
def test_an_empty_list_decides_nothing(reply):
    assert decisions_in(reply) == ()


def test_a_decision_that_breaks_off_is_none():
    found = reconciled("editorial_review", 2, decisions_in(WRITTEN[: WRITTEN.index('"ref": 2') + 25]))
    assert [verdict.decision for verdict in found.verdicts] == [A, U]


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 6), st.floats(), st.text(string.printable, max_size=8)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(said(1))), inner, max_size=4),
    max_leaves=6,
)
decision = st.fixed_dictionaries(
    {},
    optional={
        "ref": st.one_of(st.integers(-1, 6), anything),
        "decision": st.one_of(st.sampled_from(["approve", "reject", "Approve"]), anything),
        "confidence": st.one_of(st.floats(0, 1), anything),
        "reason": anything,
    },
)


@given(st.integers(1, 4), st.lists(decision, max_size=6))
def test_unavailable_is_never_approved_and_each_candidate_has_one_verdict(count, decisions):
    found = reconciled("editorial_review", count, decisions)
    assert len(found.verdicts) == count
    for ref, verdict in enumerate(found.verdicts, 1):
        entries = [one for one in decisions if str(one.get("ref")).strip() in {f"{ref}", f"{ref}.0"}]
        entries = [one for one in entries if not isinstance(one["ref"], str) or one["ref"].strip() == str(ref)]
        usable = [one for one in entries if str(one.get("decision")).strip().casefold() == verdict.decision]
        if verdict.decision == A:
            assert len(entries) == len(usable) == 1
            assert 0 <= entries[0]["confidence"] <= 1
    assert (found.outcome == "failed") is bool(found.unavailable)


@given(st.text(alphabet='{}[]",:0123456789 aprovejctdfinsm\n', max_size=120))
def test_any_reply_is_read_without_an_error(reply):
    found = decisions_in(reply)
    assert found is None or all(isinstance(one, dict) for one in found)
