"""Validation comes before overlap: a bad winner kills no good loser, and nothing is dropped without a refusal."""

import pytest
from validators import known, op

from reviewer.config import ReviewerConfig
from reviewer.model.edit import RejectCode, ReviewNote, Source
from reviewer.model.verdict import Verdict
from reviewer.plan.by_verdicts import by_verdicts
from reviewer.plan.merge import merge
from reviewer.validate.deterministic import judged
from reviewer.validate.verdicts import with_verdicts

TEXT = "The gaet are open. The crew waits.\n"
HUMAN = Source(type="human")


def test_a_bad_winner_kills_no_good_loser():
    bad = op(TEXT, "The gaet are open. The crew waits.", "", source=Source(type="fixer"))
    good = op(TEXT, "gaet are", "gate is")
    assert [one.op_id for one in merge([bad, good], TEXT).ops] == [bad.op_id]
    kept, (refusal,) = by_verdicts(judged([bad, good], known(TEXT)), ReviewerConfig())
    assert [one.op_id for one in merge(kept, TEXT).ops] == [good.op_id]
    assert (refusal.op_id, refusal.code) == (bad.op_id, RejectCode.OTHER)
    assert refusal.message.endswith("(non_empty_resulting_segment)")


def test_what_asks_for_attention_has_a_note_that_says_why():
    ops = judged([op(TEXT, "gaet", "gate", confidence=None, rationale="a slip")], known(TEXT))
    (kept,), refused = by_verdicts(ops, ReviewerConfig())
    assert refused == ()
    assert kept.needs_attention
    assert kept.review_note.text == "a slip [the model does not say how sure it is (confidence_threshold)]"


def test_why_is_said_once_and_of_what_had_a_note_already():
    asks = Verdict(validator="negation", execution="deterministic", decision="attention", reason="“not” is gone")
    given = op(TEXT, "gaet", "gate", needs_attention=True, review_note=ReviewNote(alert="NOTE", text="a slip"))
    for _ in range(2):
        (given,), _ = by_verdicts([with_verdicts(given, [asks])], ReviewerConfig())
    assert given.review_note.text == "a slip [“not” is gone (negation)]"


def test_a_reason_is_one_line_and_one_that_is_blank_says_that_a_person_is_asked():
    asks = [
        Verdict(validator="editorial_review", execution="model", decision="attention", reason=reason)
        for reason in ("it is\n\n# odd ", " ")
    ]
    (kept,), _ = by_verdicts([with_verdicts(op(TEXT, "gaet", "gate", rationale="a slip"), asks)], ReviewerConfig())
    said = "it is # odd (editorial_review); asks for attention (editorial_review)"
    assert kept.review_note.text == f"a slip [{said}]"


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ("", "rejected without a reason (editorial_review)"),
        (" ", "rejected without a reason (editorial_review)"),
        ("it mends nothing", "it mends nothing (editorial_review)"),
    ],
)
def test_a_refusal_says_that_it_is_one(reason, message):
    said = Verdict(validator="editorial_review", execution="model", decision="reject", reason=reason)
    kept, (refusal,) = by_verdicts([with_verdicts(op(TEXT, "gaet", "gate"), [said])], ReviewerConfig())
    assert (kept, refusal.message) == ((), message)


def test_a_group_falls_with_one_of_it():
    ops = [
        op(TEXT, "gaet", "gate", source=HUMAN, group="g"),
        op(TEXT, "crew", "crew", source=HUMAN, group="g"),
        op(TEXT, "open", "closed", source=HUMAN),
    ]
    kept, refused = by_verdicts(judged(ops, known(TEXT)), ReviewerConfig())
    assert [one.after_text for one in kept] == ["closed"]
    assert [one.message for one in refused] == [
        "another op of its group 'g' was refused",
        "it changes nothing (no_effect)",
    ]


def test_of_one_edit_that_is_proposed_twice_the_unsure_one_alone_is_refused():
    sure, unsure = (op(TEXT, "gaet", "gate", confidence=confidence) for confidence in (0.95, 0.3))
    assert sure.op_id == unsure.op_id
    for order in ([sure, unsure], [unsure, sure]):
        kept, refused = by_verdicts(judged(order, known(TEXT)), ReviewerConfig())
        assert [one.confidence for one in kept] == [0.95]
        assert [refusal.message.rpartition(" ")[2] for refusal in refused] == ["(confidence_threshold)"]
