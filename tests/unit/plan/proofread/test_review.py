"""A chunk is proofread by the best way that its backend has; what is found is placed, told, and found again."""

import math
from dataclasses import replace

import pytest
from proofread_desk import ALTERNATIVES, COPY, REWRITE, Words, doubt, edits, job, run

from reviewer.config import PreservationRules, ReviewerConfig
from reviewer.model.chat import Offers
from reviewer.model.chunk_edits import ChunkEdits, Outcome
from reviewer.model.position import Span
from reviewer.plan.proofread.job import proofread_inputs
from reviewer.plan.proofread.review import proofread_chunk
from reviewer.plan.replies_again import Recorded, proofread_again, without_places

TEXT = "# Queues\n\nThe usefull queue of a node is `kept` on the\nsame host by [us](a.md).\n"
READ = "The usefull queue of a node is `c1` on the same host by [us](u1)."
FIXED = TEXT.replace("usefull", "useful")
LIKELY = {"score": {}}
USEFUL = [*doubt(" usefull", " useful", math.log(0.3), " queue of a node is"), LIKELY]
HESITANT = {
    "reply": READ,
    "tokens": [
        {"text": "The"},
        {"text": " usefull", "logprob": -0.3, "top": [[" useful", math.log(0.3)]]},
        {"text": READ.removeprefix("The usefull")},
    ],
}


def answer(text):
    return {"reply": text}


@pytest.mark.parametrize(
    ("offers", "lines"),
    [
        (COPY, USEFUL),
        (
            ALTERNATIVES,
            [
                {"when": {"continues": " useful"}, "reply": " queue of a node is", "finish_reason": "length"},
                HESITANT,
            ],
        ),
        (Offers(logprobs=True), [HESITANT]),
        (REWRITE, [answer(READ.replace("usefull", "useful"))]),
        (REWRITE, [answer("Here is the paragraph:\n\n" + READ.replace("usefull", "useful"))]),
    ],
)
def test_each_way_of_asking_finds_a_misspelt_word(offers, lines):
    asked = job(TEXT, offers, "usefull")
    found = run(asked, *lines)
    assert found.outcome is Outcome.OPS
    assert edits(found.ops, TEXT) == [FIXED]
    (op,) = found.ops
    assert (op.source.type, op.source.model, op.kind) == ("worker", "model-0.5b", "typo")
    assert not op.needs_attention
    assert 0.9 <= op.confidence <= 1
    assert (found.template, found.offered, found.metrics.paragraphs) == ("proofread", offers, 1)


@pytest.mark.parametrize(("offers", "lines"), [(COPY, USEFUL), (REWRITE, [answer(READ.replace("usefull", "useful"))])])
def test_stored_replies_give_the_same_ops_in_a_longer_document(offers, lines):
    first = run(job(TEXT, offers, "usefull"), *lines)
    stored = ChunkEdits.model_validate_json(without_places(first).model_dump_json())
    longer = "# Before\n\nShort.\n\n" + TEXT
    again = proofread_again(job(longer, offers, "usefull"), stored)
    assert edits(again.ops, longer) == [longer.replace("usefull", "useful")]
    assert again.metrics == first.metrics
    same = proofread_chunk(job(TEXT, offers, "usefull"), Recorded(stored))
    assert (same.ops, same.refused, same.outcome) == (first.ops, first.refused, first.outcome)


def test_without_going_on_a_doubt_that_completes_no_word_asks_nobody():
    top = [[" own", -0.1], [" owns", math.log(0.6)]]
    text = "Every nodes own a queue there.\n"
    tokens = [{"text": "Every nodes"}, {"text": " own", "logprob": -0.1, "top": top}, {"text": " a queue there."}]
    found = run(job(text, Offers(logprobs=True)), {"reply": text.strip(), "tokens": tokens})
    assert (found.ops, found.metrics.worker_calls) == ((), 1)


