"""The contract on a real model in this process. Slow: ``TEST_GGUF=FILE.gguf pytest -m slow tests/contract``."""

import hashlib
import importlib.util
import json
import os
import stat
import time
from pathlib import Path

import pytest
from desks import SOON, InBackground, request

from reviewer.config import LLMConfig
from reviewer.errors import BackendError
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatMessage, Offers

MODEL = os.environ.get("TEST_GGUF", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path(MODEL).is_file(), reason="the environment variable TEST_GGUF names no model file"),
]
LIST = {
    "type": "array",
    "maxItems": 2,
    "items": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 12}}, "required": ["name"]},
}


def installed(package, extra):
    return pytest.mark.skipif(
        importlib.util.find_spec(package) is None,
        reason=f"the optional package {package} is not installed: pip install 'reviewctl[{extra}]'",
    )


ENGINES = [
    pytest.param("server", marks=installed("xllamacpp", "llamacpp")),
    pytest.param("logits", marks=installed("llama_cpp", "logits")),
]


def new_client(engine, path=MODEL):
    config = LLMConfig(backend="llamacpp", engine=engine, model_path=str(path), num_ctx=1024, concurrency=2)
    return open_client(config, environ={})


@pytest.fixture(scope="module", params=ENGINES)
def engine(request):
    return request.param


@pytest.fixture(scope="module")
def client(engine):
    client = new_client(engine)
    yield client
    client.close()


def ask(client, text, **fields):
    return client.chat(request(text, **({"temperature": 0.0, "max_tokens": 12, "timeout": 300.0} | fields)))


def test_a_client_of_this_process_sends_text_nowhere(client):
    assert (client.backend, client.endpoint, client.constrains) == ("llamacpp", "", True)


def test_it_answers_and_counts(client):
    reply = ask(client, "Say hi.")
    assert reply.text.strip()
    assert 10 < reply.prompt_tokens < 60
    assert 0 < reply.completion_tokens <= 12


def test_a_token_limit_ends_a_reply_with_length(client):
    reply = ask(client, "Count from one to one hundred in words.", max_tokens=3)
    assert (reply.finish_reason, reply.completion_tokens) == ("length", 3)


def test_a_stop_sequence_ends_a_reply(client):
    assert "\n" not in ask(client, "Write two lines.", stop=("\n",)).text


def test_a_schema_binds_the_reply(client):
    value = json.loads(ask(client, "Name two colours as a JSON list.", json_schema=LIST, max_tokens=80).text)
    assert all(isinstance(item["name"], str) for item in value)


def test_tokens_are_counted_by_the_model(client):
    assert client.count_tokens("any", "") == 0
    assert 2 <= client.count_tokens("any", "Say hi, please.") <= 8


def test_the_digest_is_the_files_own(client):
    with Path(MODEL).open("rb") as file:
        assert client.digest("any") == "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()


def test_a_prompt_that_does_not_fit_is_refused_not_cut(client):
    with pytest.raises(BackendError) as caught:
        ask(client, "word " * 2000)
    assert "context" in caught.value.message


def test_it_offers_alternatives_goes_on_and_scores(client, engine):
    offers = client.offers("any")
    assert offers == Offers(weights=offers.weights, logprobs=True, continues=True, scores=True)
    assert offers.weights > 100_000_000
    assert client.questions == {"server": 4, "logits": 0}[engine]


def test_a_reply_has_its_tokens_and_goes_on_from_its_beginning(client):
    reply = ask(client, "Name a colour.", top_logprobs=4)
    assert "".join(token.text for token in reply.tokens) == reply.text
    turns = (ChatMessage(role="user", content="Count."), ChatMessage(role="assistant", content="7, 8, 9,"))
    for watch in (None, lambda text: None):
        going = client.chat(request(messages=turns, temperature=0.0, max_tokens=3, timeout=300.0), watch)
        assert going.text.startswith(" 10")


TYPO = "The manager recieved the letter 🎉 and née."


