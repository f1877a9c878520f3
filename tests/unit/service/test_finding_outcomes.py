"""The report says of each finding what became of it, from what the review wrote down and the ledger."""

import re
from pathlib import Path

import pytest
from review_desk import apply, review, tree, workspace_of
from undo_desk import reapply, revert

from reviewer.service.workspace.outcomes_file import read_outcomes


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "doc.md"
    path.parent.mkdir()
    return path


def findings(doc: Path) -> str:
    text = workspace_of(doc).report.read_text(encoding="utf-8")
    return text.split("## Findings\n")[1].split("\n## ")[0].replace("\\", "")


def became(doc: Path) -> dict[str, list[str]]:
    """What became of the findings of each rule, in order."""
    found: dict[str, list[str]] = {}
    for line in findings(doc).split("\n"):
        cells = re.split(r" \| ", line.strip("| "))
        if re.match(r"\d+:\d+$", cells[0]):
            found.setdefault(cells[1], []).append(cells[-1])
    return found


DOUBLED = "# T\n\nThis is the the word.\n"
LINK = "# T\n\nSee [that](#nowhere).\n"


def test_what_is_mended_names_its_change_and_what_is_told_its_flag(doc: Path) -> None:
    doc.write_text(DOUBLED + "\nSee [that](#nowhere).\n")
    review(doc)
    assert became(doc) == {"doubled-word": ["mended (RVW-0001)"], "broken-anchor": ["told (RVW-0002)"]}
    assert "1 was mended, 1 told by a flag, 0 left." in findings(doc)


def test_again_it_is_the_same_and_no_byte_changes(doc: Path) -> None:
    doc.write_text(DOUBLED + "\nSee [that](#nowhere).\n")
    review(doc)
    before = tree(workspace_of(doc).root)
    review(doc)
    assert tree(workspace_of(doc).root) == before


def test_what_was_undone_is_said_and_that_it_is_not_proposed_again(doc: Path) -> None:
    doc.write_text(DOUBLED)
    review(doc)
    revert(doc, "RVW-0001")
    assert became(doc)["doubled-word"] == ["mended (RVW-0001), undone by REVERT-RVW-0001"]
    review(doc)
    (left,) = became(doc)["doubled-word"]
    assert left == "left: a person undid or rejected the same before (RVW-0001); see --again"
    assert "0 were mended, 0 told by a flag, 1 left." in findings(doc)
    reapply(doc, "RVW-0001")
    review(doc)
    assert became(doc)["doubled-word"] == ["mended (RVW-0001)"]


def test_with_fixers_off_that_is_why(doc: Path) -> None:
    doc.write_text(DOUBLED)
    review(doc, fixers=False)
    (said,) = became(doc)["doubled-word"]
    assert said in {"left: fixers are switched off (fixers)", "told (RVW-0001)"}


def test_a_repair_that_lost_to_an_edit_of_an_earlier_run_names_it(doc: Path) -> None:
    doc.write_text(DOUBLED)
    apply(doc, {"find": "is the the word", "replace": "was another word", "rationale": "x"})
    review(doc)
    (said,) = became(doc)["doubled-word"]
    assert said.startswith("left: lost to a rival: overlaps RVW-0001")


def test_edits_from_elsewhere_do_not_wipe_out_what_the_review_said(doc: Path) -> None:
    doc.write_text(DOUBLED + "\nA place.\n")
    review(doc)
    apply(doc, {"find": "A place", "replace": "One place", "rationale": "x"})
    assert became(doc)["doubled-word"] == ["mended (RVW-0001)"]


def test_of_an_earlier_version_nothing_is_recorded_and_a_damaged_line_stops_nothing(doc: Path) -> None:
    doc.write_text(DOUBLED + "\nSee [that](#nowhere).\n")
    review(doc)
    file = workspace_of(doc).stage3 / "findings.jsonl"
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"garbage\n" + lines[0] + b"\nnull\n")
    assert len(read_outcomes(workspace_of(doc))) == 1
    revert(doc, "RVW-0001")
    assert became(doc)["broken-anchor"] == ["not recorded"]
    assert "of 1 nothing is recorded" in findings(doc)
    file.unlink()
    reapply(doc, "RVW-0001")
    assert became(doc)["doubled-word"] == ["not recorded"]
