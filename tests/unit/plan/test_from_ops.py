"""The ``apply --ops`` format: what is taken, what is refused and with which code, and that nothing ever raises."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from merging import settled

from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, RejectCode, Rejection
from reviewer.model.finding import Severity
from reviewer.plan.from_ops import ops_from_json

CONFIG = ReviewerConfig()
TEXT = "# T\n\nline one teh\n\nline two\n\n## Sub\n\nteh end teh\n"


def read(data, text=TEXT):
    parsed = parse(read_document(text.encode(), "t.md"))
    return ops_from_json(parsed, chunk_plan(parsed, ChunkConfig()), data, CONFIG)


def op(line=3, before="teh", after="the", **more):
    target = {"line_start": line, "line_end": line}
    given = {"action": "replace", "target": target, "before_text": before, "after_text": after, **more}
    given.setdefault("before_hash", content_hash(before))
    return {key: value for key, value in given.items() if value != "LEFT OUT"}


def one(data, text=TEXT):
    ops, rejected = read([data], text)
    assert not rejected, rejected
    return ops[0]


def refused(data, text=TEXT):
    ops, rejected = read([data], text)
    assert not ops
    return rejected[0].code


def result(ops, text=TEXT):
    for item in sorted(ops, key=lambda o: o.span, reverse=True):
        text = text[: item.span.start] + item.after_text + text[item.span.end :]
    return text


def test_a_quote_within_a_line_changes_only_that_span():
    assert result([one(op())]) == TEXT.replace("one teh", "one the")


def test_the_kernel_derives_the_rest():
    found = one(op(line=9, before="end teh", after="end the"))
    assert (found.id, found.kind, found.severity, found.source.type) == ("", "style", Severity.MINOR, "human")
    assert (found.target.anchor, found.target.node_path, found.target.line_start) == ("sub", "S1.p1", 9)
    assert found.target.chunk_id.startswith("sub_")
    assert (found.needs_attention, found.silent) == (True, False)
    assert found.review_note is not None
    assert found.review_note.alert == "NOTE"
    assert (found.before_text, found.after_text) == ("eh", "he")
    assert found.before_hash == content_hash("eh")


def test_a_list_and_an_object_with_ops_are_read_alike():
    assert read([op()]) == read({"ops": [op()], "extra": 1})


@pytest.mark.parametrize("data", [None, 1, "ops", {}, {"ops": None}, {"ops": {}}, True])
def test_anything_else_is_one_refusal(data):
    ops, rejected = read(data)
    assert (ops, [r.code for r in rejected]) == ((), [RejectCode.OTHER])


def test_a_whole_seed_op_is_read_and_its_id_kept():
    full = op(
        before="line one teh",
        after="line one the",
        id="RVW-0034",
        target={"chunk_id": "x", "anchor": "y", "node_path": "S9", "line_start": 3, "line_end": 3},
        kind="terminology",
        severity="attention",
        needs_attention=True,
        silent=True,
        review_note={"alert": "WARNING", "text": "REVIEWER: RVW-0034 — 'teh' is no word."},
        rationale="why",
        confidence=0.5,
    )
    found = one(full)
    assert found.id == "RVW-0034"
    assert found.silent is False
    assert found.review_note is not None
    assert (found.review_note.alert, found.review_note.text) == ("WARNING", "'teh' is no word.")
    assert (found.rationale, found.confidence, found.target.anchor) == ("why", 0.5, "t")


@pytest.mark.parametrize("kind", ["typo", "punctuation", "capitalization", "spacing", "grammar"])
def test_only_the_kernel_says_silent(kind):
    assert one(op(kind=kind, silent=False)).silent is True
    note = {"alert": "NOTE", "text": "REVIEWER: look"}
    assert one(op(kind=kind, needs_attention=True, review_note=note)).silent is False


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"id": "RVW-1"}, RejectCode.SCHEMA_ID),
        ({"id": "rvw-0001"}, RejectCode.SCHEMA_ID),
        ({"id": "RVW-00001"}, RejectCode.SCHEMA_ID),
        ({"id": "RVW-0000"}, RejectCode.SCHEMA_ID),
        ({"id": "RVW-" + "9" * 5000}, RejectCode.SCHEMA_ID),
        ({"id": "RVW-٠٠٠١"}, RejectCode.SCHEMA_ID),
        ({"id": 7}, RejectCode.SCHEMA_ID),
        ({"severity": "low"}, RejectCode.OTHER),
        ({"severity": ["minor"]}, RejectCode.OTHER),
        ({"action": "rewrite"}, RejectCode.OTHER),
        ({"action": "LEFT OUT"}, RejectCode.OTHER),
        ({"target": None}, RejectCode.OTHER),
        ({"target": {"line_start": "3", "line_end": 3}}, RejectCode.OTHER),
        ({"target": {"line_start": True, "line_end": 3}}, RejectCode.OTHER),
        ({"target": {"line_start": 3.0, "line_end": 3}}, RejectCode.OTHER),
        ({"target": {"line_start": 3}}, RejectCode.OTHER),
        ({"target": {"line_start": 0, "line_end": 0}}, RejectCode.RANGE),
        ({"target": {"line_start": 4, "line_end": 3}}, RejectCode.RANGE),
        ({"target": {"line_start": 3, "line_end": 10}}, RejectCode.RANGE),
        ({"target": {"line_start": 10**400, "line_end": 10**400}}, RejectCode.RANGE),
        ({"after_text": None}, RejectCode.OTHER),
        ({"after_text": "LEFT OUT"}, RejectCode.OTHER),
        ({"after_text": 5}, RejectCode.OTHER),
        ({"after_text": "\ud800"}, RejectCode.OTHER),
        ({"after_text": "teh"}, RejectCode.OTHER),
        ({"before_text": "LEFT OUT"}, RejectCode.OTHER),
        ({"before_text": ""}, RejectCode.OTHER),
        ({"before_text": ["teh"]}, RejectCode.OTHER),
        ({"before_hash": "LEFT OUT"}, RejectCode.HASH),
        ({"before_hash": None}, RejectCode.HASH),
        ({"before_hash": "sha256:00"}, RejectCode.HASH),
        ({"before_hash": 12}, RejectCode.HASH),
        ({"before_text": "the", "before_hash": content_hash("the"), "after_text": "x"}, RejectCode.HASH),
        ({"before_text": "e", "before_hash": content_hash("e"), "after_text": "x"}, RejectCode.HASH),
        ({"needs_attention": True}, RejectCode.SCHEMA_NOTE),
        ({"needs_attention": "yes"}, RejectCode.OTHER),
        ({"review_note": "REVIEWER: x"}, RejectCode.SCHEMA_NOTE),
        ({"review_note": {"alert": "NOTE", "text": "look here"}}, RejectCode.SCHEMA_NOTE),
        ({"review_note": {"alert": "SHOUT", "text": "REVIEWER: x"}}, RejectCode.SCHEMA_NOTE),
        (
            {"id": "RVW-0001", "review_note": {"alert": "NOTE", "text": "REVIEWER: RVW-0002 — x"}},
            RejectCode.SCHEMA_NOTE,
        ),
        ({"confidence": math.nan}, RejectCode.OTHER),
        ({"confidence": 10**400}, RejectCode.OTHER),
        ({"kind": 3}, RejectCode.OTHER),
        ({"rationale": {}}, RejectCode.OTHER),
        ({"source": 3}, RejectCode.OTHER),
        ({"source": {"type": "ghost"}}, RejectCode.OTHER),
    ],
)
def test_each_bad_field_has_its_code(change, code):
    assert refused(op(**change)) is code


def test_an_unknown_kind_is_style_and_unknown_fields_are_left_alone():
    assert one(op(kind="magic", colour="red")).kind == "style"


def test_an_ambiguous_quote_says_how_many_matches():
    _, (rejection,) = read([op(line=9)])
    assert rejection.code is RejectCode.HASH
    assert "2 times" in rejection.message


def test_one_bad_op_never_stops_the_rest():
    bad = ["no changes needed", None, 3, [op()], op(severity="low"), op(target=None), {}]
    ops, rejected = read([*bad, op()])
    assert len(ops) == 1
    assert len(rejected) == len(bad)
    assert rejected[4].op is not None


NOTE = {"alert": "CAUTION", "text": "REVIEWER: said twice"}


def test_a_deletion_needs_a_caution_note():
    whole = {"line": 5, "before": "line two", "after": "", "action": "delete"}
    assert refused(op(**whole)) is RejectCode.SCHEMA_NOTE
    assert refused(op(**whole, review_note={**NOTE, "alert": "NOTE"})) is RejectCode.SCHEMA_NOTE
    assert refused(op(**whole, review_note=NOTE, needs_attention=False)) is RejectCode.SCHEMA_NOTE
    found = one(op(**whole, review_note=NOTE))
    assert (found.needs_attention, found.silent, found.action) == (True, False, Action.DELETE)
    assert result([found]) == TEXT.replace("line two\n", "")


def test_a_replace_that_empties_its_lines_is_a_deletion_by_another_name():
    assert refused(op(line=5, before="line two", after="", kind="typo")) is RejectCode.SCHEMA_NOTE
    assert refused(op(line=5, before="line two", after="  \n", kind="typo")) is RejectCode.SCHEMA_NOTE
    assert one(op(line=5, before="line two", after="", review_note=NOTE)).after_text == ""
    assert one(op(line=3, before=" teh", after="", kind="typo")).silent is True


def test_a_delete_with_new_text_and_an_insert_without_are_malformed():
    assert refused(op(action="delete", after="x", review_note=NOTE)) is RejectCode.OTHER
    assert refused(op(action="insert", before="LEFT OUT", after="", before_hash="LEFT OUT")) is RejectCode.OTHER


def test_an_insert_stands_after_its_line_and_belongs_to_it():
    found = one(op(line=5, action="insert", before="LEFT OUT", before_hash="LEFT OUT", after="line three"))
    assert result([found]) == TEXT.replace("line two\n", "line two\nline three\n")
    assert (found.target.anchor, found.target.line_start, found.target.line_end) == ("t", 5, 5)


def test_an_insert_after_the_last_line_of_a_section_belongs_to_that_section():
    found = one(op(line=1, action="insert", before="LEFT OUT", before_hash="LEFT OUT", after="x"), "# A\n# B\n")
    assert found.target.anchor == "a"


def test_a_flag_changes_nothing_and_has_a_note():
    found = one(op(action="flag_only", after="", rationale="Is it so?"))
    assert (found.before_text, found.after_text, found.span) == ("teh", "", (14, 17))
    assert found.review_note is not None
    assert found.review_note.text == "Is it so?"


def test_a_models_missing_hash_and_note_are_mended_a_persons_never():
    source = {"type": "worker", "model": "m"}
    assert one(op(source=source, before_hash="LEFT OUT")).source.model == "m"
    deletion = op(line=5, before="line two", after="", action="delete", source=source)
    found = one(deletion)
    assert found.review_note is not None
    assert found.review_note.alert == "CAUTION"
    assert refused(op(line=9, source=source, before_hash="LEFT OUT")) is RejectCode.HASH


def test_two_fixes_on_one_line_are_independent_when_each_is_trimmed():
    text = "# T\n\nteh cat adn dog\n"
    ops, rejected = read(
        [
            op(before="teh cat adn dog", after="the cat adn dog"),
            op(before="teh cat adn dog", after="teh cat and dog"),
        ],
        text,
    )
    kept, lost = settled(ops)
    assert (rejected, lost) == ((), ())
    assert result(kept, text) == "# T\n\nthe cat and dog\n"


def test_the_op_id_survives_growth_elsewhere_and_tells_equal_words_apart():
    text = "# T\n\nteh one\n\nteh two\n"
    first, second = (one(op(line=line), text) for line in (3, 5))
    grown = "New intro.\n\nMore of it.\n\n" + text + "\n# Other\n\nteh\n"
    moved_first, moved_second = (one(op(line=line), grown) for line in (7, 9))
    assert (moved_first.op_id, moved_second.op_id) == (first.op_id, second.op_id)
    assert first.op_id != second.op_id
    assert one(op(line=13), grown).op_id not in {first.op_id, second.op_id}


def test_an_op_whose_text_was_already_changed_is_refused_with_the_op_id_it_had():
    text = "# T\n\nteh one\n\nteh two\n"
    data = [op(line=5, after="tee"), op(line=3, kind="typo")]
    ops, _ = read(data, text)
    _, rejected = read(data, text.replace("teh one", "the one").replace("teh", "tee"))
    assert [r.code for r in rejected] == [RejectCode.HASH] * 2
    assert [r.op_id for r in rejected] == [o.op_id for o in ops]


def test_equal_insertions_and_flags_at_different_places_have_different_op_ids():
    text = "# T\n\none\n\none\n\n\n\ntwo\n"
    insertions = [
        op(line=n, action="insert", before="LEFT OUT", before_hash="LEFT OUT", after="x") for n in range(1, 10)
    ]
    flags = [op(line=n, action="flag_only", before="LEFT OUT", before_hash="LEFT OUT", after="") for n in (3, 5, 9)]
    ops, rejected = read([*insertions, *flags], text)
    assert rejected == ()
    assert len({o.op_id for o in ops}) == 12


def test_two_flags_on_one_text_are_one_when_they_say_the_same():
    ops, _ = read([op(action="flag_only", after="", rationale=r) for r in ("Why?", "Why?", "How?")])
    assert len({o.op_id for o in ops}) == 2
    assert len(settled(ops)[0]) == 2


def test_an_insertion_done_in_place_is_known_again():
    insertion = op(line=5, action="insert", before="LEFT OUT", before_hash="LEFT OUT", after="line three")
    assert one(insertion).op_id == one(insertion, TEXT.replace("line two\n", "line two\nline three\n")).op_id


def test_ops_of_one_group_stand_or_fall_together():
    ops, rejected = read([op(group="g"), op(group="g", severity="low"), op(line=5, before="two", after="2")])
    assert [o.after_text for o in ops] == ["2"]
    assert len(rejected) == 2


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["id", "action", "target", "before_text", "before_hash", "after_text", "kind", "severity", "needs_attention",
          "review_note", "rationale", "source", "confidence", "group"]  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(JSON, st.lists(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4), max_size=3))
def test_no_json_value_raises_and_every_refusal_can_be_stored(value, changes):
    for data in (value, [value], {"ops": [value]}, [{**op(), **change} for change in changes]):
        ops, rejected = read(data)
        if isinstance(data, list):
            assert len(ops) + len(rejected) == len(data)
        for item in (*ops, *rejected):
            json.loads(item.model_dump_json())
            item.model_dump_json().encode()


def test_deep_nesting_can_be_refused_and_stored():
    nested = []
    for _ in range(900):
        nested = [nested]
    _, (rejection,) = read([{"action": "replace", "target": nested, "extra": nested}])
    assert isinstance(rejection, Rejection)
    assert len(rejection.model_dump_json()) < 1000
