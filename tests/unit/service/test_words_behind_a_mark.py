"""A word that goes on behind a mark that nobody changed, or is kept apart by a third change: never one nobody wrote."""

from pathlib import Path

import pytest
from review_desk import apply, edited, ids
from review_desk import review as look
from undo_desk import blocked, fits, obeyed, reapply, revert

LINE = "# T\n\nSee {} x.\n"
MARKS = [
    ("version 5. Next", "version 5.5. Next", "version 6. Next"),
    ("a gap of .5 mm", "a gap of 1.5 mm", "a gap of .7 mm"),
    ("for 10: then", "for 10:30: then", "for 11: then"),
    ("page 3- here", "page 3-5 here", "page 4- here"),
    ("2024-01- here", "2024-01-31 here", "2024-02- here"),
    ("costs 1, now", "costs 1,500 now", "costs 2, now"),
    ("1\u00a0 km", "1\u00a0500 km", "2\u00a0 km"),
    ("1\u2009 km", "1\u2009500 km", "2\u2009 km"),
    ("1/ of", "1/2 of", "3/ of"),
    ("2\u00b7 m", "2\u00b75 m", "3\u00b7 m"),
    ("*able* men", "un*able* men", "*apt* men"),
    ("**able** men", "un**able** men", "**apt** men"),
    ("~~able~~ men", "un~~able~~ men", "~~apt~~ men"),
    ("snake_ is", "snake_case is", "camel_ is"),
    ("the dogs' house", "the dogs's house", "the cats' house"),
    ("the boys\u2019 room", "the boys\u2019s room", "the girls\u2019 room"),
    ("do\u02bc it", "do\u02bcnt it", "won\u02bc it"),
    ("co\u00ad op", "co\u00adop op", "no\u00ad op"),
    ("part A. now", "part A.1 now", "part B. now"),
    ("ISO- now", "ISO-9001 now", "IEC- now"),
    ("1/ A", "1/A A", "2/ A"),
]
WAYS = ["one file", "two files", "hand", "redo"]


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def op(before: str, after: str) -> dict[str, str]:
    return {"find": before, "replace": after, "rationale": "it is better"}


def text_of(doc: Path) -> str:
    return edited(doc).decode()


def edited_copy(doc: Path) -> Path:
    (found,) = doc.parent.glob(".review/doc_*/stage3/doc.edited.md")
    return found


def by_hand(file: Path, doc: Path, text: str) -> None:
    file.write_text(text)
    look(doc)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("words", MARKS)
def test_two_answers_on_both_sides_of_an_unchanged_mark_are_not_mixed(
    doc: Path, words: tuple[str, str, str], swapped: bool, way: str
) -> None:
    wrong, ours, other = words
    first, second = (other, ours) if swapped else (ours, other)
    doc.write_text(LINE.format(wrong))
    apply(doc, op(wrong, first), *([op(wrong, second)] if way == "one file" else []))
    if way == "redo":
        revert(doc, "RVW-0001")
    if way == "two files":
        apply(doc, op(wrong, second))
    elif way != "one file":
        by_hand(doc, doc, LINE.format(second))
    if way == "redo":
        assert set(blocked(reapply(doc, "RVW-0001"))) <= {"RVW-0001"}
    assert text_of(doc) in {LINE.format(ours), LINE.format(other)}
    assert fits(doc)


@pytest.mark.parametrize(
    ("wrong", "ours", "hand"),
    [
        ("2024-01-30 at", "2024-01-[day] at", "2024-02-[day] at"),
        ("1,000 of", "1,five of", "2,five of"),
        ("10:30 it", "10:thirty it", "11:thirty it"),
        ("un*able* men", "*able* men", "*apt* men"),
    ],
)
@pytest.mark.parametrize("way", ["hand", "ops"])
def test_an_undo_behind_an_unchanged_mark_makes_no_number_that_nobody_wrote(
    doc: Path, wrong: str, ours: str, hand: str, way: str
) -> None:
    doc.write_text(LINE.format(wrong))
    apply(doc, op(wrong, ours), in_place=True)
    if way == "hand":
        by_hand(doc, doc, LINE.format(hand))
    else:
        apply(doc, op(ours, hand), in_place=True)
    later = ids(doc)[-1]
    refused = revert(doc, "RVW-0001")
    assert blocked(refused) == {"RVW-0001": (later,)}
    assert "nobody wrote" in refused.failed[0].reason
    assert text_of(doc) == LINE.format(hand)
    obeyed(doc, refused.failed[0])
    assert text_of(doc) == LINE.format(wrong)
    assert fits(doc)


