"""A ledger that was cut by whole lines at its end: noticed by every command, whatever the documents say."""

import shutil
from pathlib import Path

import pytest
from review_desk import apply, apply_killed_before_the_document, entries, ids, replace, review, tree, workspace_of
from undo_desk import reapply, revert

from reviewer.errors import IntegrityError
from reviewer.model.selection import Selection
from reviewer.service.grep import Query, grep
from reviewer.service.report_text import report
from reviewer.service.show import show
from reviewer.service.states import diff_states, log, state_at
from reviewer.service.status import status
from reviewer.service.verify import verify

TEXT = "# Guide\n\nThe cat sat on a mat.\n\nThe second line.\n\nThe third line.\n"
CHANGES = (replace(3, "cat", "dog"), replace(5, "second", "2nd"))


def flag(line, text, said):
    note = {"alert": "NOTE", "text": f"REVIEWER: {said}"}
    return replace(line, text, "", action="flag_only", needs_attention=True, review_note=note)


FLAGS = (flag(3, "cat", "one"), flag(5, "second", "two"))
WRITING = {
    "apply nothing": apply,
    "apply a flag": lambda doc: apply(doc, flag(7, "third", "three")),
    "apply a change": lambda doc: apply(doc, replace(7, "third", "3rd")),
    "apply in place": lambda doc: apply(doc, replace(7, "third", "3rd"), in_place=True),
    "review": review,
    "review in place": lambda doc: review(doc, in_place=True),
    "revert": lambda doc: revert(doc, "RVW-0001"),
    "revert, dry run": lambda doc: revert(doc, "RVW-0001", dry_run=True),
    "reapply": lambda doc: reapply(doc, "RVW-0001"),
}
READING = {
    "log": log,
    "report": report,
    "show": lambda workspace: show(workspace, "RVW-0001"),
    "grep": lambda workspace: grep(workspace, Query()),
    "status": lambda workspace: status(workspace.document),
    "state-at": lambda workspace: state_at(workspace, "original"),
    "diff": lambda workspace: diff_states(workspace, "original", "current"),
}


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "here" / "doc.md"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


def cut(doc: Path, kept: int) -> None:
    ledger = workspace_of(doc).ledger
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:kept]))


def moved(doc: Path) -> Path:
    shutil.move(doc.parent, doc.parent.parent / "there")
    return doc.parent.parent / "there" / doc.name


def copied(doc: Path) -> Path:
    shutil.copytree(doc.parent, doc.parent.parent / "copy")
    return doc.parent.parent / "copy" / doc.name


def without_edited_copy(doc: Path) -> Path:
    workspace_of(doc).edited.unlink()
    return doc


@pytest.mark.parametrize("before", [lambda doc: doc, moved, copied, without_edited_copy])
@pytest.mark.parametrize("ops", [FLAGS, CHANGES], ids=["flags", "changes"])
@pytest.mark.parametrize("kept", [0, 1])
@pytest.mark.parametrize("command", WRITING)
def test_no_writing_command_goes_on(doc, before, ops, kept, command):
    for op in ops:
        apply(doc, op)
    doc = before(doc)
    cut(doc, kept)
    there, run_json = tree(workspace_of(doc).root), workspace_of(doc).run_json.read_bytes()
    with pytest.raises(IntegrityError) as raised:
        WRITING[command](doc)
    assert raised.value.code == "entries-lost"
    assert raised.value.exit_code == 4
    assert "-w" in raised.value.hint
    assert tree(workspace_of(doc).root) == there
    assert workspace_of(doc).run_json.read_bytes() == run_json
    assert doc.read_text() == TEXT
    assert verify(workspace_of(doc))["status"] == "failed"


@pytest.mark.parametrize("kept", [0, 1])
@pytest.mark.parametrize("command", READING)
def test_no_reading_command_shows_what_is_left_as_the_whole(doc, kept, command):
    for op in FLAGS:
        apply(doc, op)
    cut(doc, kept)
    with pytest.raises(IntegrityError) as raised:
        READING[command](workspace_of(doc))
    assert raised.value.code == "entries-lost"


