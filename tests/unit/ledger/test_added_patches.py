"""Patches of new entries only: trusted is what was there, complete and untouched, when the last run ended."""

import os
from dataclasses import replace
from itertools import count as counted

import pytest
from growth import grows_linearly

from reviewer.ledger import patches
from reviewer.ledger.entries import transaction_of
from reviewer.ledger.patches import add_patches, write_patches, wrong_patches
from reviewer.ledger.undo import reapply_draft, revert_draft

TEXT = "# T\n\none teh two adn three\n\nlast line\n"
EARLIER, ENDED = 1_000, 2_000
"""Nanoseconds: when the patches were written, when that run ended."""


@pytest.fixture
def undone(make, tmp_path):
    """A history whose patches are written, and the same one with two more transactions."""
    before = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"), make.op(TEXT, "adn", "and"))
    after = before
    for txn, draft in (("t2", revert_draft), ("t3", reapply_draft)):
        drafts = [draft(after.replay.clone(), "RVW-0001", set(after.by_id), "test")]
        after = transaction_of(after, drafts, replace(make.stamp, txn=txn)).history
    write_patches(before, tmp_path)
    for path in tmp_path.iterdir():
        os.utime(path, ns=(EARLIER, EARLIER))
    return before, after


def test_only_the_new_patches_are_written_and_they_are_right(undone, tmp_path):
    before, after = undone
    assert add_patches(before, after, tmp_path, ENDED)
    assert wrong_patches(after, tmp_path) == ()
    assert len(list(tmp_path.iterdir())) == 8
    assert (tmp_path / "RVW-0001.patch").stat().st_mtime_ns == EARLIER
    assert before.text == "# T\n\none the two and three\n\nlast line\n"


@pytest.mark.parametrize("since", [0, EARLIER])
def test_files_that_are_not_older_than_the_end_of_the_last_run_are_not_trusted(undone, tmp_path, since):
    before, after = undone
    assert not add_patches(before, after, tmp_path, since)
    assert len(list(tmp_path.iterdir())) == 4


def test_a_missing_file_or_folder_is_not_trusted(undone, tmp_path):
    before, after = undone
    (tmp_path / "RVW-0002.inverse.patch").unlink()
    assert not add_patches(before, after, tmp_path, ENDED)
    assert not add_patches(before, after, tmp_path / "gone", ENDED)


def test_beyond_the_budget_nothing_more_is_written(undone, tmp_path, monkeypatch):
    before, after = undone
    names = {path.name for path in tmp_path.iterdir()}
    monkeypatch.setattr(patches, "BUDGET", sum(path.stat().st_size for path in tmp_path.iterdir()))
    assert add_patches(before, after, tmp_path, ENDED)
    assert {path.name for path in tmp_path.iterdir()} == names
    assert wrong_patches(after, tmp_path) == ()


def test_what_the_budget_left_out_before_is_not_missed(undone, tmp_path, monkeypatch):
    before, after = undone
    for name in ("RVW-0002.patch", "RVW-0002.inverse.patch"):
        (tmp_path / name).unlink()
    assert not add_patches(before, after, tmp_path, ENDED)
    monkeypatch.setattr(patches, "BUDGET", sum(path.stat().st_size for path in tmp_path.iterdir()))
    assert add_patches(before, after, tmp_path, ENDED)
    assert len(list(tmp_path.iterdir())) == 2
    assert wrong_patches(after, tmp_path) == ()
    (tmp_path / "RVW-0001.patch").unlink()
    assert not add_patches(before, after, tmp_path, ENDED)


def test_many_changes_in_one_line_cost_as_much_as_the_patches_that_are_kept(make, tmp_path, monkeypatch):
    monkeypatch.setattr(patches, "BUDGET", 4_000_000)

    numbers = counted()

    def prepare(count):
        text = "# T\n\n" + " ".join(f"wrod{n:05}" for n in range(count)) + "\n"
        ops = [make.op(text, f"wrod{n:05}", f"word{n:05}", at=5 + 10 * n) for n in range(count)]
        before = make.empty(text)
        after = make.committed(before, *ops)
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        return lambda: added.append(add_patches(before, after, folder, ENDED))

    added = []
    assert grows_linearly(prepare, 800)
    assert all(added)
