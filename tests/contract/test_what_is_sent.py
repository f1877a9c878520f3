"""The requests themselves, member by member, as the vendors' documentation names them."""

import pytest
from asking import LIST, TURNS, asked, refuse_first
from desks import PROTOCOLS, config, request
from model_servers import MODEL, Said, Server, running

from reviewer.errors import BackendError
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatMessage

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
        refuse_first(server, [unknown])
        client = open_client(config("openai", server.url), environ={})
        client.chat(request(json_schema=LIST))
        client.chat(request(json_schema=LIST))
    assert ["repeat_penalty" in body for body in server.chats] == [True, False, False]
    assert all("response_format" in body for body in server.chats)


def test_a_member_that_is_refused_by_its_place_in_the_body_is_left_out():
    place = {"type": "extra_forbidden", "loc": ["body", "repeat_penalty"], "msg": "Extra inputs are not permitted"}
    bodies, _, reply = asked("openai", Said("x"), refusals=[(422, {"detail": [place, "?", {"loc": 3}]})])
    assert (["repeat_penalty" in body for body in bodies], reply.text) == ([True, False], "x")


def test_prompt_tokens_from_a_cache_are_read_where_llama_cpps_timings_tell_them():
    def older(server, asked):
        status, answer = PROTOCOLS["openai"](server, asked)
        return status, {**answer, "usage": {"prompt_tokens": 12}, "timings": {"cache_n": 9, "prompt_n": 3}}

    with running(Server(older)) as server:
        assert open_client(config("openai", server.url), environ={}).chat(request()).cached_prompt_tokens == 9


def test_a_window_that_leaves_no_room_for_the_reply_is_a_prompt_that_does_not_fit():
    with running(Server(PROTOCOLS["openai"])) as server:
        server.refusal = (400, {"object": "error", "message": "max_tokens must be at least 1, got -186.", "code": 400})
        with pytest.raises(BackendError) as caught:
            open_client(config("openai", server.url), environ={}).chat(request())
    assert "context" in caught.value.message


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
