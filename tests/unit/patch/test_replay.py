"""The placement rules of DESIGN §5 on small documents, each expectation written by hand."""

import pytest

from reviewer.model.position import Span
from reviewer.patch import pieces, relations
from reviewer.patch.replay import Footing, Replay, TextEdit
from reviewer.patch.view import View


def edit(replay, name, start, end, *text_and_txn):
    text, txn = (*text_and_txn, name)[:2]
    return replay.change(name, txn, Span(start, end), text)


def off(replay, *names):
    for name in names:
        replay.toggle(name, False)
    return replay.text()


def blocked(refusals):
    return {(refusal.id, refusal.reason, refusal.blocked_by) for refusal in refusals}


def test_touching_edits_of_one_transaction_keep_their_places_and_are_independent():
    replay = Replay("abcdef")
    edit(replay, "X", 0, 3, "X", "t")
    edit(replay, "i1", 1, 1, "i1", "t")
    edit(replay, "i2", 3, 3, "i2", "t")
    edit(replay, "Y", 5, 8, "Y", "t")
    assert replay.text() == "Xi1i2Y"
    for name in ("X", "i1", "i2", "Y"):
        assert relations.revert_refusals(replay, [name]) == ()
    assert off(replay, "X", "i2") == "abci1Y"


def test_insertion_after_text_that_the_same_transaction_deletes_does_not_depend_on_it():
    replay = Replay("abcdef")
    edit(replay, "gone", 0, 3, "", "t")
    edit(replay, "new", 0, 0, "N", "t")
    assert replay.text() == "Ndef"
    assert off(replay, "gone") == "abcNdef"


def test_change_of_text_that_a_change_inserted_depends_on_it():
    replay = Replay("abc")
    edit(replay, "A", 1, 1, "xyz")
    edit(replay, "B", 2, 3, "Y")
    assert replay.text() == "axYzbc"
    assert blocked(relations.revert_refusals(replay, ["A"])) == {("A", "has-dependents", ("B",))}
    assert relations.cascade(replay, ["A"]) == ("B", "A")
    assert off(replay, "B", "A") == "abc"
    assert blocked(relations.reapply_refusals(replay, ["B"])) == {("B", "needs", ("A",))}
    assert relations.reapply_refusals(replay, ["A", "B"]) == ()


def test_insertion_strictly_inside_inserted_text_depends_on_it_however_deep():
    replay = Replay("ab")
    edit(replay, "A", 1, 1, "xyz")
    edit(replay, "I", 2, 2, "-")
    edit(replay, "J", 2, 2, "+")
    assert replay.text() == "ax+-yzb"
    assert relations.dependencies(replay, "J") == ("A",)
    assert off(replay, "I") == "ax+yzb"
    assert set(relations.cascade(replay, ["A"])) == {"A", "J"}


def test_insertion_at_the_border_of_inserted_text_is_independent():
    replay = Replay("ab")
    edit(replay, "A", 1, 1, "xyz")
    edit(replay, "B", 4, 4, "!")
    assert relations.dependencies(replay, "B") == ()
    assert off(replay, "A") == "a!b"


def test_insertion_in_a_gap_of_deleted_text_depends_on_the_deletion():
    replay = Replay("abcdef")
    edit(replay, "gone", 2, 4, "")
    edit(replay, "new", 2, 2, "N")
    assert replay.text() == "abNef"
    assert blocked(relations.revert_refusals(replay, ["gone"])) == {("gone", "has-dependents", ("new",))}


def test_insertion_after_a_replacement_is_independent_but_before_it_is_not():
    replay = Replay("abc")
    edit(replay, "R", 0, 1, "X")
    edit(replay, "after", 1, 1, ">")
    edit(replay, "before", 0, 0, "<")
    assert replay.text() == "<X>bc"
    assert relations.dependencies(replay, "after") == ()
    assert relations.dependencies(replay, "before") == ("R",)


def test_run_that_is_contiguous_only_because_of_a_deletion_depends_on_it():
    replay = Replay("hello cruel world")
    edit(replay, "D", 6, 12, "")
    edit(replay, "B", 0, 11, "hi")
    assert blocked(relations.revert_refusals(replay, ["D"])) == {("D", "has-dependents", ("B",))}


