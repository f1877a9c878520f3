"""The requests themselves, member by member, as the vendors' documentation names them."""

import pytest
from desks import KEYS, PROTOCOLS, config, request
from model_servers import MODEL, Said, Server, running

from reviewer.errors import BackendError
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatMessage

OBJECT = {"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"]}
LIST = {"$defs": {"op": {"type": "object"}}, "type": "array", "items": {"$ref": "#/$defs/op"}}
TURNS = [{"role": "system", "content": "Be careful."}, {"role": "user", "content": "où « ça » ?"}]


def asked(backend, said=None, url="{}", environ=KEYS, refusals=(), **fields):
    """The bodies that one call sends, the server, and the reply."""
    with running(Server(PROTOCOLS[backend], said or Said())) as server:
        _refuse_first(server, list(refusals))
        client = open_client(config(backend, url.format(server.url)), environ=environ)
        reply = client.chat(request("où « ça » ?", **fields))
        return server.chats, server, reply


def _refuse_first(server, refusals):
    protocol = server.protocol

    def answer(server, asked):
        return refusals.pop(0) if refusals else protocol(server, asked)

    server.protocol = answer


# Ollama


def test_ollama_is_told_its_window_and_no_penalty_for_repetition():
    (body,), server, _ = asked("ollama", temperature=0.15, max_tokens=99, num_ctx=4321, stop=("END",))
    assert body == {
        "model": MODEL,
        "messages": TURNS,
        "stream": False,
        "keep_alive": "30m",
        "options": {"temperature": 0.15, "num_predict": 99, "num_ctx": 4321, "repeat_penalty": 1.0, "stop": ["END"]},
    }
    assert server.asked[0].path == "/api/chat"


def test_ollamas_window_is_the_configurations_where_a_request_states_none():
    (body,), _, _ = asked("ollama")
    assert body["options"]["num_ctx"] == 8192


def test_ollama_gets_the_schema_as_format():
    (body,), _, _ = asked("ollama", json_schema=LIST)
    assert body["format"] == LIST


def test_ollama_without_a_reason_for_the_end_is_judged_by_its_count():
    def old(server, asked):
        return 200, {"message": {"role": "assistant", "content": "x"}, "done": True, "eval_count": 5}

    with running(Server(old)) as server:
        client = open_client(config("ollama", server.url), environ={})
        assert client.chat(request(max_tokens=5)).finish_reason == "length"
        assert client.chat(request(max_tokens=6)).finish_reason == "stop"


def test_ollamas_digest_is_that_of_show_where_it_states_one():
    def shows(server, asked):
        return 200, {"digest": "sha256:42"} if asked.path == "/api/show" else {"models": []}

    with running(Server(shows)) as server:
        assert open_client(config("ollama", server.url), environ={}).digest("small") == "sha256:42"


@pytest.mark.parametrize("name", ["small", "small:latest", "SMALL"])
def test_ollamas_digest_is_else_that_of_the_list_under_the_names_it_goes_by(name):
    entries = [{"name": "small:7b", "digest": "other"}, {"name": "small:latest", "digest": "mine"}, {"name": 3}]

    def lists(server, asked):
        return 200, {} if asked.path == "/api/show" else {"models": entries}

    with running(Server(lists)) as server:
        assert open_client(config("ollama", server.url), environ={}).digest(name) == "mine"


def test_ollama_behind_a_path_is_asked_there():
    _, server, _ = asked("ollama", url="{}/")
    assert server.asked[0].path == "/api/chat"
    with running(Server(PROTOCOLS["ollama"])) as server, pytest.raises(BackendError):
        open_client(config("ollama", server.url + "/models/"), environ={}).chat(request())
    assert server.asked[0].path == "/models/api/chat"


# OpenAI's protocol


