"""Links to a heading whose words change, and edits of a table that a person ends."""

from pathlib import Path

import pytest
from review_desk import annotated, apply, edited, replace, review

from reviewer.config import StyleRules

GUIDE = "# Guide\n\nSee [how](#recieve-data).\n\n## Recieve data\n\nText.\n"
TOLD = "the anchor #recieve-data becomes #receive-data, which breaks links to it from other files"
LINE = "the link on line 3 of this document would lead nowhere"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(GUIDE)
    return path


def test_a_word_of_a_heading_that_a_person_mends_is_told(doc):
    outcome = apply(doc, replace(5, "Recieve", "Receive", kind="typo"))
    assert (outcome.rejected, outcome.applied) == ((), ("RVW-0001",))
    assert edited(doc).decode() == GUIDE.replace("Recieve", "Receive")
    assert TOLD in annotated(doc).replace("\\", "")
    assert LINE in annotated(doc)


def test_a_word_of_a_heading_that_a_rule_mends_is_told(doc):
    doc.write_text(
        GUIDE.replace("## Recieve", "## The the").replace("[how](#recieve-data)", '<a href="#the-the-data">')
    )
    outcome = review(doc)
    assert len(outcome.applied) == 1
    assert "## The data" in edited(doc).decode()
    assert "which breaks links to it from other files" in annotated(doc)
    assert LINE in annotated(doc)


BROKEN = "| a | b |\n|---|---|\n| one recieve | two |\n| three | for |\n"


@pytest.mark.parametrize("source", ["human", "tool", "worker", "fixer"])
def test_edits_of_what_is_left_of_a_table_that_a_person_ends_are_made(doc, source):
    doc.write_text(BROKEN)
    ops = (
        replace(2, "|---|---|", "Words", kind="structure"),
        replace(3, "recieve", "receive", kind="typo", source={"type": source}),
        replace(4, "for |", "for | four |", kind="grammar", source={"type": source}),
    )
    outcome = apply(doc, *ops, style=StyleRules(protect_tables=False))
    assert outcome.rejected == ()
    assert edited(doc).decode() == "| a | b |\nWords\n| one receive | two |\n| three | for | four |\n"
