"""Two edits whose characters do not overlap and whose words do: never a word or a number that nobody wrote."""

from itertools import permutations
from pathlib import Path

import pytest
from review_desk import apply, edited, ids
from review_desk import review as look
from undo_desk import blocked, fits, reapply, revert

JOINS = [("every day", "everyday", "each day"), ("can’t", "cannot", "won’t"), ("on-going", "ongoing", "on-gone")]
NUMBERS = [
    ("1,000", "1,500", "2,000"),
    ("3.14", "3.1", "2.14"),
    ("2024-01-31", "2024-02-31", "2024-01-30"),
    ("v1.2.3", "v1.2.4", "v1.3.3"),
    ("§4.2", "§4.3", "§5.2"),
    ("10:30", "11:30", "10:45"),
    ("$100", "€100", "$200"),
    ("-5", "5", "-6"),
]
TOKENS = [
    ("don't", "doesn't", "don'ts"),
    ("snake_case", "snakes_case", "snake_cases"),
    ("**wo**rd", "**wor**d", "**no**rd"),
]
SPLITS = [
    ("alot", "allot", "a lot"),
    ("setup", "setups", "set up"),
    ("5km", "5m", "5 km"),
    ("noone", "anyone", "no one"),
]
SIGNS = [("नमस्ते", "नमस्त", "नमस्तेय"), ("co\u00adop", "coop", "co\u00adops"), ("👍", "👍🏽", "👍🏿")]
ENDS = [("metal", "iron", "metals"), ("metal rod", "iron rod", "bimetal rod"), ("metal", "bimetal", "metalx")]
ALL = [*JOINS, *NUMBERS, *TOKENS, *SPLITS, *SIGNS, *ENDS]
LINES = ["# T\n\nIt is {} here.\n", "{}", "# T\n\n{}", "{} rod\n"]


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def op(before: str, after: str, **more: str) -> dict[str, str]:
    return {"find": before, "replace": after, "rationale": "it is better", **more}


def text_of(doc: Path) -> str:
    return edited(doc).decode()


def pairs(words: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    return [(wrong, *two) for wrong, *others in words for two in permutations(others)]


def twice(doc: Path, line: str, words: tuple[str, str, str], way: str) -> None:
    """Ours and another edit of one text: one file of ops, two, by hand in the document, or ours redone over it."""
    wrong, ours, other = words
    doc.write_text(line.format(wrong))
    apply(doc, op(wrong, ours), *([op(wrong, other)] if way == "one file" else []))
    if way == "redo":
        revert(doc, "RVW-0001")
    if way == "two files":
        apply(doc, op(wrong, other))
    elif way != "one file":
        doc.write_text(line.format(other))
        look(doc)
    if way == "redo":
        reapply(doc, "RVW-0001")


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("wrong", "ours", "hand"), pairs(ALL))
def test_what_a_person_writes_over_the_original_takes_the_place_of_ours(
    doc: Path, line: str, wrong: str, ours: str, hand: str
) -> None:
    doc.write_text(line.format(wrong))
    apply(doc, op(wrong, ours))
    assert text_of(doc) == line.format(ours)
    doc.write_text(line.format(hand))
    look(doc)
    assert text_of(doc) == line.format(hand)
    assert fits(doc)


@pytest.mark.parametrize("at_once", [True, False])
@pytest.mark.parametrize("sources", [("human", "human"), ("fixer", "worker"), ("worker", "tutor"), ("tool", "fixer")])
@pytest.mark.parametrize("words", pairs(ALL))
def test_of_two_answers_to_one_word_one_is_made(
    doc: Path, words: tuple[str, str, str], sources: tuple[str, str], at_once: bool
) -> None:
    line, (wrong, ours, other) = LINES[0], words
    doc.write_text(line.format(wrong))
    first, second = (op(wrong, new, source=source) for new, source in zip((ours, other), sources, strict=True))
    if at_once:
        apply(doc, first, second)
    else:
        apply(doc, first)
        apply(doc, second)
    assert text_of(doc) in {line.format(ours), line.format(other)}
    assert len(ids(doc)) == 1
    assert fits(doc)


