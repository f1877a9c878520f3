"""``verify``: every state and border, the first bad place, patches, and heads kept elsewhere."""

from dataclasses import replace

import pytest

from reviewer.errors import IntegrityError
from reviewer.ledger import patches
from reviewer.ledger.entries import Draft, transaction_of
from reviewer.ledger.external import plan_external
from reviewer.ledger.patches import patch_pair, patch_pairs, write_patches, wrong_patches
from reviewer.ledger.store import entry_line, sealed
from reviewer.ledger.undo import reapply_draft, revert_draft
from reviewer.ledger.verify import verify_ledger, verify_replay
from reviewer.model.edit import Action
from reviewer.model.position import Span

TEXT = "# T\n\none teh two adn three\n\nlast line\n"


def long_history(make):
    """Two changes, an undo, a hand edit: every event that changes text but reapply."""
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"), make.op(TEXT, "adn", "and"))
    draft = revert_draft(history.replay.clone(), "RVW-0001", set(history.by_id), "test")
    history = transaction_of(history, [draft], replace(make.stamp, txn="t2")).history
    observed = make.document(history.text.replace("last", "final"))
    return plan_external(history, observed, history.active, replace(make.stamp, txn="t3")).history


def written(history, path):
    path.write_bytes(b"".join(entry_line(entry) for entry in history.entries))
    return path


def rechained(history, change):
    """The entries with one changed and all hashes made right again: a forger's work."""
    entries, prev = [], history.snapshot.doc_hash
    for entry in history.entries:
        entries.append(sealed(change(entry).model_copy(update={"prev": prev}))[0])
        prev = entries[-1].entry_hash
    return tuple(entries)


def test_sound_ledger_passes_with_its_heads(make, tmp_path):
    history = long_history(make)
    heads = (history.head, history.entries[0].entry_hash, history.snapshot.doc_hash)
    verdict = verify_ledger(written(history, tmp_path / "l"), history.snapshot, heads)
    assert verdict.ok, verdict.checks
    assert verdict.history.text == TEXT.replace("adn", "and").replace("last", "final")


def test_last_lines_taken_away_are_shown_by_the_head_alone(make, tmp_path):
    history = long_history(make)
    path = written(history, tmp_path / "l")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    assert verify_ledger(path, history.snapshot).ok
    failed = [check for check in verify_ledger(path, history.snapshot, (history.head,)).checks if not check.ok]
    assert [check.name for check in failed] == ["head"]


def test_forged_text_hash_or_place_is_found_by_replay(make):
    history = long_history(make)
    forgeries = {
        "after_text": lambda e: e.model_copy(update={"after_text": "hE"}) if e.seq == 1 else e,
        "state_hash": lambda e: e.model_copy(update={"state_hash": "sha256:0"}) if e.seq == 1 else e,
        "span": lambda e: e.model_copy(update={"span": Span(9, 11)}) if e.seq == 1 else e,
        "doc_hash_after": lambda e: e.model_copy(update={"doc_hash_after": "sha256:0"}) if e.seq == 2 else e,
        "refs": lambda e: e.model_copy(update={"refs": ("RVW-0002",)}) if e.seq == 3 else e,
    }
    for name, change in forgeries.items():
        assert "seq " in verify_replay(history.snapshot, rechained(history, change)), name
    assert verify_replay(history.snapshot, rechained(history, lambda entry: entry)) == ""


def test_wrong_snapshot_and_broken_line_are_named(make, tmp_path):
    history = long_history(make)
    path = written(history, tmp_path / "l")
    verdict = verify_ledger(path, make.document("other"))
    assert (verdict.ok, verdict.history) == (False, None)
    path.write_bytes(path.read_bytes().replace(b'"seq":2', b'"seq":7'))
    assert "line 2 (seq 2)" in verify_ledger(path, history.snapshot).checks[0].detail


def test_every_recorded_state_can_be_shown_again(make):
    history = long_history(make)
    assert [history.text_at(seq) for seq in range(5)] == [
        TEXT,
        TEXT.replace("teh", "the"),
        TEXT.replace("teh", "the").replace("adn", "and"),
        TEXT.replace("adn", "and"),
        TEXT.replace("adn", "and").replace("last", "final"),
    ]
    for seq in (0, 2, 3, 4):
        doc_hash = make.document(history.text_at(seq)).doc_hash
        assert history.replay.materialise(history.view_for(doc_hash)) == history.text_at(seq)


