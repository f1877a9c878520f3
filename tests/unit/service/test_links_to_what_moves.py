"""A link and the heading that it means, mended in one review: never to an anchor that the review itself takes away."""

from pathlib import Path

import pytest
from review_desk import edited, review

SPEC = "# Spec\n\n## 1 Intro\n\n### 1.1 Scope\n\nSee [penalty]({}).\n\n### 1.{} Penalty\n\nText of it.\n"


@pytest.mark.parametrize("link", ["#13-penaltty", "#13-Penalty"])
def test_a_link_to_a_heading_that_gets_another_number_is_flagged(tmp_path: Path, link: str) -> None:
    doc = tmp_path / "doc.md"
    doc.write_text(SPEC.format(link, 3))
    outcome = review(doc)
    assert edited(doc).decode() == SPEC.format(link, 2)
    assert (len(outcome.applied), len(outcome.flagged)) == (1, 1)
    noted = next(tmp_path.glob(".review/doc_*/stage3/doc.REVIEWED.md")).read_text()
    assert "gets another number in this review" in noted
    assert "suggestion" not in noted


def test_a_link_to_a_heading_that_keeps_its_number_is_mended(tmp_path: Path) -> None:
    doc = tmp_path / "doc.md"
    doc.write_text(SPEC.format("#12-penaltty", 2))
    review(doc)
    assert edited(doc).decode() == SPEC.format("#12-penalty", 2)