@pytest.mark.parametrize("messages", [request("Copy: " + TYPO).messages, ()], ids=["reply", "plain text"])
def test_a_text_is_scored_in_its_own_tokens(client, messages):
    wanted = request(messages=messages, top_logprobs=4, timeout=300.0)
    wrong, right = (client.score(wanted, text) for text in (TYPO, TYPO.replace("recieved", "received")))
    assert "".join(token.text for token in wrong.tokens) == TYPO
    assert " received" in [token.text for token in right.tokens], "one token, as the model reads it"
    assert sum(token.logprob for token in right.tokens) > sum(token.logprob for token in wrong.tokens)
    if messages:
        assert any(" received" in dict(token.top) for token in wrong.tokens), "what the model would have written"


def test_scores_are_those_of_the_reply_that_the_model_writes_by_itself(client):
    free = ask(client, "Name three colours.", top_logprobs=4)
    forced = client.score(request("Name three colours.", top_logprobs=4, timeout=300.0), free.text)
    assert [token.text for token in forced.tokens] == [token.text for token in free.tokens]
    far = [abs(one.logprob - two.logprob) for one, two in zip(free.tokens, forced.tokens, strict=True)]
    assert max(far) < 0.05


def test_calls_that_come_alternately_find_what_was_computed_for_them(client):
    long = "Copy: " + "the quick brown fox " * 20
    calls = [request(long + end, temperature=0.0, max_tokens=1, timeout=300.0) for end in ("one", "two")]
    for call in calls:
        client.chat(call)
    assert all(client.chat(call).cached_prompt_tokens > 80 for call in calls)
    client.score(request(messages=(), timeout=300.0), TYPO)
    assert client.chat(calls[0]).cached_prompt_tokens > 80


def test_a_prompt_that_fills_the_window_pushes_others_out(client):
    for word in (" red", " green", " blue"):
        assert ask(client, word * 500, max_tokens=2).completion_tokens == 2


def test_drawn_tokens_are_text_and_those_of_the_reply(client):
    reply = ask(client, "Name a colour.", temperature=0.9, top_logprobs=4)
    assert "".join(token.text for token in reply.tokens) == reply.text


def test_a_schema_binds_a_reply_that_is_drawn(client):
    value = json.loads(
        ask(client, "Name two colours as a JSON list.", json_schema=LIST, max_tokens=80, temperature=0.9).text
    )
    assert len(value) <= 2


def test_a_watched_reply_is_cut_and_the_next_call_is_not_waited_for(client):
    began = time.monotonic()
    call = request("Count from one to one hundred in words.", temperature=0.0, max_tokens=700, timeout=300.0)
    cut = client.chat(call, lambda text: "enough" if len(text) > 20 else None)
    assert (cut.finish_reason, cut.cut) == ("cut", "enough")
    assert 20 < len(cut.text) < 60
    ask(client, "Say hi.", max_tokens=1)
    assert time.monotonic() - began < SOON


def test_nobody_else_can_reach_it(client, engine):
    ask(client, "Say hi.", max_tokens=1)
    if engine == "server":
        folder = Path(client._engine._folder)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    ours = f"/proc/{os.getpid()}/net/tcp"
    listening = {line.split()[9] for line in Path(ours).read_text().split("\n")[1:] if line and line.split()[3] == "0A"}
    mine = {
        os.readlink(f"/proc/self/fd/{fd}")
        for fd in os.listdir("/proc/self/fd")
        if os.path.exists(f"/proc/self/fd/{fd}")
    }
    assert not {f"socket:[{inode}]" for inode in listening} & mine


def test_closing_ends_a_call_at_once_and_refuses_further_ones(engine):
    client = new_client(engine)
    ask(client, "Say hi.", max_tokens=1)
    call = InBackground(client, request("Tell a long story.", max_tokens=900, timeout=300.0))
    time.sleep(0.5)
    began = time.monotonic()
    client.close()
    assert call.ends_soon()
    assert time.monotonic() - began < SOON
    assert call.error.code == "closed"
    with pytest.raises(BackendError) as caught:
        client.chat(request("Say hi."))
    assert caught.value.code == "closed"


def test_a_file_that_is_no_whole_model_is_said_so(engine, tmp_path):
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(Path(MODEL).read_bytes()[:100_000])
    client = new_client(engine, broken)
    with pytest.raises(BackendError) as caught:
        client.chat(request("Say hi."))
    assert caught.value.code == "no-model"
    assert client.count_tokens("any", "x") is None
