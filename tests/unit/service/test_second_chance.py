"""An op that gave way to one that is then refused is made after all, and only then."""

from pathlib import Path

import pytest
from review_desk import apply, codes, edited, entries, replace

from reviewer.service.ops.second_chance import ROUNDS

TEXT = "# T\n\nAlpha beta gamma delta.\n\n## Next\n\nx\n"
FENCE = "B\n\n```\n"
"""What would take the rest of the document into a code block."""


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize(
    "bad",
    [
        replace(3, "beta", FENCE),
        replace(3, "beta", "b", id="RVW-0001x"),
        replace(3, "Alpha beta gamma delta.", "   "),
    ],
    ids=["structure", "id", "empties its section"],
)
def test_a_good_op_takes_the_place_of_a_refused_one(doc: Path, bad: dict[str, object]) -> None:
    outcome = apply(doc, bad, replace(3, "beta gamma", "B G"))
    assert edited(doc).decode() == TEXT.replace("beta gamma", "B G")
    assert (outcome.applied, len(outcome.rejected)) == (("RVW-0001",), 1)
    assert "REJECT_OVERLAP" not in codes(outcome)


def test_the_next_in_line_gets_the_place_and_the_others_are_told_of_it(doc: Path) -> None:
    first, second = replace(3, "beta gamma", f"{FENCE}1"), replace(3, "beta gamma", f"{FENCE}2")
    outcome = apply(doc, first, second, replace(3, "gamma", "G"), replace(3, "gamma delta", "lost"))
    assert edited(doc).decode() == TEXT.replace("gamma", "G")
    assert codes(outcome) == ["REJECT_OTHER", "REJECT_OTHER", "REJECT_OVERLAP"]
    made = entries(doc)[0]["op_id"]
    assert f"overlaps the op {made}" in outcome.rejected[-1].message


def test_an_op_that_is_made_keeps_its_place(doc: Path) -> None:
    outcome = apply(doc, replace(3, "beta", "B"), replace(3, "beta gamma", "lost"))
    assert (edited(doc).decode(), codes(outcome)) == (TEXT.replace("beta", "B"), ["REJECT_OVERLAP"])
    again = apply(doc, replace(3, "beta", "B"), replace(3, "beta gamma", "lost"))
    assert (edited(doc).decode(), again.applied) == (TEXT.replace("beta", "B"), ())


def test_what_is_grouped_with_the_next_in_line_comes_with_it_or_not_at_all(doc: Path) -> None:
    bad = replace(3, "beta", FENCE)
    pair = [replace(3, "beta gamma", "B G", group="g"), replace(7, "x", "y", group="g")]
    apply(doc, bad, *pair)
    assert edited(doc).decode() == TEXT.replace("beta gamma", "B G").replace("x\n", "y\n")


def test_a_second_run_of_the_same_file_changes_nothing(doc: Path) -> None:
    ops = [replace(3, "beta", FENCE), replace(3, "beta gamma", "B G")]
    apply(doc, *ops)
    once = entries(doc)
    outcome = apply(doc, *ops)
    assert (outcome.applied, outcome.already_applied, entries(doc)) == ((), ("RVW-0001",), once)


@pytest.mark.parametrize(("more", "made"), [(0, True), (1, False)])
def test_the_number_of_refused_rivals_at_one_place_has_a_limit(doc: Path, more: int, made: bool) -> None:
    rivals = [replace(3, "beta gamma", f"{FENCE}{number}") for number in range(ROUNDS + more)]
    outcome = apply(doc, *rivals, replace(3, "gamma", "G"))
    assert edited(doc).decode() == (TEXT.replace("gamma", "G") if made else TEXT)
    assert (len(outcome.applied), len(outcome.rejected)) == (int(made), ROUNDS + more + (not made))
    assert any("refused as well" in item.message for item in outcome.rejected) is not made
