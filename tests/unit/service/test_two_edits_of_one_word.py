"""Two edits of one word, made in two steps: never a word that nobody wrote."""

from pathlib import Path

import pytest
from review_desk import apply, ids, review
from undo_desk import blocked, fits, reapply, revert

WORDS = [
    ("metal", "iron", "irons"),
    ("occured", "occurred", "happened"),
    ("refered", "referred", "pointed"),
    ("adress", "address", "actress"),
    ("friend", "fiend", "friends"),
    ("second", "2nd", "secondary"),
    ("100", "1000", "250"),
    ("until", "untill", "till"),
    ("préscrit", "prescrit", "préscrits"),
]
LINE = "# T\n\nIt {} here and then we went on.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def edited(doc: Path) -> Path:
    (found,) = doc.parent.glob(".review/doc_*/stage3/doc.edited.md")
    return found


def op(before: str, after: str) -> dict[str, str]:
    return {"find": before, "replace": after, "rationale": "it is better"}


@pytest.mark.parametrize(("wrong", "ours", "hand"), WORDS)
def test_a_word_that_a_person_writes_over_the_original_takes_the_place_of_ours(
    doc: Path, wrong: str, ours: str, hand: str
) -> None:
    doc.write_text(LINE.format(wrong))
    apply(doc, op(wrong, ours))
    doc.write_text(LINE.format(hand))
    review(doc)
    assert edited(doc).read_text() == LINE.format(hand)
    assert fits(doc)


@pytest.mark.parametrize(("wrong", "ours", "hand"), WORDS)
def test_an_undo_under_a_word_that_a_person_wrote_is_refused(doc: Path, wrong: str, ours: str, hand: str) -> None:
    doc.write_text(LINE.format(wrong))
    apply(doc, op(wrong, ours))
    edited(doc).write_text(LINE.format(hand))
    assert blocked(revert(doc, "RVW-0001")) == {"RVW-0001": ("EXT-0001",)}
    assert edited(doc).read_text() == LINE.format(hand)
    assert fits(doc)


@pytest.mark.parametrize(("wrong", "ours", "hand"), WORDS)
@pytest.mark.parametrize("at_once", [True, False])
def test_two_ops_on_one_word_of_the_original_are_not_both_made(
    doc: Path, wrong: str, ours: str, hand: str, at_once: bool
) -> None:
    doc.write_text(LINE.format(wrong))
    if at_once:
        apply(doc, op(wrong, ours), op(wrong, hand))
    else:
        apply(doc, op(wrong, ours))
        apply(doc, op(wrong, hand))
    assert edited(doc).read_text() == LINE.format(ours)
    assert ids(doc) == ["RVW-0001"]


@pytest.mark.parametrize(("wrong", "ours", "hand"), WORDS)
def test_a_second_op_on_a_word_stands_on_the_first(doc: Path, wrong: str, ours: str, hand: str) -> None:
    doc.write_text(LINE.format(wrong))
    apply(doc, op(wrong, ours), in_place=True)
    apply(doc, op(ours, hand), in_place=True)
    assert doc.read_text() == LINE.format(hand)
    assert blocked(revert(doc, "RVW-0001")) == {"RVW-0001": ("RVW-0002",)}
    revert(doc, "RVW-0002", "RVW-0001", in_place=True)
    assert doc.read_text() == LINE.format(wrong)
    assert fits(doc)


@pytest.mark.parametrize(("wrong", "ours", "hand"), WORDS)
def test_a_change_does_not_come_back_into_a_word_that_another_one_has_written_since(
    doc: Path, wrong: str, ours: str, hand: str
) -> None:
    doc.write_text(LINE.format(wrong))
    apply(doc, op(wrong, ours))
    revert(doc, "RVW-0001")
    apply(doc, op(wrong, hand))
    assert blocked(reapply(doc, "RVW-0001")) == {"RVW-0001": ("RVW-0002",)}
    assert edited(doc).read_text() == LINE.format(hand)
    assert fits(doc)


def test_edits_of_two_words_stay_independent(doc: Path) -> None:
    doc.write_text("# T\n\nIt occured untill now.\n")
    apply(doc, op("occured", "occurred"), op("untill", "until"))
    apply(doc, op("now", "today"))
    revert(doc, "RVW-0001")
    assert edited(doc).read_text() == "# T\n\nIt occured until today.\n"


def test_in_a_script_without_spaces_edits_that_only_touch_stay_independent(doc: Path) -> None:
    doc.write_text("# T\n\n系统记录每一次传输\n")
    apply(doc, op("系统记录", "系统登记"))
    apply(doc, op("每一次传输", "每次传输"))
    revert(doc, "RVW-0001")
    assert edited(doc).read_text() == "# T\n\n系统记录每次传输\n"


def test_so_do_two_ops_of_one_file(doc: Path) -> None:
    doc.write_text("# T\n\n系统记录每一次传输\n")
    apply(doc, op("系统记录", "系统登记"), op("每一次传输", "每次传输"))
    assert edited(doc).read_text() == "# T\n\n系统登记每次传输\n"