def test_patches_are_written_once_and_flips_are_found_and_mended(make, tmp_path):
    history = long_history(make)
    assert write_patches(history, tmp_path) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"RVW-0001.patch", "RVW-0001.inverse.patch", "REVERT-RVW-0001.patch", "EXT-0001.inverse.patch"} <= names
    assert wrong_patches(history, tmp_path) == ()
    bad = tmp_path / "RVW-0002.patch"
    bad.write_bytes(bad.read_bytes().replace(b"and", b"And"))
    assert wrong_patches(history, tmp_path) == ("RVW-0002.patch",)
    assert write_patches(history, tmp_path) == 0
    assert wrong_patches(history, tmp_path) == ()


def test_forward_patch_names_the_state_before_and_inverse_the_state_after(make):
    history = long_history(make)
    second = list(patch_pairs(history))[1]
    assert f"# seq: 1\n# state_hash: {history.entries[0].state_hash}\n".encode() in second.forward
    assert f"# seq: 2\n# state_hash: {history.entries[1].state_hash}\n".encode() in second.inverse


def test_undo_and_redo_are_recorded_with_what_they_did_to_the_text(make):
    entry = long_history(make).entries[2]
    assert (entry.span, entry.before_text, entry.after_text) == (Span(10, 12), "he", "eh")


def test_redo_gets_its_own_id_and_a_second_undo_is_counted(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"))
    for verb in (revert_draft, reapply_draft, revert_draft):
        draft = verb(history.replay.clone(), "RVW-0001", set(history.by_id), "test")
        stamp = replace(make.stamp, txn=f"t{history.next_seq}")
        history = transaction_of(history, [draft], stamp).history
    assert [entry.id for entry in history.entries[1:]] == ["REVERT-RVW-0001", "REAPPLY-RVW-0001", "REVERT-RVW-0001.2"]
    assert (history.text, history.active, history.reverted_op_ids) == (
        TEXT,
        frozenset(),
        {history.entries[0].op_id: "RVW-0001"},
    )
    assert [history.text_at(seq) for seq in range(5)] == [
        TEXT if seq % 2 == 0 else TEXT.replace("teh", "the") for seq in range(5)
    ]
    assert verify_replay(history.snapshot, history.entries) == ""


def test_flag_that_was_decided_on_is_closed_and_not_proposed_again(make):
    flag = make.op(TEXT, "three", "", action=Action.FLAG_ONLY, source="fixer", note="Why?", fingerprint="sha256:f")
    history = make.committed(make.empty(TEXT), flag)
    draft = Draft("DEC-0001", "decision", "decision", Span(0, 0), fields=(("refs", ("RVW-0001",)),))
    history = transaction_of(history, [draft], replace(make.stamp, txn="t2")).history
    assert (dict(history.flags), history.refused_fingerprints) == ({}, {"sha256:f"})
    assert make.plan(history, flag).rejected[0].code.value == "REJECT_LEDGER"


def test_event_of_a_later_version_is_kept_unless_it_changes_text(make):
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"))
    later = Draft("DEC-0001", "evidence", "evidence", Span(0, 0), "x", "x")
    assert transaction_of(history, [later], replace(make.stamp, txn="t2")).history.text == history.text
    with pytest.raises(IntegrityError, match="unknown to this version"):
        transaction_of(history, [replace(later, after_text="y")], replace(make.stamp, txn="t2"))


def test_patches_beyond_the_budget_are_not_stored_and_can_still_be_made(make, tmp_path, monkeypatch):
    history = long_history(make)
    pairs = list(patch_pairs(history))
    monkeypatch.setattr(patches, "BUDGET", sum(len(data) for pair in pairs[:2] for _, data in pair.files))
    assert write_patches(history, tmp_path) == len(pairs) - 2
    assert {path.name for path in tmp_path.iterdir()} == {name for pair in pairs[:2] for name, _ in pair.files}
    assert wrong_patches(history, tmp_path) == ()
    assert patch_pair(history, pairs[-1].id) == pairs[-1]


def test_an_id_that_is_given_twice_is_found_and_nothing_is_raised(make, tmp_path):
    history = long_history(make)
    doubled = rechained(history, lambda e: e.model_copy(update={"id": "RVW-0002"}) if e.event == "revert" else e)
    path = tmp_path / "l"
    path.write_bytes(b"".join(entry_line(entry) for entry in doubled))
    (failed,) = [check for check in verify_ledger(path, history.snapshot).checks if not check.ok]
    assert failed.name == "replay"
    assert "(seq 3): its id is already in the ledger" in failed.detail


def test_a_surrogate_that_no_text_can_hold_is_a_broken_line(make, tmp_path):
    history = long_history(make)
    path = written(history, tmp_path / "l")
    path.write_bytes(path.read_bytes().replace(b'"reason":"test"', b'"reason":"\\ud800"'))
    (failed,) = [check for check in verify_ledger(path, history.snapshot).checks if not check.ok]
    assert "line 3 (seq 3) is broken" in failed.detail
