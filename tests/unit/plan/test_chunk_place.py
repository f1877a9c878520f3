"""A model's proposals in their chunk: the quote decides, once and exactly, and the kernel keeps what is its own."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from merging import settled

from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, RejectCode, Source
from reviewer.model.finding import Severity
from reviewer.plan.chunk_place import MOST, ChunkPlaces, place_in_chunk, salvaged_op
from reviewer.plan.ladder.levels import extract
from reviewer.plan.refusal import rejection

WORKER = Source(type="worker", model="m", digest="sha256:d", prompt_hash="sha256:p", run_id="r")
TEXT = """# Harbour

Opening words with teh first error.

## Berths

A berth is payed by the day. The fee
includes water.

The keys are kept at the gate.

| Berth | Fee |
|---|---|
| A | 12 eur |

## Keys

The keys are kept at the gate.
"""


def places(at, text=TEXT, config=None):
    parsed = parse(read_document(text.encode(), "t.md"))
    offset = parsed.document.text.index(at)
    chunk = next(c for c in chunk_plan(parsed, ChunkConfig(min_chunk_tokens=0)) if c.span.start <= offset < c.span.end)
    return ChunkPlaces(chunk, parsed, config or ReviewerConfig())


def place(items, at="payed", text=TEXT, config=None):
    return places(at, text, config).place(items, WORKER)


def one(item, **kwargs):
    (op,), refused = place([item], **kwargs)
    assert refused == ()
    return op


def refusal(item, **kwargs):
    ops, (refused,) = place([item], **kwargs)
    assert ops == ()
    return refused


def edited(items, text=TEXT, **kwargs):
    ops, refused = place(items, text=text, **kwargs)
    assert refused == ()
    result = text
    for op in reversed(settled(ops)[0]):
        result = result[: op.span.start] + op.after_text + result[op.span.end :]
    return result


PAID = {"action": "replace", "before": "berth is payed by", "after": "berth is paid by", "kind": "grammar"}


def test_the_kernel_finds_the_place_and_makes_identity_and_tier():
    op = one({**PAID, "line": 3, "rationale": "spelling", "confidence": 0.9, "severity": "Minor"})
    start = TEXT.index("payed")
    assert TEXT[op.span.start : op.span.end] == op.before_text == "ye"
    assert (op.span.start, op.after_text) == (start + 2, "i")
    assert (op.target.line_start, op.target.anchor, op.target.node_path) == (7, "berths", "S1.p1")
    assert op.target.chunk_id.startswith("berths_")
    assert op.op_id.startswith("op-")
    assert (op.id, op.silent, op.needs_attention) == ("", False, False)
    assert (op.source, op.confidence, op.rationale) == (WORKER, 0.9, "spelling")
    assert one(PAID).op_id == one({"find": "berth is payed by", "replace": "berth is paid by", "kind": "grammar"}).op_id


def test_the_op_is_the_same_wherever_the_section_stands():
    longer = TEXT.replace("## Berths", "More words.\n\n## Berths")
    assert one(PAID).op_id == one(PAID, text=longer).op_id


@pytest.mark.parametrize(
    "line", [1, 2, 5, 99, -1, "7", "7-9", [7, 9], 7.0, None, "the seventh", {"x": 1}, 10**40, True]
)
def test_a_line_does_not_matter_where_the_quote_is_unique(line):
    assert one({**PAID, "line": line}).target.line_start == 7
    assert one({**PAID, "target": {"line_start": line, "line_end": line}}).target.line_start == 7
    assert one({**PAID, "lines": line}).target.line_start == 7


@pytest.mark.parametrize("target", [None, {}, [], "line 3", 3, {"line_start": None, "chunk_id": "../../x"}])
def test_a_target_of_any_kind_is_passed_over(target):
    assert one({**PAID, "target": target}).target.line_start == 7


def test_a_quote_is_sought_in_its_chunk_only():
    found = one({"find": "The keys are kept", "replace": "The keys hang"}, at="payed")
    assert found.span.start < TEXT.index("## Keys")
    refused = refusal({"find": "teh first", "replace": "the first"}, at="payed")
    assert (refused.code, "is not in the passage" in refused.message) == (RejectCode.HASH, True)
    assert refusal({"find": "teh first", "replace": "the first", "section": "harbour"}).code is RejectCode.HASH


TOTALS = "## Sums\n\n- Sum: 12\n- Sum: 12\n- Sum: 21\n"


def test_a_quote_that_matches_twice_is_refused_with_the_number_of_matches():
    refused = refusal({"find": "Sum: 12", "replace": "Sum: 13"}, text=TOTALS, at="Sums")
    assert refused.code is RejectCode.HASH
    assert "matches 2 times in the passage (at line 3, 4)" in refused.message
    assert refusal({"find": "Sum: 12", "replace": "x", "line": 5}, text=TOTALS, at="Sums").code is RejectCode.HASH


def test_a_line_counted_from_the_chunks_first_chooses_among_several():
    text = "# Head\n\nBefore.\n\n" + TOTALS
    op = one({"find": "Sum: 12", "replace": "Sum: 13", "line": 4}, text=text, at="Sums")
    assert op.target.line_start == 8
    assert edited([{"find": "Sum: 12", "replace": "Sum: 13", "lines": "4-4"}], text=text, at="Sums") == text.replace(
        "- Sum: 12\n- Sum: 21", "- Sum: 13\n- Sum: 21"
    )


def test_a_line_without_a_quote_is_refused():
    for item in (
        {"op": "replace", "line": 3, "replace": "A berth is paid."},
        {"op": "insert", "line": 3, "after": "x"},
    ):
        refused = refusal(item)
        assert (refused.code, "must quote" in refused.message) == (RejectCode.OTHER, True)


def test_a_blank_line_that_is_named_is_never_written_to():
    """Three of four harmful edits of the seed's first system replaced a blank line that the model had named."""
    ops, refused = place(
        [{"action": "replace", "line": 4, "before": "The keys are hung up at the gate.", "after": "X y."}]
    )
    assert ops == ()
    assert "the nearest is line 10: 'The keys are kept at the gate.'" in refused[0].message
    op = one({"action": "replace", "line": 5, "before": "The keys are kept at the gate.", "after": "The keys hang."})
    assert op.target.line_start == 10
    assert refusal({"action": "replace", "line": 5, "before": "", "after": "New words."}).code is RejectCode.OTHER


