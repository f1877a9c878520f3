"""The Markdown report: exact counts, every entry somewhere, nothing of the document becomes markup."""

import re

import pytest
from markdown_it import MarkdownIt

from reviewer.model.edit import RejectCode
from reviewer.model.entry import LedgerEntry
from reviewer.model.finding import FailedRule
from reviewer.model.outcome import RejectedOp
from reviewer.model.position import Span
from reviewer.report.markdown import ReportData, SectionLine, Shown, assemble


def entry(seq, event="change", *, anchor="intro", **fields):
    given = {
        "id": f"RVW-{seq:04}", "doc": "d.md", "doc_hash_before": "", "doc_hash_after": "", "timestamp": "2026-01-02",
        "actor": {}, "scope": {"anchor": anchor, "node_path": "S1.p1"}, "kind": "typo", "severity": "minor",
        "silent": True, "summary": "replaced", "rationale": "why", "patch_forward": "", "patch_inverse": "",
        "seq": seq, "event": event, "action": "replace", "before_text": "teh", "after_text": "the", "span": Span(0, 3),
        "op_id": "", "source": {}, "fingerprint": "", "prev": "", "entry_hash": "", "txn": "t", "txn_index": 0,
        "txn_size": 1, "state_hash": "",
    }  # fmt: skip
    return LedgerEntry(**{**given, **fields})


def report(*entries, active=None, **fields):
    in_force = frozenset(e.id for e in entries) if active is None else frozenset(active)
    given = {
        "document": "d.md", "doc_hash": "sha256:0", "edited_hash": "sha256:1", "head": "sha256:2",
        "tool_version": "1", "date": "2026-01-02",
        "sections": (SectionLine("intro", "S1", "Intro"), SectionLine("use", "S2", "Use")),
        "entries": entries, "active": in_force, "places": {e.id: Shown("teh", "the", 1) for e in entries},
        "told": {e.id: e.summary for e in entries},
        "findings": (), "failed_rules": (), "rejected": (), "not_reviewed": (),
    }  # fmt: skip
    return assemble(ReportData(**{**given, **fields}))


def table(text, heading):
    part = text.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [re.split(r" ?\| ?", line)[1:-1] for line in part.split("\n") if line.startswith("|")]
    return rows[2:]


def test_the_summary_counts_what_is_in_force():
    entries = (
        entry(1),
        entry(2, silent=False, action="delete"),
        entry(3),
        entry(4, "revert", refs=("RVW-0003",)),
        entry(5, "flag"),
        entry(6, "external"),
    )
    counts = dict(table(report(*entries, active={"RVW-0001", "RVW-0002", "RVW-0005", "RVW-0006"}), "Summary"))
    assert counts == {
        "Changes in force": "2", "— with a note (attention)": "1", "— silent": "1", "— deletions": "1",
        "Flags (nothing changed)": "1", "Reverts": "1", "Edits made by hand": "1", "Findings": "0",
        "Edits refused in this run": "0", "Rules that failed": "0",
    }  # fmt: skip


def test_every_change_is_counted_in_the_section_where_it_stands_now_also_where_its_heading_was_changed_since():
    entries = (entry(1, anchor="intro"), entry(2, anchor="usse"), entry(3, "flag", anchor="usse"))
    places = {
        item.id: Shown("teh", "the", 1, anchor) for item, anchor in zip(entries, ("intro", "use", "use"), strict=True)
    }
    rows = table(report(*entries, places=places), "By section")
    assert rows == [["S1", "Intro", "1", "0"], ["S2", "Use", "1", "1"]]


def test_what_a_person_wrote_in_a_note_is_the_reason_where_there_is_no_other():
    note = {"alert": "NOTE", "text": "REVIEWER: RVW-0001 — look at the unit"}
    change = entry(1, silent=False, rationale="", review_note=note)
    flag = entry(2, "flag", rationale="", review_note={"alert": "NOTE", "text": "REVIEWER: RVW-0002 — -1 is meant"})
    text = report(change, flag)
    assert table(text, "Changes")[0][-1] == "look at the unit"
    assert table(text, "Flags")[0][-1] == "-1 is meant"


