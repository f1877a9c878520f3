"""``plan_commit``: the six invariants, overlaps, groups, flags, structure, ids. Texts and answers by hand."""

import pytest

from reviewer.hashing import content_hash
from reviewer.ledger.entries import build_transaction, transaction_of
from reviewer.ledger.undo import revert_draft
from reviewer.markdown.safety import Violation
from reviewer.model.edit import Action, Source
from reviewer.model.position import Span

TEXT = "# T\n\nteh cat adn dog\n\nSee `teh code` here.\n\n## Next\n\nOnly this.\n"


def codes(result):
    return [rejection.code.value for rejection in result.rejected]


def test_two_fixes_on_one_line_are_both_made(make):
    history = make.empty(TEXT)
    first = make.op(TEXT, "teh cat adn dog", "the cat adn dog")
    second = make.op(TEXT, "teh cat adn dog", "teh cat and dog")
    result = make.plan(history, first, second)
    assert result.text == TEXT.replace("teh cat adn dog", "the cat and dog")
    assert [item.id for item in result.accepted] == ["RVW-0001", "RVW-0002"]
    assert result.accepted[1].op.before_text == "dn"


def test_ids_are_given_in_document_order_whatever_the_order_of_the_plan(make):
    history = make.empty(TEXT)
    result = make.plan(history, make.op(TEXT, "Only", "Just"), make.op(TEXT, "teh", "the"))
    assert [(item.id, item.op.after_text) for item in result.accepted] == [("RVW-0001", "he"), ("RVW-0002", "Just")]


def test_true_overlap_is_rejected_and_names_the_op_that_it_hits(make):
    text = "abcdef\n"
    history = make.empty(text)
    ops = [
        make.op(text, "abc", "X"),
        make.op(text, "def", "Y"),
        make.op(text, "", "i1", at=3),
        make.op(text, "", "i2", at=3),
        make.op(text, "cd", "Z"),
    ]
    result = make.plan(history, *ops, structure=None)
    assert result.text == "Xi1i2Y\n"
    assert codes(result) == ["REJECT_OVERLAP"]
    assert ops[0].op_id in result.rejected[0].message or ops[1].op_id in result.rejected[0].message


def test_the_same_op_twice_is_taken_once(make):
    one = make.op(TEXT, "teh", "the")
    result = make.plan(make.empty(TEXT), one, one)
    assert len(result.accepted) == 1
    assert codes(result) == ["REJECT_OVERLAP"]


@pytest.mark.parametrize("bad", ["RVW-1", "RVW-00034", "RVW-0000", "rvw-0001", "EXT-0001", "RVW-0001 "])
def test_malformed_id_is_rejected(make, bad):
    assert codes(make.plan(make.empty(TEXT), make.op(TEXT, "teh", "the", id=bad))) == ["REJECT_SCHEMA_ID"]


def test_explicit_free_id_is_kept_and_later_ids_come_after_it(make):
    ops = [make.op(TEXT, "teh", "the", id="RVW-10000"), make.op(TEXT, "Only", "Just")]
    result = make.plan(make.empty(TEXT), *ops)
    assert [item.id for item in result.accepted] == ["RVW-10000", "RVW-10001"]


def test_an_id_twice_in_a_plan_is_rejected_once(make):
    ops = [make.op(TEXT, "teh", "the", id="RVW-0007"), make.op(TEXT, "Only", "Just", id="RVW-0007")]
    assert codes(make.plan(make.empty(TEXT), *ops)) == ["REJECT_LEDGER"]


def test_id_in_the_ledger_is_already_applied_with_the_same_content_and_rejected_with_other(make):
    one = make.op(TEXT, "teh", "the", id="RVW-0001")
    history = make.committed(make.empty(TEXT), one)
    again = make.plan(history, one, view=frozenset())
    assert (again.already_applied, again.accepted, again.rejected) == (("RVW-0001",), (), ())
    other = make.plan(history, make.op(TEXT, "Only", "Just", id="RVW-0001"), view=frozenset())
    assert codes(other) == ["REJECT_LEDGER"]