@pytest.mark.parametrize(
    "quote", ["A berth is paid by", "a berth is payed by", "berth  is payed", "berth is payed buy", "The fee  includes"]
)
def test_a_near_match_is_never_edited(quote):
    refused = refusal({"find": quote, "replace": "x"})
    assert refused.code is RejectCode.HASH
    assert "the nearest is line 7" in refused.message


def test_only_what_differs_is_changed_however_much_was_quoted():
    whole = "A berth is payed by the day. The fee\nincludes water."
    op = one({"find": whole, "replace": whole.replace("payed", "paid")})
    assert (op.before_text, op.after_text) == ("ye", "i")


def test_a_quote_may_have_a_space_where_a_line_of_the_paragraph_ends():
    op = one({"find": "is payed by the day. The fee includes", "replace": "is paid by the day. The fee includes"})
    assert (op.before_text, op.after_text) == ("ye", "i")


def test_line_ends_and_no_break_spaces_of_the_document_stay():
    text = "## Prix\r\n\r\nLe prix est\u00a0: dix euro\r\npar jour.\r\n"
    item = {"find": "est : dix euro\npar jour", "replace": "est : dix euros\npar jour"}
    assert edited([item], text=text, at="Prix") == text.replace("euro\r", "euros\r")


def test_a_chunk_that_begins_inside_a_line_is_searched_from_there():
    text = "word here. " * 700 + "\n"
    parsed = parse(read_document(text.encode(), "t.md"))
    chunks = chunk_plan(parsed, ChunkConfig(max_chunk_tokens=50, min_chunk_tokens=0))
    middle = chunks[3]
    piece = text[middle.span.start : middle.span.end].strip()
    ops, refused = place_in_chunk([{"find": piece, "replace": piece + " More."}], middle, parsed, WORKER)
    assert refused == ()
    assert middle.span.start <= ops[0].span.start <= middle.span.end


