"""Ledgers cut off anywhere and single flipped bytes: never half a transaction, always found, the place named."""

import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from reviewer.errors import IntegrityError, UserError
from reviewer.ledger.fold import fold, load
from reviewer.ledger.patches import write_patches, wrong_patches
from reviewer.ledger.store import parse_ledger
from reviewer.ledger.verify import verify_ledger
from reviewer.markdown.source import read_document

OLD = Path(__file__).parents[2] / "fixtures" / "ledgers" / "v1"
SNAPSHOT = read_document((OLD / "snapshot.md").read_bytes(), "handbook.md")
LEDGER = (OLD / "ledger.jsonl").read_bytes()
BORDERS = (0, 5, 7, 9, 11, 12, 13, 14)
"""Entries at the end of each transaction of the fixture."""

TRIALS = 500


def flipped(raw, chance):
    """``raw`` with one byte that is another one, and its place."""
    place = chance.randrange(len(raw))
    return raw[:place] + bytes([raw[place] ^ chance.randrange(1, 256)]) + raw[place + 1 :], place


def test_a_ledger_cut_off_anywhere_gives_whole_transactions_and_the_rest_is_kept_apart(tmp_path):
    head = parse_ledger(LEDGER, SNAPSHOT.doc_hash).head
    chance = random.Random(1)
    for place in [chance.randrange(len(LEDGER) - 1) for _ in range(TRIALS)]:
        cut = LEDGER[:place]
        (tmp_path / "ledger.jsonl").write_bytes(cut)
        file = parse_ledger(cut, SNAPSHOT.doc_hash)
        assert len(file.entries) in BORDERS, place
        assert cut[: file.size] + file.torn == cut
        assert fold(SNAPSHOT, file.entries, checked=True).head == file.head
        verdict = verify_ledger(tmp_path / "ledger.jsonl", SNAPSHOT, (head,))
        assert not verdict.ok, place
        assert [check.name for check in verdict.checks if not check.ok] == ["head"], place
        assert verdict.torn == len(file.torn)


def test_a_flipped_byte_of_the_ledger_is_found_and_its_line_named(tmp_path):
    """But for the newline at the very end: what stands in its place is a torn tail, and is set aside."""
    path = tmp_path / "ledger.jsonl"
    chance = random.Random(2)
    for _ in range(TRIALS):
        damaged, place = flipped(LEDGER, chance)
        path.write_bytes(damaged)
        verdict = verify_ledger(path, SNAPSHOT)
        if place == len(LEDGER) - 1:
            assert verdict.torn, place
            continue
        assert not verdict.ok, place
        line = LEDGER.count(b"\n", 0, place) + 1
        assert f"line {line} (seq {line}) is broken" in verdict.checks[0].detail, place


def test_no_bit_of_the_last_entry_can_flip_unnoticed():
    start = LEDGER.rindex(b"\n", 0, -1) + 1
    for place in range(start, len(LEDGER)):
        damaged = LEDGER[:place] + bytes([LEDGER[place] ^ 1]) + LEDGER[place + 1 :]
        if place == len(LEDGER) - 1:
            assert parse_ledger(damaged, SNAPSHOT.doc_hash).torn
            continue
        with pytest.raises(IntegrityError, match=r"line 14 \(seq 14\) is broken"):
            parse_ledger(damaged, SNAPSHOT.doc_hash)


def test_a_flipped_byte_of_the_snapshot_is_found(tmp_path):
    chance = random.Random(3)
    for _ in range(TRIALS):
        damaged, place = flipped(SNAPSHOT.raw, chance)
        try:
            snapshot = read_document(damaged, "handbook.md")
        except UserError:
            continue
        verdict = verify_ledger(OLD / "ledger.jsonl", snapshot)
        assert not verdict.ok, place
        assert re.search(r"line 1 .*its prev is", verdict.checks[0].detail), place


def test_a_flipped_byte_of_a_patch_is_found_and_the_file_named(tmp_path):
    history, _ = load(OLD / "ledger.jsonl", SNAPSHOT)
    write_patches(history, tmp_path)
    assert wrong_patches(history, tmp_path) == ()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 26
    chance = random.Random(4)
    for _ in range(TRIALS):
        path = chance.choice(files)
        raw = path.read_bytes()
        path.write_bytes(flipped(raw, chance)[0])
        assert wrong_patches(history, tmp_path) == (path.name,)
        path.write_bytes(raw)


@pytest.mark.parametrize("lost", [1, 2, 3, 5, 14])
def test_whole_last_lines_taken_away_leave_a_sound_ledger_that_only_the_head_gives_away(tmp_path, lost):
    path = tmp_path / "ledger.jsonl"
    head = parse_ledger(LEDGER, SNAPSHOT.doc_hash).head
    lines = LEDGER.split(b"\n")[:-1]
    path.write_bytes(b"".join(line + b"\n" for line in lines[: len(lines) - lost]))
    assert verify_ledger(path, SNAPSHOT).ok
    verdict = verify_ledger(path, SNAPSHOT, (head,))
    assert [check.name for check in verdict.checks if not check.ok] == ["head"]
    assert head in verdict.checks[-1].detail


def test_a_line_that_is_doubled_moved_or_left_out_is_found():
    lines = LEDGER.split(b"\n")[:-1]
    chance = random.Random(5)
    for _ in range(50):
        first, second = sorted(chance.sample(range(len(lines)), 2))
        doubled = [*lines[: first + 1], *lines[first:]]
        swapped = list(lines)
        swapped[first], swapped[second] = lines[second], lines[first]
        left_out = [line for number, line in enumerate(lines) if number != first or second == first]
        for damaged in (doubled, swapped, left_out):
            with pytest.raises(IntegrityError, match="is broken"):
                parse_ledger(b"".join(line + b"\n" for line in damaged), SNAPSHOT.doc_hash)


def test_a_snapshot_with_another_bom_is_another_document(tmp_path):
    other = replace(SNAPSHOT, bom=True, raw=b"\xef\xbb\xbf" + SNAPSHOT.raw)
    other = read_document(other.raw, "handbook.md")
    assert not verify_ledger(OLD / "ledger.jsonl", other).ok