def test_the_way_out_that_is_named_is_open(doc, tmp_path):
    apply(doc, FLAGS[0])
    cut(doc, 0)
    review(doc, workspace=tmp_path / "anew")
    assert (tmp_path / "anew" / "review" / "ledger.jsonl").exists()


def test_no_id_is_given_twice_when_the_ledger_is_restored(doc):
    apply(doc, FLAGS[0])
    apply(doc, FLAGS[1])
    whole = workspace_of(doc).ledger.read_bytes()
    cut(doc, 1)
    with pytest.raises(IntegrityError):
        apply(doc, flag(7, "third", "three"))
    workspace_of(doc).ledger.write_bytes(whole)
    apply(doc, flag(7, "third", "three"))
    assert ids(doc) == ["RVW-0001", "RVW-0002", "RVW-0003"]


def test_a_run_that_was_killed_before_it_noted_its_head_is_completed(doc):
    apply(doc, CHANGES[0])
    apply_killed_before_the_document(doc, CHANGES[1:])
    assert len(log(workspace_of(doc))["entries"]) == 2
    apply(doc, replace(7, "third", "3rd"))
    assert ids(doc) == ["RVW-0001", "RVW-0002", "RVW-0003"]


def test_the_first_run_killed_before_it_noted_a_head_is_completed(doc):
    apply_killed_before_the_document(doc, CHANGES)
    assert not workspace_of(doc).run_json.exists()
    apply(doc)
    assert ids(doc) == ["RVW-0001", "RVW-0002"]


def test_an_older_backup_of_the_whole_workspace_is_gone_on_with(doc, tmp_path):
    apply(doc, CHANGES[0])
    shutil.copytree(workspace_of(doc).root, tmp_path / "backup")
    apply(doc, CHANGES[1])
    root = workspace_of(doc).root
    shutil.rmtree(root)
    shutil.copytree(tmp_path / "backup", root)
    assert verify(workspace_of(doc))["status"] == "ok"
    apply(doc, replace(7, "third", "3rd"))
    assert ids(doc) == ["RVW-0001", "RVW-0002"]


def test_an_older_run_record_alone_is_behind_the_ledger_and_gone_on_with(doc):
    apply(doc, CHANGES[0])
    older = workspace_of(doc).run_json.read_bytes()
    apply(doc, CHANGES[1])
    workspace_of(doc).run_json.write_bytes(older)
    apply(doc, replace(7, "third", "3rd"))
    assert ids(doc) == ["RVW-0001", "RVW-0002", "RVW-0003"]


@pytest.mark.parametrize(
    "content",
    [None, b"", b"{", b"[" * 100_000, b"null", b'{"schema": 1, "head": 3}'],
    ids=lambda content: repr(content)[:12],
)
def test_without_a_readable_run_record_the_ledger_is_the_truth(doc, content):
    for op in CHANGES:
        apply(doc, op)
    run_json = workspace_of(doc).run_json
    run_json.unlink() if content is None else run_json.write_bytes(content)
    found = verify(workspace_of(doc))
    assert found["status"] == "ok"
    assert any(check["name"] == "run record" for check in found["checks"]) == (content is not None)
    apply(doc, replace(7, "third", "3rd"))
    assert ids(doc) == ["RVW-0001", "RVW-0002", "RVW-0003"]


def test_another_snapshot_under_an_empty_ledger_is_noticed(doc):
    review(doc)
    assert entries(doc) == []
    workspace_of(doc).snapshot.write_text("# Another\n")
    with pytest.raises(IntegrityError):
        review(doc)


def test_a_hand_edit_is_not_recorded_over_lost_entries(doc):
    for op in CHANGES:
        apply(doc, op)
    cut(doc, 1)
    doc.write_text(TEXT + "Typed by hand.\n")
    for command in (review, lambda doc: revert(doc, all=True), lambda doc: revert(doc, *Selection(ids="RVW-0001").ids)):
        with pytest.raises(IntegrityError):
            command(doc)
    assert ids(doc) == ["RVW-0001"]
