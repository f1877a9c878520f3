import time

import pytest

from benchmarks.kept_replies import KeptClient, OutOfTime, Replies
from reviewer.model.chat import ChatMessage, ChatRequest
from tests.model_desk import client


def request(text="hello", **more):
    return ChatRequest(stage="edit", subject="c", model="m", messages=(ChatMessage(role="user", content=text),), **more)


def kept(folder, inner, until=float("inf")):
    return KeptClient(inner, Replies(folder / "replies.sqlite"), until)


def test_a_reply_is_asked_for_once_also_by_another_run(tmp_path):
    first = kept(tmp_path, client({"reply": "one"}))
    assert first.chat(request()).text == "one"
    again = kept(tmp_path, client({"reply": "one"}), until=time.monotonic())
    assert again.chat(request()).text == "one"
    assert [(call.subject, call.kept) for call in (*first.asked, *again.asked)] == [("c", False), ("c", True)]


@pytest.mark.parametrize("change", [{"temperature": 0.7}, {"top_logprobs": 4}, {"timeout": 1.0}, {"stop": ("x",)}])
def test_every_field_of_the_request_is_in_the_key(tmp_path, change):
    kept(tmp_path, client({"reply": "one"})).chat(request())
    with pytest.raises(OutOfTime):
        kept(tmp_path, client({"reply": "one"}), until=time.monotonic()).chat(request(**change))


def test_what_a_watch_ended_is_not_served_to_a_run_that_would_not_end_it(tmp_path):
    replies = Replies(tmp_path / "replies.sqlite")
    inner = client({"reply": "a loop, a loop"})
    cut = KeptClient(_Cutting(inner), replies, float("inf"))
    assert cut.chat(request(), lambda text: "loop" if "loop" in text else None).cut == "loop"
    served = KeptClient(_Cutting(inner), replies, time.monotonic())
    assert served.chat(request(), lambda text: "loop" if "loop" in text else None).cut == "loop"
    with pytest.raises(OutOfTime):
        served.chat(request())


class _Cutting:
    """A client that asks the watch once, at the end."""

    backend, endpoint, constrains, questions = "scripted", "", False, 0

    def __init__(self, inner):
        self.inner = inner

    def digest(self, model):
        return self.inner.digest(model)

    def chat(self, request, watch=None):
        reply = self.inner.chat(request)
        why = watch(reply.text) if watch else None
        return reply.model_copy(update={"finish_reason": "cut", "cut": why}) if why else reply