@pytest.mark.parametrize(("wrong", "ours", "hand"), pairs(ALL))
def test_an_undo_or_redo_under_a_word_written_since_never_mixes_the_two(
    doc: Path, wrong: str, ours: str, hand: str
) -> None:
    line = LINES[0]
    doc.write_text(line.format(wrong))
    apply(doc, op(wrong, ours))
    edited_copy(doc).write_text(line.format(hand))
    look(doc)
    assert text_of(doc) == line.format(hand)
    outcome = revert(doc, "RVW-0001")
    assert text_of(doc) in {line.format(hand), line.format(wrong)}
    assert all(blocked(outcome).values())
    assert fits(doc)


@pytest.mark.parametrize(("wrong", "ours", "hand"), pairs(ALL))
def test_what_was_undone_does_not_come_back_into_a_word_written_since(
    doc: Path, wrong: str, ours: str, hand: str
) -> None:
    line = LINES[0]
    doc.write_text(line.format(wrong))
    apply(doc, op(wrong, ours))
    revert(doc, "RVW-0001")
    edited_copy(doc).write_text(line.format(hand))
    look(doc)
    assert set(blocked(reapply(doc, "RVW-0001"))) == {"RVW-0001"}
    assert text_of(doc) == line.format(hand)
    assert fits(doc)


@pytest.mark.parametrize(
    "words",
    [
        ("nother one", "another one", "yet nother one", "yet another one"),
        ("he end", "the end", "almost he end", "almost the end"),
        ("system is", "system, is", "systems is", "systems, is"),
        ("system is", "systems is", "system, is", "systems, is"),
        ("system.", "system (new).", "systems.", "systems (new)."),
        ("日本 is", "日本, is", "日本語 is", "日本語, is"),
        ("5 or", "5 to 6 or", "50 or", "50 to 6 or"),
        ("metal is", "metal rod is", "metals is", "metals rod is"),
        ("10 V", "10 V or 20 V", "10 VA", "10 VA or 20 V"),
    ],
)
@pytest.mark.parametrize("way", ["hand", "two files", "one file", "redo"])
def test_what_stands_beside_a_word_stays_beside_the_whole_word(
    doc: Path, words: tuple[str, str, str, str], way: str
) -> None:
    line, (wrong, ours, hand, both) = "# T\n\nThen {} here\n", words
    twice(doc, line, (wrong, ours, hand), way)
    assert text_of(doc) == line.format(both)
    assert fits(doc)
    for name in (name for name in ids(doc) if name.startswith(("RVW", "EXT"))):
        assert blocked(revert(doc, name)) == {}
    assert text_of(doc) == line.format(wrong)


GAPS = [
    ("to day", "today", "to the day"),
    ("1 000", "1000", "1 2 000"),
    ("and/or", "andor", "and/either or"),
    ("costs $ now", "costs $5 now", "costs $7 now"),
    ("()", "(see A)", "(see B)"),
    ("a  b", "a big b", "a red b"),
    ("1 . 2", "1 2", "1. 2"),
    ("a, b", "a b", "a,b"),
]


@pytest.mark.parametrize("way", ["one file", "two files", "hand", "redo"])
@pytest.mark.parametrize("words", pairs(GAPS))
def test_what_stood_between_two_words_is_not_taken_by_one_and_filled_by_another(
    doc: Path, words: tuple[str, str, str], way: str
) -> None:
    line, (wrong, ours, other) = LINES[0], words
    twice(doc, line, (wrong, ours, other), way)
    assert text_of(doc) in {line.format(ours), line.format(other)}
    assert fits(doc)


