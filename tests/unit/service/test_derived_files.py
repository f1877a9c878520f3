"""Derived files that are written line by line are the JSON that they say they are."""

import json

from hypothesis import given
from hypothesis import strategies as st

from reviewer.model.entry import LedgerEntry
from reviewer.model.position import Span
from reviewer.report.notes import Annotated, Insertion
from reviewer.service.workspace.artifacts import write_json
from reviewer.service.workspace.derive import _log_line, _write_insertions
from reviewer.service.workspace.op_words import words_around

TEXT = st.text(st.characters(codec="utf-8"))
FIELDS = ("seq", "id", "event", "action", "kind", "silent", "span", "op_id", "refs", "timestamp")


@given(st.lists(st.builds(Insertion, st.integers(0), TEXT), max_size=3))
def test_insertions_are_written_as_any_other_artifact(tmp_path_factory, insertions):
    folder = tmp_path_factory.mktemp("derived")
    rows = [{"offset": put.offset, "text": put.text} for put in insertions]
    write_json(folder / "general.json", {"insertions": rows})
    _write_insertions(folder / "own.json", Annotated("", tuple(insertions)))
    assert (folder / "own.json").read_bytes() == (folder / "general.json").read_bytes()


@given(TEXT, TEXT, st.booleans(), st.lists(TEXT, max_size=2), st.integers(0))
def test_a_line_of_the_log_is_json_with_sorted_keys(name, event, silent, refs, number):
    given_fields = {
        "id": name, "event": event, "action": event, "kind": name, "silent": silent, "refs": tuple(refs), "op_id": name,
        "seq": number, "span": (number, number + 1), "timestamp": event,
    }  # fmt: skip
    entry = LedgerEntry.model_construct(**{**given_fields, "span": Span(number, number + 1)})
    expected = json.dumps({field: given_fields[field] for field in FIELDS}, ensure_ascii=False, sort_keys=True)
    assert _log_line(entry) == expected


@given(st.text(st.sampled_from("ab \n\t\u00a0é"), max_size=90), st.data())
def test_words_around_a_place_reach_to_white_space_or_thirty_characters(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = words_around(text, Span(start, end))
    assert 0 <= start - first <= 30
    assert 0 <= last - end <= 30
    assert not any(map(str.isspace, text[first:start] + text[end:last]))
    assert first == 0 or start - first == 30 or text[first - 1].isspace()
    assert last == len(text) or last - end == 30 or text[last].isspace()