def test_op_without_id_whose_op_id_is_active_is_already_applied(make):
    one = make.op(TEXT, "teh", "the")
    history = make.committed(make.empty(TEXT), one)
    assert make.plan(history, one, view=frozenset()).already_applied == ("RVW-0001",)


def test_undone_op_is_refused_and_reapply_is_named(make):
    one = make.op(TEXT, "teh", "the")
    history = make.committed(make.empty(TEXT), one)
    draft = revert_draft(history.replay.clone(), "RVW-0001", set(history.by_id), "test")
    history = transaction_of(history, [draft], make.stamp).history
    assert history.text == TEXT
    result = make.plan(history, one)
    assert codes(result) == ["REJECT_LEDGER"]
    assert "reapply RVW-0001" in result.rejected[0].message


def test_wrong_hash_and_text_that_is_not_there_are_rejected_for_people(make):
    wrong_hash = make.op(TEXT, "teh", "the", before_hash=content_hash("other"))
    missing_hash = make.op(TEXT, "teh", "the", before_hash="")
    elsewhere = make.op(TEXT, "teh", "the", span=Span(0, 3))
    assert codes(make.plan(make.empty(TEXT), wrong_hash, missing_hash, elsewhere)) == ["REJECT_HASH"] * 3


def test_hash_of_the_text_with_lf_holds_in_a_crlf_document(make):
    text = "one\r\ntwo\r\n"
    one = make.op(text, "e\r\nt", "E\r\nT", before_hash=content_hash("e\nt"))
    assert make.plan(make.empty(text), one).text == "onE\r\nTwo\r\n"


def test_hash_of_a_model_is_mended_only_where_its_text_is_unique_in_the_target_lines(make):
    text = "teh end of the road, teh way\n\nadn so on\n"
    unique = make.op(text, "adn", "and", source="worker", before_hash="sha256:0")
    twice = make.op(text, "teh", "the", source="worker", before_hash="sha256:0")
    result = make.plan(make.empty(text), unique, twice)
    assert codes(result) == ["REJECT_HASH"]
    assert result.fixups == ((unique.op_id, "HASH_RECOMPUTE"),)
    assert result.text == text.replace("adn", "and")


def test_lines_outside_the_document_are_rejected(make):
    one = make.op(TEXT, "teh", "the")
    far = one.model_copy(update={"target": one.target.model_copy(update={"line_end": 10_000})})
    backwards = one.model_copy(update={"target": one.target.model_copy(update={"line_start": 4})})
    assert codes(make.plan(make.empty(TEXT), far, backwards)) == ["REJECT_RANGE"] * 2


def test_attention_and_deletion_of_people_need_a_note(make):
    loud = make.op(TEXT, "teh", "the", needs_attention=True)
    gone = make.op(TEXT, " adn dog", "", action=Action.DELETE)
    assert codes(make.plan(make.empty(TEXT), loud, gone)) == ["REJECT_SCHEMA_NOTE"] * 2
    noted = make.op(TEXT, " adn dog", "", action=Action.DELETE, note="REVIEWER: no dog")
    assert make.plan(make.empty(TEXT), noted).accepted[0].op.review_note.text == "REVIEWER: RVW-0001 — no dog"


def test_note_that_names_another_change_is_rejected(make):
    one = make.op(TEXT, "teh", "the", needs_attention=True, note="REVIEWER: RVW-0009 — x", id="RVW-0001")
    assert codes(make.plan(make.empty(TEXT), one)) == ["REJECT_SCHEMA_NOTE"]


def test_deletion_by_a_model_gets_attention_and_a_caution_note(make):
    gone = make.op(TEXT, " adn dog", "", action=Action.DELETE, source="worker", rationale="too much")
    accepted = make.plan(make.empty(TEXT), gone).accepted[0].op
    assert (accepted.needs_attention, accepted.silent, accepted.severity.value) == (True, False, "deletion")
    assert (accepted.review_note.alert, accepted.review_note.text) == ("CAUTION", "REVIEWER: RVW-0001 — too much")