@pytest.mark.parametrize("way", ["hand", "redo"])
@pytest.mark.parametrize(
    "words",
    [
        ("10 V", "210 V", "(10) V", "(210) V"),
        ("he end", "the end", "(he end)", "(the end)"),
        ("nother one", "another one", "*nother* one", "*another* one"),
    ],
)
def test_signs_put_round_a_word_stand_round_the_whole_word(
    doc: Path, words: tuple[str, str, str, str], way: str
) -> None:
    line, (wrong, ours, hand, both) = LINES[0], words
    twice(doc, line, (wrong, ours, hand), way)
    assert text_of(doc) in {line.format(both), line.format(hand)}
    assert fits(doc)


@pytest.mark.parametrize(("wrong", "ours", "hand"), [("100 V", "– V", "–20 V"), ("cat is", "“dog” is", "“dog”s is")])
def test_what_was_typed_behind_a_replacement_does_not_meet_the_old_word(
    doc: Path, wrong: str, ours: str, hand: str
) -> None:
    line = LINES[0]
    doc.write_text(line.format(wrong))
    apply(doc, op(wrong, ours))
    edited_copy(doc).write_text(line.format(hand))
    look(doc)
    assert blocked(revert(doc, "RVW-0001")) == {"RVW-0001": ("EXT-0001",)}
    assert text_of(doc) == line.format(hand)


def test_a_word_put_before_what_an_undone_edit_still_shows_stands_before_what_came_back(doc: Path) -> None:
    doc.write_text("# T\n\nIt has old parts here.\n")
    apply(doc, op("here", "there"), in_place=True)
    doc.write_text("# T\n\nIt has new parts there.\n")
    look(doc, in_place=True)
    revert(doc, "EXT-0001", in_place=False)
    assert text_of(doc) == "# T\n\nIt has old parts there.\n"
    apply(doc, op("has new parts", "has some new parts"))
    assert text_of(doc) == "# T\n\nIt has some old parts there.\n"
    assert fits(doc)


@pytest.mark.parametrize("behind", ["[^1] rod", "`x` rod", "$x$ rod", "<br> rod"])
def test_protected_text_beside_a_word_is_not_touched_by_a_second_answer(doc: Path, behind: str) -> None:
    line = "# T\n\nSee {}" + behind + "\n\n[^1]: Note.\n"
    doc.write_text(line.format("metal"))
    apply(doc, op("metal", "metals"))
    revert(doc, "RVW-0001")
    assert apply(doc, op("metal", "metalz")).rejected == ()
    assert text_of(doc) == line.format("metalz")
    assert blocked(reapply(doc, "RVW-0001")) == {"RVW-0001": ("RVW-0002",)}


@pytest.mark.parametrize("at_once", [True, False])
def test_a_deletion_inside_a_changed_word_is_no_second_answer_to_it(doc: Path, at_once: bool) -> None:
    doc.write_text("# T\n\nOf bimetal rod.\n")
    first, second = op("bimetal", "bimetals"), {"action": "delete", "find": "etal", "rationale": "x"}
    if at_once:
        apply(doc, first, second)
    else:
        apply(doc, first)
        apply(doc, second)
    assert text_of(doc) == "# T\n\nOf bimetals rod.\n"


def test_two_changes_that_one_hand_made_in_one_word_are_one_entry(doc: Path) -> None:
    doc.write_text("# T\n\nIt is **wo**rd here.\n")
    apply(doc, op("here", "there"))
    edited_copy(doc).write_text("# T\n\nIt is **wor**d there.\n")
    look(doc)
    assert [name for name in ids(doc) if name.startswith("EXT")] == ["EXT-0001"]
    revert(doc, "EXT-0001")
    assert text_of(doc) == "# T\n\nIt is **wo**rd there.\n"


def test_of_two_undone_answers_the_later_one_comes_back_and_the_other_names_it(doc: Path) -> None:
    doc.write_text("# T\n\nIt teh here and adn there.\n")
    apply(doc, op("teh", "the"), op("adn", "and"))
    revert(doc, "RVW-0001")
    apply(doc, op("teh", "ten"))
    revert(doc, all=True)
    refused = reapply(doc, "RVW-0001", "RVW-0002", "RVW-0003")
    assert blocked(refused) == {"RVW-0001": ("RVW-0003",)}
    assert "redo one of them" in refused.failed[0].reason
    assert reapply(doc, "RVW-0001", "RVW-0002", "RVW-0003", keep_going=True).reapplied == ("RVW-0002", "RVW-0003")
    assert text_of(doc) == "# T\n\nIt ten here and and there.\n"


