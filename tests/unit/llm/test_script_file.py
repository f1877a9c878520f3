"""Scripts: which line answers, and what is wrong with which line."""

import json
import os

import pytest

from reviewer.config import LLMConfig
from reviewer.errors import BackendError, UserError
from reviewer.hashing import bytes_hash
from reviewer.llm.open import open_client
from reviewer.llm.script_file import read_script
from reviewer.model.chat import ChatMessage, ChatRequest


@pytest.fixture
def script(tmp_path):
    """A client of a script that holds these lines (texts, or values that become JSON)."""

    def write(*lines):
        path = tmp_path / "script.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
        path.write_text("\n".join(texts), encoding="utf-8")
        return path

    return write


def client(path):
    return open_client(LLMConfig(backend="scripted", script=str(path)), environ={})


def ask(path, stage="edit", subject="intro_0a1b2c3d", text="Tue Haus is red."):
    messages = (ChatMessage(role="system", content="Be careful."), ChatMessage(role="user", content=text))
    return client(path).chat(ChatRequest(stage=stage, subject=subject, model="m", messages=messages))


def test_the_first_line_that_fits_answers(script):
    path = script(
        {"when": {"stage": "tutor"}, "reply": "1"},
        {"when": {"chunk": "other_1"}, "reply": "2"},
        {"when": {"contains": "nowhere"}, "reply": "3"},
        {"when": {"stage": "edit", "chunk": "intro_0a1b2c3d", "contains": "Haus"}, "reply": "4"},
        {"when": {}, "reply": "5"},
    )
    assert ask(path).text == "4"
    assert ask(path, stage="tutor").text == "1"
    assert ask(path, subject="other_1").text == "2"
    assert ask(path, subject="third_1", stage="pyramid").text == "5"


def test_a_line_for_all_chunks_goes_before_a_later_line_for_this_one(script):
    path = script({"when": {}, "reply": "first"}, {"when": {"chunk": "intro_0a1b2c3d"}, "reply": "second"})
    assert ask(path).text == "first"


def test_a_line_answers_as_often_as_it_fits(script):
    path = script({"when": {}, "reply": "same"})
    opened = client(path)
    call = ChatRequest(stage="edit", subject="a", model="m", messages=())
    assert [opened.chat(call).text for _ in range(3)] == ["same"] * 3


def test_contains_looks_into_every_message(script):
    assert ask(script({"when": {"contains": "careful"}, "reply": "yes"})).text == "yes"


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("BEGIN_EDIT_OPS [] END_EDIT_OPS", "BEGIN_EDIT_OPS [] END_EDIT_OPS"),
        ("", ""),
        ([], "[]"),
        ([{"before": "où"}], '[{"before": "où"}]'),
        (None, "null"),
        (3, "3"),
    ],
)
def test_a_text_is_answered_as_it_is_and_another_value_as_json(script, reply, text):
    assert ask(script({"when": {}, "reply": reply})).text == text


def test_everything_else_of_a_line_is_answered_too(script):
    line = {"when": {}, "reply": "x", "finish_reason": "length", "prompt_tokens": 7, "completion_tokens": 9}
    reply = ask(script(line))
    assert (reply.finish_reason, reply.prompt_tokens, reply.completion_tokens) == ("length", 7, 9)


def test_a_call_that_no_line_fits_is_a_failure_that_names_the_call(script):
    with pytest.raises(BackendError) as caught:
        ask(script({"when": {"stage": "tutor"}, "reply": "x"}))
    assert caught.value.code == "bad-reply"
    assert "'edit'" in caught.value.message
    assert "'intro_0a1b2c3d'" in caught.value.message


@pytest.mark.parametrize(
    ("status", "code"), [(404, "no-model"), (500, "bad-status"), (503, "bad-status"), (301, "bad-status")]
)
def test_a_status_is_a_failure(script, status, code):
    with pytest.raises(BackendError) as caught:
        ask(script({"when": {}, "status": status}))
    assert caught.value.code == code


