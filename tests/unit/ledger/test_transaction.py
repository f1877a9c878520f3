"""The durable commit: order, repair after every step, files that keep what they are."""

import errno
import os
import stat
from dataclasses import replace

import pytest

from reviewer.errors import IntegrityError, StaleHead, UserError
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.entries import build_transaction
from reviewer.ledger.fold import load
from reviewer.ledger.store import append, entry_line, read_ledger
from reviewer.ledger.torn import Output
from reviewer.ledger.transaction import commit as append_to
from reviewer.ledger.transaction import pending_repair, repair, write_documents

TEXT = "# T\n\none teh two adn three\n"
FIXED = TEXT.replace("teh", "the")


def commit(ledger, head, transaction, outputs):
    """As a run does it: the entries first, then the documents."""
    append_to(ledger, head, transaction)
    write_documents(outputs, transaction.raw)


@pytest.fixture
def case(make, tmp_path):
    """A snapshot with one planned transaction, a ledger path and an edited copy that do not exist yet."""

    class Case:
        ledger = tmp_path / "review" / "ledger.jsonl"
        edited = tmp_path / "stage3" / "doc.edited.md"
        document = tmp_path / "doc.md"
        history = make.empty(TEXT)
        snapshot = history.snapshot

        def transaction(self, before="teh", after="the", **stamp):
            history, _ = load(self.ledger, self.snapshot)
            result = make.plan(history, make.op(history.text, before, after))
            return history.head, build_transaction(history, result, replace(make.stamp, **stamp))

        def outputs(self):
            return [Output(self.edited), Output(self.document, in_place=True)]

    case = Case()
    case.document.write_text(TEXT)
    return case


def test_commit_writes_ledger_and_documents(case):
    head, transaction = case.transaction()
    commit(case.ledger, head, transaction, [Output(case.edited)])
    history, file = load(case.ledger, case.snapshot, checked=True)
    assert (history.text, file.head) == (FIXED, transaction.history.head)
    assert case.edited.read_text() == FIXED
    assert case.document.read_text() == TEXT
    assert pending_repair(case.ledger, case.snapshot, case.outputs()) is None


def test_commit_on_a_head_that_moved_writes_nothing(case):
    head, transaction = case.transaction()
    commit(case.ledger, head, transaction, [])
    before = case.ledger.read_bytes()
    with pytest.raises(StaleHead):
        commit(case.ledger, head, transaction, [Output(case.edited)])
    assert (case.ledger.read_bytes(), case.edited.exists()) == (before, False)


def test_killed_after_the_append_the_document_is_completed(case):
    head, transaction = case.transaction(in_place=True)
    append(case.ledger, read_ledger(case.ledger, head), transaction.lines)
    pending = pending_repair(case.ledger, case.snapshot, case.outputs())
    assert len(pending.notes) == 2
    assert not case.edited.exists()
    assert len(repair(case.ledger, case.snapshot, case.outputs()).notes) == 2
    assert case.edited.read_text() == case.document.read_text() == FIXED
    assert repair(case.ledger, case.snapshot, case.outputs()).notes == ()


def test_document_that_is_not_edited_in_place_is_left_alone(case):
    head, transaction = case.transaction()
    append(case.ledger, read_ledger(case.ledger, head), transaction.lines)
    repair(case.ledger, case.snapshot, case.outputs())
    assert (case.edited.read_text(), case.document.read_text()) == (FIXED, TEXT)


def test_document_put_back_after_a_finished_run_is_left_alone(case):
    head, transaction = case.transaction(in_place=True)
    commit(case.ledger, head, transaction, case.outputs())
    case.document.write_text(TEXT)
    assert repair(case.ledger, case.snapshot, case.outputs(), transaction.history.head).notes == ()
    assert case.document.read_text() == TEXT


def test_document_edited_by_hand_is_never_overwritten_by_a_repair(case):
    head, transaction = case.transaction(in_place=True)
    append(case.ledger, read_ledger(case.ledger, head), transaction.lines)
    case.edited.parent.mkdir()
    for path in (case.edited, case.document):
        path.write_text("mine")
    assert repair(case.ledger, case.snapshot, case.outputs()).notes == ()
    assert case.edited.read_text() == case.document.read_text() == "mine"


def test_killed_inside_the_append_the_tail_is_set_aside_and_the_next_commit_goes_on(case):
    head, transaction = case.transaction()
    line = entry_line(transaction.entries[0])
    case.ledger.parent.mkdir()
    case.ledger.write_bytes(line[:50])
    assert pending_repair(case.ledger, case.snapshot, case.outputs()).torn
    assert case.ledger.read_bytes() == line[:50]
    (note,) = repair(case.ledger, case.snapshot, case.outputs()).notes
    assert "50 bytes" in note
    assert "ledger.torn.1" in note
    head, transaction = case.transaction()
    commit(case.ledger, head, transaction, [Output(case.edited)])
    assert case.edited.read_text() == FIXED


