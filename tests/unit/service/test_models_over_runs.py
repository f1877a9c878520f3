"""What models propose in two runs, both of the original: the second is held against what the first did."""

from pathlib import Path

import pytest
from review_desk import apply, codes, edited

TWICE = "# A\n\nThe pump must be closed at noon.\n\nThe fan is on.\n\nThe pump must be closed at noon.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def worker(before: str, after: str, **more: object) -> dict[str, object]:
    return {
        "find": before,
        "replace": after,
        "rationale": "that is better",
        "source": "worker",
        "kind": "grammar",
        **more,
    }


def without(line: int) -> dict[str, object]:
    return worker(
        "The pump must be closed at noon.", "", action="delete", line=line, kind="duplicate", severity="deletion"
    )


def test_of_a_sentence_that_stands_twice_one_stays(doc: Path) -> None:
    doc.write_text(TWICE)
    assert apply(doc, without(3)).applied
    outcome = apply(doc, without(7))
    assert codes(outcome) == ["REJECT_OTHER"]
    assert "the last “the pump must be closed at noon.”" in outcome.rejected[0].message
    assert edited(doc).count(b"The pump must be closed at noon.") == 1
    again = apply(doc, without(3))
    assert (again.already_applied, again.rejected) == (("RVW-0001",), ())


def test_of_a_sentence_that_stands_three_times_two_may_go(doc: Path) -> None:
    doc.write_text(TWICE + "\nThe pump must be closed at noon.\n")
    assert apply(doc, without(3)).applied
    assert apply(doc, without(7)).applied
    assert codes(apply(doc, without(9))) == ["REJECT_OTHER"]


def test_the_same_in_another_section_may_go(doc: Path) -> None:
    other = "\n## B\n\nThe pump must be closed at noon.\n\nThe pump must be closed at noon.\n"
    doc.write_text(TWICE + other)
    assert apply(doc, without(3)).applied
    assert apply(doc, without(11)).applied


@pytest.mark.parametrize(
    ("sentence", "first", "then"),
    [
        ("The pumps is hot today.", ("The pumps", "The pump"), ("is hot", "are hot")),
        ("The pumps is hot today.", ("is hot", "are hot"), ("The pumps", "The pump")),
        ("La pompe sont chaudes.", ("La pompe", "Les pompes"), ("sont chaudes", "est chaude")),
    ],
)
def test_words_side_by_side_are_not_written_in_two_ways(
    doc: Path, sentence: str, first: tuple[str, str], then: tuple[str, str]
) -> None:
    doc.write_text(f"# T\n\n{sentence}\n")
    apply(doc, worker(*first))
    once = edited(doc)
    assert codes(apply(doc, worker(*then))) == ["REJECT_OVERLAP"]
    assert edited(doc) == once


def test_slips_side_by_side_are_mended_by_two_runs(doc: Path) -> None:
    doc.write_text("# T\n\nWe recieve watr today.\n")
    apply(doc, worker("recieve", "receive", kind="typo"))
    assert apply(doc, worker("watr", "water", kind="typo")).applied
    assert edited(doc) == b"# T\n\nWe receive water today.\n"


@pytest.mark.parametrize("runs", [1, 2])
def test_two_words_for_one_gap_are_not_both_put_in(doc: Path, runs: int) -> None:
    doc.write_text("# T\n\nOpen valve today.\n")
    ops = [worker("Open", "Open the"), worker("valve", "a valve")]
    outcomes = [apply(doc, *ops)] if runs == 1 else [apply(doc, op) for op in ops]
    assert codes(outcomes[-1]) == ["REJECT_OVERLAP"]
    assert edited(doc) == b"# T\n\nOpen the valve today.\n"


def test_a_comma_and_a_word_are_both_put_in(doc: Path) -> None:
    doc.write_text("# T\n\nHowever valve is open.\n")
    apply(doc, worker("However", "However,", kind="punctuation"), worker("valve", "the valve"))
    assert edited(doc) == b"# T\n\nHowever, the valve is open.\n"
