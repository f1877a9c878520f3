"""JSON from elsewhere: a value, or one exception with one line that says what is wrong."""

import json

import pytest

from reviewer.json_text import (
    DEPTH,
    BadJson,
    JsonLimit,
    Repeated,
    is_deep,
    mark_repeats,
    read_json,
    refuse_repeats,
    repeated_key,
    shown,
)


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize("text", ['{"a": [1, "x", null]}', "3", '"[[["', "[]", '{"a": "{[{["}'])
@pytest.mark.parametrize("pairs", [None, refuse_repeats, mark_repeats])
def test_what_is_json_is_read_as_it_is(text, pairs):
    assert read_json(text, pairs) == read_json(text.encode(), pairs) == json.loads(text)


@pytest.mark.parametrize("levels", [DEPTH + 1, 900, 5_000, 100_000])
@pytest.mark.parametrize("made", [nested, lambda n: "[" * n, lambda n: '{"a":' * n + "1" + "}" * n])
def test_what_is_nested_too_deep_is_refused_at_any_depth(levels, made):
    with pytest.raises(BadJson) as raised:
        read_json(made(levels))
    assert "\n" not in str(raised.value)


def test_the_limit_is_the_same_whoever_calls():
    def down(frames: int) -> object:
        return down(frames - 1) if frames else read_json(nested(DEPTH))

    assert not is_deep(down(300))
    with pytest.raises(JsonLimit, match="200 levels"):
        read_json(nested(DEPTH + 1))


def test_brackets_in_texts_are_not_levels():
    text = json.dumps(["[{" * 1000, {"a": "]" * 1000}])
    assert read_json(text) == json.loads(text)


@pytest.mark.parametrize("text", ["9" * 5000, '{"a": [-' + "9" * 5000 + "]}"])
def test_a_number_without_end_is_refused_and_no_advice_for_programmers_given(text):
    with pytest.raises(JsonLimit, match="more digits than can be read") as raised:
        read_json(text)
    assert "sys." not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [("{", "line 1, column 2"), ("[1,\n 2 3]", "line 2, column 4"), (b"[\xff]", "offset 1"), ("", "line 1, column 1")],
)
def test_what_is_no_json_is_told_with_its_place(text, said):
    with pytest.raises(BadJson, match=said) as raised:
        read_json(text)
    assert not isinstance(raised.value, JsonLimit)


def test_a_key_that_stands_twice_is_refused_by_name_or_marked():
    text = '{"ops": [{"a": 1, "b": 2, "a": 3}]}'
    with pytest.raises(JsonLimit, match="'a' stands twice"):
        read_json(text, refuse_repeats)
    value = read_json(text, mark_repeats)
    assert value == {"ops": [{"a": 3, "b": 2}]}
    assert isinstance(value["ops"][0], Repeated)
    assert (repeated_key(value), repeated_key([{"a": 1}])) == ("a", None)
    assert read_json(text) == value


def test_the_empty_key_counts_as_a_key():
    assert repeated_key(read_json('{"": 1, "": 2}', mark_repeats)) == ""


def test_what_is_shown_is_short_and_can_be_written():
    assert shown("\ud800") == r"'\\ud800'"
    assert len(shown("x" * 5000)) == 62


@pytest.mark.parametrize("text", ['{"a": 1}', '["\N{SNOWMAN}"]', "1"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_bytes_are_utf_8_and_no_other_encoding_is_guessed(text, encoding):
    assert read_json(text.encode("utf-8-sig")) == read_json(text.encode()) == json.loads(text)
    with pytest.raises(BadJson, match=r"UTF-16|not UTF-8"):
        read_json(text.encode(encoding))


@pytest.mark.parametrize("data", [b'"\xe9"', b'"\xed\xbf\xbf"', b'"\xc0\x80"', b"\xff"])
def test_invalid_bytes_are_told_with_their_offset(data):
    with pytest.raises(BadJson, match=r"not UTF-8: invalid byte at offset [01]"):
        read_json(data)