def test_two_edits_in_one_line_are_independent():
    replay = Replay("teh cat adn dog\n")
    edit(replay, "one", 0, 3, "the")
    edit(replay, "two", 8, 11, "and")
    assert off(replay, "one") == "teh cat and dog\n"
    replay.toggle("one", True)
    assert off(replay, "two") == "the cat adn dog\n"


def test_redo_is_refused_when_the_same_characters_were_deleted_meanwhile():
    replay = Replay("abcdef")
    edit(replay, "U", 1, 4, "U")
    off(replay, "U")
    edit(replay, "V", 3, 5, "V")
    assert blocked(relations.reapply_refusals(replay, ["U"])) == {("U", "excluded-by", ("V",))}
    assert off(replay, "V") == "abcdef"
    assert relations.reapply_refusals(replay, ["U"]) == ()


def test_redo_is_refused_when_something_was_inserted_between_its_characters():
    replay = Replay("abcdef")
    edit(replay, "U", 1, 4, "U")
    off(replay, "U")
    edit(replay, "J", 2, 2, "!")
    assert blocked(relations.reapply_refusals(replay, ["U"])) == {("U", "excluded-by", ("J",))}


def test_redo_of_an_insertion_is_refused_when_the_text_around_it_was_deleted():
    replay = Replay("abcdef")
    edit(replay, "I", 3, 3, "!")
    off(replay, "I")
    edit(replay, "D", 1, 5, "")
    assert blocked(relations.reapply_refusals(replay, ["I"])) == {("I", "excluded-by", ("D",))}


def test_redo_after_an_insertion_at_its_border_puts_the_replacement_in_its_old_place():
    replay = Replay("abc def")
    edit(replay, "U", 0, 3, "XYZ")
    off(replay, "U")
    edit(replay, "J", 3, 3, "!")
    assert replay.text() == "abc! def"
    assert relations.reapply_refusals(replay, ["U"]) == ()
    replay.toggle("U", True)
    assert replay.text() == "XYZ! def"


def test_undo_tells_the_one_contiguous_difference():
    replay = Replay("one two three")
    edit(replay, "U", 4, 7, "2")
    assert replay.toggle("U", False) == TextEdit(Span(4, 5), "2", "two")
    assert replay.toggle("U", True) == TextEdit(Span(4, 7), "two", "2")


def test_span_of_follows_later_edits():
    replay = Replay("one two three")
    edit(replay, "U", 4, 7, "2")
    replay.mark("F", Span(6, 11))
    edit(replay, "V", 0, 3, "first")
    assert replay.span_of("U") == Span(6, 7)
    assert replay.span_of("F") == Span(8, 13)
    assert off(replay, "U") == "first two three"
    assert replay.span_of("F") == Span(10, 15)


def test_place_in_the_original_is_found_by_identity_not_by_text():
    replay = Replay("cat cat cat")
    edit(replay, "A", 0, 3, "dog cat")
    view = View(replay, frozenset())
    assert view.text == "cat cat cat"
    assert view.translate(Span(4, 7)).span == Span(8, 11)


def test_place_in_the_original_that_a_change_deleted_or_split_names_the_change():
    replay = Replay("one two three")
    edit(replay, "A", 4, 7, "2")
    edit(replay, "B", 8, 8, "!")
    view = View(replay, frozenset())
    assert view.translate(Span(5, 6)).blocked_by == ("A",)
    assert view.translate(Span(5, 5)).blocked_by == ("A",)
    assert view.translate(Span(3, 13)).blocked_by == ("A", "B")
    assert view.translate(Span(9, 11)).blocked_by == ("B",)
    assert view.translate(Span(7, 8)).span == Span(5, 6)


def test_the_place_at_which_a_change_would_stand_is_known_where_nothing_of_it_is_shown():
    replay = Replay("one two three")
    edit(replay, "A", 0, 3, "first")
    edit(replay, "B", 6, 9, "2")
    edit(replay, "C", 13, 13, "!")
    edit(replay, "D", 13, 14, "?")
    original = View(replay, frozenset())
    assert [original.undone_place(name) for name in "ABC"] == [Span(0, 3), Span(4, 7), Span(13, 13)]
    assert original.undone_place("D") is None
    assert View(replay, frozenset("AC")).undone_place("B") == Span(6, 9)
    assert View(replay, frozenset("AC")).undone_place("A") is None


