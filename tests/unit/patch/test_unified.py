"""Patches against the real programs: git apply and GNU patch, both directions, byte for byte."""

import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewer.model.position import Span
from reviewer.patch.replay import Replay
from reviewer.patch.site import PatchSite, inverse, site_in, site_of
from reviewer.patch.unified import PatchHeader, write_patch

NAME = "my doc.md"


def patch_of(site, name=NAME):
    return write_patch(site, PatchHeader(name, "RVW-0001", 3, "sha256:00"))


def run_git(folder, name, patch):
    return subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"], cwd=folder, input=patch, capture_output=True, check=False
    )


def run_patch(folder, name, patch):
    return subprocess.run(["patch", "-p1", "-s", "--fuzz=0"], cwd=folder, input=patch, capture_output=True, check=False)


def assert_applies(folder, before, after, patch, name=NAME):
    for program in (run_git, run_patch):
        target = folder / name
        target.write_bytes(before.encode())
        result = program(folder, name, patch)
        assert result.returncode == 0, (program.__name__, result.stdout, result.stderr, patch)
        found = target.read_bytes() if target.exists() else b""
        assert found == after.encode(), (program.__name__, patch)


def check_both_ways(folder, text, span, new, name=NAME):
    site = site_of(text, span, new)
    after = text[: span.start] + new + text[span.end :]
    assert site_in(Replay(text), span, new) == site
    assert_applies(folder, text, after, patch_of(site, name), name)
    assert_applies(folder, after, text, patch_of(inverse(site), name), name)


LINES = "".join(f"line {n}\n" for n in range(1, 21))

CASES = {
    "last line without a newline": ("# T\n\nlast line", Span(14, 14), ", fixed"),
    "newline added at the end": ("a\nb", Span(3, 3), "\n"),
    "newline taken from the end": ("a\nb\n", Span(3, 4), ""),
    "empty file to a line without newline": ("", Span(0, 0), "abcd"),
    "empty file to a line": ("", Span(0, 0), "abcd\n"),
    "one empty line to a text": ("\n", Span(0, 0), "abcd"),
    "everything removed": ("this\n\nthat", Span(0, 10), ""),
    "one line removed whole": ("abcd\n", Span(0, 5), ""),
    "CRLF line changed inside": ("# Titre\r\n\r\nUn mot fuax ici.\r\n\r\nFin.\r\n", Span(18, 22), "faux"),
    "lone CR is part of a line": ("a\rb\nsecond\n", Span(10, 10), " fixed"),
    "Unicode separators are part of a line": (
        "un\u2028deux\u0085trois\u2029x\x0by\fz\x1c\n\ncible\n",
        Span(21, 26),
        "ok",
    ),
    "lines that look like patch headers": ("-- a\n++ b\n@@ c\n", Span(0, 4), "--- b"),
    "line without text removed": ("one\ntwo\n \nthree\n", Span(8, 10), ""),
    "far down in the document": (LINES, Span(100, 104), "LINE"),
    "lines joined": (LINES, Span(LINES.index("\nline 9"), LINES.index("line 9")), " "),
    "lines inserted that look like their neighbours": (LINES, Span(7, 7), "line 1\nline 1\n"),
    "first of equal lines doubled": ("# T\n\n" + "- item\n" * 5 + "\nEnd.\n", Span(5, 5), "- item\n"),
    "first of equal lines doubled at its end": ("# T\n\n" + "- item\n" * 5 + "\nEnd.\n", Span(11, 11), "\n- item"),
    "first of equal paragraphs removed": ("# T\n\n" + "a\nb\nc\n\n" * 5 + "End.\n", Span(5, 12), ""),
    "last of equal lines removed": ("# T\n\n" + "- item\n" * 5 + "\nEnd.\n", Span(33, 40), ""),
    "first line removed": (LINES, Span(0, 7), ""),
    "first line inserted": (LINES, Span(0, 0), "new\n"),
    "last lines removed": (LINES, Span(len(LINES) - 16, len(LINES)), ""),
}


@pytest.mark.parametrize("name", CASES)
def test_patch_applies_both_ways_with_git_and_gnu_patch(name, tmp_path):
    check_both_ways(tmp_path, *CASES[name])


@pytest.mark.parametrize("name", ["doc.md", "café.md", 'say "hi".md', "back\\slash.md"])
def test_file_names_are_written_as_git_reads_them(name, tmp_path):
    check_both_ways(tmp_path, "one\ntwo\n", Span(4, 7), "2", name)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_edit_applies_both_ways(tmp_path, data):
    texts = st.text(alphabet="ab \n\n\r\u2028\x0c-+@\\é", max_size=40)
    text = data.draw(texts)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    new = data.draw(texts)
    if text[start:end] != new:
        check_both_ways(tmp_path, text, Span(start, end), new)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_lines_among_equal_ones_apply_both_ways(tmp_path, data):
    lines = data.draw(st.lists(st.sampled_from(["a\n", "a\n", "\n", "b\n"]), min_size=1, max_size=24))
    first = data.draw(st.integers(0, len(lines)))
    last = data.draw(st.integers(first, min(first + 4, len(lines))))
    new = "".join(data.draw(st.lists(st.sampled_from(["a\n", "\n"]), max_size=4)))
    start, end = (len("".join(lines[:number])) for number in (first, last))
    if "".join(lines[first:last]) != new:
        check_both_ways(tmp_path, "".join(lines), Span(start, end), new)


def test_state_is_named_above_the_file_headers():
    lines = patch_of(site_of("a\n", Span(0, 1), "b"), "doc.md").split(b"\n")
    assert lines[:5] == [b"# RVW-0001", b"# seq: 3", b"# state_hash: sha256:00", b"--- a/doc.md", b"+++ b/doc.md"]


def test_hunk_has_three_lines_of_context_and_right_numbers():
    place = LINES.index("line 10")
    patch = patch_of(site_of(LINES, Span(place, place + 4), "LINE"), "d").decode()
    context = [" line 7", " line 8", " line 9"], [" line 11", " line 12", " line 13"]
    assert patch.split("\n")[5:-1] == ["@@ -7,7 +7,7 @@", *context[0], "-line 10", "+LINE 10", *context[1]]


def test_change_of_nothing_gives_no_hunk():
    assert b"@@" not in patch_of(PatchSite(1, "a\n", "a\n", 0))


@settings(deadline=None)
@given(st.text(alphabet="ab\n\r", max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9),
       st.text(alphabet="xy\n", min_size=1, max_size=6)), max_size=12), st.data())  # fmt: skip
def test_the_site_on_a_tape_of_many_pieces_is_that_of_its_text(text, edits, data):
    replay = Replay(text)
    for number, (start, length, new) in enumerate(edits):
        place = min(start, replay.length)
        replay.change(f"c{number}", f"t{number}", Span(place, min(place + length, replay.length)), new)
    if edits and data.draw(st.booleans()):
        replay.toggle(f"c{len(edits) - 1}", on=False)
    start = data.draw(st.integers(0, replay.length))
    span = Span(start, data.draw(st.integers(start, replay.length)))
    assert site_in(replay, span, "new\n") == site_of(replay.text(), span, "new\n")