def test_what_is_said_of_an_edit_is_how_sure_it_is():
    scored = {"when": {"contains": "The useful queue"}, "score": {" queue": -1.0}}
    worse = {"when": {"contains": "The usefull queue"}, "score": {" queue": -4.5}}
    (op,) = run(job(TEXT, COPY, "usefull"), USEFUL[0], {"when": {"contains": READ}, **USEFUL[1]}, scored, worse).ops
    assert op.rationale == (
        "a word that no list has: copying the text, the model gave this correction a chance of 30 %; "
        "with it, the sentence is 0.41 times as likely (gain -0.9)"
    )


def test_a_word_that_is_known_needs_more_and_a_person_is_told_of_small_words():
    text = "Every nodes own a queue, and the queue is kept in the same host.\n"
    low = doubt(" own", " owns", math.log(0.05), " a queue, and the queue")
    assert run(job(text, COPY), *low, LIKELY).metrics.worker_calls == 1, "it is not even asked what would follow"
    small = doubt(" in", " on", math.log(0.3), " the same host.")
    small[0]["finish_reason"] = "stop"
    (op,) = run(job(text, COPY), *small, LIKELY).ops
    assert (op.kind, op.needs_attention) == ("grammar", True)
    assert op.review_note is not None


def test_without_word_lists_nothing_is_silent():
    wrong = answer(READ.replace("of a node", "of a nodes"))
    ops = run(job(TEXT, REWRITE, lexicon=Words(languages=()), policy={"en-small-inflection": "silent 0.1"}), wrong).ops
    assert [op.needs_attention for op in ops] == [True]


def test_edits_of_the_mended_text_are_placed_in_the_text_as_it_is():
    text = "The usefull queue of of teh node is kept here.\n"
    repairs = ((Span(17, 20), ""), (Span(24, 27), "the"))
    lines = doubt(" usefull", " useful", math.log(0.3), " queue of the node is")
    lines[1]["when"] = {"contains": "The usefull queue of the node is kept here."}
    found = run(job(text, COPY, "usefull", repairs=repairs), *lines, LIKELY)
    assert edits(found.ops, text) == [text.replace("usefull", "useful")]


def test_what_the_chain_stops_is_told_with_its_rule():
    found = run(job(TEXT, REWRITE), answer(READ.replace("`c1`", "`c2`").replace("host", "machine")))
    assert found.ops == ()
    assert {refusal.message.rpartition("(")[2] for refusal in found.refused} == {"protected)", "similar)"}
    assert {refusal.line for refusal in found.refused} == {3, 4}


@pytest.mark.parametrize(
    ("lost", "rule"),
    [(" `c1`", "protected"), (" by [us](u1)", "protected"), ("The usefull queue of a node is ", "whole")],
)
def test_a_mask_that_is_lost_loses_its_edit(lost, rule):
    found = run(job(TEXT, REWRITE, "usefull"), answer(READ.replace(lost, "")))
    assert edits(found.ops, TEXT) == []
    assert all(rule in refusal.message or "whole" in refusal.message for refusal in found.refused)


def test_masks_in_another_order_are_refused_and_the_rest_stands():
    text = "The usefull names of the queue are `one` and `two` here.\n"
    swapped = "The useful names of the queue are `c2` and `c1` here."
    found = run(job(text, REWRITE, "usefull"), answer(swapped))
    assert edits(found.ops, text) == [text.replace("usefull", "useful")]
    assert len(found.refused) == 2


def test_an_answer_that_broke_off_says_nothing():
    found = run(job(TEXT, REWRITE, "usefull"), {"reply": "The useful queue", "finish_reason": "length"})
    assert (found.ops, len(found.refused)) == ((), 1)
    assert "broke off" in found.refused[0].message


def test_a_copy_is_clean():
    found = run(job(TEXT, REWRITE), answer(READ))
    assert (found.outcome, found.ops, found.refused) == (Outcome.CLEAN, (), ())


