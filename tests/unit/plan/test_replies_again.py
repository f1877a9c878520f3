"""Stored replies are placed in the document as it is now: nobody is asked, and what was decided then stays decided."""

from dataclasses import replace

import pytest
from model_desk import Waits, client, edit, job_for

from reviewer.config import PreservationRules, ValidationConfig
from reviewer.errors import BackendError
from reviewer.model.chat import ChatMessage, ChatRequest, Offers, TokenChoice
from reviewer.model.chunk_edits import ChunkEdits, Outcome, RawReply
from reviewer.plan.asked import asked_digest
from reviewer.plan.chunk_review import review_chunk
from reviewer.plan.replies_again import Recorded, placed_again, without_places

SECTION = "## Doors\n\nWe recieve guests.\n"
FIX = edit("recieve", "receive")


class Counting:
    """A scripted model that counts a token for each word, as a backend of its own does."""

    backend, endpoint, constrains = "scripted", "", False

    def __init__(self, *lines):
        self.chat = client(*lines).chat

    def count_tokens(self, model, text):
        return len(text.split())

    def offers(self, model):
        return Offers()


def test_edits_stand_where_their_section_stands_now():
    stored = without_places(review_chunk(job_for(SECTION), client({"reply": [FIX]}), Waits()))
    assert stored.ops == ()
    moved = placed_again(job_for("# House\n\nShort.\n\n" + SECTION + "\nMany more words stand here now.\n"), stored)
    assert [(op.before_text, op.after_text) for op in moved.ops] == [("ie", "ei")]
    assert (moved.outcome, moved.metrics) == (Outcome.OPS, stored.metrics)


def test_a_reply_to_a_part_of_the_prompt_gives_nothing_then_and_later():
    job = job_for(SECTION)
    now = review_chunk(job, client({"reply": [FIX], "prompt_tokens": 5}), Waits())
    assert (now.outcome, now.ops) == (Outcome.PROMPT_TRUNCATED, ())
    assert placed_again(job, without_places(now)).ops == ()


def test_a_prompt_that_fitted_by_the_backends_own_count_is_not_refused_by_an_estimate():
    """Long words: an estimate by letters is far above one token for each."""
    job = job_for(f"## Doors\n\nWe recieve {'Donaudampfschifffahrtsgesellschaften ' * 60}guests.\n", num_ctx=700)
    now = review_chunk(job, Counting({"reply": [FIX]}), Waits())
    assert now.outcome is Outcome.OPS
    assert placed_again(job, without_places(now)).ops == now.ops


def test_a_recorded_reply_is_given_back_as_it_was():
    token = TokenChoice(text="We", logprob=-0.5, top=(("Ve", -1.0),))
    offered = Offers(logprobs=True, continues=True)
    replies = (
        RawReply(role="proofreader", text="We", tokens=(token,), completion_tokens=1),
        RawReply(role="proofreader", text="on and on", finish_reason="cut", cut="in circles", completion_tokens=3),
        RawReply(role="validator", text="We", tokens=(token,), completion_tokens=1),
    )
    stored = ChunkEdits(chunk_id="c", outcome=Outcome.OPS, offered=offered, replies=replies)
    model, call = Recorded(stored), ChatRequest(stage="proofread", subject="c", model="m", messages=())
    given = [model.chat(call), model.chat(call, lambda text: "other"), model.score(call, "We")]
    names = ("text", "finish_reason", "cut", "tokens", "completion_tokens")
    assert [[getattr(reply, name) for name in names] for reply in given] == [
        [getattr(reply, name) for name in names] for reply in replies
    ]
    assert model.offers("m") == offered


def test_a_reply_is_given_to_its_own_question_alone_and_the_recording_ends_at_another():
    call = ChatRequest(stage="proofread", subject="c", model="m", messages=(), top_logprobs=4)
    replies = tuple(
        RawReply(role="proofreader", text=text, asked=asked_digest(call, text)) for text in ("one", "two", "three")
    )
    model = Recorded(ChunkEdits(chunk_id="c", outcome=Outcome.OPS, replies=replies))
    assert model.score(call, "one").text == "one"
    for text in ("three", "two"):
        with pytest.raises(BackendError):
            model.score(call, text)


def test_a_question_is_its_messages_the_text_that_is_scored_and_what_is_wanted():
    call = ChatRequest(stage="proofread", subject="c", model="m", messages=())
    turn = ChatMessage(role="user", content="We")
    others = [
        asked_digest(call),
        asked_digest(call, ""),
        asked_digest(call, "We"),
        asked_digest(call.model_copy(update={"messages": (turn,)})),
        asked_digest(call.model_copy(update={"top_logprobs": 4})),
        asked_digest(call.model_copy(update={"num_ctx": 2048})),
    ]
    assert len(set(others)) == len(others)
    assert asked_digest(call.model_copy(update={"subject": "d", "timeout": 1.0})) == asked_digest(call)


def test_a_recorded_verdict_is_none_about_proposals_that_the_tutor_did_not_see():
    """Whatever the reason that others come before it now: here that a rule asks for attention, no more."""
    text = "## Doors\n\nThe door are green here.\n\nA window stand open here.\n"
    worker = {"reply": [edit("door are green", "gate was blue", kind="typo"), edit("window stand", "window stands")]}
    accepts = {"when": {"stage": "tutor"}, "reply": "VERDICT: ACCEPTED"}
    job = job_for(text, tutor="tutor-model")
    stored = without_places(review_chunk(job, client(accepts, worker), Waits()))
    assert [op.after_text for op in placed_again(job, stored).ops] == ["s"]
    rules = PreservationRules(not_its_kind="attention", sentence_lost="attention")
    config = job.config.model_copy(update={"validation": ValidationConfig(rules=rules)})
    again = placed_again(replace(job, config=config, places=replace(job.places, config=config)), stored)
    assert again.ops == ()
    told = {refusal.message for refusal in again.refused}
    assert len(told) == 1
    assert told.pop().startswith("not made, because the tutor did not judge it")
