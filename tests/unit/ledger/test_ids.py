import pytest

from reviewer.ledger import ids
from reviewer.ledger.ids import ChangeID, EntryId


def test_change_id_is_written_with_at_least_four_digits_and_read_back():
    assert [ChangeID(n).canonical for n in (1, 34, 9999, 10000)] == ["RVW-0001", "RVW-0034", "RVW-9999", "RVW-10000"]
    assert ChangeID.parse("RVW-0034") == ChangeID(34)
    assert ChangeID(34, "NS").display == "RVW-NS-0034"
    assert ChangeID.parse("RVW-NS-0034") == ChangeID(34, "NS")


@pytest.mark.parametrize("text", ["RVW-34", "RVW-00034", "RVW-0000", "rvw-0034", "RVW-0034 ", "RVW-٠٠٠١", "RVW-", ""])
def test_what_is_not_a_change_id_is_refused(text):
    assert not ids.is_change_id(text)
    with pytest.raises(ValueError, match="RVW-0034"):
        ChangeID.parse(text)


def test_ids_are_ordered_as_numbers():
    names = ["RVW-10000", "RVW-9999", "REVERT-RVW-0002", "RVW-0002"]
    assert sorted(names, key=ids.sort_key) == ["RVW-0002", "REVERT-RVW-0002", "RVW-9999", "RVW-10000"]


def test_entry_ids_are_taken_apart_and_put_together():
    for text in ("RVW-0001", "REVERT-RVW-0001", "REVERT-RVW-0001.2", "REAPPLY-EXT-0012.10", "DEC-0003"):
        assert str(ids.parse_entry_id(text)) == text
    assert ids.parse_entry_id("REVERT-RVW-0034.2") == EntryId("RVW", 34, "REVERT", 2)
    for text in ("REVERT-RVW-0001.1", "RVW-0001.2", "REVERT-REVERT-RVW-0001", "XYZ-0001"):
        with pytest.raises(ValueError):
            ids.parse_entry_id(text)


def test_repetitions_are_counted_and_the_highest_number_counts_every_verb():
    known = {"RVW-0034": 1, "REVERT-RVW-0034": 1}
    assert ids.repeated("REVERT", "RVW-0034", known) == "REVERT-RVW-0034.2"
    assert ids.repeated("REAPPLY", "RVW-0034", known) == "REAPPLY-RVW-0034"
    assert ids.highest("RVW", ["RVW-0002", "REVERT-RVW-0011", "EXT-0099"]) == 11
    assert ids.highest("DEC", []) == 0


def test_an_op_may_bring_an_id_of_up_to_twelve_digits():
    assert ids.is_change_id("RVW-999999999999")
    assert not ids.is_change_id("RVW-1000000000000")


@pytest.mark.parametrize("given", ["RVW-999999999", "RVW-999999999999"])
def test_ids_go_on_after_the_largest_that_an_op_can_bring(make, given):
    history = make.empty("teh cat adn dog\n")
    history = make.committed(history, make.op(history.text, "teh", "the", id=given))
    history = make.committed(history, make.op(history.text, "adn", "and"))
    history = make.committed(history, make.op(history.text, "dog", "dogs"))
    first = int(given.removeprefix("RVW-"))
    assert list(history.by_id) == [given, f"RVW-{first + 1}", f"RVW-{first + 2}"]