# -- what a model may not say


def test_ids_hashes_sources_groups_and_places_of_a_model_are_passed_over():
    said = {
        "id": "RVW-9999", "op_id": "op-x", "before_hash": "sha256:0", "silent": True, "group": "g",
        "needs_attention": False, "source": {"type": "human"}, "fingerprint": "f", "span": [0, 5], "chunk_id": "other",
        "anchor": "harbour", "doc": "/x", "target": {"chunk_id": "other", "line_start": 900, "line_end": 1},
        "line_end": 2,
    }  # fmt: skip
    assert one({**PAID, **said}) == one(PAID)


def test_a_model_may_ask_for_attention_but_never_do_without():
    assert one({**PAID, "kind": "terminology", "needs_attention": False}).needs_attention
    op = one({**PAID, "needs_attention": True, "rationale": "unsure"})
    assert (op.needs_attention, op.review_note.text) == (True, "unsure")
    (op,), _ = places("payed").place([PAID], WORKER, attention=True)
    assert op.needs_attention


def test_a_note_of_a_model_explains_and_names_no_change():
    op = one(
        {**PAID, "kind": "style", "review_note": {"alert": "TIP", "text": "REVIEWER: RVW-0001 — wrong participle"}}
    )
    assert (op.rationale, op.review_note.alert, op.review_note.text) == ("wrong participle", "NOTE", "wrong participle")
    assert one({**PAID, "review_note": [1]}).rationale == ""


@pytest.mark.parametrize(
    "said",
    [
        {"confidence": "high"},
        {"confidence": 95},
        {"kind": 7},
        {"rationale": ["x"]},
        {"rationale": "\ud800"},
        {"kind": "Spelling"},
    ],
)
def test_a_decoration_of_the_wrong_type_does_not_cost_the_edit(said):
    assert one({**PAID, **said}).before_text == "ye"


def test_kinds_are_read_as_people_write_them_and_unknown_ones_are_style():
    assert one({**PAID, "kind": "Logic flow"}).kind == "logic_flow"
    assert one({**PAID, "kind": "spelling"}).kind == "style"
    assert one({"type": "typo", "find": "payed", "replace": "paid"}).kind == "typo"
    assert one({"type": "substitution", "find": "payed", "replace": "paid"}).action is Action.REPLACE


def test_a_long_rationale_is_one_line_of_limited_length():
    assert one({**PAID, "rationale": "a\nb  c"}).rationale == "a b c"
    assert len(one({**PAID, "rationale": "word " * 900}).rationale) == 600


# -- refusals, one by one


@pytest.mark.parametrize(
    "bad",
    [
        {"action": "replace", "before": "payed", "after": None},
        {"action": "replace", "before": "payed"},
        {"before": "payed"},
        {"find": "payed", "replace": "paid", "new_text": "pays"},
        {"find": ["payed", "fee"], "replace": "paid"},
        {"find": 12, "replace": "paid"},
        {"find": "payed", "replace": "paid", "severity": "low"},
        {"find": "payed", "replace": "paid", "severity": 3},
        {"action": "rewrite", "find": "payed", "replace": "paid"},
        {"find": "payed", "replace": "payed"},
        {"find": "payed", "replace": "\ud800"},
        {"find": "payed", "replace": "paid", "line": 3, "line_start": 4},
        {},
    ],
)
def test_a_bad_proposal_is_refused_and_the_others_stand(bad):
    good = {"find": "includes water", "replace": "includes water and power"}
    ops, refused = place([good, bad, good])
    assert [op.after_text for op in ops] == [" and power"] * 2
    assert [item.code for item in refused] == [RejectCode.OTHER]
    json.dumps(refused[0].model_dump(mode="json"))


def test_two_edits_of_one_line_are_both_made():
    items = [{"find": "is payed", "replace": "is paid"}, {"find": "by the day", "replace": "per day"}]
    assert edited(items) == TEXT.replace("payed by the day", "paid per day")


def judged(*items, refuse=lambda op: False):
    """What comes of proposals about the chunk of the berths, where a judge refuses some ops."""

    def judge(ops):
        bad = tuple(rejection(op, RejectCode.OTHER, "refused by the judge") for op in ops if refuse(op))
        return tuple(op for op in ops if not refuse(op)), bad

    return places("payed").judge(items, WORKER, judge)


