"""The contract of ``ChatClient``: the same tests for every backend that needs no real model."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from desks import SOON, InBackground, desk_of, request
from model_servers import MODEL, Said

from reviewer.errors import BackendError

BACKENDS = ("ollama", "openai", "claude", "scripted")
CONSTRAINING = ("ollama", "openai", "claude")
LIST = {"type": "array", "items": {"type": "object", "properties": {"before": {"type": "string"}}}}


@pytest.fixture(params=BACKENDS)
def desk(request, tmp_path):
    with desk_of(request.param, tmp_path) as desk:
        yield desk


@pytest.fixture(params=CONSTRAINING)
def constraining(request, tmp_path):
    with desk_of(request.param, tmp_path) as desk:
        yield desk


def test_a_client_names_its_backend_and_where_text_is_sent(desk):
    client = desk.open()
    assert client.backend == desk.backend
    assert client.endpoint == ("" if desk.backend == "scripted" else desk.server.url)
    assert client.constrains is (desk.backend != "scripted")


@pytest.mark.parametrize(
    "text",
    [
        "no changes needed",
        "  [ ]\n",
        "« où ça ? »\u00a0— déjà",
        'tab\tand \\ and "quote"',
        "🙂 \U0001f1eb",
        "a\x00b",
        "\u2028",
    ],
)
def test_a_reply_is_given_letter_for_letter(desk, text):
    desk.say(Said(text))
    assert desk.open().chat(request()).text == text


def test_an_empty_reply_is_an_empty_text(desk):
    desk.say(Said("", completion_tokens=0))
    reply = desk.open().chat(request())
    assert (reply.text, reply.finish_reason, reply.completion_tokens) == ("", "stop", 0)


def test_half_a_surrogate_pair_which_no_file_can_hold_is_replaced(desk):
    desk.say(Said("a\ud83db"))
    assert desk.open().chat(request()).text == "a\ufffdb"


@pytest.mark.parametrize("reason", ["stop", "length", "other"])
def test_the_reason_for_the_end_is_read(desk, reason):
    desk.say(Said("x", finish=reason))
    assert desk.open().chat(request()).finish_reason == reason


def test_tokens_are_the_backends_own_count(desk):
    desk.say(Said("x", prompt_tokens=4321, completion_tokens=17))
    reply = desk.open().chat(request())
    assert (reply.prompt_tokens, reply.completion_tokens) == (4321, 17)
    assert reply.elapsed_ms >= 0


def test_tokens_that_were_not_counted_are_none(desk):
    desk.say(Said("x", prompt_tokens=None, completion_tokens=None))
    reply = desk.open().chat(request())
    assert (reply.prompt_tokens, reply.completion_tokens, reply.cached_prompt_tokens) == (None, None, None)


def test_a_schema_gives_the_json_value_alone(constraining):
    constraining.say(Said('[{"before": "Tue"}]'))
    assert constraining.open().chat(request(json_schema=LIST)).text == '[{"before": "Tue"}]'


def test_a_refusal_is_bad_status_and_never_quotes_the_document(desk):
    desk.refuse(500)
    with pytest.raises(BackendError) as caught:
        desk.open().chat(request("Tue Haus is red."))
    assert caught.value.code == "bad-status"
    assert "500" in caught.value.message
    assert "Haus" not in caught.value.message + caught.value.hint
    assert caught.value.exit_code == 3


def test_an_unknown_model_is_named(desk):
    if desk.backend == "scripted":
        desk.refuse(404)
    with pytest.raises(BackendError) as caught:
        desk.open().chat(request(model="absent"))
    assert caught.value.code == "no-model"
    assert "'absent'" in caught.value.message


def test_the_digest_of_an_unknown_model_is_no_model(desk):
    if desk.backend == "scripted":
        pytest.skip("a script answers for every model")
    with pytest.raises(BackendError) as caught:
        desk.open().digest("absent")
    assert caught.value.code == "no-model"


def test_a_digest_is_the_same_every_time(desk):
    assert desk.open().digest(MODEL) == desk.open().digest(MODEL) != ""


def test_a_call_ends_at_its_time_limit(desk):
    desk.hold()
    began = time.monotonic()
    with pytest.raises(BackendError) as caught:
        desk.open().chat(request(timeout=0.3))
    assert caught.value.code == "timeout"
    assert time.monotonic() - began < SOON


def test_closing_ends_calls_in_other_threads_at_once(desk):
    desk.hold()
    client = desk.open()
    calls = [InBackground(client, request()) for _ in range(3)]
    assert desk.is_asked()
    began = time.monotonic()
    client.close()
    assert all(call.ends_soon() for call in calls)
    assert time.monotonic() - began < SOON
    assert [call.error.code for call in calls] == ["closed"] * 3


def test_a_closed_client_refuses_and_may_be_closed_again(desk):
    client = desk.open()
    client.close()
    client.close()
    with pytest.raises(BackendError) as caught:
        client.chat(request())
    assert caught.value.code == "closed"


def test_counting_tokens_never_raises(desk):
    client = desk.open()
    assert client.count_tokens(MODEL, "one two three") == (3 if desk.backend == "openai" else None)
    client.close()
    assert client.count_tokens(MODEL, "one two three") is None


def test_calls_of_several_threads_at_once_all_get_their_answer(desk):
    desk.say(Said("x", prompt_tokens=7))
    client = desk.open()
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda n: client.chat(request(f"call {n}")), range(40)))
    assert [reply.prompt_tokens for reply in replies] == [7] * 40
