"""``apply --ops``: what a person's op may do, what its source never opens, and how refused ops are told apart."""

import json
from pathlib import Path

import pytest
from review_desk import annotated, apply, codes, delete, edited, insert, replace, workspace_of

from reviewer.config import ReviewerConfig, StyleRules
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock
from reviewer.service.workspace.derive import read_rejected

TWO = "# T\n\nAlpha one.\n\nBeta two.\n\nEnd.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TWO)
    return path


def apply_text(doc: Path, ops: str):
    file = doc.parent / "given"
    file.write_text(ops)
    return apply_ops(ApplyRequest(doc, file, ReviewerConfig()), SystemClock())


JOINED = {
    "two paragraphs": (TWO, replace(3, "Alpha one.\n\nBeta two.", "Alpha one. Beta two.", last=5)),
    "two paragraphs on two lines": (TWO, replace(3, "Alpha one.\n\nBeta two.", "Alpha one.\nBeta two.", last=5)),
    "two quotes": ("> a\n\n> b\n\nEnd.\n", replace(1, "> a\n\n> b", "> a\n> b", last=3)),
    "an item of a list above": ("- a\n\nBeta.\n\nEnd.\n", replace(3, "Beta.", "- Beta.")),
    "a heading, quoted as a whole": (
        "Words.\n\nTitle\n=====\n\nEnd.\n",
        replace(1, "Words.\n\nTitle\n=====", "Words.\nTitle\n=====", last=4, kind="structure"),
    ),
}


@pytest.mark.parametrize(("text", "op"), JOINED.values(), ids=JOINED)
def test_a_person_may_join_what_the_op_quotes(doc, text, op):
    doc.write_text(text)
    outcome = apply(doc, op)
    assert (outcome.rejected, outcome.applied) == ((), ("RVW-0001",))
    assert edited(doc).decode() == text.replace(op["before_text"], op["after_text"], 1)


def test_a_person_may_delete_a_blank_line(doc):
    assert apply(doc, delete(4, 4, "\n")).rejected == ()
    assert edited(doc).decode() == TWO.replace("one.\n\n", "one.\n")


@pytest.mark.parametrize("name", ["two paragraphs on two lines", "two quotes"])
@pytest.mark.parametrize("source", ["fixer", "worker", "tool"])
def test_a_program_may_not(doc, name, source):
    text, op = JOINED[name]
    doc.write_text(text)
    assert codes(apply(doc, {**op, "source": source})) == ["REJECT_OTHER"]


def test_a_diff_may_join_too(doc):
    diff = "@@ -1,7 +1,6 @@\n # T\n \n Alpha one.\n-\n Beta two.\n \n End.\n"
    assert apply_text(doc, diff).rejected == ()
    assert edited(doc).decode() == TWO.replace("one.\n\n", "one.\n")
    other = doc.with_name("other.md")
    other.write_text(TWO)
    diff = "@@ -1,7 +1,5 @@\n # T\n \n-Alpha one.\n-\n-Beta two.\n+Alpha one. Beta two.\n \n End.\n"
    assert apply_text(other, diff).rejected == ()
    assert edited(other).decode() == TWO.replace("one.\n\n", "one. ")


def test_what_it_does_not_quote_it_may_not_break_and_the_reason_is_true(doc):
    doc.write_text("Words.\n\n2. a\n\nEnd.\n")
    outcome = apply(doc, delete(2, 2, "\n"))
    assert codes(outcome) == ["REJECT_OTHER"]
    assert "the list on line 3, which it does not quote" in outcome.rejected[0].message


PROTECTED = {
    "code": ("# T\n\nCall `teh` now.\n", replace(3, "teh", "the")),
    "a fence": ("# T\n\n```\nteh\n```\n", replace(4, "teh", "the")),
    "a table": ("| a |\n|---|\n| teh |\n", replace(3, "teh", "the")),
    "a link target": ("# T\n\n[l](http://e.com)\n", replace(3, "e.com", "f.com", kind="link")),
    "a deleted line of a fence": ("# T\n\n```\nteh\nx\n```\n", delete(4, 4, "teh\n")),
    "a fence that would be swallowed": ("# T\n\nteh\n\n```\nx\n```\n", replace(3, "teh", "~~~")),
}


