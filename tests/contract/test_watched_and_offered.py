"""What every backend promises beyond a plain chat: it is watched, and it says what it offers."""

from pathlib import Path

import pytest
from desks import Desk, desk_of, request
from model_servers import Said

from reviewer.errors import BackendError
from reviewer.model.chat import Offers


@pytest.fixture(params=["ollama", "openai", "claude", "scripted"])
def desk(request, tmp_path: Path):
    with desk_of(request.param, tmp_path) as found:
        yield found


def test_a_watch_that_says_why_ends_the_reply(desk: Desk):
    desk.say(Said(text="on and on and on"))
    reply = desk.open().chat(request(), lambda text: "in circles" if text.count("on") > 1 else None)
    assert (reply.finish_reason, reply.cut) == ("cut", "in circles")
    assert "on and on and on".startswith(reply.text)
    assert reply.text.count("on") > 1


def test_a_watch_that_says_nothing_changes_nothing(desk: Desk):
    desk.say(Said(text="Où « ça » ?", finish="length"))
    seen: list[str] = []
    client = desk.open()
    reply = client.chat(request(), seen.append)
    assert reply.having(elapsed_ms=0) == client.chat(request()).having(elapsed_ms=0)
    assert seen[-1] == "Où « ça » ?"


def test_offers_never_raise_and_nothing_is_offered_by_a_backend_that_fails(desk: Desk):
    desk.refuse(500)
    assert desk.open().offers("small") == Offers()


def test_a_backend_that_does_not_score_says_so(desk: Desk):
    client = desk.open()
    if not client.offers("small").scores:
        with pytest.raises(BackendError) as caught:
            client.score(request(), "Tue Haus")
        assert caught.value.code == "not-offered"
        assert "Tue" not in caught.value.message
