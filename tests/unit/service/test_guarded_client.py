"""The client that everything in a run asks through: what it counts, and what it hands on."""

import threading

import pytest

from reviewer.errors import BackendError, NotAsked
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.model.chat import ChatRequest, Offers
from reviewer.service.models.edge import GuardedClient

CALL = ChatRequest(stage="proofread", subject="c", model="m", messages=(), top_logprobs=1)


class Asking(ScriptedClient):
    """A scripted backend that finds out what it offers by two calls."""

    def __init__(self, script):
        super().__init__(script)
        self.questions = 0

    def offers(self, model):
        self.questions += 2
        return super().offers(model)


def guarded(*lines):
    read = tuple(ScriptLine.model_validate({"when": {}, **line}) for line in lines)
    return GuardedClient(Asking(Script(path="script.jsonl", digest="sha256:s", lines=read)), 1)


def test_scores_and_watched_replies_are_handed_on_and_counted():
    model = guarded({"reply": "on and on"}, {"score": {"a": -1}})
    assert model.chat(CALL, lambda text: "enough").cut == "enough"
    assert model.score(CALL, "a").tokens[0].logprob == -1
    assert model.calls == 2


def test_what_is_offered_is_asked_for_once_and_its_calls_count():
    model = guarded({"score": {}})
    assert [model.offers("m") for _ in range(3)] == [Offers(scores=True)] * 3
    assert (model.calls, model.questions) == (2, 2)
    model.offers("another")
    assert model.calls == 4


def test_many_threads_ask_once_what_is_offered():
    model = guarded({"score": {}})
    threads = [threading.Thread(target=model.offers, args=("m",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert model.calls == 2


def test_a_backend_that_is_gone_is_not_asked_for_anything():
    model = guarded({"score": {}, "status": 404})
    with pytest.raises(BackendError):
        model.score(CALL, "a")
    for ask in (model.chat, lambda call: model.score(call, "a")):
        with pytest.raises(NotAsked):
            ask(CALL)
    assert (model.offers("m"), model.calls) == (Offers(), 1)