def test_a_redo_of_a_part_joins_no_words_that_the_whole_kept_apart(doc: Path) -> None:
    doc.write_text("# T\n\nUse () now.\n")
    apply(doc, op("()", "(b)"), in_place=True)
    apply(doc, op("(b)", "(b, )"), in_place=True)
    revert(doc, "RVW-0002", "RVW-0001")
    by_hand(doc, doc, "# T\n\nUse (a) now.\n")
    refused = reapply(doc, "RVW-0001")
    assert set(blocked(refused)) == {"RVW-0001"}
    assert text_of(doc) == "# T\n\nUse (a) now.\n"
    obeyed(doc, refused.failed[0])
    assert text_of(doc) in {"# T\n\nUse (b, a) now.\n", "# T\n\nUse (b) now.\n"}


@pytest.mark.parametrize("way", ["hand", "two files"])
def test_what_keeps_two_words_apart_is_not_undone_alone(doc: Path, way: str) -> None:
    doc.write_text("# T\n\nParts: ()\n")
    apply(doc, op("()", "(bolt)"))
    by_hand(edited_copy(doc), doc, "# T\n\nParts: (bolt, nut, )\n")
    if way == "hand":
        by_hand(doc, doc, "# T\n\nParts: (gear)\n")
    else:
        apply(doc, op("()", "(gear)"))
    assert text_of(doc) == "# T\n\nParts: (bolt, nut, gear)\n"
    refused = revert(doc, "EXT-0001")
    assert set(blocked(refused)) == {"EXT-0001"}
    assert text_of(doc) == "# T\n\nParts: (bolt, nut, gear)\n"
    obeyed(doc, refused.failed[0])
    assert text_of(doc) in {f"# T\n\nParts: ({part})\n" for part in ("", "bolt", "gear")}


@pytest.mark.parametrize("way", ["two files", "hand"])
def test_a_deletion_does_not_join_what_others_put_on_both_sides_of_it(doc: Path, way: str) -> None:
    doc.write_text("# T\n\nSee ( ) now\n")
    apply(doc, op("( )", "(a )"))
    apply(doc, op(" ) now", " b) now"))
    if way == "hand":
        by_hand(doc, doc, "# T\n\nSee () now\n")
        assert text_of(doc) == "# T\n\nSee () now\n"
    else:
        apply(doc, op("( )", "()"))
        assert text_of(doc) == "# T\n\nSee (a b) now\n"
    assert fits(doc)


def test_two_hunks_of_one_hand_that_end_in_one_word_are_one_edit(doc: Path) -> None:
    doc.write_text("# T\n\nSee item A. now\n")
    apply(doc, op("item A.", "item A (new)."))
    by_hand(doc, doc, "# T\n\nSee item 1.a now\n")
    assert text_of(doc) == "# T\n\nSee item 1.a now\n"
    assert [name for name in ids(doc) if name.startswith("EXT")] == ["EXT-0001"]


def test_two_ops_of_one_file_do_not_meet_where_what_parted_them_is_gone(doc: Path) -> None:
    doc.write_text("# T\n\nUse ( – ) now\n")
    apply(doc, op("( – )", "()"))
    apply(doc, op("( –", "(bolt –"), op("– )", "– gear)"))
    assert text_of(doc) in {f"# T\n\nUse ({part}) now\n" for part in ("", "bolt", "gear")}
    assert fits(doc)


def test_a_change_far_from_others_in_its_word_is_undone_alone(doc: Path) -> None:
    doc.write_text("# T\n\nIt teh pump-2, adn a valve-3 here.\n")
    apply(doc, op("teh", "the"), op("adn", "and"), op("pump-2", "pump-4"))
    by_hand(edited_copy(doc), doc, "# T\n\nIt the pump-4, and a valve-7 here.\n")
    for name in ("RVW-0002", "RVW-0001", "EXT-0001", "RVW-0003"):
        assert blocked(revert(doc, name)) == {}
    for name in ("RVW-0003", "EXT-0001", "RVW-0002"):
        assert blocked(reapply(doc, name)) == {}
    assert text_of(doc) == "# T\n\nIt teh pump-4, and a valve-7 here.\n"


@pytest.mark.parametrize(
    ("text", "mark", "word", "became"),
    [
        ("the cat-dog sat", ("cat-dog", "cat dog"), ("dog", "mouse"), "the cat-mouse sat"),
        ("the cat-dog sat", ("cat-dog", "cat, dog"), ("cat", "mouse"), "the mouse-dog sat"),
        ("the cat ,dog sat", ("cat ,dog", "cat, dog"), ("dog", "dogs"), "the cat ,dogs sat"),
        ("the cat (dog) sat", ("cat (", "cat, "), ("dog", "mouse"), "the cat (mouse) sat"),
    ],
)
def test_a_mark_between_words_comes_back_between_those_that_stand_there_now(
    doc: Path, text: str, mark: tuple[str, str], word: tuple[str, str], became: str
) -> None:
    doc.write_text(f"{text}\n")
    apply(doc, op(*mark), in_place=True)
    doc.write_text(doc.read_text().replace(*word))
    outcome = revert(doc, "RVW-0001")
    assert (outcome.reverted, outcome.failed) == (("RVW-0001",), ())
    assert edited(doc).decode() == f"{became}\n"
