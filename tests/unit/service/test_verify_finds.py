"""``verify`` names the first bad place, whatever byte was changed, and writes nothing."""

import json
from pathlib import Path

import pytest
from review_desk import apply, codes, edited, ids, insert, replace, review, tree, workspace_of

from reviewer.errors import IntegrityError
from reviewer.service.status import status
from reviewer.service.verify import verify

TEXT = "# Guide\n\nThe cat sat on teh mat — d'été.\n\nThe second one has mroe words.\n"


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    path = tmp_path / "guide.md"
    path.write_text(TEXT)
    apply(path, replace(3, "teh", "the"), replace(5, "mroe", "more"), insert(5, "And a new one.\n"))
    return path


def first_bad(path: Path) -> dict[str, object]:
    found = verify(workspace_of(path))
    assert found["status"] == "failed"
    return next(check for check in found["checks"] if not check["ok"])


def test_a_sound_review_is_ok_and_its_head_is_that_of_the_ledger(guide):
    found = verify(workspace_of(guide))
    assert (found["schema"], found["status"]) == (1, "ok")
    assert found["head"] == json.loads(workspace_of(guide).ledger.read_bytes().split(b"\n")[-2])["entry_hash"]
    assert all(check["ok"] for check in found["checks"])


def test_a_flipped_bit_anywhere_in_the_ledger_is_located(guide):
    ledger = workspace_of(guide).ledger
    raw = ledger.read_bytes()
    first_line = raw.index(b"\n")
    for place in range(0, len(raw), 41):
        ledger.write_bytes(raw[:place] + bytes([raw[place] ^ 1]) + raw[place + 1 :])
        bad = first_bad(guide)
        assert (bad["name"], "line 1 " in bad["detail"]) == ("ledger", place < first_line), place


@pytest.mark.parametrize("bit", [1, 0x80], ids=["another-letter", "no-utf-8"])
def test_a_flipped_bit_anywhere_in_the_snapshot_is_the_snapshots(guide, bit):
    snapshot = workspace_of(guide).snapshot
    raw = snapshot.read_bytes()
    for place in range(0, len(raw), 7):
        snapshot.write_bytes(raw[:place] + bytes([raw[place] ^ bit]) + raw[place + 1 :])
        bad = first_bad(guide)
        assert bad["name"] == "snapshot"
        assert str(snapshot) in bad["detail"]
    with pytest.raises(IntegrityError):
        review(guide)


def test_a_changed_patch_is_named_and_the_next_run_makes_it_again(guide):
    patches = sorted(workspace_of(guide).patches.iterdir())
    assert len(patches) == 6
    for patch in patches:
        raw = patch.read_bytes()
        patch.write_bytes(raw[:-2] + b"#" + raw[-1:])
        bad = first_bad(guide)
        assert (bad["name"], patch.name in bad["detail"]) == ("patches", True)
        review(guide)
        assert patch.read_bytes() == raw


def test_a_deleted_patch_is_named_and_the_next_run_makes_it_again(guide):
    before = tree(workspace_of(guide).patches)
    (workspace_of(guide).patches / "RVW-0002.inverse.patch").unlink()
    assert "RVW-0002.inverse.patch" in first_bad(guide)["detail"]
    review(guide)
    assert tree(workspace_of(guide).patches) == before


def test_a_deleted_edited_copy_is_a_pending_repair_and_the_next_run_makes_it_again(guide):
    workspace = workspace_of(guide)
    before = edited(guide)
    workspace.edited.unlink()
    found = verify(workspace)
    assert found["status"] == "repair_pending"
    assert "doc.edited.md" in found["checks"][-1]["detail"]
    assert str(workspace.edited) in review(guide).notes[0]
    assert edited(guide) == before


def test_a_deleted_annotated_copy_and_report_are_made_again(guide):
    workspace = workspace_of(guide)
    before = (workspace.annotated.read_bytes(), workspace.report.exists())
    workspace.annotated.unlink()
    workspace.report.unlink()
    review(guide)
    assert (workspace.annotated.read_bytes(), workspace.report.exists()) == before


def test_deleted_last_entries_show_by_the_head_that_was_kept(guide):
    workspace = workspace_of(guide)
    lines = workspace.ledger.read_bytes().split(b"\n")
    apply(guide, replace(1, "Guide", "Manual"))
    workspace.ledger.write_bytes(b"\n".join(lines[:3]) + b"\n")
    assert first_bad(guide)["name"] == "head"


