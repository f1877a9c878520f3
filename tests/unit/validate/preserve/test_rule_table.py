"""The table in the configuration says what a failure does; every rule has its line there."""

import pytest
from model_desk import edit, job_for

from reviewer.config import PreservationRules, ReviewerConfig, ValidationConfig
from reviewer.model.edit import Source
from reviewer.plan.preserved import preserved
from reviewer.validate.preserve.around import Around
from reviewer.validate.preserve.rules import RULES, preserve

TEXT = "# Yard\n\nThe gate must stay open at noon.\n"
WORKER = Source(type="worker", model="m")


def judged(proposal, **table):
    job = job_for(TEXT)
    ops, refused = job.places.place([proposal], WORKER)
    assert refused == ()
    config = ReviewerConfig(validation=ValidationConfig(rules=PreservationRules(**table)))
    return preserved(ops, Around(TEXT, job.chunk.span, "en"), config)


def test_every_rule_has_one_key_and_every_key_a_rule():
    assert sorted(rule.key for rule in RULES) == sorted(PreservationRules.model_fields)


def test_what_alters_sense_is_made_and_told():
    (op,), refused = judged(edit("must stay", "may stay", kind="style", rationale="it reads better"))
    assert refused == ()
    assert op.needs_attention
    assert op.review_note is not None
    assert [verdict.validator for verdict in op.verdicts if verdict.decision == "attention"] == ["modal_verbs"]


def test_the_table_makes_a_rule_reject():
    ops, (refusal,) = judged(edit("must stay", "may stay", kind="style"), modal_verbs="reject")
    assert ops == ()
    assert refusal.message == "it would change a modal verb (modal_verbs)"


def test_the_table_makes_a_rule_only_tell():
    proposal = edit("stay open", "stay very wide open", kind="typo")
    assert judged(proposal)[1][0].message.endswith("(not_its_kind)")
    (op,), refused = judged(proposal, not_its_kind="attention")
    assert (refused, op.needs_attention) == ((), True)


@pytest.mark.parametrize(("before", "after"), [("noon", "None"), ("must", "may"), ("noon", "midday")])
def test_each_rule_gives_one_verdict_up_to_a_rejection(before, after):
    job = job_for(TEXT)
    ops, _ = job.places.place([edit(before, after, kind="style")], WORKER)
    (op,) = preserve(ops, Around(TEXT, job.chunk.span, "en"), PreservationRules())
    named = [verdict.validator for verdict in op.verdicts]
    assert named == [rule.key for rule in RULES][: len(named)]
    rejected = [verdict.decision == "reject" for verdict in op.verdicts]
    assert not any(rejected[:-1])
    assert rejected[-1] or len(named) == len(RULES)