SOURCES = ["human", "tool", "fixer", "worker", "tutor", {"type": "fixer", "rule": "broken-anchor"}]


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(("text", "op"), PROTECTED.values(), ids=PROTECTED)
@pytest.mark.parametrize("strict", [False, True])
def test_protected_text_is_closed_whatever_source_an_op_claims(doc, text, op, source, strict):
    doc.write_text(text)
    outcome = apply(doc, {**op, "source": source}, strict=strict)
    assert (codes(outcome), outcome.applied, outcome.flagged) == (["REJECT_PROTECTED"], (), ())
    assert edited(doc).decode() == text


def test_a_flag_on_protected_text_is_no_edit(doc):
    doc.write_text("# T\n\nCall `teh` now.\n")
    flag = replace(3, "teh", "", action="flag_only", source="worker", rationale="Is it?")
    assert apply(doc, flag).flagged == ("RVW-0001",)


def test_refused_ops_are_told_apart_by_their_place_and_what_they_quote(doc):
    ops = [
        replace(3, "Alpha", "A"),
        replace(3, "one", "1", before_hash=""),
        replace(5, "two", "2", before_hash=""),
        replace(30, "far", "near"),
        replace(31, "far", "near"),
        {"find": "nowhere at all", "replace": "x"},
        "no op",
        replace(3, "Alph", "Q"),
        insert(99, "x" * 200),
    ]
    outcome = apply(doc, *ops)
    told = [(op.index, op.quote) for op in outcome.rejected]
    assert told == [
        (2, "one"), (3, "two"), (4, "far"), (5, "far"), (6, "nowhere at all"), (7, "no op"), (8, "Alph"),
        (9, "x" * 59 + "…"),
    ]  # fmt: skip
    assert read_rejected(workspace_of(doc)) == list(outcome.rejected)
    lines = (workspace_of(doc).stage3 / "rejected.jsonl").read_text().strip().split("\n")
    assert [json.loads(line)["index"] for line in lines] == list(range(2, 10))
    report = workspace_of(doc).report.read_text()
    rows = [line for line in report.split("\n") if "REJECT_" in line]
    assert len(set(rows)) == len(rows) == 8
    assert [row.split("|")[1].strip().partition(" ")[0] for row in rows] == [str(n) for n in range(2, 10)]
    assert "`nowhere at all`" in report


def test_refusals_of_every_stage_stand_in_the_files_order(doc):
    doc.write_text("# T\n\nAlpha `one`.\n\nBeta two.\n\nEnd.\n")
    ops = [
        replace(3, "one", "1"),  # protected, at commit
        replace(5, "three", "3"),  # not there, when read
        replace(5, "two", "2"),
        replace(5, "two", "II", source="tool"),  # overlaps, when merged
        replace(5, "Beta", "```\nBeta"),  # breaks structure
        replace(1, "T", "U", needs_attention=True),
    ]
    outcome = apply(doc, *ops)
    assert [(op.index, op.code.value) for op in outcome.rejected] == [
        (1, "REJECT_PROTECTED"), (2, "REJECT_HASH"), (4, "REJECT_OVERLAP"), (5, "REJECT_OTHER"),
        (6, "REJECT_SCHEMA_NOTE"),
    ]  # fmt: skip


def test_refused_hunks_of_a_diff_have_their_number_and_first_changed_line(doc):
    diff = "@@ -1,2 +1,2 @@\n nowhere\n-gone\n+come\n@@ -3,2 +3,2 @@\n-Alpha one.\n+Alpha 1.\n \n"
    diff += "@@ -9 +9,2 @@\n far\n+new\n"
    outcome = apply_text(doc, diff)
    assert [(op.index, op.quote) for op in outcome.rejected] == [(1, "gone"), (3, "new")]


DROPPED = "# T\n\nKeep this.\n\nRemove this paragraph.\n\n## Retries\n\nText.\n"
CAUTION = {"alert": "CAUTION", "text": "REVIEWER: outdated"}


@pytest.mark.parametrize("kind", ["typo", "style", "structure"])
def test_a_replace_that_drops_a_paragraph_in_its_context_is_a_deletion(doc, kind):
    doc.write_text(DROPPED)
    before, after = "Keep this.\n\nRemove this paragraph.\n\n## Retries", "Keep this.\n\n## Retries"
    op = replace(3, before, after, last=7, kind=kind)
    assert codes(apply(doc, op)) == ["REJECT_SCHEMA_NOTE"]
    assert codes(apply(doc, {**op, "review_note": CAUTION, "needs_attention": False})) == ["REJECT_SCHEMA_NOTE"]
    outcome = apply(doc, {**op, "review_note": CAUTION})
    assert (outcome.rejected, outcome.counts.silent) == ((), 0)
    assert "[!CAUTION]" in annotated(doc)