def test_what_excludes_only_one_that_cannot_come_back_is_redone(doc: Path) -> None:
    doc.write_text("# T\n\nIt teh here.\n")
    apply(doc, op("teh", "the"), in_place=True)
    revert(doc, "RVW-0001")
    apply(doc, op("here", "big house"), in_place=True)
    apply(doc, op("teh big", "ten"), in_place=True)
    revert(doc, "RVW-0002", cascade=True)
    outcome = reapply(doc, "RVW-0001", "RVW-0003", keep_going=True)
    assert (outcome.reapplied, set(blocked(outcome))) == (("RVW-0001",), {"RVW-0003"})
    assert text_of(doc) == "# T\n\nIt the here.\n"


def edited_copy(doc: Path) -> Path:
    (found,) = doc.parent.glob(".review/doc_*/stage3/doc.edited.md")
    return found


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("However the pump is.", ("However the", "However, the"), ("However the pump", "However, the pump")),
        ("He saw pump here.", ("saw pump", "saw the pump"), ("saw pump here", "saw the pump here")),
        ("It is in the night", ("night", "night."), ("the night", "the night.")),
        ("It is teh pump.", ("teh", "the"), ("is teh pump", "is the pump")),
    ],
)
@pytest.mark.parametrize("source", ["human", "worker"])
def test_the_same_edit_asked_for_in_other_words_is_made_once(
    doc: Path, text: str, first: tuple[str, str], then: tuple[str, str], source: str
) -> None:
    doc.write_text(text)
    apply(doc, op(*first, source=source))
    once = text_of(doc)
    outcome = apply(doc, op(*then, source=source))
    assert (text_of(doc), outcome.already_applied, outcome.rejected) == (once, ("RVW-0001",), ())


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("She goes hall today.", ("goes", "goes to"), ("hall today", "to hall today")),
        ("She goes hall today.", ("hall today", "to hall today"), ("goes", "goes to")),
        ("See the the pump.", ("See the the", "See the"), ("the the pump", "the pump")),
        ("It is, is it.", ("It is", "It is, is"), ("is it", "is, is it")),
    ],
)
def test_the_same_edit_of_a_model_between_equal_words_is_made_once(
    doc: Path, text: str, first: tuple[str, str], then: tuple[str, str]
) -> None:
    doc.write_text(text)
    apply(doc, op(*first, source="worker"))
    once = text_of(doc)
    outcome = apply(doc, op(*then, source="tutor"))
    assert (text_of(doc), outcome.already_applied, outcome.rejected) == (once, ("RVW-0001",), ())


@pytest.mark.parametrize("first", ["one", "two", "three"])
def test_the_same_edit_at_other_places_is_made_there(doc: Path, first: str) -> None:
    doc.write_text(
        "# T\n\nThe valve close in plant one.\n\nThe valve close in plant two.\n\nThe valve close in plant three.\n"
    )
    ops = {
        name: op(f"close in plant {name}", f"closes in plant {name}", source="worker")
        for name in ("one", "two", "three")
    }
    apply(doc, ops[first])
    outcome = apply(doc, *ops.values())
    assert (len(outcome.applied), len(outcome.already_applied)) == (2, 1)
    assert text_of(doc).count("closes") == 3


def test_an_edit_that_a_person_made_by_hand_is_not_made_again(doc: Path) -> None:
    doc.write_text("# T\n\nHowever the pump is here.\n")
    apply(doc, op("here", "there"))
    edited_copy(doc).write_text("# T\n\nHowever, the pump is there.\n")
    look(doc)
    outcome = apply(doc, op("However the pump", "However, the pump", source="worker"))
    assert (text_of(doc), outcome.already_applied) == ("# T\n\nHowever, the pump is there.\n", ("EXT-0001",))
