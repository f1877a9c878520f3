"""A run that was killed after the ledger's append: the next writing command completes it, reading ones only tell."""

from pathlib import Path

import pytest
from review_desk import apply, apply_killed_before_the_document, edited, ids, replace, review, tree, workspace_of

from reviewer.service.grep import Query, grep
from reviewer.service.report_text import report
from reviewer.service.show import show
from reviewer.service.status import status
from reviewer.service.verify import verify

TEXT = b"# Guide\n\nThe cat sat on teh mat.\n\nThe second one has mroe words.\n"
MENDED = TEXT.replace(b"teh", b"the").replace(b"mroe", b"more")
OPS = (replace(3, "teh", "the"), replace(5, "mroe", "more"))


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "guide.md"
    path.write_bytes(TEXT)
    return path


@pytest.mark.parametrize("in_place", [False, True])
def test_reading_commands_tell_what_is_pending_and_write_nothing(guide, in_place):
    apply_killed_before_the_document(guide, OPS, in_place=in_place)
    workspace = workspace_of(guide)
    before = tree(guide.parent)
    found = verify(workspace)
    assert found["status"] == "repair_pending"
    assert "doc.edited.md is brought to the state of ledger entry 2" in found["checks"][-1]["detail"]
    state = status(guide)
    assert state["status"] == "partial"
    assert "doc.edited.md" in state["pending_repair"]
    assert (str(guide) in state["pending_repair"]) == in_place
    assert "RVW-0002" in report(workspace)
    assert "+The cat sat on the mat.\n" in show(workspace, "RVW-0001", patch=True)["patch"]
    assert len(grep(workspace, Query())["entries"]) == 2
    assert tree(guide.parent) == before


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("command", ["the same", "review"])
def test_the_next_writing_command_completes_it_and_says_so(guide, in_place, command):
    apply_killed_before_the_document(guide, OPS, in_place=in_place)
    outcome = apply(guide, *OPS, in_place=in_place) if command == "the same" else review(guide, in_place=in_place)
    assert outcome.applied == ()
    assert len(outcome.notes) == 1 + in_place
    assert edited(guide) == MENDED
    assert guide.read_bytes() == (MENDED if in_place else TEXT)
    assert ids(guide) == ["RVW-0001", "RVW-0002"]
    assert verify(workspace_of(guide))["status"] == "ok"
    assert review(guide, in_place=in_place).notes == ()


def test_the_second_transaction_is_completed_as_well(guide):
    apply(guide, OPS[0])
    apply_killed_before_the_document(guide, OPS[1:])
    assert verify(workspace_of(guide))["status"] == "repair_pending"
    outcome = apply(guide, *OPS)
    assert outcome.already_applied == ("RVW-0001", "RVW-0002")
    assert edited(guide) == MENDED


def test_an_incomplete_transaction_at_the_end_is_set_aside_whole(guide):
    apply_killed_before_the_document(guide, OPS)
    ledger = workspace_of(guide).ledger
    whole = ledger.read_bytes()
    ledger.write_bytes(whole[:-50])
    assert verify(workspace_of(guide))["status"] == "repair_pending"
    outcome = apply(guide, *OPS)
    assert outcome.applied == ("RVW-0001", "RVW-0002")
    assert any("set aside" in note for note in outcome.notes)
    assert (ledger.parent / "ledger.torn.1").read_bytes() == whole[:-50]
    assert edited(guide) == MENDED


def test_a_last_entry_without_its_newline_is_committed(guide):
    apply_killed_before_the_document(guide, OPS)
    ledger = workspace_of(guide).ledger
    ledger.write_bytes(ledger.read_bytes()[:-1])
    review(guide)
    assert edited(guide) == MENDED
    assert apply(guide, replace(1, "Guide", "Manual")).applied == ("RVW-0003",)
    assert verify(workspace_of(guide))["status"] == "ok"