def test_the_digest_is_that_of_the_file(script):
    path = script({"when": {}, "reply": "x"})
    assert client(path).digest("any") == bytes_hash(path.read_bytes())


def test_empty_lines_crlf_and_a_byte_order_mark_are_no_matter(tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"when": {}, "reply": "a"}\r\n\r\n   \n{"when": {}, "reply": "b"}\r\n')
    assert [line.reply for line in read_script(path).lines] == ["a", "b"]


def test_a_line_separator_inside_a_text_ends_no_line(script):
    assert ask(script('{"when": {}, "reply": "a\u2028b"}')).text == "a\u2028b"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("{", "not JSON"),
        ('"text"', "not a JSON object"),
        ("[]", "not a JSON object"),
        ('{"reply": "x"}', "when"),
        ('{"when": {}}', "reply"),
        ('{"when": {}, "reply": "x", "replay": 1}', "replay"),
        ('{"when": {"stages": "edit"}, "reply": "x"}', "stages"),
        ('{"when": {"stage": "worker"}, "reply": "x"}', "stage"),
        ('{"when": {"chunk": 3}, "reply": "x"}', "chunk"),
        ('{"when": {}, "reply": "x", "finish_reason": "eos"}', "finish_reason"),
        ('{"when": {}, "reply": "x", "prompt_tokens": "7"}', "prompt_tokens"),
        ('{"when": {}, "reply": "x", "prompt_tokens": -1}', "prompt_tokens"),
        ('{"when": {}, "reply": "x", "delay_ms": 1.5}', "delay_ms"),
        ('{"when": {}, "status": 99}', "status"),
        ("[" * 90_000, "not JSON"),
        ('{"when": {}, "reply": "a", "reply": "b"}', "'reply' stands twice"),
        ('{"when": {"stage": "edit", "stage": "tutor"}, "reply": "a"}', "'stage' stands twice"),
        ('{"when": {}, "reply": ' + "9" * 5000 + "}", "more digits"),
        ('{"when": {}, "reply": 1, "nope": 2}', "'nope': "),
    ],
)
def test_a_wrong_line_is_named_with_file_and_number(script, line, named):
    path = script({"when": {}, "reply": "x"}, "", line)
    with pytest.raises(UserError) as caught:
        read_script(path)
    assert caught.value.code == "bad-script"
    assert caught.value.message.startswith(f"{path}:3: ")
    assert named in caught.value.message
    assert "\n" not in caught.value.message


def test_bytes_that_are_no_text_are_named_with_file_and_number(tmp_path):
    path = tmp_path / "script.jsonl"
    path.write_bytes(b'{"when": {}, "reply": "a"}\n{"when": {}, "reply": "\xff"}\n')
    with pytest.raises(UserError) as caught:
        read_script(path)
    assert caught.value.message.startswith(f"{path}:2: ")


@pytest.mark.parametrize("data", [b"", b"\n\n"])
def test_a_script_without_a_line_is_refused(tmp_path, data):
    path = tmp_path / "script.jsonl"
    path.write_bytes(data)
    with pytest.raises(UserError) as caught:
        read_script(path)
    assert caught.value.code == "bad-script"


def test_a_script_that_is_not_there_is_named(tmp_path):
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(UserError) as caught:
            client(path)
        assert caught.value.code == "no-script"
        assert str(path) in caught.value.message


def test_the_scripted_backend_needs_a_script():
    with pytest.raises(UserError) as caught:
        open_client(LLMConfig(backend="scripted"), environ={})
    assert caught.value.code == "no-script"
    assert "--script" in caught.value.hint


def test_a_script_that_is_no_regular_file_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path, kind in ((tmp_path / "pipe", "a named pipe"), (tmp_path, "a folder")):
        with pytest.raises(UserError, match=f"is {kind}, not a regular file") as raised:
            read_script(path)
        assert raised.value.code == "no-script"