def test_model_that_replaces_a_whole_line_with_nothing_deletes(make):
    gone = make.op(TEXT, "teh cat adn dog", "", source="worker", kind="style")
    accepted = make.plan(make.empty(TEXT), gone).accepted[0].op
    assert (accepted.action, accepted.needs_attention) == (Action.DELETE, True)


def test_kernel_decides_what_is_silent(make):
    typo, style = make.op(TEXT, "teh", "the"), make.op(TEXT, "Only", "Just", kind="style", silent=True)
    result = make.plan(make.empty(TEXT), typo, style)
    assert [item.op.silent for item in result.accepted] == [True, False]


def test_protected_text_rejects_people_and_flags_fixers_unless_strict(make):
    history = make.empty(TEXT)
    by_hand = make.op(TEXT, "teh code", "the code")
    fixer = make.op(TEXT, "teh code", "the code", source="fixer", rationale="Misspelling.")
    assert codes(make.plan(history, by_hand)) == ["REJECT_PROTECTED"]
    assert codes(make.plan(history, fixer, strict=True)) == ["REJECT_PROTECTED"]
    flagged = make.plan(history, fixer)
    assert flagged.text == TEXT
    assert flagged.accepted[0].op.action is Action.FLAG_ONLY


def test_only_the_link_fixer_may_write_inside_a_link_target(make):
    text = "# Setup\n\nSee [the part](#setupp).\n"
    link = make.op(text, "#setupp", "#setup", source="fixer", kind="link", needs_attention=True, note="anchor")
    assert make.plan(make.empty(text), link).text == text.replace("#setupp", "#setup")
    typo = make.op(text, "#setupp", "#setup", source="fixer")
    assert make.plan(make.empty(text), typo).accepted[0].op.action is Action.FLAG_ONLY


def test_one_bad_op_in_a_group_takes_the_group_and_nothing_else(make):
    ops = [
        make.op(TEXT, "teh", "the", group="g"),
        make.op(TEXT, "Only", "Just", group="g", before_hash=""),
        make.op(TEXT, "adn", "and"),
    ]
    result = make.plan(make.empty(TEXT), *ops)
    assert codes(result) == ["REJECT_HASH", "REJECT_HASH"]
    assert result.text == TEXT.replace("adn", "and")


def test_group_of_which_one_op_hits_protected_text_becomes_one_flag(make):
    ops = [
        make.op(TEXT, "teh cat", "the cat", group="g", source="fixer"),
        make.op(TEXT, "teh code", "the code", group="g", source="fixer"),
    ]
    result = make.plan(make.empty(TEXT), *ops)
    assert [item.op.action for item in result.accepted] == [Action.FLAG_ONLY]
    assert (codes(result), result.text) == (["REJECT_PROTECTED"], TEXT)


def test_op_that_loses_its_group_frees_its_place_for_others(make):
    ops = [
        make.op(TEXT, "teh", "the", group="g"),
        make.op(TEXT, "teh cat", "a cat"),
        make.op(TEXT, "Only", "Just", group="g", before_hash=""),
    ]
    assert make.plan(make.empty(TEXT), *ops).text == TEXT.replace("teh cat", "a cat")


def test_emptying_a_section_or_the_document_must_be_allowed(make):
    gone = make.op(TEXT, "Only this.", "", action=Action.DELETE, note="REVIEWER: empty")
    refused = make.plan(make.empty(TEXT), gone)
    assert codes(refused) == ["REJECT_OTHER"]
    assert "allow-empty" in refused.rejected[0].message
    assert make.plan(make.empty(TEXT), gone, allow_empty=True).text == TEXT.replace("Only this.", "")
    lone = "this\n\nthat"
    everything = make.op(lone, lone, "", action=Action.DELETE, note="REVIEWER: empty")
    assert codes(make.plan(make.empty(lone), everything)) == ["REJECT_OTHER"]
    assert make.plan(make.empty(lone), everything, allow_empty=True).text == ""


def test_two_ops_that_empty_a_section_together_lose_the_later_one(make):
    text = "# A\n\none two\n"
    ops = [
        make.op(text, "one ", "", action=Action.DELETE, note="REVIEWER: x"),
        make.op(text, "two", "", action=Action.DELETE, note="REVIEWER: y"),
    ]
    result = make.plan(make.empty(text), *ops)
    assert (codes(result), result.text) == (["REJECT_OTHER"], "# A\n\ntwo\n")


