"""Requests to Claude's Messages API, and what its answers mean, as platform.claude.com has it."""

import pytest
from asking import LIST, OBJECT, TURNS, asked
from desks import KEYS, PROTOCOLS, config, request
from model_servers import MODEL, Said, Server, running

from reviewer.errors import BackendError
from reviewer.llm.open import open_client
from reviewer.plan.ladder.levels import extract


def test_claude_is_asked_as_documented():
    (body,), server, _ = asked("claude", temperature=1.5, max_tokens=99, stop=("END",))
    assert body == {
        "model": MODEL,
        "max_tokens": 99,
        "temperature": 1.0,
        "messages": TURNS[1:],
        "system": "Be careful.",
        "stop_sequences": ["END"],
    }
    sent = server.asked[0]
    assert (sent.path, sent.headers["x-api-key"]) == ("/v1/messages", "sk-ant-test")
    assert sent.headers["anthropic-version"] == "2023-06-01"


def test_claude_must_use_one_tool_whose_input_is_the_schema():
    (body,), _, reply = asked("claude", Said('{"verdict": "ACCEPTED"}'), json_schema=OBJECT)
    assert body["tools"][0]["input_schema"] == OBJECT
    assert body["tool_choice"] == {"type": "tool", "name": "reply", "disable_parallel_tool_use": True}
    assert (reply.text, reply.finish_reason) == ('{"verdict": "ACCEPTED"}', "stop")


def test_a_list_is_wrapped_for_claude_and_its_definitions_stay_in_reach():
    (body,), _, reply = asked("claude", Said("[1, 2]"), json_schema=LIST)
    schema = body["tools"][0]["input_schema"]
    assert schema["type"] == "object"
    assert schema["properties"] == {"value": {"type": "array", "items": {"$ref": "#/$defs/op"}}}
    assert schema["$defs"] == LIST["$defs"]
    assert reply.text == "[1, 2]"


def test_claudes_prompt_tokens_include_those_from_its_cache():
    _, _, reply = asked("claude", Said("x", prompt_tokens=120, cached_tokens=100))
    assert (reply.prompt_tokens, reply.cached_prompt_tokens) == (120, 100)


def test_a_claude_model_that_takes_no_temperature_and_no_forced_tool_is_asked_without():
    deprecated = (400, {"type": "error", "error": {"message": "`temperature` is deprecated for this model."}})
    forced = (400, {"type": "error", "error": {"message": "tool_choice: forced tool use is not supported."}})
    bodies, _, reply = asked("claude", Said("[]"), refusals=(deprecated, forced), json_schema=LIST)
    assert [("temperature" in body, body["tool_choice"]["type"]) for body in bodies] == [
        (True, "tool"),
        (False, "tool"),
        (False, "auto"),
    ]
    assert reply.text == "[]"


@pytest.mark.parametrize(
    ("reason", "meant"),
    [("stop_sequence", "stop"), ("model_context_window_exceeded", "length"), ("refusal", "other"), ("new", "other")],
)
def test_claudes_reasons_for_the_end(reason, meant):
    _, _, reply = asked("claude", Said("x", finish=reason))
    assert reply.finish_reason == meant


@pytest.mark.parametrize("reason", ["max_tokens", "model_context_window_exceeded"])
@pytest.mark.parametrize(
    ("given", "whole"),
    [
        ({}, ()),
        ({"edits": []}, ()),
        ({"edits": [{"action": "delete", "before": "Annex C"}]}, ()),
        ({"edits": [{"before": "a", "after": "b"}, {"before": "Annex C", "after": "Annex"}]}, ("a",)),
    ],
)
def test_a_claude_tool_that_ended_at_the_limit_is_cut_although_it_arrives_as_whole_json(reason, given, whole):
    """The API closes what it has: the last proposal may be half of one, and an empty input is not "no edits"."""

    def cut(server, asked):
        tool = {"type": "tool_use", "id": "toolu_1", "name": "reply", "input": given}
        return 200, {"content": [tool], "stop_reason": reason, "usage": {"input_tokens": 9, "output_tokens": 4096}}

    with running(Server(cut)) as server:
        reply = open_client(config("claude", server.url), environ=KEYS).chat(request(json_schema=OBJECT))
    assert reply.finish_reason == "length"
    extraction = extract(reply.text, ended=False)
    assert tuple(item["before"] for item in extraction.items) == whole
    assert extraction.cut or extraction.method == "none"


def test_claudes_thinking_is_no_part_of_the_reply():
    def thinks(server, asked):
        blocks = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
        return 200, {"content": blocks, "stop_reason": "end_turn"}

    with running(Server(thinks)) as server:
        assert open_client(config("claude", server.url), environ=KEYS).chat(request()).text == "ab"


def test_claudes_digest_is_the_dated_name():
    with running(Server(PROTOCOLS["claude"])) as server:
        client = open_client(config("claude", server.url), environ=KEYS)
        assert client.digest("small") == "small-20250929@2025-09-29T00:00:00Z"


@pytest.mark.parametrize(("status", "word"), [(401, "key"), (429, "busy"), (529, "busy")])
def test_a_refused_key_and_a_busy_server_are_said_so_and_the_key_is_not(status, word):
    with running(Server(PROTOCOLS["claude"])) as server:
        server.refusal = (status, {"type": "error", "error": {"type": "some_error", "message": "sk-ant-test"}})
        with pytest.raises(BackendError) as caught:
            open_client(config("claude", server.url), environ=KEYS).chat(request())
    assert word in caught.value.hint
    assert "some_error" in caught.value.message
    assert "sk-ant" not in caught.value.message + caught.value.hint
