"""A transaction that is torn although a document has its state is damage, not left by a killed run (DESIGN §6)."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from review_desk import apply, delete, ids, replace, review, tree, workspace_of
from undo_desk import fits, reapply, revert

from reviewer.errors import IntegrityError
from reviewer.service.status import status
from reviewer.service.verify import verify

TEXT = "# Guide\n\nThe cat sat on a mat.\n\nThe second line.\n\nThe third line.\n"
CHANGES = (replace(3, "cat", "dog"), replace(5, "second", "2nd"), replace(7, "third", "3rd"))
COMMANDS = {
    "apply": lambda doc: apply(doc, replace(3, "mat", "rug")),
    "apply in place": lambda doc: apply(doc, replace(3, "mat", "rug"), in_place=True),
    "review": review,
    "revert": lambda doc: revert(doc, all=True),
    "revert, dry run": lambda doc: revert(doc, all=True, dry_run=True),
    "reapply": lambda doc: reapply(doc, all=True),
    "status": status,
}


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "here" / "doc.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def inside_the_last(doc: Path, begun: int) -> Iterator[int]:
    """Sizes to cut the ledger to, inside what follows on ``begun`` bytes: behind its first kind, before its end."""
    data = workspace_of(doc).ledger.read_bytes()
    first = data.index(b'"refs":', begun)
    line = data.rfind(b"\n", begun, len(data) - 1) + 1
    yield from {size for size in (first, (first + len(data)) // 2, line, len(data) - 9) if size >= first}


def cut(doc: Path, size: int, *, record: bool = False) -> None:
    workspace = workspace_of(doc)
    workspace.ledger.write_bytes(workspace.ledger.read_bytes()[:size])
    if not record:
        workspace.run_json.unlink()


def torn_everywhere(doc: Path, begun: int) -> Iterator[Path]:
    """The same folder once for each cut."""
    for number, size in enumerate(inside_the_last(doc, begun)):
        copy = Path(shutil.copytree(doc.parent, doc.parent.parent / f"cut{number}")) / doc.name
        cut(copy, size)
        yield copy


def is_refused(doc: Path) -> bool:
    found = verify(workspace_of(doc))
    assert found["status"] == "failed"
    (lost,) = (check for check in found["checks"] if check["name"] == "end")
    assert not lost["ok"]
    assert not any("goes on" in check["detail"] or "edited by hand" in check["detail"] for check in found["checks"])
    there, text = tree(workspace_of(doc).root), doc.read_bytes()
    for command in COMMANDS.values():
        with pytest.raises(IntegrityError) as raised:
            command(doc)
        assert (raised.value.code, raised.value.exit_code) == ("entries-lost", 4)
    assert (tree(workspace_of(doc).root), doc.read_bytes()) == (there, text)
    return True


@pytest.mark.parametrize("in_place", [True, False])
@pytest.mark.parametrize("ops", [CHANGES, CHANGES[:1]], ids=["three", "one"])
def test_a_first_commit_that_is_cut_is_damage(doc: Path, ops: tuple[object, ...], in_place: bool) -> None:
    apply(doc, *ops, in_place=in_place)
    copies = list(torn_everywhere(doc, 0))
    assert copies
    assert all(map(is_refused, copies))


@pytest.mark.parametrize("in_place", [True, False])
def test_a_later_commit_or_undo_that_is_cut_is_damage(doc: Path, in_place: bool) -> None:
    apply(doc, *CHANGES[:2], in_place=in_place)
    begun = workspace_of(doc).ledger.stat().st_size
    revert(doc, "RVW-0002")
    assert all(map(is_refused, torn_everywhere(doc, begun)))


def test_an_undo_of_all_that_is_cut_is_seen_by_the_edited_copy(doc: Path) -> None:
    """The document has its first state, which it may have had all the time."""
    apply(doc, *CHANGES)
    begun = workspace_of(doc).ledger.stat().st_size
    revert(doc, all=True)
    assert doc.read_text() == TEXT
    assert all(map(is_refused, torn_everywhere(doc, begun)))


def test_the_document_has_the_state_and_an_older_record_is_there(doc: Path) -> None:
    apply(doc, CHANGES[0], in_place=True)
    older = workspace_of(doc).run_json.read_bytes()
    apply(doc, CHANGES[1], in_place=True)
    cut(doc, workspace_of(doc).ledger.stat().st_size - 9, record=True)
    workspace_of(doc).run_json.write_bytes(older)
    assert is_refused(doc)


@pytest.mark.parametrize("in_place", [True, False])
def test_a_run_that_was_killed_while_it_appended_is_gone_on_with(doc: Path, in_place: bool) -> None:
    """No document has the state yet."""
    apply(doc, CHANGES[0], in_place=in_place)
    begun = workspace_of(doc).ledger.stat().st_size
    before = shutil.copytree(doc.parent, doc.parent.parent / "before")
    apply(doc, *CHANGES[1:], in_place=in_place)
    whole = workspace_of(doc).ledger.read_bytes()
    for size in inside_the_last(doc, begun):
        killed = Path(shutil.copytree(before, doc.parent.parent / f"killed{size}")) / doc.name
        workspace_of(killed).ledger.write_bytes(whole[:size])
        assert verify(workspace_of(killed))["status"] == "repair_pending"
        apply(killed, *CHANGES[1:], in_place=in_place)
        assert ids(killed) == ["RVW-0001", "RVW-0002", "RVW-0003"]
        assert fits(killed)


HAND = {
    "beside ours": lambda text: text.replace("mat", "rug"),
    "over one of ours": lambda text: text.replace("2nd", "other").replace("mat", "rug"),
    "ours put back": lambda text: text.replace("cat on", "cat sat on"),
    "ours put back and more": lambda text: text.replace("cat on", "cat sat on").replace("mat", "rug"),
}


@pytest.mark.parametrize("edit", HAND.values(), ids=list(HAND))
@pytest.mark.parametrize("record", [True, False])
def test_a_torn_recording_of_a_hand_edit_is_made_again(doc: Path, edit, record: bool) -> None:
    """Here the document came first: that it has the state says nothing about the ledger."""
    apply(doc, delete(3, 3, "sat "), *CHANGES[1:], in_place=True)
    begun = workspace_of(doc).ledger.stat().st_size
    doc.write_text(edit(doc.read_text()))
    hand = doc.read_text()
    before = shutil.copytree(doc.parent, doc.parent.parent / "before")
    apply(doc)
    whole, recorded = workspace_of(doc).ledger.read_bytes(), ids(doc)
    assert len(recorded) > len(CHANGES)
    within = whole.index(b'"reason":"', begun) + len('"reason":"')
    for size in (within, within + 4, *inside_the_last(doc, begun)):
        killed = Path(shutil.copytree(before, doc.parent.parent / f"killed{size}")) / doc.name
        workspace_of(killed).ledger.write_bytes(whole[:size])
        if not record:
            workspace_of(killed).run_json.unlink()
        apply(killed)
        assert not record or ids(killed) == recorded
        assert killed.read_text() == hand
        assert fits(killed)


def test_text_that_looks_like_a_field_of_an_entry_is_none(doc: Path) -> None:
    apply(doc, CHANGES[0])
    state = json.dumps({"doc_hash_after": "sha256:" + "0" * 64, "event": "change"}, separators=(",", ":"))
    begun = workspace_of(doc).ledger.stat().st_size
    before = shutil.copytree(doc.parent, doc.parent.parent / "before")
    apply(doc, replace(5, "second", state))
    whole = workspace_of(doc).ledger.read_bytes()
    for size in inside_the_last(doc, begun):
        killed = Path(shutil.copytree(before, doc.parent.parent / f"killed{size}")) / doc.name
        workspace_of(killed).ledger.write_bytes(whole[:size])
        assert verify(workspace_of(killed))["status"] == "repair_pending"
