"""``log``, ``grep``, ``show`` and the report tell what an entry did in whole words, and show where a line ends."""

import random
from pathlib import Path

import pytest
from review_desk import apply, edited, entries, workspace_of
from undo_desk import reapply, revert

from reviewer.ledger import told as module
from reviewer.ledger.told import WIDEST, told_entries
from reviewer.service.grep import Query, grep
from reviewer.service.show import show
from reviewer.service.states import log
from reviewer.service.workspace.history import read_history


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def told(doc: Path) -> dict[str, str]:
    return {entry["id"]: entry["told"] for entry in log(workspace_of(doc))["entries"]}


def quoting(find: str, after: str) -> dict[str, str]:
    return {"find": find, "replace": after, "rationale": "x"}


OPS = {
    "a letter put into a word": ("It occured here.\n", "occured", "occurred", "replaced 'occured' with 'occurred'"),
    "half a word": ("The Figure, and\n", "Figure", "the", "replaced 'Figure' with 'the'"),
    "a number": ("It has 1,000 users.\n", "1,000", "1,500", "replaced '1,000' with '1,500'"),
    "two words made one": ("every day here\n", "every day", "everyday", "replaced 'every day' with 'everyday'"),
    "a word of its own": ("one three\n", "one three", "one two three", "inserted 'two'"),
    "a word taken away": ("the the end\n", "the the end", "the end", "removed 'the'"),
    "a heading joined": ("a gamma\n\n## Two\n", "gamma\n\n## Two", "delta Two", "replaced 'gamma⏎⏎##' with 'delta'"),
    "a paragraph joined": (
        "One odd one\n\nmat\n",
        "odd one\n\nmat",
        "even one mat",
        "'odd one⏎⏎mat' with 'even one mat'",
    ),
    "a line split": ("one two\n", "one two", "one\ntwo", "replaced 'one two' with 'one⏎two'"),
    "a blank taken away": ("one  two\n", "one  two", "one two", "removed '␠'"),
    "a tab for a blank": ("one two\n", "one two", "one\ttwo", "replaced 'one␠two' with 'one⇥two'"),
}


@pytest.mark.parametrize(("text", "find", "after", "said"), OPS.values(), ids=OPS)
def test_an_entry_is_told_in_whole_words(doc, text, find, after, said):
    doc.write_text(text)
    assert apply(doc, quoting(find, after)).rejected == ()
    assert said in told(doc)["RVW-0001"]


def test_a_line_added_by_hand_is_seen(doc):
    doc.write_text("Alpha here\n")
    apply(doc)
    doc.write_text("Alpha now\nTail.\n")
    apply(doc)
    assert told(doc) == {"EXT-0001": "replaced 'here' with 'now⏎Tail.'"}


def test_words_are_those_of_the_moment_whatever_became_of_them(doc):
    doc.write_text("It occured here.\n")
    apply(doc, quoting("occured", "occurred"), in_place=True)
    doc.write_text("It reoccurs here.\n")
    apply(doc)
    assert told(doc)["RVW-0001"] == "replaced 'occured' with 'occurred'"


def test_an_undo_and_a_redo_tell_the_words_that_went_and_came(doc):
    doc.write_text("It occured here.\n")
    apply(doc, quoting("occured", "occurred"))
    revert(doc, "RVW-0001")
    reapply(doc, "RVW-0001")
    assert list(told(doc).values()) == [
        "replaced 'occured' with 'occurred'",
        "replaced 'occurred' with 'occured'",
        "replaced 'occured' with 'occurred'",
    ]


def test_everything_that_people_read_tells_the_same_and_the_ledger_is_as_it_was(doc):
    doc.write_text("It occured here.\n")
    apply(doc, quoting("occured", "occurred"))
    words = "replaced 'occured' with 'occurred'"
    workspace = workspace_of(doc)
    shown = show(workspace, "RVW-0001")
    assert (shown["told"], shown["before_text"], shown["after_text"]) == (words, "", "r")
    assert shown["summary"] == entries(doc)[0]["summary"]
    assert [entry["told"] for entry in grep(workspace, Query("occurred"))["entries"]] == [words]
    assert words in workspace.report.read_text()


def test_a_flag_and_a_decision_are_told_as_before(doc):
    doc.write_text("It occured here.\n")
    apply(doc, {"action": "flag", "find": "occ", "rationale": "x"})
    assert told(doc) == {"RVW-0001": "flagged 'occured'"}
    revert(doc, "RVW-0001")
    assert set(told(doc)) == {entry["id"] for entry in entries(doc)}


def test_asking_leaves_the_history_as_it_is(doc):
    doc.write_text("It occured here.\n")
    apply(doc, quoting("occured", "occurred"))
    revert(doc, "RVW-0001")
    history, _ = read_history(workspace_of(doc))
    once = list(told_entries(history))
    assert list(told_entries(history)) == once
    assert history.replay.active == frozenset()
    assert history.text == edited(doc).decode()


WORDS = ["occured", "ab", "1,000", "don't", "x" * (WIDEST - 1), "y" * WIDEST, "z" * (WIDEST + 1), "é", "中文", "**b**"]


def test_the_short_way_through_a_plain_word_tells_what_the_long_one_does(monkeypatch):
    dice = random.Random(7)
    for _ in range(3000):
        text = " ".join(dice.choices(WORDS, k=3)) + dice.choice(["", "\n", "."])
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.randrange(4))
        after = dice.choice(["", "r", "ab", "7", " ", "é"])
        left, right = text[max(start - WIDEST, 0) : start], text[end : end + WIDEST]
        quick = module._widened(left, right, text[start:end], after)
        with monkeypatch.context() as patch:
            patch.setattr(module, "_PLAIN_HEAD", _Never())
            assert module._widened(left, right, text[start:end], after) == quick, (text, start, end, after)


class _Never:
    def search(self, text: str) -> None:
        return None