def test_what_was_found_before_a_backend_failed_stays():
    text = "The usefull queue of a node is here.\n\nThe third queue of a node is there.\n"
    lines = [{"when": {"contains": "third"}, "status": 503}, answer("The useful queue of a node is here.")]
    found = run(job(text, REWRITE, "usefull"), *lines)
    assert found.outcome is Outcome.BACKEND_ERROR
    assert edits(found.ops, text) == [text.replace("usefull", "useful")]
    again = proofread_again(job(text, REWRITE, "usefull"), without_places(found))
    assert (again.ops, again.outcome) == (found.ops, found.outcome)


def test_the_same_word_twice_is_corrected_where_it_was_doubted():
    text = "The usefull queue, the usefull node and the usefull host are here.\n"
    wrote = "The usefull queue, the useful node and the usefull host are here."
    found = run(job(text, REWRITE, "usefull"), answer(wrote))
    assert edits(found.ops, text) == [wrote + "\n"]


def test_a_person_is_told_of_a_phrase_that_went():
    text = "It is of the current the current queue of a node here.\n"
    (op,) = run(job(text, REWRITE), answer("It is of the current queue of a node here.")).ops
    assert edits([op], text) == ["It is of the current queue of a node here.\n"]
    assert (op.needs_attention, op.kind) == (True, "typo")


def test_of_two_corrections_of_one_word_the_surer_is_made():
    lines = [
        {"when": {"continues": " useful"}, "reply": " queue of a node is", "finish_reason": "length"},
        {"when": {"continues": " userful"}, "reply": " queue of a node is", "finish_reason": "length"},
        {"score": {" usefull": {"logprob": -0.5, "top": [[" useful", math.log(0.4)], [" userful", math.log(0.2)]]}}},
    ]
    found = run(
        job(TEXT, COPY, "usefull"),
        lines[0],
        lines[1],
        {"when": {"contains": "careful proofreader"}, **lines[2]},
        LIKELY,
    )
    assert edits(found.ops, TEXT) == [FIXED]
    assert [refusal.message for refusal in found.refused] == ["another correction there is surer (rival)"]


@pytest.mark.parametrize(
    ("text", "attention"),
    [
        ("It is usefull here in the plan.", False),
        ("The word usefull is wrong here in the plan.", True),
        ("Write usefull, not useful, here in the plan.", True),
        ("It is “usefull” here in the plan.", True),
        ("Usefull it is here in the plan.", True),
        ("Users type usefull into the box here.", True),
    ],
)
def test_a_person_is_told_of_what_may_stand_there_on_purpose(text, attention):
    right = text.replace("usefull", "useful").replace("Usefull", "Useful")
    (op,) = run(job(text + "\n", REWRITE, "usefull"), answer(right)).ops
    assert op.needs_attention == attention


@pytest.mark.parametrize(("target", "made"), [("#two-node", 0), ("other.md#two-node", 1)])
def test_how_a_link_names_a_heading_of_its_document_is_left(target, made):
    text = f"See what is said of [two node]({target}) in the plan.\n"
    asked = job(text, REWRITE, policy=ReviewerConfig().proofread.policy | {"en-small-inflection": "attention 0.1"})
    found = run(asked, answer("See what is said of [two nodes](u1) in the plan."))
    assert len(found.ops) == made


def test_the_number_of_a_subject_and_of_its_verb_are_rivals_also_where_they_stand_apart():
    text = "The nodes of the old big plant was open here.\n"
    found = run(
        job(text, COPY, policy=ReviewerConfig().proofread.policy | {"en-small-inflection": "attention 0.1"}),
        {"when": {"continues": " node"}, "reply": " of the old big plant was", "finish_reason": "length"},
        {"when": {"continues": " were"}, "reply": " open here.", "finish_reason": "stop"},
        {
            "when": {"contains": "careful proofreader"},
            "score": {
                " nodes": {"logprob": -0.5, "top": [[" node", math.log(0.3)]]},
                " was": {"logprob": -0.5, "top": [[" were", math.log(0.4)]]},
            },
        },
        LIKELY,
    )
    assert edits(found.ops, text) == [text.replace("was", "were")]