def test_op_that_breaks_structure_is_rejected_and_the_rest_is_committed(make):
    text = "# A\n\nfirst adn\n\nsecond teh\n\n```\ncode\n```\n"
    opener = make.op(text, "first", "```\nfirst", kind="style")
    result = make.plan(make.empty(text), opener, make.op(text, "adn", "and"), make.op(text, "teh", "the"))
    assert len(result.rejected) == 1
    assert result.text == text.replace("adn", "and").replace("teh", "the")


def test_structure_check_costs_one_parse_when_all_is_well_and_few_otherwise(make):
    text = "".join(f"# H{n}\n\nword{n} teh `code`\n\n" for n in range(64))
    calls = []

    def blames_nobody(before, after, edits):
        calls.append(len(edits))
        broken = "BAD" in after.document.text
        return (Violation("broken", ()),) if broken else ()

    good = [make.op(text, f"word{n} teh", f"word{n} the") for n in range(64)]
    assert make.plan(make.empty(text), *good, structure=blames_nobody).rejected == ()
    assert len(calls) == 1
    calls.clear()
    bad = [*good[:40], make.op(text, "word40 teh", "word40 BAD"), *good[41:]]
    result = make.plan(make.empty(text), *bad, structure=blames_nobody)
    assert [item.op_id for item in result.rejected] == [bad[40].op_id]
    assert len(calls) <= 2 + 2 * 6 + 2


@pytest.mark.parametrize(
    ("text", "quote", "new", "calls"),
    [
        ("some plain teh words\n", "teh", "the", 0),
        ("some teh `code` words\n", "teh", "the", 1),
        ("# some teh words\n", "teh", "the", 1),
        ("some plain teh words\n", "teh", "*the*", 1),
    ],
)
def test_the_structure_is_not_looked_at_for_words_of_plain_paragraphs(make, text, quote, new, calls):
    counted = []
    result = make.plan(make.empty(text), make.op(text, quote, new), structure=lambda *_: counted.append(1) or ())
    assert result.text == text.replace(quote, new)
    assert len(counted) == calls


def test_op_on_the_original_is_placed_in_the_current_state(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "# T\n", "# A longer title\n", kind="style"))
    result = make.plan(history, make.op(TEXT, "adn", "and"), view=frozenset())
    assert result.text == TEXT.replace("# T\n", "# A longer title\n").replace("adn", "and")


def test_op_on_text_that_a_change_has_replaced_names_the_change(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "cat", "lion"))
    result = make.plan(history, make.op(TEXT, "cat", "dog"), view=frozenset())
    assert codes(result) == ["REJECT_OVERLAP"]
    assert "RVW-0001" in result.rejected[0].message


def test_flag_writes_an_entry_once(make):
    flag = make.op(TEXT, "cat", "", action=Action.FLAG_ONLY, source="fixer", needs_attention=True, note="Which cat?")
    history = make.committed(make.empty(TEXT), flag)
    entry = history.entries[0]
    assert (entry.event, entry.id, history.text) == ("flag", "RVW-0001", TEXT)
    assert entry.review_note == {"alert": "NOTE", "text": "REVIEWER: RVW-0001 — Which cat?"}
    assert history.replay.span_of("RVW-0001") == Span(TEXT.index("cat"), TEXT.index("cat") + 3)
    assert make.plan(history, flag).already_applied == ("RVW-0001",)


def test_entry_holds_exact_texts_and_chained_hashes(make):
    history = make.empty(TEXT)
    result = make.plan(history, make.op(TEXT, "teh cat", "the cat"), make.op(TEXT, "adn", "and"))
    first, second = build_transaction(history, result, make.stamp).entries
    assert (first.before_text, first.after_text, first.span) == ("eh", "he", Span(6, 8))
    assert first.prev == history.snapshot.doc_hash
    assert second.prev == first.entry_hash
    assert (first.txn_index, first.txn_size, second.txn_index, second.txn_size) == (0, 2, 1, 2)
    assert first.doc_hash_after == second.doc_hash_after == content_hash(result.text)
    assert first.doc_hash_before == second.doc_hash_before == history.snapshot.doc_hash
    assert first.patch_inverse == "review/patches/RVW-0001.inverse.patch"