def test_a_paragraph_that_begins_like_the_next_is_seen_to_go(doc):
    text = "# T\n\nThe same start one.\n\nThe same start two.\n\nEnd.\n"
    doc.write_text(text)
    op = replace(3, "The same start one.\n\nThe same start two.", "The same start two.", last=5, kind="typo")
    assert codes(apply(doc, op)) == ["REJECT_SCHEMA_NOTE"]
    assert apply(doc, {**op, "review_note": CAUTION}).rejected == ()


def test_a_paragraph_that_goes_between_two_that_are_cut_is_seen_too(doc):
    doc.write_text("# T\n\nA first. Then more.\n\nWhole.\n\nSome text. Last.\n")
    op = replace(3, "Then more.\n\nWhole.\n\nSome text. Last.", "Last.", last=7, kind="grammar")
    assert codes(apply(doc, op)) == ["REJECT_SCHEMA_NOTE"]


@pytest.mark.parametrize(
    "op",
    [
        replace(3, "Keep this.\n\nRemove this paragraph.", "Keep this. Remove this paragraph.", last=5),
        replace(5, "Remove this paragraph.", "Remove this."),
        replace(5, "Remove this paragraph.", "Changed."),
        replace(5, "this ", ""),
    ],
)
def test_what_leaves_something_of_every_line_is_no_deletion(doc, op):
    doc.write_text(DROPPED)
    assert apply(doc, op).rejected == ()


def test_the_reason_of_a_proposal_that_drops_a_paragraph_is_its_caution(doc):
    doc.write_text(DROPPED)
    quote = {"find": "Remove this paragraph.\n\n## Retries", "replace": "## Retries"}
    assert codes(apply(doc, quote)) == ["REJECT_SCHEMA_NOTE"]
    assert apply(doc, {**quote, "reason": "outdated"}).rejected == ()
    assert "[!CAUTION]\n> REVIEWER: RVW-0001 — outdated" in annotated(doc)


PARAGRAPHS = "# T\n\nfirst para\n\nsecond para\n\nend\n"


def diff(rows: str) -> str:
    lines = rows.split("\n")
    old, new = (sum(line[:1] != sign for line in lines) for sign in "+-")
    return f"--- a/doc.md\n+++ b/doc.md\n@@ -1,{old} +1,{new} @@\n{rows}\n"


def test_a_diff_may_put_text_for_the_blank_line_between_two_paragraphs(doc):
    doc.write_text(PARAGRAPHS)
    outcome = apply_text(doc, diff(" # T\n \n first para\n-\n+middle line\n second para\n \n end"))
    assert outcome.rejected == ()
    assert edited(doc).decode() == PARAGRAPHS.replace("para\n\nsecond", "para\nmiddle line\nsecond")


def test_a_diff_that_rewrites_a_paragraph_may_make_a_heading_of_it(doc):
    doc.write_text(PARAGRAPHS)
    outcome = apply_text(doc, diff(" # T\n \n-first para\n+first para\n+----------\n \n second para"))
    assert outcome.rejected == ()
    assert "first para\n----------\n" in edited(doc).decode()


def test_what_permits_an_empty_section_is_a_whole_command(tmp_path):
    path = tmp_path / "doc.md"
    path.write_text("# A\n\nword\n\n# B\n\nmore\n")
    outcome = apply(path, {"action": "delete", "find": "word", "rationale": "x"})
    assert "'reviewctl apply DOC --ops FILE --allow-empty'" in outcome.rejected[0].message


def test_why_a_person_is_told_stands_in_the_note_however_long_the_rationale_is(doc):
    given = replace(3, "Alpha one.", "Gamma one.", rationale="it has another name now " * 100)
    assert apply(doc, given, style=StyleRules(glossary=("Alpha",))).rejected == ()
    (line,) = [line for line in annotated(doc).split("\n") if "REVIEWER: RVW-0001" in line]
    assert line.endswith("(protected\\_terms)\\]")
    assert "it has another name now" in line