def test_of_two_ways_to_mend_one_fault_the_surer_is_made():
    text = "Ensure the field to still false here in the plan.\n"
    found = run(
        job(text, COPY),
        {"when": {"continues": " is"}, "reply": " still false here in the", "finish_reason": "length"},
        {"when": {"continues": " be"}, "reply": " false here in the plan", "finish_reason": "length"},
        {
            "when": {"contains": "careful proofreader"},
            "score": {
                " to": {"logprob": -0.5, "top": [[" is", math.log(0.3)]]},
                " false": {"logprob": -0.5, "top": [[" be", math.log(0.4)]]},
            },
        },
        LIKELY,
    )
    assert edits(found.ops, text) == [text.replace("false", "be false")]
    assert [refusal.message for refusal in found.refused] == ["another correction there is surer (rival)"]


def test_what_a_model_wrote_in_one_answer_is_no_rival_of_itself():
    text = "The node own two queue here in the plan.\n"
    asked = job(text, REWRITE, policy=ReviewerConfig().proofread.policy | {"en-small-inflection": "attention 0.1"})
    found = run(asked, answer("The node owns two queues here in the plan."))
    assert edits(found.ops, text) == [text.replace("own", "owns"), text.replace("queue", "queues")]


def test_a_correction_that_the_rules_refuse_does_not_win_over_one_that_they_let_pass():
    text, rest = "The opned queue of a node is here.\n", " queue of a node is"
    top = [[" opened", math.log(0.4)], [" owned", math.log(0.2)]]
    lines = [
        *({"when": {"continues": word}, "reply": rest, "finish_reason": "length"} for word, _ in top),
        {"when": {"contains": "careful proofreader"}, "score": {" opned": {"logprob": -0.5, "top": top}}},
        LIKELY,
    ]
    asked = job(text, COPY, "opned")
    assert edits(run(asked, *lines).ops, text) == [text.replace("opned", "opened")]
    strict = asked.config.validation.model_copy(update={"rules": PreservationRules(directions="reject")})
    found = run(replace(asked, config=asked.config.model_copy(update={"validation": strict})), *lines)
    assert edits(found.ops, text) == [text.replace("opned", "owned")]
    assert [refusal.message.rpartition("(")[2] for refusal in found.refused] == ["directions)"]


def test_inputs_of_a_key_change_with_all_that_the_answer_depends_on():
    base = proofread_inputs(job(TEXT, COPY))
    others = [
        job(TEXT.replace("host", "node"), COPY),
        job(TEXT, REWRITE),
        job(TEXT, COPY, repairs=((Span(14, 21), "useful"),)),
        job(TEXT, COPY, least_words=5),
        job(TEXT, COPY, policy={"en-small-unknown": "silent 0.5"}),
        job(TEXT, COPY, language="fr"),
    ]
    assert all(proofread_inputs(other) != base for other in others[:-1])
    assert proofread_inputs(job(TEXT, COPY)) == base
    assert proofread_inputs(job("Short.\n\n" + TEXT, COPY))["paragraphs"] == base["paragraphs"]


def test_what_the_policy_makes_of_no_probability_is_told_with_the_reason():
    text = "The lower bond of the zero bucket is here.\n"
    found = run(
        job(text, COPY, policy=ReviewerConfig().proofread.policy | {"en-small-function": "attention 0.01"}),
        {"when": {"continues": " bound"}, "reply": " of the zero bucket is", "finish_reason": "length"},
        {
            "when": {"contains": "careful proofreader"},
            "score": {" bond": {"logprob": -0.5, "top": [[" bound", math.log(0.5)]]}},
        },
        LIKELY,
    )
    assert found.ops == ()
    (refusal,) = found.refused
    assert (refusal.before, refusal.after) == ("bond", "bound")
    assert refusal.message == (
        "no edit of class slip (another word, one letter away) is made with this model: "
        "the model gave it a chance of 50 % (policy)"
    )
