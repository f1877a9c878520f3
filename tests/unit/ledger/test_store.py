"""The ledger file: what is torn, what is broken, and that every flipped byte is found where it is."""

import random

import pytest

from reviewer.errors import IntegrityError
from reviewer.ledger.entries import build_transaction
from reviewer.ledger.fold import load
from reviewer.ledger.store import append, entry_line, parse_ledger, read_ledger, set_aside

TEXT = "# T\n\none teh two adn three\n\nlast line é\n"


@pytest.fixture
def built(make):
    """A history of two transactions: two entries, then one; and its bytes."""
    history = make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"), make.op(TEXT, "adn", "and"))
    history = make.committed(history, make.op(history.text, "last", "final", kind="style"))
    return history, b"".join(entry_line(entry) for entry in history.entries)


def genesis(history):
    return history.snapshot.doc_hash


def test_what_was_written_is_read_back(built, tmp_path):
    history, data = built
    path = tmp_path / "review" / "ledger.jsonl"
    append(path, read_ledger(path, genesis(history)), map(entry_line, history.entries[:2]))
    append(path, read_ledger(path, genesis(history)), map(entry_line, history.entries[2:]))
    assert path.read_bytes() == data
    again, file = load(path, history.snapshot, checked=True)
    assert (again.entries, again.text, file.head, file.torn) == (history.entries, history.text, history.head, b"")


def test_missing_and_empty_ledger_have_no_entries_and_the_snapshot_as_head(built, tmp_path):
    history, _ = built
    for file in (read_ledger(tmp_path / "none", genesis(history)), parse_ledger(b"", genesis(history))):
        assert (file.entries, file.head, file.size) == ((), genesis(history), 0)


def test_every_cut_leaves_whole_transactions_and_a_torn_tail(built):
    history, data = built
    lines = data.split(b"\n")
    first_ends = len(lines[0]) + 1 + len(lines[1])
    for cut in range(len(data) + 1):
        file = parse_ledger(data[:cut], genesis(history))
        whole = 3 if cut >= len(data) - 1 else 2 if cut >= first_ends else 0
        assert len(file.entries) == whole, cut
        assert data[:cut] == data[: file.size] + file.torn


def test_last_entry_that_verifies_counts_without_its_newline_and_with_rubbish_behind_it(built, tmp_path):
    history, data = built
    file = parse_ledger(data[:-1], genesis(history))
    assert (len(file.entries), file.newline, file.torn) == (3, False, b"")
    file = parse_ledger(data[:-1] + b"\x00\xff", genesis(history))
    assert (len(file.entries), file.torn) == (3, b"\x00\xff")
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(data.split(b"\n")[0] + b"\n" + data.split(b"\n")[1])
    append(path, read_ledger(path, genesis(history)), map(entry_line, history.entries[2:]))
    assert path.read_bytes() == data


def test_every_flipped_byte_is_found_and_its_line_is_named(built):
    history, data = built
    ends = [index for index, byte in enumerate(data) if byte == 10]
    generator = random.Random(4)
    for place in range(len(data)):
        flipped = bytearray(data)
        flipped[place] ^= 1 << generator.randrange(8)
        line = sum(end < place for end in ends) + 1
        if place == len(data) - 1:
            file = parse_ledger(bytes(flipped), genesis(history))
            assert (len(file.entries), file.torn) == (3, bytes(flipped[-1:]))
            continue
        with pytest.raises(IntegrityError) as caught:
            parse_ledger(bytes(flipped), genesis(history))
        assert f"line {line} " in caught.value.message, place


def test_lines_that_were_taken_out_or_swapped_are_found(built):
    history, data = built
    one, two, three = data.splitlines(keepends=True)
    for changed in (two + three, one + three, two + one + three, one + two + two + three):
        with pytest.raises(IntegrityError, match="line"):
            parse_ledger(changed, genesis(history))


def test_entries_of_another_snapshot_are_refused(built):
    _, data = built
    with pytest.raises(IntegrityError, match=r"line 1 .*prev"):
        parse_ledger(data, "sha256:other")


def test_torn_tail_is_set_aside_whole_and_nothing_is_lost(built, tmp_path):
    history, data = built
    path = tmp_path / "ledger.jsonl"
    for number, cut in enumerate((len(data) - 5, len(data) - 9), start=1):
        path.write_bytes(data[:cut])
        file = read_ledger(path, genesis(history))
        aside = set_aside(path, file)
        assert aside.name == f"ledger.torn.{number}"
        assert path.read_bytes() + aside.read_bytes() == data[:cut]
        assert set_aside(path, read_ledger(path, genesis(history))) is None


def test_append_is_refused_when_the_file_moved_or_is_torn(built, tmp_path):
    history, data = built
    path = tmp_path / "ledger.jsonl"
    before = read_ledger(path, genesis(history))
    path.write_bytes(data)
    with pytest.raises(IntegrityError, match="changed"):
        append(path, before, map(entry_line, history.entries))
    assert path.read_bytes() == data


def test_an_id_that_is_in_the_ledger_twice_does_not_fold(make):
    history = make.empty(TEXT)
    one = build_transaction(history, make.plan(history, make.op(TEXT, "teh", "the", id="RVW-0001")), make.stamp)
    other = make.plan(one.history, make.op(one.history.text, "adn", "and"))
    changed = other.accepted[0].__class__("RVW-0001", other.accepted[0].op, other.accepted[0].span)
    with pytest.raises(IntegrityError, match=r"RVW-0001 .*seq 2"):
        build_transaction(one.history, other.__class__((changed,), (), (), ""), make.stamp)