@pytest.mark.parametrize("sure", [(0.3, 0.95), (0.95, 0.3), (None, 0.95), (0.3, None), (None, 0.6)])
def test_of_equal_proposals_the_surest_is_made(sure):
    said = [{**PAID, **({} if confidence is None else {"confidence": confidence})} for confidence in sure]
    found = judged(*said)
    best = {(0.3, None): None, (None, 0.6): 0.6}.get(sure, 0.95)
    assert ([op.confidence for op in found.ops], found.duplicates, found.refused) == ([best], 1, ())


def test_the_surest_makes_what_several_proposals_share():
    more = {**PAID, "before": "A berth is payed by the day", "after": "A berth is paid by the day"}
    found = judged({**PAID, "confidence": 0.3}, {**more, "confidence": 0.9})
    assert ([op.confidence for op in found.ops], found.duplicates) == ([0.9], 1)


def test_an_equal_proposal_of_another_kind_is_judged_where_the_surest_is_refused():
    said = [{**PAID, "kind": "typo", "confidence": 0.95}, {**PAID, "kind": "grammar", "confidence": 0.7}]
    found = judged(*said, refuse=lambda op: op.kind == "typo")
    assert ([(op.kind, op.confidence) for op in found.ops], len(found.refused), found.duplicates) == (
        [("grammar", 0.7)],
        1,
        0,
    )
    same = judged(*said, {**said[0], "confidence": 0.5}, refuse=lambda op: True)
    assert (same.ops, len(same.refused), same.duplicates) == ((), 2, 1), "the third would be refused as the first"


def test_a_deletion_of_a_model_gets_its_caution():
    op = one({"action": "delete", "before": "The keys are kept at the gate.", "rationale": "said again below"})
    assert (op.action, op.needs_attention, op.review_note.alert) == (Action.DELETE, True, "CAUTION")
    assert op.review_note.text == "said again below"


def test_an_insertion_stands_after_the_quoted_line():
    item = {"action": "insert", "before": "includes water.", "after": "It is due at noon."}
    assert edited([item]) == TEXT.replace("includes water.\n", "includes water.\nIt is due at noon.\n")


def test_more_proposals_than_anybody_makes_are_not_read():
    ops, refused = place([PAID] * (MOST + 5))
    assert (len(ops), len(refused)) == (MOST, 1)
    assert "5 proposals beyond the first" in refused[0].message


# -- protected text


def test_an_edit_of_protected_text_is_a_flag_that_carries_it():
    op = one({"find": "12 eur", "replace": "12 EUR", "kind": "capitalization", "rationale": "as elsewhere."})
    assert (op.action, op.needs_attention, op.severity) == (Action.FLAG_ONLY, True, Severity.ATTENTION)
    assert op.review_note.alert == "WARNING"
    assert op.review_note.text == (
        "as elsewhere. Proposed: “eur” → “EUR”. Not applied: it would touch the table on line 12."
    )


def test_with_strict_it_is_refused():
    refused = refusal({"find": "12 eur", "replace": "12 EUR"}, config=ReviewerConfig(strict=True))
    assert (refused.code, refused.message) == (RejectCode.PROTECTED, "it would touch the table on line 12")


def test_a_quote_may_reach_over_protected_text_when_the_change_does_not():
    text = "## Run\n\nUse `make tset` every days.\n"
    item = {"find": "Use `make tset` every days.", "replace": "Use `make tset` every day."}
    assert edited([item], text=text, at="Run") == text.replace("days", "day")
    both = one({"find": "Use `make tset` every days.", "replace": "Use `make test` every day."}, text=text, at="Run")
    assert both.action is Action.FLAG_ONLY


# -- from reply to document


def test_the_documents_math_comes_through_a_reply_that_lost_its_backslashes():
    text = "## Débit\n\nLe nombre $\\mathrm{Re}_1$ est donner au tableau.\n"
    reply = '[{"find": "nombre $\\mathrm{Re}_1$ est donner", "replace": "nombre $\\mathrm{Re}_1$ est donné"}]'
    assert edited(extract(reply).items, text=text, at="Débit") == text.replace("donner", "donné")


