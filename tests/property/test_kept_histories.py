"""Histories worth keeping, each through the commands' own functions; every expectation is written by hand."""

import json
from pathlib import Path

import pytest
from test_service_kill import Desk

from reviewer.hashing import content_hash
from reviewer.model.selection import Selection
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.verify import verify


class Book(Desk):
    """A desk on which ops are given as they come."""

    def __init__(self, folder: Path, text: str):
        super().__init__(folder)
        folder.mkdir()
        self.document.write_bytes(text.encode())

    def op(self, line, before, after, last=None):
        return {
            "action": "replace" if before else "insert",
            "target": {"line_start": line, "line_end": last or line},
            "before_text": before,
            "before_hash": content_hash(before),
            "after_text": after,
        }

    def made(self, *ops, in_place=True):
        file = self.folder / "ops.json"
        file.write_text(json.dumps(ops))
        outcome = apply_ops(ApplyRequest(self.document, file, self.config(in_place)), Clock())
        assert outcome.rejected == (), outcome.rejected
        return outcome.applied

    def undone(self, *ids, direction="revert", **more):
        request = UndoRequest(self.document, Selection(ids=ids), self.config(), direction=direction, **more)
        return undo(request, Clock())

    def redone(self, *ids):
        return self.undone(*ids, direction="reapply")

    def text(self):
        assert verify(self.workspace())["status"] == "ok"
        assert self.document.read_bytes() == self.workspace().edited.read_bytes()
        return self.document.read_bytes().decode()


class Clock:
    """It is always the same moment."""

    def now(self):
        return "2031-02-03T04:05:06.000007+00:00"


@pytest.fixture
def book(tmp_path):
    return lambda text: Book(tmp_path / "desk", text)


def test_text_put_into_a_gap_holds_back_what_made_the_gap(book):
    """The word is taken out, another is written into the gap: the first cannot come back before the second goes."""
    desk = book("# T\n\none two three\n")
    (gap,) = desk.made(desk.op(3, "two ", ""))
    (filled,) = desk.made(desk.op(3, "one three", "one four three"))
    assert desk.text() == "# T\n\none four three\n"
    refused = desk.undone(gap)
    assert [(item.id, item.blocked_by) for item in refused.failed] == [(gap, (filled,))]
    assert desk.text() == "# T\n\none four three\n"
    assert set(desk.undone(gap, cascade=True).reverted) == {gap, filled}
    assert desk.text() == "# T\n\none two three\n"


def test_undone_then_something_else_edited_then_redone(book):
    desk = book("# T\n\none teh two adn three\n")
    (first,) = desk.made(desk.op(3, "teh", "the"))
    assert desk.undone(first).reverted == (first,)
    (second,) = desk.made(desk.op(3, "adn", "and"))
    assert desk.text() == "# T\n\none teh two and three\n"
    assert desk.redone(first).reapplied == (first,)
    assert desk.text() == "# T\n\none the two and three\n"
    assert desk.undone(second).reverted == (second,)
    assert desk.text() == "# T\n\none the two adn three\n"


def test_undone_then_the_same_words_edited_then_redoing_is_refused_by_name(book):
    desk = book("# T\n\none teh two\n")
    (first,) = desk.made(desk.op(3, "teh", "the"))
    desk.undone(first)
    (second,) = desk.made(desk.op(3, "teh", "that"))
    refused = desk.redone(first)
    assert [(item.id, item.blocked_by) for item in refused.failed] == [(first, (second,))]
    assert desk.text() == "# T\n\none that two\n"
    desk.undone(second)
    assert desk.redone(first).reapplied == (first,)
    assert desk.text() == "# T\n\none the two\n"


def test_a_revert_that_would_make_a_heading_of_another_line_is_refused_until_that_goes_too(book):
    """A blank line keeps the rule below from underlining the line above; without it that line is a heading."""
    desk = book("# T\n\nalpha\nbeta\n\nEnd.\n")
    (apart,) = desk.made(desk.op(3, "alpha\nbeta", "alpha\n\nbeta", last=4))
    (rule,) = desk.made(desk.op(5, "beta", "---"))
    refused = desk.undone(apart)
    assert [(item.id, item.blocked_by) for item in refused.failed] == [(apart, (rule,))]
    assert desk.text() == "# T\n\nalpha\n\n---\n\nEnd.\n"
    assert set(desk.undone(apart, rule).reverted) == {apart, rule}
    assert desk.text() == "# T\n\nalpha\nbeta\n\nEnd.\n"
