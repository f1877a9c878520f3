"""What each kind of server offers is seen from its answers; tokens, continued replies and scores are read of it."""

from contextlib import contextmanager

import pytest
from clever_servers import COUNTING, STRONGER, Clever, Vllm, clever, newer_ollama, split
from desks import KEYS, config, request
from model_servers import MODEL, Said, Server, claude, llama_cpp, ollama, running
from streaming import SSE, openai_events, streaming

from reviewer.errors import BackendError
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatMessage, Offers

SIZE = 630167424
"""What the servers of ``model_servers`` say of their model."""

SCORES = Offers(weights=SIZE, logprobs=True, continues=True, scores=True)
TEXT = "We recieve née 🎉 `c1`."


@contextmanager
def opened(protocol, backend="openai", said=None):
    with running(Server(protocol, said or Said())) as server:
        yield open_client(config(backend, server.url), environ=KEYS), server


def begun(text, **fields):
    turns = (ChatMessage(role="user", content="Say."), ChatMessage(role="assistant", content=text))
    return request(messages=turns, **fields)


@pytest.mark.parametrize(
    ("protocol", "backend", "offers"),
    [
        (Clever(), "openai", SCORES),
        (Clever("grammar"), "openai", Offers(weights=SIZE, logprobs=True, continues=True)),
        (Clever("logprobs", "top_logprobs"), "openai", Offers(weights=SIZE, continues=True)),
        (Clever("top_logprobs"), "openai", Offers(weights=SIZE, continues=True)),
        (Vllm(), "openai", Offers(weights=SIZE, logprobs=True, continues=True)),
        (llama_cpp, "openai", Offers(weights=SIZE)),
        (newer_ollama, "ollama", Offers(weights=SIZE, logprobs=True, continues=True)),
        (ollama, "ollama", Offers(weights=SIZE)),
        (claude, "claude", Offers()),
    ],
    ids=[
        "llama",
        "no grammar",
        "no logprobs",
        "no alternatives",
        "vllm",
        "plain",
        "new ollama",
        "old ollama",
        "claude",
    ],
)
def test_what_is_offered_is_seen_from_answers(protocol, backend, offers):
    with opened(protocol, backend) as (client, server):
        assert client.offers(MODEL) == offers
        made = client.questions
        assert made == len(server.chats) + sum(asked.path == "/completion" for asked in server.asked)
        assert client.offers(MODEL) == offers
        assert client.questions == made, "remembered"


@pytest.mark.parametrize("backend", ["openai", "ollama"])
def test_a_server_that_does_not_say_how_large_a_model_is_leaves_it_open(backend):
    def silent(server, asked):
        if asked.path == "/v1/models":
            return 404, {}
        return (200, {"details": {}}) if asked.path == "/api/show" else protocol(server, asked)

    protocol = {"openai": llama_cpp, "ollama": ollama}[backend]
    with opened(silent, backend) as (client, _):
        assert client.offers(MODEL) == Offers()


def test_a_server_that_was_not_there_is_asked_again():
    with opened(Clever()) as (client, server):
        server.refusal = (503, {"error": {"message": "Loading model", "type": "unavailable_error"}})
        assert client.offers(MODEL) == Offers()
        server.refusal = None
        assert client.offers(MODEL) == SCORES


def test_nothing_is_offered_for_a_model_that_is_not_there_or_by_a_client_that_is_closed():
    with opened(Clever()) as (client, _):
        assert client.offers("absent") == Offers()
        client.close()
        assert client.offers(MODEL) == Offers()


@pytest.mark.parametrize("named", ["logprobs", "top_logprobs", "stream_options"])
def test_a_server_that_refuses_a_member_by_name_answers_without_it(named):
    knowing = Clever()

    def refusing(server, asked):
        if isinstance(asked.body, dict) and named in asked.body:
            return 400, {"error": {"message": f"Unrecognized request argument supplied: {named}"}}
        return knowing(server, asked)

    with opened(streaming(refusing, openai_events, SSE), said=Said("Where it is.")) as (client, _):
        assert client.chat(request(top_logprobs=2), lambda text: None).text == "Where it is."
        assert client.offers(MODEL).logprobs is (named == "stream_options")


@pytest.mark.parametrize("backend", ["openai", "ollama"])
@pytest.mark.parametrize("watch", [None, lambda text: None], ids=["whole", "streamed"])
def test_tokens_come_with_the_alternatives_that_have_a_chance(backend, watch):
    with opened(clever(backend), backend, Said("Où est 🎉 ?")) as (client, _):
        reply = client.chat(request(top_logprobs=3), watch)
        assert "".join(token.text for token in reply.tokens) == reply.text == "Où est 🎉 ?"
        assert reply.tokens[0].top == (("Où", -0.5), (" other", -1.0))
        assert all(token.top == () for token in reply.tokens[1:]), "no other token has a chance of one in a hundred"
        assert client.chat(request(), watch).tokens == ()