def test_a_sentence_that_names_words_changes_these_words_only():
    items = extract('You should replace "payed" with "paid" in the first sentence.').items
    assert edited(items) == TEXT.replace("payed", "paid")
    assert refusal(extract('Replace "paied" with "paid".').items[0]).code is RejectCode.HASH


def test_the_plain_format_is_placed_like_any_other():
    items = extract('[RVW] action=replace\nlines=3-3\nbefore="berth is payed"\nafter="berth is paid"\nkind=typo').items
    assert edited(items) == TEXT.replace("payed", "paid")


def test_lines_behind_a_formula_of_several_lines_need_no_shift():
    text = "## Sum\n\nBefore.\n\n$$\na\n\nb\n$$\n\nBehind teh formula.\n\nAnd teh next.\n"
    items = [
        {"line": 11, "find": "Behind teh", "replace": "Behind the"},
        {"line": 2, "find": "And teh", "replace": "And the"},
    ]
    assert edited(items, text=text, at="Sum") == text.replace("teh", "the")


def test_equal_sections_are_edited_each_in_its_own_chunk():
    text = "# D\n\n" + "## Note\n\nThe same teh words.\n\n" * 3
    parsed = parse(read_document(text.encode(), "t.md"))
    chunks = [
        c for c in chunk_plan(parsed, ChunkConfig(min_chunk_tokens=0)) if "teh" in text[c.span.start : c.span.end]
    ]
    assert len({chunk.chunk_id for chunk in chunks}) == 3
    ops = [place_in_chunk([{"find": "teh", "replace": "the"}], chunk, parsed, WORKER)[0][0] for chunk in chunks]
    assert len({op.op_id for op in ops}) == 3
    assert [op.target.line_start for op in ops] == [5, 9, 13]


# -- prose


def test_prose_is_one_flag_on_the_chunks_first_line():
    op = salvaged_op(places("payed"), "The tone is\nuneven.", WORKER)
    assert (op.action, op.salvaged, op.rationale) == (Action.FLAG_ONLY, True, "The tone is uneven.")
    assert (op.before_text, op.target.line_start, op.needs_attention) == ("## Berths", 5, True)
    assert op.review_note.text == "The tone is uneven."
    assert salvaged_op(places("payed"), "Other words.", WORKER).op_id != op.op_id


@pytest.mark.parametrize("text", ["\n\n", "a", "\u0301x\n", "x\u0301", " \u2028 \n", "x" * 9000])
def test_prose_about_any_chunk_is_a_flag(text):
    parsed = parse(read_document(text.encode(), "t.md"))
    for chunk in chunk_plan(parsed, ChunkConfig(max_chunk_tokens=50)):
        op = salvaged_op(ChunkPlaces(chunk, parsed), "words", WORKER)
        assert op.salvaged
        assert op.before_hash == content_hash(op.before_text)


# -- any reply about any text


SAID = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["payed", "paid", "delete", "12 eur", "\ud800", "The"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ("action", "op", "type", "find", "before", "before_text", "replace", "after", "line", "lines", "target", "kind",
     "severity", "confidence", "rationale", "review_note", "id", "group", "needs_attention", "section", "source",
     "Line-Start")
)  # fmt: skip


@given(st.lists(st.dictionaries(NAMES, SAID, max_size=7), max_size=5), st.booleans())
def test_any_proposals_are_ops_or_refusals_and_ops_are_what_the_document_has(items, strict):
    where = places("payed", config=ReviewerConfig(strict=strict))
    ops, refused = where.place(items, WORKER)
    assert len(ops) + len(refused) == len(items)
    for op in ops:
        assert op.source == WORKER
        assert not op.silent
        assert where.parsed.document.text[op.span.start : op.span.end] == op.before_text
        assert where.chunk.span.start <= op.span.start <= op.span.end <= where.chunk.span.end
        assert op.action is Action.FLAG_ONLY or not where.parsed.protected_in(op.span)
    json.dumps([item.model_dump(mode="json") for item in refused])
