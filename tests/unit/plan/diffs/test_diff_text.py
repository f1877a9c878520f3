"""What a diff file may hold: whatever is no part of one diff is refused as a whole, by its line; nothing is skipped."""

import pytest

from reviewer.plan.diffs.diff_text import BadDiff, is_diff, parse_diff

PAIR = "--- a/x.md\n+++ b/x.md\n"
BODY = " one\n-two\n+TWO\n three\n"
GOOD = "@@ -1,3 +1,3 @@\n" + BODY


def refused(text: str) -> str:
    assert is_diff(text)
    with pytest.raises(BadDiff) as caught:
        parse_diff(text)
    return str(caught.value)


BAD_HEADERS = [
    "@@ -7,3 +7,3",
    "@@-7,3 +7,3@@",
    " @@ -7,3 +7,3 @@",
    "   @@ -7,3 +7,3 @@",
    "@@ -7,3 7,3 @@",
    "@@ -x +y @@",
    "@ -7,3 +7,3 @",
    "7,9c7,9",
    "***************",
]


@pytest.mark.parametrize("header", BAD_HEADERS)
def test_a_header_that_cannot_be_read_is_named_by_its_line_where_the_first_hunk_must_be(header):
    message = refused(PAIR + header + "\n" + BODY)
    assert message.startswith("line 3 of the diff")
    assert "@@ -1,2 +1,2 @@" in message


def test_a_file_without_any_header_is_refused_at_the_line_where_it_must_be():
    assert refused(PAIR + BODY).startswith("line 3 of the diff, ' one'")


@pytest.mark.parametrize("header", BAD_HEADERS)
@pytest.mark.parametrize("counted", [True, False])
def test_a_header_that_cannot_be_read_after_a_good_hunk_is_refused_too(header, counted):
    good = GOOD if counted else GOOD.replace("-1,3 +1,3", "-1,9 +1,9")
    message = refused(PAIR + good + header + "\n" + BODY)
    assert message.startswith("line 8 of the diff")


@pytest.mark.parametrize("before", ["", "Dear all,\n\n", "# RVW-0001\n"])
@pytest.mark.parametrize("header", ["@@-7,3 +7,3@@", " @@ -7,3 +7,3 @@", "@@ -7,3 +7,3"])
def test_a_hunk_before_the_file_names_is_not_taken_for_a_letter(before, header):
    line = before.count("\n") + 1
    assert refused(before + header + "\n" + BODY + PAIR + GOOD).startswith(f"line {line} of the diff")


@pytest.mark.parametrize("rest", ["", "\n", "\n\n"])
def test_file_names_without_hunks_are_no_diff(rest):
    message = refused(PAIR + rest)
    assert message.startswith("line 1 of the diff")
    assert "no hunk" in message


@pytest.mark.parametrize("text", ["@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n", "@@nothing\n"])
def test_a_beginning_like_a_hunk_is_no_diff_either(text):
    assert refused(text).startswith("line 1 of the diff")


@pytest.mark.parametrize("names", ["diff --cc x.md\nindex 1111111,2222222..3333333\n" + PAIR, PAIR, ""])
def test_the_diff_of_a_merge_says_what_it_is(names):
    message = refused(names + "@@@ -1,3 -1,3 +1,3 @@@\n  one\n- two\n -TWO\n++both\n  three\n")
    assert message.startswith(f"line {names.count(chr(10)) + 1} of the diff")
    assert "merge" in message


@pytest.mark.parametrize(
    "other",
    [
        "diff --git a/i.png b/i.png\nindex 1111111..2222222 100644\nBinary files a/i.png and b/i.png differ\n",
        "diff --git a/y b/y\nold mode 100644\nnew mode 100755\n",
        "diff --git a/y b/z\nsimilarity index 100%\nrename from y\nrename to z\n",
        "diff -ru old/y new/y\n",
        "Binary files old/y and new/y differ\n",
        "Only in old: y.md\n",
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_another_file_without_hunks_of_its_own_is_another_file_too(other, first):
    own = "diff --git a/x.md b/x.md\nindex 1111111..2222222 100644\n" + PAIR + GOOD
    assert "another file" in refused(other + own if first else own + other)


@pytest.mark.parametrize(
    "before",
    [
        "",
        "From 0123 Mon Sep 17\nSubject: [PATCH] two\n\nOnly in case of need.\n---\n x.md | 2 +-\n\n",
        "commit 0123\nAuthor: A <a@b.c>\n\n    Write TWO\n\n    @@ -1 +1 @@ was too long a header\n\n",
        "# RVW-0001\n# seq: 0\n# state_hash: sha256:0\n",
        "Index: x.md\n===================================================================\n",
        "diff --git a/x.md b/x.md\nnew file mode 100644\nindex 0000000..2222222\n",
        "diff -u x.md y.md\n",
    ],
)
@pytest.mark.parametrize("after", ["", "\n", "\n\n", "-- \n2.39.2\n\n"])
def test_what_programs_put_around_a_diff_is_no_harm(before, after):
    (hunk,) = parse_diff(before + PAIR + GOOD + after).hunks
    assert (hunk.old, hunk.new) == ("one\ntwo\nthree\n", "one\nTWO\nthree\n")


def test_a_document_about_diffs_may_have_headers_in_its_lines():
    rows = " @@ -1,2 +1,2 @@\n-@@ -3 +3 @@\n+@@ -4 +4 @@\n see above\n"
    (hunk,) = parse_diff(PAIR + "@@ -1,3 +1,3 @@\n" + rows).hunks
    assert hunk.old == "@@ -1,2 +1,2 @@\n@@ -3 +3 @@\nsee above\n"