@pytest.mark.parametrize("left", ["nothing", "the first transaction"])
def test_a_run_on_a_ledger_that_lost_entries_stops_before_it_writes(guide, left):
    workspace = workspace_of(guide)
    first = workspace.ledger.read_bytes()
    apply(guide, replace(1, "Guide", "Manual"))
    workspace.ledger.write_bytes(b"" if left == "nothing" else first)
    before = {name: data for name, data in tree(guide.parent).items() if "stage" not in name or "stage3" in name}
    with pytest.raises(IntegrityError) as raised:
        review(guide)
    assert raised.value.code == "entries-lost"
    after = tree(guide.parent)
    assert {name: after[name] for name in before} == before


def test_another_head_than_the_ledgers_fails_and_an_earlier_one_does_not(guide):
    workspace = workspace_of(guide)
    head = verify(workspace)["head"]
    apply(guide, replace(1, "Guide", "Manual"))
    assert verify(workspace, head)["status"] == "ok"
    assert verify(workspace, "sha256:" + "ab" * 32)["status"] == "failed"


@pytest.mark.parametrize("head", ["", " ", "\n"])
def test_an_empty_head_is_in_no_ledger(guide, head):
    found = verify(workspace_of(guide), head)
    (bad,) = [check for check in found["checks"] if not check["ok"]]
    assert (found["status"], bad["name"]) == ("failed", "head")
    assert "empty" in bad["detail"]


def test_a_missing_document_and_one_that_is_a_folder_are_named(guide):
    workspace = workspace_of(guide)
    guide.unlink()
    assert first_bad(guide)["name"] == f"document {guide}"
    guide.write_text(TEXT)
    workspace.edited.unlink()
    workspace.edited.mkdir()
    assert "doc.edited.md" in str(first_bad(guide)["detail"])
    with pytest.raises(IntegrityError, match=r"doc\.edited\.md"):
        status(guide)


def test_a_lost_run_record_is_no_failure(guide):
    workspace_of(guide).run_json.write_text("{")
    assert verify(workspace_of(guide))["status"] == "ok"
    known = ids(guide)
    review(guide)
    assert ids(guide) == known
    assert codes(apply(guide)) == []


def test_an_edit_by_hand_is_no_failure_and_is_told(guide):
    guide.write_text(TEXT + "By hand.\n")
    before = tree(guide.parent)
    found = verify(workspace_of(guide))
    assert found["status"] == "ok"
    assert {"name": f"document {guide}", "ok": True, "detail": "was edited by hand; the next review records it"} in (
        found["checks"]
    )
    assert tree(guide.parent) == before


def test_a_cut_last_line_is_told_with_what_it_means_and_what_to_do(tmp_path):
    """The entry was there where the record has it or a document its state; where none has, a run was killed."""
    doc = tmp_path / "doc.md"
    doc.write_text("# Guide\n\nThe cat sat on a mat.\n")
    apply(doc, replace(3, "cat", "dog"))
    workspace = workspace_of(doc)
    workspace.ledger.write_bytes(workspace.ledger.read_bytes()[:-40])
    size = workspace.ledger.stat().st_size

    def details():
        result = verify(workspace)
        return result["status"], {check["name"]: check["detail"] for check in result["checks"]}

    status, told = details()
    assert status == "failed"
    assert told["ledger"].endswith(f"its end is cut: {size} bytes there are no whole transaction")
    assert told["head"].endswith("restore the ledger from a copy, or begin a new review in another folder with -w")
    workspace.run_json.unlink()
    status, told = details()
    assert status == "failed"
    assert "doc.edited.md already has the state after what is missing; restore the ledger" in told["end"]
    assert told["ledger"].endswith(f"its end is cut: {size} bytes there are no whole transaction")
    workspace.edited.unlink()
    status, told = details()
    assert status == "repair_pending"
    assert f"{size} bytes there are no whole transaction, as when a run was killed" in told["ledger"]
    assert "the next review, apply, revert or reapply moves them to ledger.torn.N and goes on" in told["ledger"]
    review(doc)
    status, told = details()
    assert (status, "cut" in told["ledger"]) == ("ok", False)
    assert (workspace.ledger.parent / "ledger.torn.1").stat().st_size == size