def test_no_op_is_rejected(make):
    assert codes(make.plan(make.empty(TEXT), make.op(TEXT, "cat", "cat"))) == ["REJECT_OTHER"]


def test_graphemes_and_line_ends_are_not_cut(make):
    text = "cafe\u0301 x\r\ny\n"
    accented = make.op(text, "cafe\u0301", "cafe\u0300")
    line_end = make.op(text, "x\r\n", "x\n")
    result = make.plan(make.empty(text), accented, line_end)
    assert [item.op.before_text for item in result.accepted] == ["e\u0301", "\r\n"]


def test_everything_is_kept_from_the_source_of_an_op(make):
    source = Source(type="worker", model="m", digest="d", prompt_hash="p", run_id="r")
    one = make.op(TEXT, "teh", "the", source="worker").model_copy(update={"source": source, "confidence": 0.5})
    entry = make.committed(make.empty(TEXT), one).entries[0]
    assert entry.source == {
        "type": "worker", "rule": "", "model": "m", "digest": "d", "prompt_hash": "p", "run_id": "r", "confidence": 0.5,
        "quoted": [1, 0],
    }  # fmt: skip


def test_flag_for_protected_text_proposes_whole_words(make):
    fixer = make.op(TEXT, "teh code", "the code", source="fixer", rationale="Misspelling.")
    note = make.plan(make.empty(TEXT), fixer).accepted[0].op.review_note
    assert note.text == (
        "REVIEWER: RVW-0001 — Misspelling. Proposed: “teh” → “the”. "
        "Not applied: it would touch the inline code on line 5."
    )


def test_group_falls_with_an_op_that_the_plan_had_refused(make):
    history = make.empty(TEXT)
    lost = make.plan(history, make.op(TEXT, "adn", "and", group="g", before_hash="")).rejected
    result = make.plan(history, make.op(TEXT, "teh", "the", group="g"), refused=lost)
    assert (codes(result), result.text) == (["REJECT_HASH"], TEXT)


def test_text_that_cannot_be_written_is_rejected(make):
    text = "x\ufeffabc\n"
    surrogate = make.op(text, "b", "\ud800")
    mark = make.op(text, "", "\ufeff", at=0)
    uncovered = make.op(text, "x", "", note="REVIEWER: x")
    assert codes(make.plan(make.empty(text), surrogate, mark, uncovered, structure=None)) == ["REJECT_OTHER"] * 3


def test_long_histories_of_one_op_each_keep_ids_and_text(make):
    text = "".join(f"wrod{n}\n" for n in range(30))
    history = make.empty(text)
    for n in reversed(range(30)):
        history = make.committed(history, make.op(history.text, f"wrod{n}\n", f"word{n}\n"))
    assert history.text == text.replace("wrod", "word")
    assert [entry.id for entry in history.entries] == [f"RVW-{n:04d}" for n in range(1, 31)]
    assert len({entry.txn for entry in history.entries}) == 30


def test_the_alerts_of_flags_made_at_commit_are_configuration(make):
    text = "The `recieve` call.\n"
    op = make.op(text, "recieve", "receive", source="fixer")
    (found,) = make.plan(make.empty(text), op, alerts={"minor": "TIP", "attention": "IMPORTANT"}).accepted
    assert (found.op.action, found.op.review_note.alert) == ("flag_only", "IMPORTANT")


def test_a_flag_on_text_that_was_changed_since_points_at_the_changed_text(make):
    text = "First teh line here.\n\nSecond adn paragraph.\n"
    history = make.committed(make.empty(text), make.op(text, "teh line", "t"), make.op(text, "adn", "and"))
    flag = make.op(text, "Second adn paragraph.", "", action=Action.FLAG_ONLY, note="see here", needs_attention=True)
    (found,) = make.plan(history, flag, view=frozenset()).accepted
    assert history.text[found.span.start : found.span.end] == "Second and paragraph."
