"""A flag is raised once, also where our own edits gave its section another anchor."""

from pathlib import Path

import pytest
from review_desk import entries, review

from reviewer.config import ReviewerConfig
from reviewer.service.clock import SystemClock
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller

TABLE = "| unit | limit |\n|---|---|\n| m | 1 | 2 |\n| s | 9 |\n"
RENUMBERED = f"# 1 Limits\n\nOf limits.\n\n# 2 Timeouts\n\nOf them.\n\n# 4 Retries\n\n{TABLE}\n# 5 End\n"
MISSPELT = f"# Guide\n\nText.\n\n## How we recieve\n\n{TABLE}\nMore text.\n"


def spelling_review(path: Path):
    request = ReviewRequest(path, ReviewerConfig(no_llm=True, in_place=True))
    return review_document(request, Tools(TyposSpeller(), SystemClock()))


@pytest.mark.parametrize("text", [RENUMBERED, MISSPELT], ids=["a new number", "a repaired word"])
def test_a_flag_below_a_heading_that_was_mended_in_place_is_not_raised_again(tmp_path: Path, text: str) -> None:
    path = tmp_path / "doc.md"
    path.write_text(text)
    first = spelling_review(path)
    assert first.flagged
    assert first.applied
    mended = path.read_bytes()
    assert mended != text.encode()
    again = spelling_review(path)
    assert (again.applied, again.flagged) == ((), ())
    assert path.read_bytes() == mended


def test_the_same_slip_in_another_row_is_a_flag_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "doc.md"
    path.write_text(MISSPELT)
    before = len(spelling_review(path).flagged)
    path.write_text(path.read_text().replace("| s | 9 |\n", "| s | 4 |\n| m | 1 | 2 |\n"))
    review(path, in_place=True)
    assert len([entry for entry in entries(path) if entry["event"] == "flag"]) == before + 1
