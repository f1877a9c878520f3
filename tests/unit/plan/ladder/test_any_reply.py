"""Whatever a model writes, reading it raises nothing and takes time in proportion to its length."""

import json
import sys

import pytest
from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st

from reviewer.plan.ladder.levels import extract
from reviewer.plan.ladder.yaml_values import MOST
from reviewer.plan.op_fields import as_stored
from reviewer.plan.verdict import read_verdict

PIECES = (
    "[", "{", "}", "]", ",", ":", '"', "'", "“", "”", "\\", "\\u", "\\ud83d", '"\\UFFFFFFFF"', "\n", "\n- ", "\n  ",
    "find: ", "replace: ", '"find": "', '"replace": "', 'before="', 'after="', "[RVW] action=replace ",
    "BEGIN_EDIT_OPS", "END_EDIT_OPS", "<think>", "</think>", "```", "```yaml\n", "null", "NaN", "1e999", "-", "9" * 30,
    "&a ", "*a", "!!python/name:os.system ", "%YAML 1.1\n---\n", "? ", "| ", ">-\n", " # ", "<<: ", "\ud800", "\u2028",
    "\x00", "\x85", "no changes needed", "mais", 'replace "a" with "b"', "<<<<<<< SEARCH\n", "=======\n",
    ">>>>>>> REPLACE\n", "VERDICT: ", "ACCEPTED", "REASON:", "CORRECTION:", "é", "%zz", "!<%FF>", "@", "`", "\t",
    "...\n", "Before: ", "After: ", "//", "/*", "=>",
)  # fmt: skip
REPLIES = st.text() | st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@given(REPLIES)
def test_any_reply_is_read_without_an_exception_and_what_was_read_can_be_written(reply):
    read = extract(reply)
    json.dumps(as_stored(list(read.items)))
    read.prose.encode()
    assert all(isinstance(item, dict) for item in read.items)
    assert not read.prose or not read.items
    assert (read.method == "empty_response") == (not reply.strip("\ufeff \t\r\n\f\v"))
    assert extract(reply) == read


@given(REPLIES)
def test_any_reply_of_a_tutor_is_read_without_an_exception(reply):
    verdict = read_verdict(reply)
    verdict.reason.encode()
    extract(verdict.correction)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["find", "replace", "op", "ops", "target", "1"]) | st.text(), inner)
        ),
    )
)
def test_any_json_value_is_read_without_an_exception(value):
    extract(json.dumps(value))
    extract(json.dumps(value, ensure_ascii=False) + ",")


LONG = (
    "[", "{", '{"a":', "[{", '[{"find": [', '"', "'", "\\", "- ", "> ", "```\n", "before: a\n", "BEGIN_EDIT_OPS",
    'BEGIN_EDIT_OPS [{"find": "a', "<think>", "<think></think>", "\n", "[]\n", "[] x ", '["a"]\n', "{TODO: it} ",
    "[{/*", "[{//\n", '{"find": "a", ', '{"find": "a" x ', "[{'find': 'a", '[RVW] before="a\n', "<<<<<<< SEARCH\n",
    'replace "', "no changes ", "VERDICT: ACCEPTED\n", '"find": "a" ' + " " * 50, '{"find":"a","find":"b",',
)  # fmt: skip


@pytest.mark.parametrize("shortest", [MOST // 4, MOST + 1], ids=["read as YAML too", "too long for YAML"])
@pytest.mark.parametrize("piece", LONG)
def test_four_times_the_reply_takes_about_four_times_the_time(piece, shortest):
    def prepare(length):
        reply = piece * (length // len(piece))
        return lambda: (extract(reply), read_verdict(reply))

    assert grows_linearly(prepare, shortest)


@pytest.mark.parametrize("piece", ["[", "{", '{"a":', '[{"find":', "- "])
def test_a_megabyte_of_openers_is_no_answer_and_does_not_exhaust_the_stack(piece):
    def prepare(length):
        reply = piece * (length // len(piece))
        return lambda: found.append(extract(reply))

    found = []
    limit = sys.getrecursionlimit()
    assert grows_linearly(prepare, 250_000)
    assert {(read.method, read.items) for read in found} == {("none", ())}
    assert sys.getrecursionlimit() == limit


def test_a_value_may_nest_as_deep_as_any_proposal_needs_and_no_deeper():
    nested = {"find": "a", "replace": "b", "x": [[[[{"y": [1]}]]]]}
    assert extract(json.dumps([nested])).items == (nested,)
    deep = "[" * 40 + "]" * 40
    assert extract(f'[{{"find": "a", "replace": "b", "x": {deep}}}]').items == ()
