"""Every recorded state can be named and comes back to the byte."""

import json
from pathlib import Path

import pytest
from review_desk import apply, replace, workspace_of
from undo_desk import patched, revert

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.selection import Selection
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.states import diff_states, log, save_state, state_at

RAW = b"\xef\xbb\xbf# A\r\n\r\none teh\r\n\r\ntwo teh\r\nlast"
FIRST = RAW.replace(b"one teh", b"one the")
BOTH = RAW.replace(b"teh", b"the")
BACK = RAW.replace(b"two teh", b"two the")


class At:
    """A clock that stands still where it is put."""

    def __init__(self, moment):
        self.moment = moment

    def now(self):
        return self.moment


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    """Two changes in one commit at eight, the first undone at nine."""
    path = tmp_path / "doc.md"
    path.write_bytes(RAW)
    apply(path, replace(3, "teh", "the"), replace(5, "teh", "the"))
    return path


@pytest.fixture
def timed(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_bytes(RAW)
    ops = tmp_path / "ops.json"
    ops.write_text(json.dumps([replace(3, "teh", "the"), replace(5, "teh", "the")]))
    apply_ops(ApplyRequest(path, ops, ReviewerConfig()), At("2030-05-01T08:00:00+00:00"))
    undo(UndoRequest(path, Selection(ids=("RVW-0001",)), ReviewerConfig()), At("2030-05-01T09:00:00+00:00"))
    return path


def test_ids_and_numbers_name_states(doc):
    revert(doc, "RVW-0001")
    place = workspace_of(doc)
    expected = {
        "original": RAW, "0": RAW, "RVW-0001": FIRST, "1": FIRST, "RVW-0002": BOTH, "2": BOTH,
        "REVERT-RVW-0001": BACK, "3": BACK, "current": BACK,
    }  # fmt: skip
    assert {name: state_at(place, name).raw for name in expected} == expected


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("2030-05-01T07:59:59+00:00", RAW),
        ("2030-05-01T08:00:00+00:00", BOTH),
        ("2030-05-01T10:30:00+02:00", BOTH),
        ("2030-05-01T09:00:00Z", BACK),
        ("2029-01-01", RAW),
        ("2031-01-01", BACK),
    ],
)
def test_times_name_states(timed, name, raw):
    assert state_at(workspace_of(timed), name).raw == raw


@pytest.mark.parametrize(
    "name", ["3", "-1", "RVW-0009", "rvw-0001", "", "yesterday", "9" * 5000, "²", "0001-01-01T00:00:00+14:00"]
)
def test_what_names_no_state_is_refused(doc, name):
    with pytest.raises(UserError) as caught:
        state_at(workspace_of(doc), name)
    assert caught.value.code == "unknown-state"


@pytest.mark.parametrize("program", ["git", "patch"])
@pytest.mark.parametrize(
    ("before", "after"), [("original", "1"), ("original", "current"), ("RVW-0002", "RVW-0001"), ("3", "0")]
)
def test_a_diff_turns_one_state_into_the_other(tmp_path, program, before, after):
    path = tmp_path / "doc.md"
    path.write_bytes(RAW)
    apply(path, replace(3, "teh", "the"), replace(5, "teh", "the"))
    revert(path, "RVW-0001")
    place = workspace_of(path)
    old, new = state_at(place, before).raw, state_at(place, after).raw
    assert old != new
    assert patched(tmp_path / "x", old, diff_states(place, before, after), program) == new


def test_equal_states_have_no_diff(doc):
    assert diff_states(workspace_of(doc), "RVW-0002", "current") == b""


def test_the_log_has_every_entry(doc):
    revert(doc, "RVW-0001", reason="no")
    found = log(workspace_of(doc))
    assert [(e["seq"], e["id"], e["active"], e["reason"]) for e in found["entries"]] == [
        (1, "RVW-0001", False, ""), (2, "RVW-0002", True, ""), (3, "REVERT-RVW-0001", False, "no"),
    ]  # fmt: skip


def test_a_state_is_not_written_over_the_document_or_into_a_review(doc):
    place = workspace_of(doc)
    found = state_at(place, "original")
    for bad in (doc, place.edited, place.ledger, place.root):
        with pytest.raises(UserError) as caught:
            save_state(place, found, bad)
        assert caught.value.code == "bad-output"
    save_state(place, found, doc.parent / "old.md")
    assert (doc.parent / "old.md").read_bytes() == RAW


def test_a_state_is_not_saved_over_the_document_and_the_hint_is_of_this_command(doc):
    with pytest.raises(UserError) as caught:
        save_state(workspace_of(doc), state_at(workspace_of(doc), "original"), doc)
    assert "-o " in str(caught.value)
    assert "--in-place" not in caught.value.hint
    assert "--output" not in str(caught.value)
