"""White space at the edges of an edit stays; no word is joined to another, no pair of marks left empty."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from proofread_desk import REWRITE, edits, job, run, seen

from reviewer.plan.proofread.edges import empties, joins, with_old_edges
from reviewer.plan.proofread.tokens import TextEdit, local_edits, words

WROTE = [
    ("at home, in the end", "at home,of the end", "at home, of the end"),
    ("it (in the end)", "it ( of the end)", "it (of the end)"),
    ("at `c1` in the end", "at `c1`of the end", "at `c1` of the end"),
    ("at **bold** in the end", "at **bold**of the end", "at **bold** of the end"),
    ("it is in `c1` now", "it is at`c1` now", "it is at `c1` now"),
    ("at home,\u00a0in the end", "at home,of the end", "at home,\u00a0of the end"),
    ("go in house", "go in the house", "go in the house"),
    ("go in `c1` now", "go in the`c1` now", None),
    ("go in (in the end)", "go in ( the end)", "go in (the end)"),
    ("go in the, and", "go in , and", "go in, and"),
    ("go in the.", "go in .", "go in."),
    ("go, the end", "go,end", "go, end"),
    ("The old end", "old end", "old end"),
    ("go in *the end* now", "go in * end* now", "go in *end* now"),
    ("go in the end", "go in  end", "go in end"),
    ("go in the[r1] end", "go in [r1] end", "go in[r1] end"),
]


@pytest.mark.parametrize(("text", "wrote", "made"), WROTE)
def test_white_space_beside_a_small_word_stays(text, wrote, made):
    found = [with_old_edges(edit, text) for edit in local_edits(text, wrote)]
    assert any(joins(edit, text) for edit in found) is (made is None)
    if made is not None:
        for edit in reversed(found):
            text = edit.applied(text)
        assert text == made


@pytest.mark.parametrize("new", ["\n", "\nof", "of\t"])
def test_line_ends_and_tabs_are_left_for_the_rule_about_them(new):
    edit = TextEdit(3, 5, new)
    assert with_old_edges(edit, "go in it") == edit


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("Both **the** and **a** stay.", "and "),
        ('Both "the" and "a" stay.', "and "),
        ("Walk in **the home**.", "the "),
        ("Walk in [the home](u1).", "the "),
        ("The `c1`", "The "),
    ],
)
def test_marks_that_keep_a_word_are_not_empty(text, old):
    assert not empties(seen(text, old, "").edit, text)


@pytest.mark.parametrize(
    ("old", "wrote", "made", "why"),
    [
        ("at home, in the rest", "at home,of the rest", "at home, of the rest", None),
        ("at `code` is the rest", "at `c1`are the rest", "at `code` are the rest", None),
        ("at **the** house", "at **** house", None, "edges"),
        ("at [the](a.md) house", "at [](u1) house", None, "edges"),
        ("go at `code` now", "go at the`c1` now", None, "edges"),
    ],
)
def test_what_a_model_writes_anew_keeps_white_space_and_marks(old, wrote, made, why):
    text = f"# Hall\n\nYou can see it {old} and there is more for all of us.\n"
    answer = f"You can see it {wrote} and there is more for all of us."
    found = run(job(text, REWRITE), {"reply": answer})
    assert edits(found.ops, text) == ([text.replace(old, made)] if made else [])
    assert [one.message.rsplit("(", 1)[1] for one in found.refused] == ([f"{why})"] if why else [])


_TOKENS = st.sampled_from(["in", "the", "of", " ", "  ", "(", ")", ",", ".", "`c1`", "*", "\u00a0"])
_TEXTS = st.lists(_TOKENS, max_size=12)


@given(_TEXTS, _TEXTS)
def test_only_white_space_differs_from_what_was_written(before, after):
    text, wrote = "".join(before), "".join(after)
    for edit in local_edits(text, wrote):
        kept = with_old_edges(edit, text)
        assert re.sub(r"\s", "", kept.applied(text)) == re.sub(r"\s", "", edit.applied(text))
        assert with_old_edges(kept, text) == kept
        if kept.new and words(kept.new) and words(edit.old(text)):
            old = edit.old(text)
            assert kept.new[: len(kept.new) - len(kept.new.lstrip())] == old[: len(old) - len(old.lstrip())]
            assert kept.new[len(kept.new.rstrip()) :] == old[len(old.rstrip()) :]
