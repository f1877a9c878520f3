"""Findings to ops: repairs, flags, tiers, groups, identities."""

import pytest

from reviewer.config import ChunkConfig, ReviewerConfig, StyleRules
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.position import Span
from reviewer.plan.from_findings import ops_from_findings
from reviewer.plan.place import Places

TEXT = "# Title\n\nSome teh text.\n\n## 2.4 Next\n\nSee section 2.4 and teh rest.\n"


def finding(quote, *, rule="misspelling", severity="minor", repairs=(), advice=None, text=TEXT, nth=0):
    start = -1
    for _ in range(nth + 1):
        start = text.index(quote, start + 1)
    return Finding(
        rule=rule, severity=Severity(severity), span=Span(start, start + len(quote)), line=1, column=1, end_line=1,
        end_column=1, text=quote, message=f"{quote!r} is wrong", repairs=tuple(repairs), advice=advice,
    )  # fmt: skip


def repair(before, after, kind="typo", text=TEXT, nth=0):
    start = -1
    for _ in range(nth + 1):
        start = text.index(before, start + 1)
    return Repair(span=Span(start, start + len(before)), before_text=before, after_text=after, kind=kind)


def ops(*findings, config=None, text=TEXT):
    parsed = parse(read_document(text.encode(), "t.md"))
    return ops_from_findings(parsed, chunk_plan(parsed, ChunkConfig()), findings, config or ReviewerConfig())


def test_a_misspelling_is_a_silent_replace_by_the_fixer():
    (found,) = ops(finding("teh", repairs=[repair("teh", "the")]))
    assert (found.action, found.silent, found.needs_attention) == (Action.REPLACE, True, False)
    assert (found.before_text, found.after_text, found.review_note) == ("eh", "he", None)
    assert (found.source.type, found.source.rule, found.kind) == ("fixer", "misspelling", "typo")
    assert (found.target.anchor, found.target.node_path, found.target.line_start) == ("title", "S.p1", 3)


def test_a_doubled_word_is_a_silent_replace_and_no_deletion():
    text = "the the cat\n"
    item = finding("the the", rule="doubled-word", repairs=[repair("the the", "the", text=text)], text=text)
    (found,) = ops(item, text=text)
    assert (found.action, found.silent, found.after_text) == (Action.REPLACE, True, "")


def test_renumbering_asks_for_attention_with_the_alert_of_its_severity():
    repairs = [repair("2.4", "2.3", "numbering"), repair("2.4", "2.3", "numbering", nth=1)]
    found = ops(finding("2.4", rule="section-numbering", severity="attention", repairs=repairs))
    assert [o.silent for o in found] == [False, False]
    assert found[0].group == found[1].group != ""
    assert found[0].op_id != found[1].op_id
    assert found[0].review_note is not None
    told = "'2.4' is wrong; “2.4” becomes “2.3”"
    assert (found[0].review_note.alert, found[0].review_note.text) == ("WARNING", told)


def test_the_note_of_a_lone_renumbering_says_what_became_of_the_number():
    item = finding("2.4", rule="section-numbering", severity="attention", repairs=[repair("2.4", "2.3", "numbering")])
    (found,) = ops(item)
    assert found.review_note is not None
    assert (found.review_note.text, found.group) == ("'2.4' is wrong; “2.4” becomes “2.3”", "")


def test_the_allowlist_can_make_renumbering_silent():
    config = ReviewerConfig(style=StyleRules(silent_allowlist=("numbering",)))
    item = finding("2.4", rule="section-numbering", severity="attention", repairs=[repair("2.4", "2.3", "numbering")])
    (found,) = ops(item, config=config)
    assert (found.silent, found.review_note, found.group) == (True, None, "")


@pytest.mark.parametrize(("severity", "alert"), [("attention", "WARNING"), ("critical", "IMPORTANT")])
def test_a_serious_finding_without_repair_is_a_flag_with_its_message(severity, alert):
    (found,) = ops(finding("section 2.4", rule="broken-reference", severity=severity))
    assert (found.action, found.before_text, found.after_text) == (Action.FLAG_ONLY, "section 2.4", "")
    assert (found.needs_attention, found.silent, found.kind) == (True, False, "link")
    assert found.review_note is not None
    assert (found.review_note.alert, found.review_note.text) == (alert, "'section 2.4' is wrong")


def test_advice_is_shown_in_the_flag():
    (found,) = ops(finding("2.4", rule="broken-reference", severity="attention", advice=repair("2.4", "2.3")))
    assert found.review_note is not None
    assert "2.3" in found.review_note.text


def test_a_minor_finding_without_repair_gives_no_op():
    assert ops(finding("teh")) == ()


def test_without_fixers_serious_findings_are_flags_and_minor_ones_nothing():
    serious = finding(
        "2.4", rule="section-numbering", severity="attention", repairs=[repair("2.4", "2.3", "numbering")]
    )
    minor = finding("teh", repairs=[repair("teh", "the")])
    found = ops(minor, serious, config=ReviewerConfig(fixers=False))
    assert [o.action for o in found] == [Action.FLAG_ONLY]


def test_equal_findings_have_different_ids_and_keep_them_when_the_document_grows():
    text = "# T\n\nteh a\n\nteh b\n"
    items = [finding("teh", text=text, nth=n, repairs=[repair("teh", "the", text=text, nth=n)]) for n in (0, 1)]
    first = [o.op_id for o in ops(*items, text=text)]
    grown = "Before.\n\n" + text + "\n# U\n\nAfter.\n"
    items = [finding("teh", text=grown, nth=n, repairs=[repair("teh", "the", text=grown, nth=n)]) for n in (0, 1)]
    assert [o.op_id for o in ops(*items, text=grown)] == first
    assert len(set(first)) == 2


def test_node_paths_count_the_top_level_blocks_of_a_sections_own_text():
    text = "intro\n\n# A\n\none\n\n- two\n- still two\n\n> three\n\n## B\n\nfirst\n"
    parsed = parse(read_document(text.encode(), "t.md"))
    places = Places(parsed, chunk_plan(parsed, ChunkConfig()))
    expected = {
        "intro": "S0.p1", "A": "S", "one": "S.p1", "still": "S.p2", "three": "S.p3", "B": "S1", "first": "S1.p1",
    }  # fmt: skip
    for word, path in expected.items():
        assert places.target(Span(text.index(word), text.index(word) + 1)).node_path == path
