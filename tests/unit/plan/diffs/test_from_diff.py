"""Unified diffs as ops: no fuzz, one place, counts made anew, line ends that fit; exactly the text that was meant."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from merging import settled

from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.ledger.compare import hunks
from reviewer.ledger.diff import unified_diff
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import encode, read_document
from reviewer.model.edit import Action, RejectCode
from reviewer.plan.diffs.diff_text import BadDiff, is_diff, parse_diff
from reviewer.plan.diffs.from_diff import ops_from_diff
from reviewer.plan.place import Places

CONFIG = ReviewerConfig()
TEXT = "# Pumps\n\nThe pump runs.\n\nThe valve is shut.\n\nThe motor hums.\n"


def read(diff, text=TEXT, *, bom=False, based=False):
    parsed = parse(read_document(encode(text, bom=bom), "t.md"))
    places = Places(parsed, chunk_plan(parsed, ChunkConfig()))
    return ops_from_diff(places, parse_diff(diff), CONFIG, hunks, based=based)


def result(ops, text=TEXT):
    kept, lost = settled(ops)
    assert not lost
    for op in reversed(kept):
        assert text[op.span.start : op.span.end] == op.before_text
        text = text[: op.span.start] + op.after_text + text[op.span.end :]
    return text


def applied(diff, text=TEXT, **more):
    ops, refused = read(diff, text, **more)
    assert not refused, refused
    return result(ops, text)


def refusal(diff, text=TEXT, **more):
    ops, (refused,) = read(diff, text, **more)
    assert not ops
    return refused


VALVE = "--- a/x.md\n+++ b/x.md\n@@ -3,5 +3,5 @@\n The pump runs.\n \n"
VALVE += "-The valve is shut.\n+The valve is open.\n \n The motor hums.\n"
VALVE_OPEN = TEXT.replace("shut", "open")


def test_a_hunk_becomes_the_smallest_edit_of_a_person():
    (op,), refused = read(VALVE)
    assert not refused
    assert (op.action, op.before_text, op.after_text) == (Action.REPLACE, "shut", "open")
    assert (op.source.type, op.kind, op.needs_attention, op.silent) == ("human", "style", True, False)
    assert op.review_note.alert == "NOTE"
    assert "line 3 of the diff" in op.review_note.text
    assert (op.target.line_start, op.target.line_end) == (5, 5)


def test_file_names_are_not_looked_at_and_need_not_be_there():
    assert applied(VALVE.partition("+++ b/x.md\n")[2]) == VALVE_OPEN
    assert (
        applied(VALVE.replace("a/x.md", "/dev/null").replace("b/x.md", '"b/\\303\\251.md"\t2020-01-01')) == VALVE_OPEN
    )


@pytest.mark.parametrize(
    "header", ["@@ -40,5 +41,5 @@", "@@ -3,9 +3,2 @@", "@@ -3 +3 @@ The", "@@ -3,5 +3,50 @@", "@@ ... @@"]
)
def test_wrong_numbers_in_the_header_do_not_matter_where_the_place_is_unique(header):
    assert applied(VALVE.replace("@@ -3,5 +3,5 @@", header)) == VALVE_OPEN


def test_a_hunk_that_fits_twice_is_refused_and_both_places_are_named_even_if_the_stated_line_fits():
    text = "## Left\n\n- Seal: none\n- Size: 3\n\n## Right\n\n- Seal: none\n- Size: 3\n"
    diff = "@@ -8,2 +8,2 @@\n-- Seal: none\n+- Seal: cork\n - Size: 3\n"
    refused = refusal(diff, text)
    assert refused.code is RejectCode.HASH
    assert "2 places, at lines 3, 8" in refused.message
    assert applied(diff, text, based=True) == text[:50] + text[50:].replace("none", "cork")


def test_git_names_the_document_by_its_blob(tmp_path):
    text = "a\nb\na\nb\n"
    (tmp_path / "x").write_text(text)
    (tmp_path / "y").write_text("a\nb\na\nc\n")
    diff = git_diff(tmp_path / "x", tmp_path / "y", "-U0")
    assert "index " in diff
    assert applied(diff, text) == "a\nb\na\nc\n"
    assert refusal(diff, "a\nb\na\nb\nd\n").code is RejectCode.HASH


def test_a_hunk_without_context_needs_the_same_document():
    text = "first\nsecond\n \nthird\n"
    diff = "@@ -3 +2,0 @@\n- \n"
    assert "no context" in refusal(diff, text).message
    assert applied(diff, text, based=True) == "first\nsecond\nthird\n"
    assert "no context" in refusal("@@ -2 +1,0 @@\n- \n", text, based=True).message


def test_lines_are_inserted_by_a_based_diff_without_context():
    assert applied("@@ -2,0 +3,2 @@\n+x\n+y\n", "a\nb\nc\n", based=True) == "a\nb\nx\ny\nc\n"
    assert applied("@@ -0,0 +1 @@\n+x\n", "a\n", based=True) == "x\na\n"


@pytest.mark.parametrize(
    ("before", "after", "diff"),
    [
        ("", "abcd", "@@ -0,0 +1 @@\n+abcd\n\\ No newline at end of file\n"),
        ("", "abcd\n", "@@ -0,0 +1 @@\n+abcd\n"),
        ("\n", "abcd\n", "@@ -1 +1 @@\n-\n+abcd\n"),
        ("abcd", "", "@@ -1 +0,0 @@\n-abcd\n\\ No newline at end of file\n"),
        ("uno\n\ndos", "", "@@ -1,3 +0,0 @@\n-uno\n-\n-dos\n\\ No newline at end of file\n"),
        (
            "a\n\nend",
            "a\n\nend!",
            "@@ -1,3 +1,3 @@\n a\n \n-end\n\\ No newline at end of file\n+end!\n\\ No newline at end of file\n",
        ),
        ("a\nend", "a\nend\n", "@@ -1,2 +1,2 @@\n a\n-end\n\\ No newline at end of file\n+end\n"),
        ("a\nend", "a\nend\nmore\n", "@@ -1,2 +1,3 @@\n a\n-end\n\\ No newline at end of file\n+end\n+more\n"),
    ],
)
def test_empty_documents_and_missing_last_newlines(before, after, diff):
    assert applied(diff, before) == after


def test_a_missing_no_newline_mark_is_not_forgiven():
    refused = refusal("@@ -1,2 +1,2 @@\n a\n-end\n+End\n", "a\nend")
    assert "only the newline at the end differs" in refused.message


def test_blank_context_may_have_lost_its_space():
    diff = "@@ -1,5 +1,5 @@\n # Pumps\n\n-The pump runs.\n+The pump stops.\n\n The valve is shut.\n"
    assert applied(diff) == TEXT.replace("runs", "stops")
    assert applied(diff.replace("-1,5 +1,5", "-1,3 +1,3")) == TEXT.replace("runs", "stops")


CRLF = TEXT.replace("\n", "\r\n")


def test_a_crlf_document_keeps_its_line_ends():
    lines = VALVE.split("\n")
    diff = "\n".join(lines[:3]) + "\n" + "".join(line + "\r\n" for line in lines[3:-1])
    (op,), _ = read(diff, CRLF)
    assert (op.before_text, op.after_text) == ("shut", "open")
    for stripped in ("\r\n", "\n"):
        assert applied(diff.replace(" \r\n", stripped), CRLF) == VALVE_OPEN.replace("\n", "\r\n")
    assert applied(VALVE.replace("\n", "\r\n"), CRLF) == VALVE_OPEN.replace("\n", "\r\n")


@pytest.mark.parametrize(("diff", "text"), [(VALVE, CRLF), (VALVE.replace("\n", "\r\n"), TEXT)])
def test_line_ends_that_do_not_fit_are_refused_by_name(diff, text):
    assert "only its line ends differ" in refusal(diff, text).message


def test_added_lines_take_the_line_ends_of_the_lines_around_them():
    diff = "@@ -3,3 +3,5 @@\n The pump runs.\r\n \r\n-The valve is shut.\r\n+The valve is open.\n+\n+It is new.\n"
    new = TEXT.replace("The valve is shut.\n", "The valve is open.\n\nIt is new.\n")
    assert applied(diff, CRLF) == new.replace("\n", "\r\n")
    assert applied(diff.replace("\r\n", "\n").replace("open.\n", "open.\r\n"), TEXT) == new


def test_a_hunk_that_changes_nothing_but_line_ends_does_just_that():
    diff = "@@ -1,2 +1,2 @@\n-# Pumps\r\n-\r\n+# Pumps\n+\n The pump runs.\r\n"
    assert applied(diff, CRLF) == CRLF.replace("\r\n", "\n", 2)


def test_a_hunk_on_lines_of_both_kinds_is_taken_as_it_is():
    assert applied("@@ -1,2 +1,3 @@\n a\r\n+x\n b\n", "a\r\nb\n") == "a\r\nx\nb\n"


def test_on_the_very_state_that_it_names_a_diff_is_exact():
    diff = "@@ -1,2 +1,3 @@\n a\r\n+x\n b\r\n"
    assert applied(diff, "a\r\nb\r\n", based=True) == "a\r\nx\nb\r\n"


def test_added_lines_that_were_applied_are_known_again():
    diff = "@@ -1,2 +1,3 @@\n a\r\n+x\n b\r\n"
    (op,), _ = read(diff, "a\r\nb\r\n")
    refused = refusal(diff, "a\r\nx\r\nb\r\n")
    assert refused.op_id == op.op_id
    assert "stands already" in refused.message


def test_a_lone_cr_is_an_ordinary_character_and_other_separators_too():
    text = "one\rtwo\u2028three\x0c\nfour\n"
    diff = "@@ -1,2 +1,2 @@\n one\rtwo\u2028three\x0c\n-four\n+four!\n"
    assert applied(diff, text) == text.replace("four", "four!")


def test_near_is_not_enough_and_the_nearest_line_is_shown():
    text = "| Part | Sheet |\n|---|---|\n| Seal B1 | [s](b1.md) |\n| Seal B2 | [s](b2.md) |\n"
    diff = "@@ -3,2 +3,2 @@\n | Seal B1 | [s](b1.md) |\n-| Seal B2 | s |\n+| Seal B2 (old) | s |\n"
    refused = refusal(diff, text)
    assert refused.code is RejectCode.HASH
    assert "the nearest is line 4" in refused.message


def test_deleted_lines_are_a_deletion_with_a_caution():
    (op,), _ = read("@@ -3,4 +3,2 @@\n The pump runs.\n \n-The valve is shut.\n-\n The motor hums.\n")
    assert (op.action, op.before_text, op.needs_attention) == (Action.DELETE, "The valve is shut.\n\n", True)
    assert op.review_note.alert == "CAUTION"


def test_lines_of_which_only_white_space_is_left_have_a_caution_too():
    for left in ("", "  "):
        (op,), _ = read(f"@@ -3,3 +3,3 @@\n The pump runs.\n \n-The valve is shut.\n+{left}\n")
        assert (op.needs_attention, op.review_note.alert, op.after_text) == (True, "CAUTION", left)


def test_inserted_lines_are_an_insertion_after_the_line_above():
    (op,), _ = read("@@ -3,2 +3,4 @@\n The pump runs.\n+\n+It is new.\n \n The valve is shut.\n")
    assert (op.action, op.before_text, op.after_text) == (Action.INSERT, "", "\nIt is new.\n")
    assert (op.target.line_start, op.target.line_end) == (3, 3)


def test_edits_far_apart_in_a_line_are_two_ops_of_one_group_and_near_ones_are_one():
    text = "a\nTeh pump of the long blue hall runs wel today.\n"
    far = "@@ -1,2 +1,2 @@\n a\n-Teh pump of the long blue hall runs wel today.\n"
    far += "+The pump of the long blue hall runs well today.\n"
    ops, _ = read(far, text)
    assert [(op.before_text, op.after_text) for op in ops] == [("eh", "he"), ("", "l")]
    assert {op.group for op in ops} == {"hunk 1"}
    assert len({op.op_id for op in ops}) == 2
    near = "@@ -1,2 +1,2 @@\n a\n-x one y.\n+u one v.\n"
    (op,), _ = read(near, "a\nx one y.\n")
    assert (op.before_text, op.after_text) == ("x one y", "u one v")
    code = "@@ -1,2 +1,2 @@\n a\n-x `one` y.\n+u `one` v.\n"
    ops, _ = read(code, "a\nx `one` y.\n")
    assert [op.before_text for op in ops] == ["x", "y"]


def test_a_refused_hunk_has_the_id_of_the_op_that_it_was():
    (op,), _ = read(VALVE)
    refused = refusal(VALVE, VALVE_OPEN)
    assert refused.op_id == op.op_id
    assert "stands already" in refused.message


def test_one_bad_hunk_does_not_stop_the_others():
    ops, refused = read(VALVE + "@@ -90,2 +90,2 @@\n nowhere\n-x\n+y\n")
    assert (result(ops), len(refused)) == (VALVE_OPEN, 1)


def test_a_hunk_that_changes_nothing_is_refused():
    assert refusal("@@ -1,2 +1,2 @@\n # Pumps\n \n").code is RejectCode.OTHER


def test_the_byte_order_mark_stays():
    diff = "@@ -1,2 +1,2 @@\n-\ufeff# A\n+\ufeff# B\n x\n"
    assert applied(diff, "# A\nx\n", bom=True) == "# B\nx\n"
    assert applied("@@ -1,2 +1,3 @@\n \ufeff# A\n+new\n x\n", "# A\nx\n", bom=True) == "# A\nnew\nx\n"
    assert "byte order mark" in refusal("@@ -1,2 +1,2 @@\n-\ufeff# A\n+# A\n x\n", "# A\nx\n", bom=True).message


def test_removed_and_added_lines_may_look_like_file_names():
    text = "a\n-- b\nc\n"
    assert applied("@@ -1,3 +1,3 @@\n a\n--- b\n+++ d\n c\n", text) == "a\n++ d\nc\n"
    assert applied("@@ -1,30 +1,3 @@\n a\n--- b\n+++ d\n c\n", text) == "a\n++ d\nc\n"


def test_a_mail_is_read_from_its_diff_to_its_signature():
    mail = "From 0123 Mon Sep 17\nSubject: [PATCH] valve\n\n---\n x.md | 2 +-\n\n"
    mail += "diff --git a/x b/x\nindex 1234567..89abcde 100644\n"
    assert applied(mail + VALVE + "-- \n2.39.2\n\n") == VALVE_OPEN


@pytest.mark.parametrize(
    ("diff", "message"),
    [
        (VALVE + VALVE, "another file"),
        (VALVE + "diff --git a/y b/y\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", "another file"),
        (VALVE + "```\n", "no line of a diff"),
        ("@@ -1,2 +1,2 @@\n # Pumps\n*stray\n", "begins with none"),
        ("@@ -1 +1 @@\n\\ No newline at end of file\n", "stands after none"),
        ("@@ -1,2 +1 @@\n-a\n\\ No newline\n-b\n+c\n", "not the last one"),
    ],
)
def test_what_is_no_diff_of_one_file_is_refused_whole(diff, message):
    with pytest.raises(BadDiff, match=message):
        parse_diff(diff)


@pytest.mark.parametrize("text", ["[]", '{"a": "@@ -1 +1 @@"}', "", "--- a\n", "Binary files a and b differ\n"])
def test_other_texts_are_no_diff(text):
    assert not is_diff(text)


WORDS = st.sampled_from(
    ["a", "b", "- x", "+ y", "", " ", "  z", "\\", "@@ -1 +1 @@", "é", "e\u0301", "\u2028", "\r", "-- ", "++ q"]
)
ENDS = st.sampled_from(["\n", "\n", "\n", "\r\n"])
TEXTS = st.builds(
    lambda rows, last: "".join(w + e for w, e in rows) + last, st.lists(st.tuples(WORDS, ENDS), max_size=8), WORDS
)
FREE = st.text(alphabet="ab \n\r\u0301-+\\@", max_size=30)


def exactly_or_refused(diff, before, after):
    ops, refused = read(diff, before)
    if not refused:
        made = result(ops, before)
        assert made.replace("\r\n", "\n") == after.replace("\r\n", "\n")
        assert made == after or "\r\n" in before + after
    else:
        assert {item.code for item in refused} == {RejectCode.HASH}
    ops, refused = read(diff, before, based=True)
    assert not refused
    assert result(ops, before) == after


@settings(deadline=None)
@given(st.one_of(TEXTS, FREE), st.one_of(TEXTS, FREE))
@example("a\n-- b\nc\n", "a\n++ d\nc\n")
def test_our_own_diff_gives_exactly_the_second_text(before, after):
    diff = unified_diff(before, after, "d.md").decode()
    exactly_or_refused(diff, before, after)


def git_diff(old: Path, new: Path, *options: str) -> str:
    command = [
        "git",
        "-c",
        "core.autocrlf=false",
        "diff",
        "--no-index",
        "--text",
        "--no-color",
        *options,
        str(old),
        str(new),
    ]
    return subprocess.run(command, capture_output=True, check=False).stdout.decode()


def plain_diff(old: Path, new: Path, *options: str) -> str:
    return subprocess.run(
        ["diff", "-a", *options, str(old), str(new)], capture_output=True, check=False
    ).stdout.decode()


@pytest.mark.parametrize(
    ("program", "option"), [(git_diff, "-U3"), (git_diff, "-U0"), (plain_diff, "-u"), (plain_diff, "-U1")]
)
def test_a_real_diff_gives_exactly_the_second_text(program, option, tmp_path_factory):
    folder = tmp_path_factory.mktemp("d")

    @settings(deadline=None, max_examples=60)
    @given(TEXTS, TEXTS)
    def check(before, after):
        for name, text in (("old", before), ("new", after)):
            (folder / name).write_bytes(text.encode())
        exactly_or_refused(program(folder / "old", folder / "new", option), before, after)

    check()


@settings(deadline=None)
@given(st.text(alphabet=" +-@\\ab1,\n\r", max_size=60), st.sampled_from([TEXT, "", "a\nb\n"]))
def test_any_text_is_ops_or_a_refusal_and_never_another_error(body, text):
    try:
        ops, _ = read("@@ -1,2 +1,2 @@\n" + body, text)
    except BadDiff:
        return
    settled(ops)
