"""Scripts that play a model whose probabilities can be seen, that continues, and that is watched while it writes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from model_desk import client

from reviewer.errors import BackendError, UserError
from reviewer.llm.script_file import read_script
from reviewer.model.chat import ChatMessage, ChatRequest, Offers, TokenChoice

TOKENS = [{"text": "We"}, {"text": " recieve", "logprob": -1.5, "top": [[" receive", -0.3], [" recieve", -1.5]]}]


def call(*turns, wanted=0, stage="proofread"):
    """A call whose messages are (role, text)."""
    messages = tuple(ChatMessage(role=role, content=text) for role, text in turns)
    return ChatRequest(stage=stage, subject="c", model="m", messages=messages, top_logprobs=wanted)


def test_a_line_gives_the_tokens_of_its_reply_where_they_are_wanted():
    model = client({"reply": "We recieve", "tokens": TOKENS})
    assert model.chat(call()).tokens == ()
    first, second = model.chat(call(wanted=1)).tokens
    assert (first, second.top) == (TokenChoice(text="We", logprob=0.0), ((" receive", -0.3),))
    assert len(model.chat(call(wanted=4)).tokens[1].top) == 2


def test_a_line_scores_a_text_it_names_tokens_of():
    model = client({"score": {" recieve": -1.5}})
    reply = model.score(call(), "We recieve, or (recieve).")
    assert [(token.text, token.logprob) for token in reply.tokens] == [
        ("We", 0.0),
        (" recieve", -1.5),
        *((text, 0.0) for text in (",", " or", " (", "recieve", ")", ".")),
    ]
    assert reply.text == "We recieve, or (recieve)."


def test_a_scored_token_may_have_alternatives_and_be_a_piece_of_a_word():
    model = client({"score": {"recie": {"logprob": -2, "top": [["recei", -0.2], ["x", -9]]}}})
    first, second = model.score(call(wanted=1), "recieve").tokens
    assert (first.text, first.top, second.text) == ("recie", (("recei", -0.2),), "ve")


@given(st.text(max_size=40), st.dictionaries(st.text(min_size=1, max_size=3), st.just(-1.0), max_size=3))
def test_scored_tokens_make_up_the_text(text, score):
    tokens = client({"score": score}).score(call(), text).tokens
    assert "".join(token.text for token in tokens) == text


def test_scores_and_chats_have_lines_of_their_own():
    model = client({"score": {"a": -1}}, {"reply": "said"}, {"when": {"contains": "b"}, "score": {"b": -2}})
    assert model.chat(call()).text == "said"
    assert model.score(call(), "b").tokens[0].logprob == 0.0, "the first line that fits"
    other = client({"when": {"contains": "x"}, "score": {"b": -1}}, {"when": {"contains": "b"}, "score": {"b": -2}})
    assert other.score(call(), "b").tokens[0].logprob == -2.0, "contains looks into the text that is scored"


@pytest.mark.parametrize(
    ("lines", "offers"),
    [
        ([{"reply": "a"}], Offers()),
        ([{"reply": "a", "tokens": [{"text": "a"}]}], Offers(logprobs=True)),
        ([{"when": {"continues": ""}, "reply": "a"}], Offers(continues=True)),
        ([{"score": {}}, {"reply": "a"}], Offers(scores=True)),
    ],
)
def test_a_script_offers_what_it_has(lines, offers):
    model = client(*lines)
    assert (model.offers("m"), model.questions) == (offers, 0)


def test_a_script_without_scores_refuses_to_score():
    with pytest.raises(BackendError) as caught:
        client({"reply": "a"}).score(call(), "a")
    assert caught.value.code == "not-offered"


def test_a_line_may_fit_what_goes_on_from_a_beginning():
    model = client({"when": {"continues": " the "}, "reply": "cat"}, {"when": {"continues": ""}, "reply": "on"}, {})
    assert model.chat(call(("user", "Say."), ("assistant", "I see the "))).text == "cat"
    assert model.chat(call(("user", "Say."), ("assistant", "I see"))).text == "on"
    assert model.chat(call(("assistant", "I see the "), ("user", "Say."))).text == ""
    assert model.chat(call()).text == ""


def test_a_watch_sees_a_reply_grow_and_ends_it():
    seen = []

    def watch(text):
        seen.append(text)
        return "in circles" if text.count("on") == 2 else None

    line = {"reply": "on and on and on", "completion_tokens": 40}
    reply = client(line).chat(call(), watch)
    assert (reply.text, reply.finish_reason, reply.cut) == ("on and on", "cut", "in circles")
    assert (seen, reply.completion_tokens) == (["on", "on and", "on and on"], 3)


def test_what_a_watch_cuts_keeps_the_tokens_that_were_written():
    reply = client({"reply": "We recieve", "tokens": TOKENS}).chat(call(wanted=1), lambda text: "enough")
    assert (reply.text, [token.text for token in reply.tokens]) == ("We", ["We"])


def test_a_watch_that_says_nothing_changes_nothing():
    model = client({"reply": "We recieve", "tokens": TOKENS, "finish_reason": "length"})
    assert model.chat(call(wanted=2), lambda text: None).having(elapsed_ms=0) == model.chat(call(wanted=2)).having(
        elapsed_ms=0
    )


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ({"reply": "a b", "tokens": [{"text": "a"}]}, "'tokens' do not make up"),
        ({"reply": "a", "score": {}}, "both 'score' and 'reply'"),
        ({"reply": "a", "tokens": [{"text": "a", "logprob": 0.5}]}, "logprob"),
        ({"score": {"": -1}}, "score"),
        ({"score": {"a": 1}}, "score"),
        ({"when": {"continues": 3}, "reply": "a"}, "continues"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, named):
    path = tmp_path / "script.jsonl"
    path.write_text(json.dumps({"when": {}, **line}), encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_script(path)
    assert caught.value.code == "bad-script"
    assert named in caught.value.message
