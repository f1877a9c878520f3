"""A stored proofreading answers the questions that were asked, and no others: it is whole, or it is asked anew."""

import math

from hypothesis import given
from hypothesis import strategies as st
from proofread_desk import COPY, job, run

from reviewer.config import PreservationRules
from reviewer.model.chunk_edits import Outcome
from reviewer.plan.proofread.job import proofread_inputs
from reviewer.plan.replies_again import is_stale, proofread_again, without_places

TEXT = "The big frobnik of a node is kept. Every nodes own a queue there.\n"
TOP = {
    " frobnik": {"logprob": -0.5, "top": [[" frobnik", -0.5], [" frobnic", math.log(0.3)]]},
    " nodes": {"logprob": -0.5, "top": [[" nodes", -0.5], [" node", math.log(0.3)]]},
}
SCRIPT = [
    {"when": {"continues": " frobnic"}, "reply": " of a node is kept", "finish_reason": "length"},
    {"when": {"continues": "Every node"}, "reply": " own a queue there.", "finish_reason": "stop"},
    {"when": {"contains": "You are a careful"}, "score": TOP},
    {"when": {"contains": "frobnic "}, "score": {" kept": -1}},
    {"when": {"contains": "frobnik of a node is kept. Every nodes"}, "score": {" own": -1}},
    {"when": {"contains": "Every node own"}, "score": {" own": -9}},
    {"score": {" frobnik": -30}},
]


def desk(*terms, text=TEXT, rules=None, patterns=None, glossary=()):
    asked = job(text, COPY, "frobnik", "frobnic", terms=frozenset(terms))
    style = {"glossary": glossary} | ({"ai_leftover_patterns": patterns} if patterns is not None else {})
    config = asked.config.model_copy(update={"style": asked.config.style.model_copy(update=style)})
    if rules is not None:
        validation = config.validation.model_copy(update={"rules": rules})
        config = config.model_copy(update={"validation": validation})
    return type(asked)(**{name: getattr(asked, name) for name in asked.__dataclass_fields__} | {"config": config})


def said(edits):
    return [(op.after_text, op.needs_attention, op.rationale) for op in edits.ops]


def test_no_correction_is_weighed_with_the_likelihood_of_another():
    """With the term, the first edit is made and two sentences are scored for it; without, it is refused unscored."""
    stored = without_places(run(desk("frobnic"), *SCRIPT))
    fresh = run(desk(), *SCRIPT)
    assert [needs for _, needs, _ in said(fresh)] == [True]
    again = proofread_again(desk(), stored)
    assert again.outcome is Outcome.BACKEND_ERROR
    assert "other questions" in again.reason
    assert is_stale(stored, again)
    assert all(needs for _, needs, _ in said(again)), "29.0 was the gain of another edit"


def test_what_ends_early_is_never_clean():
    text = "The big frobnik of a node is kept by us.\n"
    stored = without_places(run(desk(text=text), *SCRIPT))
    again = proofread_again(desk("frobnic", text=text), stored)
    assert (again.outcome, is_stale(stored, again)) == (Outcome.BACKEND_ERROR, True)


def test_a_term_that_a_word_may_be_meant_as_changes_the_key():
    assert proofread_inputs(desk("frobnic")) != proofread_inputs(desk())
    assert proofread_inputs(desk("borrowck")) == proofread_inputs(desk())


def test_the_key_holds_how_edits_are_judged():
    base = proofread_inputs(desk())
    others = [
        desk(rules=PreservationRules(not_its_kind="attention")),
        desk(patterns=("as an assistant",)),
        desk(glossary=("valve",)),
    ]
    assert all(proofread_inputs(other) != base for other in others)


TERMS = st.sets(st.sampled_from(["frobnic", "frobnik", "frobnikof", "nodes", "robni", "frob", "borrowck", "kept-by"]))


@given(TERMS, TERMS)
def test_a_proofreading_may_be_replayed_for_every_job_of_its_key(terms, others):
    """Whatever terms the rest of the document uses: the same key, the same questions, and the same ops."""
    one, other = desk(*terms), desk(*others)
    if proofread_inputs(one) != proofread_inputs(other):
        other = desk(*terms, "borrowck")
    first, second = run(one, *SCRIPT), run(other, *SCRIPT)
    assert [reply.asked for reply in first.replies] == [reply.asked for reply in second.replies]
    replayed = proofread_again(other, without_places(first))
    assert (replayed.outcome, replayed.ops, replayed.refused) == (second.outcome, second.ops, second.refused)