@pytest.mark.parametrize("left", ["a part of the last line", "the first transaction", "nothing"])
@pytest.mark.parametrize("edited", ["as the last run wrote it", "as the run before wrote it", "missing"])
def test_a_ledger_without_the_head_that_was_noted_is_never_gone_on_with(case, left, edited):
    head, first = case.transaction()
    commit(case.ledger, head, first, [Output(case.edited)])
    head, second = case.transaction("adn", "and", txn="t2")
    commit(case.ledger, head, second, [Output(case.edited)])
    whole, line = case.ledger.read_bytes(), entry_line(first.entries[0])
    cut = {"a part of the last line": whole[:-40], "the first transaction": line, "nothing": b""}[left]
    case.ledger.write_bytes(cut)
    if edited == "missing":
        case.edited.unlink()
    elif edited == "as the run before wrote it":
        case.edited.write_text(FIXED)
    for command in (repair, pending_repair):
        with pytest.raises(IntegrityError) as raised:
            command(case.ledger, case.snapshot, case.outputs(), second.history.head)
        assert raised.value.code == "entries-lost"
    assert case.ledger.read_bytes() == cut
    assert case.edited.exists() == (edited != "missing")


@pytest.mark.parametrize("noted", ["an earlier entry", "the snapshot", "", None])
def test_a_ledger_ahead_of_the_head_that_was_noted_is_gone_on_with(case, noted):
    head, first = case.transaction()
    commit(case.ledger, head, first, [Output(case.edited)])
    known = {"an earlier entry": first.history.head, "the snapshot": head}.get(noted, noted)
    head, second = case.transaction("adn", "and", txn="t2")
    append(case.ledger, read_ledger(case.ledger, case.snapshot.doc_hash), second.lines)
    (note,) = repair(case.ledger, case.snapshot, [Output(case.edited)], known).notes
    assert str(case.edited) in note
    assert case.edited.read_text() == second.history.text


def test_atomic_write_keeps_mode_and_symlink_and_leaves_no_parts(tmp_path):
    target = tmp_path / "real.md"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link = tmp_path / "link.md"
    link.symlink_to(target)
    write_atomic(link, b"new")
    assert (link.is_symlink(), target.read_bytes()) == (True, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link.md", "real.md"]


def test_new_file_follows_the_umask(tmp_path):
    mask = os.umask(0o027)
    try:
        write_atomic(tmp_path / "deep" / "new.md", b"x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "deep" / "new.md").stat().st_mode) == 0o640


def test_writing_leaves_the_umask_alone_since_other_threads_write_too(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the mask of the whole process was changed"))
    write_atomic(tmp_path / "new.md", b"x")
    write_atomic(tmp_path / "new.md", b"y")
    assert (tmp_path / "new.md").read_bytes() == b"y"


def test_ledger_that_cannot_be_written_changes_nothing(case, tmp_path):
    head, transaction = case.transaction()
    (tmp_path / "review").write_text("a file where the folder should be")
    with pytest.raises(UserError, match="cannot be written"):
        commit(tmp_path / "review" / "ledger.jsonl", head, transaction, [Output(case.edited)])
    assert not case.edited.exists()


def test_entries_that_cannot_be_made_durable_are_taken_back(case, monkeypatch):
    """A disk may only say at the fsync that it is full: what is told as not recorded must not be there."""
    head, first = case.transaction()
    commit(case.ledger, head, first, [Output(case.edited)])
    before = case.ledger.read_bytes()
    head, second = case.transaction("adn", "and")

    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="No space left on device") as raised:
        commit(case.ledger, head, second, [Output(case.edited)])
    assert raised.value.code == "ledger-not-written"
    assert case.ledger.read_bytes() == before
    assert "is not certain" in raised.value.hint
    monkeypatch.undo()
    commit(case.ledger, head, second, [Output(case.edited)])
    assert load(case.ledger, case.snapshot)[0].text == FIXED.replace("adn", "and")


def test_what_is_taken_back_is_durably_gone(case, monkeypatch):
    """Without an fsync behind the cut a crash could bring back what was told as not recorded."""
    head, first = case.transaction()
    commit(case.ledger, head, first, [])
    before = case.ledger.read_bytes()
    head, second = case.transaction("adn", "and")
    durable, fsync = [], os.fsync

    def full_at_first(descriptor):
        durable.append(os.fstat(descriptor).st_size)
        if len(durable) == 1:
            raise OSError(errno.ENOSPC, "No space left on device")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full_at_first)
    with pytest.raises(UserError, match="No space left on device") as raised:
        commit(case.ledger, head, second, [])
    assert (durable[0] > len(before), durable[1:]) == (True, [len(before)])
    assert "nothing of it is recorded" in raised.value.hint
    assert case.ledger.read_bytes() == before