def test_an_openai_server_is_asked_as_documented():
    (body,), server, reply = asked(
        "openai", Said("x", cached_tokens=8), temperature=0.2, max_tokens=99, stop=("END",), json_schema=LIST
    )
    assert body == {
        "model": MODEL,
        "messages": TURNS,
        "temperature": 0.2,
        "max_tokens": 99,
        "stream": False,
        "repeat_penalty": 1.0,
        "stop": ["END"],
        "response_format": {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": LIST}},
    }
    assert reply.cached_prompt_tokens == 8
    assert "authorization" not in server.asked[0].headers


@pytest.mark.parametrize("url", ["{}", "{}/", "{}/v1", "{}/v1/"])
def test_an_openai_endpoint_may_be_given_with_or_without_its_version(url):
    _, server, _ = asked("openai", url=url)
    assert server.asked[0].path == "/v1/chat/completions"


def test_an_openai_key_is_sent_where_the_environment_has_one():
    _, server, _ = asked("openai", environ={"OPENAI_API_KEY": " sk-1 "})
    assert server.asked[0].headers["authorization"] == "Bearer sk-1"


def test_an_openai_server_that_refuses_a_member_is_asked_without_it_and_remembered():
    unknown = (400, {"error": {"message": "Unrecognized request argument supplied: repeat_penalty"}})
    with running(Server(PROTOCOLS["openai"])) as server:
        _refuse_first(server, [unknown])
        client = open_client(config("openai", server.url), environ={})
        client.chat(request(json_schema=LIST))
        client.chat(request(json_schema=LIST))
    assert ["repeat_penalty" in body for body in server.chats] == [True, False, False]
    assert all("response_format" in body for body in server.chats)


def test_a_refusal_that_names_nothing_we_can_leave_out_is_not_repeated():
    with running(Server(PROTOCOLS["openai"])) as server:
        server.refusal = (400, {"error": {"message": "messages is empty"}})
        with pytest.raises(BackendError):
            open_client(config("openai", server.url), environ={}).chat(request())
    assert len(server.chats) == 1


def test_a_model_that_an_openai_server_does_not_know_by_code_is_no_model():
    with running(Server(PROTOCOLS["openai"])) as server:
        server.refusal = (400, {"error": {"message": "Invalid identifier", "code": "model_not_found"}})
        with pytest.raises(BackendError) as caught:
            open_client(config("openai", server.url), environ={}).chat(request())
    assert caught.value.code == "no-model"


def test_tokens_are_not_asked_for_again_where_they_are_not_offered():
    def without(server, asked):
        return 404, {"error": {"message": "Not Found"}}

    with running(Server(without)) as server:
        client = open_client(config("openai", server.url), environ={})
        assert [client.count_tokens("small", "a b") for _ in range(3)] == [None] * 3
        assert len(server.asked) == 1


def test_llama_cpps_digest_tells_weights_apart_and_ignores_time_and_window():
    facts = {"size": 1, "n_ctx": 2048}

    def models(server, asked):
        entry = {
            "id": "/m.gguf",
            "created": len(server.asked),
            "owned_by": "llamacpp",
            "meta": {"n_params": 5, **facts},
        }
        return 200, {"data": [entry]}

    with running(Server(models)) as server:
        client = open_client(config("openai", server.url), environ={})
        first = client.digest("any name")
        facts["n_ctx"] = 4096
        again = client.digest("any name")
        facts["size"] = 2
        assert first == again != client.digest("any name")


def test_a_server_that_says_only_names_has_no_digest():
    def models(server, asked):
        return 200, {"data": [{"id": "small", "object": "model", "owned_by": "organization_owner"}]}

    with running(Server(models)) as server:
        assert open_client(config("openai", server.url), environ={}).digest("small") == ""


# Claude


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


@pytest.mark.parametrize("backend", sorted(PROTOCOLS))
def test_stage_and_subject_never_reach_a_server(backend):
    _, server, _ = asked(backend, subject="secret-chunk-id", stage="tutor")
    assert "secret-chunk-id" not in str(server.asked)
    assert "tutor" not in str(server.asked)


@pytest.mark.parametrize("backend", sorted(PROTOCOLS))
def test_text_that_is_no_valid_unicode_does_not_stop_a_call(backend):
    messages = (ChatMessage(role="user", content="half \ud83d pair"),)
    (body,), _, _ = asked(backend, messages=messages)
    assert body["messages"][0]["content"] == "half ? pair"
