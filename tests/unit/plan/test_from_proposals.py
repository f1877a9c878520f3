"""The proposal form: quoted text finds its one place, names may differ, a line number only chooses."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from merging import settled

from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, RejectCode
from reviewer.plan.from_ops import ops_from_json
from reviewer.plan.proposal_fields import ALIASES, items_of

CONFIG = ReviewerConfig()
TEXT = "# Le port\n\nLe bateau part. Il pleus fort.\n\n## Quai\n\nLe vent tombe.\n\n## Phare\n\nLe vent tombe.\n"


def read(data, text=TEXT):
    parsed = parse(read_document(text.encode(), "t.md"))
    return ops_from_json(parsed, chunk_plan(parsed, ChunkConfig()), data, CONFIG)


def result(data, text=TEXT):
    ops, refused = read(data, text)
    assert not refused, refused
    for op in reversed(settled(ops)[0]):
        text = text[: op.span.start] + op.after_text + text[op.span.end :]
    return text


def refusal(data, text=TEXT):
    ops, (refused,) = read(data, text)
    assert not ops
    return refused


PLEUT = TEXT.replace("pleus", "pleut")
WIND = {"find": "tombe", "replace": "se lève"}


@pytest.mark.parametrize(
    "data",
    [
        {"edits": [{"old_text": "Il pleus", "new_text": "Il pleut"}]},
        {"changes": [{"oldText": "Il pleus", "newText": "Il pleut"}]},
        {"ops": [{"action": "replace", "original": "Il pleus", "replacement": "Il pleut"}]},
        [{"type": "substitution", "search": "Il pleus", "replace_with": "Il pleut"}],
        [{"beforeText": "Il pleus", "AfterText": "Il pleut", "Kind": "grammar"}],
        [{"old-text": "Il pleus", "find": "Il pleus", "new": "Il pleut", "after": None}],
        {"find": "Il pleus", "replace": "Il pleut"},
        {"1": {"before": "Il pleus", "after": "Il pleut"}},
    ],
)
def test_the_same_edit_under_any_name(data):
    assert result(data) == PLEUT


@pytest.mark.parametrize("name", ALIASES["before"])
def test_every_declared_name_of_the_quote_is_read(name):
    assert result([{name: "pleus", "replace": "pleut"}]) == PLEUT


def test_two_names_of_one_field_that_disagree_are_refused():
    refused = refusal([{"old_text": "Il pleus", "replace": "Il pleut", "new_text": "Il pleuvait"}])
    assert refused.code is RejectCode.OTHER
    assert "'replace' and 'new_text'" in refused.message


def test_the_kernel_does_the_rest_as_for_an_op_in_full():
    full = {
        "action": "replace",
        "target": {"line_start": 3, "line_end": 3},
        "before_text": "Il pleus",
        "before_hash": content_hash("Il pleus"),
        "after_text": "Il pleut",
        "kind": "grammar",
    }
    (op,), refused = read([full])
    assert ((op,), refused) == read([{"find": "Il pleus", "replace": "Il pleut", "kind": "grammar"}])
    assert op.silent


def test_an_op_in_full_stays_what_it_is():
    assert refusal([{"target": None, "find": "Il pleus", "replace": "x"}]).code is RejectCode.OTHER
    target = {"line_start": 3, "line_end": 3}
    refused = refusal([{"action": "replace", "target": target, "before_text": "pleus", "after_text": "pleut"}])
    assert "before_hash is missing" in refused.message


def test_a_quote_that_matches_twice_is_refused_with_number_and_lines():
    refused = refusal([WIND])
    assert refused.code is RejectCode.HASH
    assert "2 times in the document (at line 7, 11)" in refused.message


@pytest.mark.parametrize("hint", [{"line": 11}, {"line_start": "11"}, {"section": "S2"}, {"section": "phare"}])
def test_a_line_or_a_section_chooses_among_several(hint):
    assert result([{**WIND, **hint}]) == TEXT[:-15] + TEXT[-15:].replace("tombe", "se lève")


def test_a_section_holds_its_subsections_and_must_be_there():
    assert "2 times in section le-port" in refusal([{**WIND, "section": "#le-port"}]).message
    assert refusal([{**WIND, "section": "nowhere"}]).code is RejectCode.RANGE


def test_a_line_that_fits_none_of_several_chooses_none():
    assert refusal([{**WIND, "line": 9}]).code is RejectCode.HASH


@pytest.mark.parametrize("line", [1, 2, 999, -4, 10**30])
def test_a_wrong_line_does_not_matter_where_the_quote_is_unique(line):
    assert result([{"op": "replace", "line": line, "find": "pleus", "replace": "pleut"}]) == PLEUT


def test_a_line_without_a_quote_is_no_anchor():
    refused = refusal([{"op": "replace", "line": 3, "replace": "Il pleut"}])
    assert refused.code is RejectCode.OTHER
    assert "no anchor" in refused.message


def test_two_matches_on_the_line_that_is_named_are_still_two():
    assert refusal([{"find": "a", "replace": "b", "line": 1}], "a a\n\na\n").code is RejectCode.HASH


def test_a_quote_may_be_part_of_a_long_line():
    text = "word " * 5000 + "Ask for a customs key now. " + "word " * 5000 + "\n"
    assert result([{"find": "a customs key", "replace": "a custom key"}], text) == text.replace("customs", "custom")


def test_line_feeds_fit_any_line_end_and_spaces_the_no_break_kinds():
    text = "Il dit\u00a0: oui\r\net part.\r\n"
    assert result([{"find": "dit : oui\net part", "replace": "dit : non\net part"}], text) == text.replace("oui", "non")


def test_other_separators_end_no_line():
    text = "# T\n\nun\u2028deux\x85trois\x0b\x0cfin\n\nbut\n"
    (op,), _ = read([{"find": "but", "replace": "goal"}], text)
    assert op.target.line_start == 5


def test_a_quote_with_other_indentation_does_not_match():
    text = "- A\n  - x\n  - y\n- B\n    - x\n    - y\n"
    assert refusal([{"op": "delete", "find": "- x\n- y", "reason": "old"}], text).code is RejectCode.HASH


def test_the_nearest_line_is_shown_and_not_edited():
    text = "| Seal B1 | [s](b1.md) |\n|---|---|\n| Seal B2 | [s](b2.md) |\n"
    refused = refusal([{"find": "| Seal B2 | s |", "replace": "| Seal B2 (old) | s |"}], text)
    assert refused.code is RejectCode.HASH
    assert "the nearest is line 3: '| Seal B2 | [s](b2.md) |'" in refused.message


def test_a_deletion_needs_a_reason_which_becomes_its_caution():
    (op,), _ = read([{"action": "remove", "find": "Il pleus fort.", "reason": "untrue"}])
    assert (op.action, op.review_note.alert, op.review_note.text) == (Action.DELETE, "CAUTION", "untrue")
    assert refusal([{"action": "remove", "find": "Il pleus fort."}]).code is RejectCode.SCHEMA_NOTE
    assert refusal([{"find": "Le bateau part. Il pleus fort.", "replace": ""}]).code is RejectCode.SCHEMA_NOTE


def test_lines_are_inserted_after_the_quoted_one_and_text_is_flagged():
    data = [{"action": "insert", "find": "## Quai", "new": "\nIl est long."}]
    assert result(data) == TEXT.replace("## Quai\n", "## Quai\n\nIl est long.\n")
    (op,), _ = read([{"action": "flag", "quote": "x", "find": "bateau", "rationale": "lequel ?"}])
    assert (op.action, op.before_text, op.review_note.text) == (Action.FLAG_ONLY, "bateau", "lequel ?")


def test_one_file_may_hold_both_forms_and_bad_ones():
    full = {
        "action": "replace",
        "target": {"line_start": 7, "line_end": 7},
        "before_text": "tombe",
        "before_hash": content_hash("tombe"),
        "after_text": "dort",
    }
    ops, refused = read([None, {"find": "pleus", "replace": "pleut"}, full, {"find": 3, "replace": "x"}, {}])
    assert [op.after_text for op in ops] == ["t", "dort"]
    assert [item.code for item in refused] == [RejectCode.OTHER] * 3


def test_what_was_applied_before_has_the_same_id_when_its_quote_is_gone():
    proposal = {"find": "Il pleus fort.", "replace": "Il pleut fort."}
    (op,), _ = read([proposal])
    assert refusal([proposal], PLEUT).op_id == op.op_id


def test_touching_proposals_are_both_made_and_overlapping_ones_are_not():
    data = [{"find": "abc", "replace": "X"}, {"find": "def", "replace": "Y"}, {"find": "cd", "replace": "Z"}]
    ops, _ = read(data, "abcdef\n")
    kept, lost = settled(ops)
    assert [op.after_text for op in kept] == ["X", "Y"]
    assert [item.code for item in lost] == [RejectCode.OVERLAP]
    assert kept[1].op_id in lost[0].message


@pytest.mark.parametrize("data", [{}, {"a": 1}, {"1": 2}, {"ops": 3}, "x", 3, None, {"line": 3}])
def test_what_holds_no_ops_is_not_taken_for_some(data):
    assert items_of(data) is None


def test_many_missing_quotes_are_all_answered():
    text = "".join(f"Line {n} holds the word w{n}x and w{n}y.\n" for n in range(3_000))
    ops, refused = read([{"find": f"w{n}z", "replace": "q"} for n in range(300)], text)
    assert (ops, len(refused)) == ((), 300)


NAMES = st.sampled_from(
    [name for names in ALIASES.values() for name in names]
    + ["id", "kind", "severity", "source", "review_note", "group"]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["Le", "tombe", "delete"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=12,
)


@settings(deadline=None)
@given(
    st.lists(st.dictionaries(NAMES, JSON, max_size=6) | JSON, max_size=4) | JSON, st.sampled_from([TEXT, "", "a\r\nb"])
)
def test_any_json_is_ops_or_refusals_in_input_order(data, text):
    ops, refused = read(data, text)
    count = len(items_of(data)) if items_of(data) is not None else 1
    assert len(ops) + len(refused) == count
    settled(ops)
    json.dumps([item.model_dump(mode="json") for item in refused])


WRAPPED = "# Sluice\n\nThe gate opens\nwhen the level fall\nbelow the sill.\n\n- two\n- three\n\n| a |\n|---|\n| b |\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_in_one_paragraph_a_space_of_the_quote_may_be_a_line_end_which_stays(newline):
    text = WRAPPED.replace("\n", newline)
    told = {"find": "gate opens when the level fall below", "replace": "gate opens when the level falls below"}
    assert result([told], text) == text.replace("fall", "falls")
    told = {"find": "opens when the level", "replace": "opens, when the level"}
    assert result([told], text) == text.replace("opens", "opens,")


@pytest.mark.parametrize(
    ("lead", "newline"), [("  ", "\n"), ("> ", "\n"), ("  > ", "\n"), ("> ", "\r\n"), ("  ", "\r\n")]
)
@pytest.mark.parametrize(
    ("told", "change"),
    [
        (("gate open when", "gate opens when"), ("open", "opens")),
        (("when the level fall below", "when the level falls below"), ("fall", "falls")),
        (("open when the", "open, when the"), ("open", "open,")),
    ],
)
def test_in_items_and_quotes_the_line_end_stays_with_what_is_behind_it(lead, newline, told, change):
    first = "- " if lead == "  " else lead
    text = newline.join([f"{first}The gate open", f"{lead}when the level", f"{lead}fall below the sill.", ""])
    assert result([{"find": told[0], "replace": told[1]}], text) == text.replace(*change)


def test_a_word_at_a_line_end_can_go():
    shorter = result([{"find": "gate opens when the", "replace": "gate when the"}], WRAPPED)
    assert shorter.split() == WRAPPED.replace(" opens", "").split()


@pytest.mark.parametrize("quote", ["Sluice The gate", "two - three", "opens - two", "| a | |---| | b |"])
def test_a_quote_over_the_lines_of_several_blocks_is_nowhere(quote):
    text = "# Sluice\nThe gate opens\n- two\n- three\n\n| a |\n|---|\n| b |\n"
    assert refusal([{"find": quote, "replace": "x"}], text).code is RejectCode.HASH


def test_a_heading_and_its_text_are_not_one_paragraph():
    assert refusal([{"find": "Sluice The gate", "replace": "x"}], "# Sluice\nThe gate\n").code is RejectCode.HASH
    assert refusal([{"find": "Sluice The gate", "replace": "x"}], "Sluice\n===\nThe gate\n").code is RejectCode.HASH


def test_a_wrapped_match_does_not_compete_with_one_in_the_very_characters():
    text = "one two\n\none\ntwo\n"
    assert result([{"find": "one two", "replace": "one three"}], text) == "one three\n\none\ntwo\n"


def test_a_quote_that_fits_two_wrapped_places_is_ambiguous():
    refused = refusal([{"find": "one two", "replace": "x"}], "one\ntwo\n\none\ntwo\n")
    assert refused.code is RejectCode.HASH
    assert "2 times" in refused.message


def test_a_wrapped_proposal_that_did_its_work_names_the_same_op():
    told = [{"find": "the level fall below", "replace": "the level falls below"}]
    (op,), _ = read(told, WRAPPED)
    _, (refused,) = read(told, WRAPPED.replace("fall", "falls"))
    assert refused.op_id == op.op_id