def test_insertion_place_of_the_original_goes_behind_what_was_put_there():
    replay = Replay("ab")
    edit(replay, "A", 1, 1, "x")
    assert View(replay, frozenset()).translate(Span(1, 1)).span == Span(2, 2)


def test_place_in_text_that_was_undone_names_its_change():
    replay = Replay("ab")
    edit(replay, "A", 1, 1, "xyz")
    off(replay, "A")
    view = View(replay, frozenset({"A"}))
    assert view.translate(Span(2, 3)).blocked_by == ("A",)
    assert view.translate(Span(2, 2)).blocked_by == ("A",)


def test_wrong_places_are_refused():
    replay = Replay("ab")
    for span in (Span(0, 3), Span(-1, 1), Span(2, 1)):
        with pytest.raises(ValueError):
            replay.change("A", "t", span, "x")
    replay.change("A", "t", Span(0, 1), "x")
    with pytest.raises(ValueError):
        replay.change("A", "t", Span(0, 1), "y")


def test_state_hash_depends_on_the_text_and_not_on_the_way_to_it():
    one, other = Replay("abcdef"), Replay("abcdef")
    edit(one, "A", 0, 1, "x")
    edit(one, "B", 3, 4, "y")
    edit(other, "B", 3, 4, "y")
    edit(other, "A", 0, 1, "x")
    assert one.state_hash() == other.state_hash() != Replay("abcdef").state_hash()


def test_one_place_with_thousands_of_insertions_stays_fast(monkeypatch):
    """Counted, not timed: finding a place may not look at more pieces than a block and the three levels hold."""
    steps = 0
    find = pieces._descend

    def counted(units, offset):
        nonlocal steps
        steps += len(units)
        return find(units, offset)

    monkeypatch.setattr(pieces, "_descend", counted)
    replay = Replay("x" * 200_000)
    for number in range(4_000):
        edit(replay, f"c{number}", 100_000 + number, 100_000 + number, "y")
    assert replay.text() == "x" * 100_000 + "y" * 4_000 + "x" * 100_000
    assert steps < 4_000 * 300
    assert all(len(block.pieces) <= pieces.BLOCK_PIECES for group in replay.tape.groups for block in group.blocks)


def test_the_spans_of_all_changes_and_flags_are_those_of_each():
    replay = Replay("one two three")
    edit(replay, "U", 4, 7, "2")
    replay.mark("F", Span(6, 11))
    edit(replay, "V", 0, 3, "first")
    edit(replay, "W", 5, 7, "")
    off(replay, "U")
    names = ["U", "V", "W", "F"]
    assert replay.spans() == {name: replay.span_of(name) for name in names}


def test_a_change_needs_and_bars_what_its_footing_says():
    replay = Replay("one two three")
    edit(replay, "A", 0, 3, "1")
    edit(replay, "B", 6, 11, "3")
    replay.toggle("B", False)
    replay.change("C", "C", Span(2, 5), "2", Footing(None, ("A",), ("B",)))
    assert blocked(relations.revert_refusals(replay, ["A"])) == {("A", "has-dependents", ("C",))}
    assert blocked(relations.reapply_refusals(replay, ["B"])) == {("B", "excluded-by", ("C",))}
    for twin in (replay, replay.clone()):
        twin.toggle("C", False)
        assert relations.revert_refusals(twin, ["A"]) == ()
        twin.toggle("B", True)
        assert blocked(relations.reapply_refusals(twin, ["C"])) == {("C", "excluded-by", ("B",))}
        twin.toggle("B", False)
        twin.toggle("A", False)
        assert blocked(relations.reapply_refusals(twin, ["C"])) == {("C", "needs", ("A",))}
        assert relations.cascade(twin, ["A"]) == ()


@pytest.mark.parametrize(
    "footing", [Footing(None, ("B",)), Footing(None, (), ("A",)), Footing(None, ("X",)), Footing(None, (), ("X",))]
)
def test_a_footing_on_what_is_not_in_force_or_against_what_is_is_refused(footing):
    replay = Replay("one two")
    edit(replay, "A", 0, 3, "1")
    edit(replay, "B", 2, 5, "2")
    replay.toggle("B", False)
    with pytest.raises(ValueError, match="not in force"):
        replay.change("C", "C", Span(0, 1), "x", footing)
