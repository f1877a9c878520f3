"""Replies that are read while they are written: ended by their watch, their deadline, their client or their server."""

import itertools
import json
import threading
import time

import pytest
from desks import KEYS, PROTOCOLS, SOON, config, request
from model_servers import Said, Server, Stream, running
from streaming import LINES, SSE, STREAMING, written

from reviewer.errors import BackendError, SovereigntyError
from reviewer.llm import transport
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatMessage

KINDS = {"ollama": LINES, "openai": SSE, "claude": SSE}
BACKENDS = tuple(KINDS)
OBJECT = {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"]}
LIST = {"type": "array", "items": {"type": "object"}}


def client_for(backend, server, **fields):
    return open_client(config(backend, server.url, **fields), environ=KEYS)


def piece(backend, text):
    """An event that brings text."""
    return {
        "ollama": {"message": {"role": "assistant", "content": text}, "done": False},
        "openai": {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]},
        "claude": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
    }[backend]


def thought(backend, text):
    """An event that brings what a model thinks."""
    return {
        "ollama": {"message": {"role": "assistant", "content": "", "thinking": text}, "done": False},
        "openai": {"choices": [{"index": 0, "delta": {"reasoning_content": text}, "finish_reason": None}]},
        "claude": {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": text}},
    }[backend]


def sending(backend, *parts):
    """A server that sends these events, or bytes, and then ends its answer."""
    data = [part if isinstance(part, bytes) else written(KINDS[backend], part) for part in parts]
    return Server(lambda server, asked: (200, Stream(KINDS[backend], iter(data))))


def endless(backend, wait=None):
    """A server whose model never comes to an end."""
    parts = (written(KINDS[backend], piece(backend, "on ")) for _ in itertools.count())
    slow = itertools.chain([next(parts)], itertools.takewhile(lambda _: wait is None or not wait.wait(60), parts))
    return Server(lambda server, asked: (200, Stream(KINDS[backend], slow)))


@pytest.fixture(params=BACKENDS)
def backend(request):
    return request.param


def test_a_watch_ends_a_reply_that_would_never_end_and_the_server_is_told_at_once(backend):
    with running(endless(backend)) as server:
        reply = client_for(backend, server).chat(request(), lambda text: "loop" if text.count("on") > 2 else None)
        assert (reply.text, reply.finish_reason, reply.cut) == ("on on on ", "cut", "loop")
        assert reply.completion_tokens == 3
        assert server.hung_up.wait(SOON)


def test_a_watch_sees_what_a_model_thinks_before_it_answers(backend):
    seen = []

    def watch(text):
        seen.append(text)
        return "thinks only" if len(seen) == 2 else None

    with running(sending(backend, *(thought(backend, "hm ") for _ in range(9)))) as server:
        reply = client_for(backend, server).chat(request(), watch)
    assert seen == ["<think>hm ", "<think>hm hm "]
    assert (reply.text, reply.cut) == ("", "thinks only")


def test_an_error_of_a_watch_is_not_swallowed_and_ends_the_call(backend):
    def watch(text):
        raise ZeroDivisionError

    with running(endless(backend)) as server:
        with pytest.raises(ZeroDivisionError):
            client_for(backend, server).chat(request(), watch)
        assert server.hung_up.wait(SOON)


def test_a_server_that_answers_in_one_piece_is_watched_at_the_end(backend):
    with running(Server(PROTOCOLS[backend], Said("on and on"))) as server:
        reply = client_for(backend, server).chat(request(), lambda text: f"saw {text}")
    assert (reply.text, reply.finish_reason, reply.cut) == ("on and on", "cut", "saw on and on")


def test_only_a_watched_call_streams(backend):
    with running(Server(STREAMING[backend], Said("on"))) as server:
        client = client_for(backend, server)
        client.chat(request())
        client.chat(request(), lambda text: None)
    assert [body.get("stream", False) for body in server.chats] == [False, True]


@pytest.mark.parametrize("schema", [OBJECT, LIST], ids=["object", "list"])
def test_a_constrained_reply_is_the_same_when_it_is_watched(backend, schema):
    given = {"verdict": "où « ça »"} if schema is OBJECT else [{"before": "a"}]
    with running(Server(STREAMING[backend], Said(json.dumps(given)))) as server:
        client = client_for(backend, server)
        call = request(json_schema=schema)
        watched, whole = client.chat(call, lambda text: None), client.chat(call)
    assert watched.having(elapsed_ms=0) == whole.having(elapsed_ms=0)
    assert json.loads(watched.text) == given


def test_a_tools_input_that_was_cut_is_given_as_far_as_it_came():
    with running(Server(STREAMING["claude"], Said(json.dumps([{"before": "a"}, {"before": "b"}])))) as server:
        reply = client_for("claude", server).chat(
            request(json_schema=LIST), lambda text: "enough" if text.count("before") == 2 else None
        )
    assert reply.text.startswith('[{"before": "a"}, {"before')


def test_a_stream_that_breaks_off_is_asked_for_once_more_and_then_is_broken_off(backend):
    with running(sending(backend, piece(backend, "We re"))) as server:
        with pytest.raises(BackendError) as caught:
            client_for(backend, server).chat(request(), lambda text: None)
        assert (caught.value.code, len(server.asked)) == ("broken-off", 2)


def test_a_second_try_begins_anew(backend):
    calls, seen = [], []

    def once(server, asked):
        calls.append(asked)
        if len(calls) == 1:
            return 200, Stream(KINDS[backend], iter([written(KINDS[backend], piece(backend, "We re"))]))
        return STREAMING[backend](server, asked)

    def watch(text):
        seen.append(text)

    with running(Server(once, Said("We receive"))) as server:
        assert client_for(backend, server).chat(request(), watch).text == "We receive"
    assert seen == ["We re", "We", "We receive"]


def test_an_error_in_a_stream_is_one_of_the_backend_and_quotes_nothing(backend):
    error = (
        {"error": "Tue Haus is red"}
        if backend == "ollama"
        else {"error": {"type": "overloaded_error", "message": "Tue"}}
    )
    with running(sending(backend, piece(backend, "We"), error)) as server, pytest.raises(BackendError) as caught:
        client_for(backend, server).chat(request(), lambda text: None)
    assert caught.value.code == "bad-status"
    assert "Tue" not in caught.value.message


def test_a_part_that_is_no_json_is_a_bad_reply(backend):
    broken = b'{"message\n' if backend == "ollama" else b"data: {oops\n\n"
    with running(sending(backend, broken)) as server, pytest.raises(BackendError) as caught:
        client_for(backend, server).chat(request(), lambda text: None)
    assert caught.value.code == "bad-reply"


def test_a_stream_ends_at_the_deadline_of_its_call(backend):
    never = threading.Event()
    with running(endless(backend, never)) as server:
        began = time.monotonic()
        with pytest.raises(BackendError) as caught:
            client_for(backend, server).chat(request(timeout=0.5), lambda text: None)
        assert caught.value.code == "timeout"
        assert time.monotonic() - began < SOON
        never.set()


def test_a_stream_ends_when_its_client_is_closed(backend):
    with running(endless(backend)) as server:
        client = client_for(backend, server)

        def watch(text):
            client.close()

        with pytest.raises(BackendError) as caught:
            client.chat(request(), watch)
        assert caught.value.code == "closed"


def test_a_stream_has_the_byte_limit_of_all_answers(backend, monkeypatch):
    monkeypatch.setattr(transport, "MAX_REPLY_BYTES", 5000)
    with running(endless(backend)) as server, pytest.raises(BackendError) as caught:
        client_for(backend, server).chat(request(), lambda text: None)
    assert caught.value.code == "bad-reply"
    assert "5000 bytes" in caught.value.message


def test_a_watched_call_follows_no_redirect(backend):
    elsewhere = Server(lambda server, asked: (307, {}), headers={"location": "http://192.0.2.1/"})
    with running(elsewhere) as server, pytest.raises(SovereigntyError) as caught:
        client_for(backend, server).chat(request(), lambda text: None)
    assert caught.value.code == "redirect"


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_events_may_be_cut_anywhere_and_hold_comments_and_carriage_returns(size):
    ends = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    whole = b": hello\r\n\r\nevent: x\r\nid: 1\r\ndata:" + json.dumps(piece("openai", "où «\u2028ça»")).encode()
    whole += b"\r\n\r\ndata: " + json.dumps(ends).encode() + b"\n\ndata: [DONE]\n\n"
    parts = [whole[start : start + size] for start in range(0, len(whole), size)]
    call = request(messages=(ChatMessage(role="user", content="Say."),))
    with running(sending("openai", *parts)) as server:
        assert client_for("openai", server).chat(call, lambda text: None).text == "où «\u2028ça»"
