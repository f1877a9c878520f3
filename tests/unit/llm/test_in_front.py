"""A client in front of another one is, in all it does not do itself, that one."""

import threading

import pytest

from reviewer.errors import BackendError
from reviewer.llm.in_front import InFront
from reviewer.llm.llamacpp_file import FileDigest
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.model.chat import ChatClient, ChatRequest

CALL = ChatRequest(stage="proofread", subject="c", model="m", messages=(), top_logprobs=1)


def script():
    lines = ({"when": {}, "reply": "on and on"}, {"when": {}, "score": {"a": -1}})
    return ScriptedClient(Script(path="s.jsonl", digest="sha256:s", lines=tuple(map(ScriptLine.model_validate, lines))))


def test_it_says_what_the_client_says():
    inner, front = script(), InFront(script())
    for name in ("backend", "endpoint", "constrains", "questions"):
        assert getattr(front, name) == getattr(inner, name)
    for name, arguments in (("digest", ("m",)), ("count_tokens", ("m", "a b c")), ("offers", ("m",))):
        assert getattr(front, name)(*arguments) == getattr(inner, name)(*arguments)
    assert front.chat(CALL, lambda text: "enough").cut == "enough"
    assert front.score(CALL, "a").tokens[0].logprob == -1
    front.close()
    with pytest.raises(BackendError):
        front.chat(CALL)


def test_it_has_all_that_a_client_has():
    assert {name for name in vars(ChatClient) if not name.startswith("_")} <= set(vars(InFront))


def test_a_model_file_is_read_once_and_no_further_when_the_client_is_closed(tmp_path):
    file, closed = tmp_path / "m.gguf", threading.Event()
    file.write_bytes(b"GGUF one")
    digest = FileDigest(file, closed)
    first = digest()
    file.write_bytes(b"GGUF two")
    assert digest() == first
    assert FileDigest(file, closed)() != first
    closed.set()
    with pytest.raises(BackendError):
        FileDigest(file, closed)()
