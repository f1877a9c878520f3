"""The commands that a refusal prints are run through before they are printed: pasted, they go through."""

import shlex
from pathlib import Path

import pytest
from review_desk import apply, edited, workspace_of
from undo_desk import fits, obeyed, reapply, revert

from reviewer.model.undo import FailedUndo, UndoOutcome
from reviewer.service.undo import way_out
from reviewer.service.undo.way_out import NO_WAY
from reviewer.service.workspace.history import read_history


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def pasted(doc: Path, item: FailedUndo, *, on: bool) -> bool:
    """Run the printed commands as a shell would; whether the change is as it should be then."""
    obeyed(doc, item)
    assert fits(doc)
    return (item.id in read_history(workspace_of(doc))[0].active) == on


def by_hand(doc: Path, text: str) -> UndoOutcome | None:
    """Write the document and have that recorded."""
    doc.write_text(text)
    apply(doc)
    return None


def fenced_by_hand(doc: Path) -> None:
    """EXT-0001 and EXT-0002 are the two halves of a fence, EXT-0003 is a word that has nothing to do with them."""
    doc.write_text("Alpha word.\n\nbeta\n\nThe end.\n")
    apply(doc)
    by_hand(doc, "Alpha word.\n\n```\nbeta\n```\n\nThe end.\n")
    by_hand(doc, "Alpha new word.\n\n```\nbeta\n```\n\nThe end.\n")


def test_what_goes_in_the_call_itself_is_not_in_the_command(doc):
    fenced_by_hand(doc)
    outcome = revert(doc, "EXT-0003", "EXT-0002", keep_going=True)
    (item,) = outcome.failed
    assert len(outcome.reverted) == 1
    assert not set(outcome.reverted) & set(shlex.split(item.command))
    assert pasted(doc, item, on=False)


@pytest.mark.parametrize("keep_going", [True, False])
def test_a_dry_run_prints_what_goes_through_after_the_call_itself(doc, keep_going):
    fenced_by_hand(doc)
    asked = revert(doc, "EXT-0003", "EXT-0002", keep_going=keep_going, dry_run=True)
    done = revert(doc, "EXT-0003", "EXT-0002", keep_going=keep_going)
    assert asked.failed == done.failed
    assert pasted(doc, done.failed[0], on=False)


def heading_gone(doc: Path) -> None:
    """RVW-0001, undone, joined a heading to a paragraph; two hand edits are where it was."""
    doc.write_text("Alpha beta gamma\n\n## Two here\n")
    apply(doc, {"find": "gamma\n\n## Two", "replace": "delta Two", "rationale": "x"})
    assert revert(doc, "RVW-0001").failed == ()
    by_hand(doc, "Alpha beta epsilon\n\n## Two now\nTail.\n")


def test_a_redo_whose_place_must_be_cleared_twice_says_all_of_it(doc):
    heading_gone(doc)
    (item,) = reapply(doc, "RVW-0001").failed
    assert set(item.blocked_by) == {"EXT-0001", "EXT-0002"}
    assert "structure would change" in item.reason
    assert pasted(doc, item, on=True)


def test_where_no_command_helps_it_is_said_and_what_is_in_the_way_is_named(doc, monkeypatch):
    heading_gone(doc)
    monkeypatch.setattr(way_out, "LONGEST", 2)
    (item,) = reapply(doc, "RVW-0001").failed
    assert (item.command, NO_WAY in item.reason) == ("", True)
    assert set(item.blocked_by) == {"EXT-0001", "EXT-0002"}


def test_nothing_is_switched_by_looking_for_a_way(doc):
    heading_gone(doc)
    before = read_history(workspace_of(doc))[0]
    text = edited(doc)
    reapply(doc, "RVW-0001")
    after = read_history(workspace_of(doc))[0]
    assert (after.head, after.active, edited(doc)) == (before.head, before.active, text)


@pytest.mark.parametrize("limit", ["PLANNED", "CHARACTERS"])
def test_the_first_refusal_has_its_command_and_what_is_beyond_the_limit_no_word_of_it(doc, monkeypatch, limit):
    monkeypatch.setattr(way_out, limit, 1)
    doc.write_text("one two\n\nthree four\n")
    for words in (("two", "2 b"), ("four", "4 d"), ("b", "bee"), ("d", "dee")):
        apply(doc, {"find": words[0], "replace": words[1], "rationale": "x"}, in_place=True)
    first, second = revert(doc, "RVW-0001", "RVW-0002").failed
    assert second.command == ""
    assert NO_WAY not in second.reason
    assert second.blocked_by
    assert pasted(doc, first, on=False)