def test_why_a_validator_asks_for_attention_is_said_behind_the_reason():
    asks = {"validator": "negation", "execution": "deterministic", "decision": "attention", "reason": "not is gone"}
    passes = {"validators": ["no_effect"], "execution": "deterministic", "decision": "approve"}
    bare = {"validator": "editorial_review", "execution": "model", "decision": "attention"}
    text = report(entry(1, silent=False, rationale="a slip", verdicts=(passes, asks, bare)))
    why = "a slip; not is gone (negation); asks for attention (editorial\\_review)"
    assert table(text, "Changes")[0][-1] == why


def test_a_long_reason_cuts_off_nothing_of_why_a_validator_asks():
    asks = {"validator": "negation", "decision": "attention", "reason": "not\n| is gone"}
    text = report(entry(1, silent=False, rationale="a slip " * 200, verdicts=(asks,)))
    (line,) = [line for line in text.split("\n") if "a slip" in line and "…" in line]
    assert line.endswith("…; not \\| is gone (negation) |")


@pytest.mark.parametrize(("severity", "tier"), [("minor", "attention"), ("critical", "attention, critical")])
def test_a_severity_above_attention_is_said(severity, tier):
    assert table(report(entry(1, silent=False, severity=severity)), "Changes")[0][4] == tier


def test_without_rules_the_report_does_not_say_that_they_found_nothing():
    text = report(entry(1), ruled=False)
    assert "The rules did not run." in text
    assert "found nothing" not in text


def test_what_was_refused_and_what_was_not_reviewed_is_said_with_reasons():
    refused = RejectedOp(op_id="op-1", id="", code=RejectCode.HASH, message="not there")
    text = report(rejected=(refused,), not_reviewed=("Chunk x",), failed_rules=(FailedRule(rule="r", error="boom"),))
    assert table(text, "Refused edits") == [["—", "`op-1`", "—", "—", "REJECT_HASH", "not there"]]
    assert "- Chunk x\n- Rule `r` failed: boom" in text


def test_refused_edits_of_a_file_are_told_apart_by_place_and_quote():
    code = RejectCode.HASH
    refused = [
        RejectedOp(op_id="", id="", code=code, message="no", index=2, quote="a | b\nc"),
        RejectedOp(op_id="", id="RVW-0007", code=code, message="no", index=3),
    ]
    rows = table(report(rejected=tuple(refused)), "Refused edits")
    assert [row[0] for row in rows] == ["2", "3"]
    assert rows[0][1] == "—"
    assert "b⏎c`" in "|".join(rows[0])
    assert rows[1][1:3] == ["`RVW-0007`", "—"]


def test_passages_of_whose_proposals_none_was_left_stand_with_the_refused_edits_and_count_as_reviewed():
    text = report(refused_whole=("Chunk x: all 2 were refused.",))
    assert "## Refused edits\n\n- Chunk x: all 2 were refused.\n\n## " in text
    assert "Everything was reviewed." in text


def test_a_refused_edit_of_a_model_is_told_by_its_line_and_both_texts():
    refused = RejectedOp(op_id="op-1", id="", code=RejectCode.OTHER, message="no", line=7, before="is", after="are")
    (row,) = table(report(rejected=(refused,)), "Refused edits")
    assert row[:4] == ["line 7", "`op-1`", "`is`", "`are`"]


@pytest.mark.parametrize("hostile", ["<b>", "a | b", "*x*", "`", "``` ", "<!--", "[x](y)", "&copy;"])
def test_a_documents_text_opens_nothing_in_any_table(hostile):
    text = report(entry(1, rationale=hostile, summary=hostile), places={"RVW-0001": Shown(hostile, hostile, 1)})
    render = MarkdownIt("commonmark").enable("table").render
    html, plain = render(text), render(report(entry(1)))
    assert (html.count("<tr>"), html.count("<td>")) == (plain.count("<tr>"), plain.count("<td>"))
    assert not re.search(r"<(b|em|a)\b|©|<!--", html)