@pytest.mark.parametrize("backend", ["openai", "ollama"])
@pytest.mark.parametrize("wanted", [0, 2])
@pytest.mark.parametrize("watch", [None, lambda text: None], ids=["whole", "streamed"])
def test_a_reply_that_goes_on_is_what_follows_its_beginning(backend, wanted, watch):
    with opened(clever(backend), backend) as (client, _):
        reply = client.chat(begun(COUNTING[0], top_logprobs=wanted), watch)
        assert reply.text == COUNTING[1]
        assert "".join(token.text for token in reply.tokens) == (COUNTING[1] if wanted else "")


@pytest.mark.parametrize("wanted", [0, 2])
def test_what_follows_may_be_the_beginning_once_more(wanted):
    """A server that repeats nothing says "on" after "on": that is no repetition."""
    for protocol in (Clever(), Vllm()):
        with opened(protocol, said=Said("on and on")) as (client, _):
            client.offers(MODEL)
            assert client.chat(begun("on", top_logprobs=wanted)).text == "on and on"


def test_vllm_is_told_to_go_on_where_a_reply_is_begun_and_else_not():
    with opened(Vllm()) as (client, server):
        client.offers(MODEL)
        client.chat(begun("on"))
        client.chat(request())
        assert [body.get("continue_final_message") for body in server.chats[-2:]] == [True, None]
        assert server.chats[-2]["add_generation_prompt"] is False


@pytest.mark.parametrize("messages", [request().messages, ()], ids=["reply", "plain text"])
def test_a_score_is_of_the_text_itself_token_by_token(messages):
    with opened(Clever()) as (client, server):
        reply = client.score(request(messages=messages, top_logprobs=2), TEXT)
        assert "".join(token.text for token in reply.tokens) == reply.text == TEXT
        assert [token.text for token in reply.tokens if "🎉" in token.text] == [" 🎉"]
        assert {token.logprob for token in reply.tokens} == {-6.0}
        assert all(token.top[0][0] == STRONGER for token in reply.tokens if token.text != " 🎉")
        assert client.score(request(messages=messages), TEXT).tokens[0].top == ()
        body = server.asked[-1].body
        assert body["grammar"].startswith("root ::= <[")
        assert "🎉" not in body["grammar"]
        assert body.get("prompt", [1]) == [1], "plain text follows the sign for the beginning of a text"


def test_an_empty_text_is_scored_without_a_call():
    with opened(Clever()) as (client, server):
        client.offers(MODEL)
        before = len(server.asked)
        assert (client.score(request(), "").tokens, len(server.asked)) == ((), before)


def test_a_vocabulary_that_begins_texts_with_a_space_scores_the_text_without_it():
    class Spaced(Clever):
        def known(self, raw):
            return super().known(raw)

        def __call__(self, server, asked):
            if asked.path == "/tokenize" and asked.body.get("with_pieces"):
                return 200, {"tokens": [self.known(raw) for raw in split(" " + asked.body["content"])]}
            return super().__call__(server, asked)

    with opened(Spaced()) as (client, _):
        assert [token.text for token in client.score(request(top_logprobs=1), "We recieve.").tokens] == [
            "We",
            " recieve",
            ".",
        ]


def test_a_text_that_is_written_as_a_thought_is_no_score():
    class Thinking(Clever):
        """A model whose template begins every reply with a thought: what is forced becomes one."""

        def chat(self, body, choice):
            super().chat(body, choice)
            if "grammar" in body:
                choice["message"] |= {"content": "", "reasoning_content": choice["message"]["content"]}

    with opened(Thinking()) as (client, _):
        assert not client.offers(MODEL).scores


@pytest.mark.parametrize("protocol", [Clever("grammar"), Vllm(), llama_cpp])
def test_a_server_that_writes_another_text_does_not_score(protocol):
    with opened(protocol) as (client, _), pytest.raises(BackendError) as caught:
        client.score(request(), TEXT)
    assert caught.value.code == "not-offered"


class Drafting(Clever):
    """A server with speculative drafts: a token that one foretold comes without alternatives, and certain."""

    def chat(self, body, choice):
        super().chat(body, choice)
        if "Copy" in body["messages"][-1]["content"]:
            for entry in choice["logprobs"]["content"][1:]:
                entry |= {"logprob": 0.0, "top_logprobs": []}


def test_what_a_draft_foretold_passes_for_no_score():
    with opened(Drafting()) as (client, _):
        assert client.offers(MODEL).scores
        with pytest.raises(BackendError, match="run it without speculative drafts"):
            client.score(request(f"Copy: {TEXT}", top_logprobs=2), TEXT)


def test_what_a_draft_foretold_has_no_tokens():
    with opened(Drafting()) as (client, _):
        reply = client.chat(request("Copy that.", top_logprobs=2))
        assert reply.text
        assert reply.tokens == ()
