"""Counts are written in one way: no "1 changes", and nowhere a second way."""

import re
from pathlib import Path

import pytest

from reviewer.count_text import counted, verb

ROOT = Path(__file__).parents[2]
PLURALS = (
    "ops|entries|findings|changes|flags|reverts|chunks|documents|calls|places|paragraphs|proposals|summaries|states|"
    "verdicts|decisions|bytes|protected spans|kernels|rules|headings|tables"
)
NEVER_ONE = {
    "reviewer/markdown/locate.py",  # a quote that stands once is no such message
    "reviewer/plan/diffs/hunk_place.py",  # as there
    "reviewer/service/models/told.py",  # "all 3 proposals", in the branch where it is not one
    "reviewer/surfaces/cli/reference.py",  # a default with so many entries that they are not listed
}


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 entries have"), (1, "1 entry has"), (2, "2 entries have"), (1000, "1000 entries have")]
)
def test_one_is_one_and_all_else_is_many(count, said):
    assert f"{counted(count, 'entry', 'entries')} {verb(count, 'has', 'have')}" == said


def test_most_plurals_are_the_noun_and_an_s():
    assert (counted(1, "flag"), counted(2, "flag"), counted(0, "flag")) == ("1 flag", "2 flags", "0 flags")


def test_no_message_puts_a_count_before_a_plural_by_itself():
    count = r"[^{}]*(?:len\(|sum\(|count|total|left|(?:changes|flags|ops|reverts)\b)[^{}]*"
    said = re.compile(rf"\{{{count}\}} (?:[a-z-]+ )?(?:{PLURALS})\b|'s' if|\"s\" if|\{{'' if [^{{}}]* else 's'\}}")
    files = [file for room in ("reviewer", "flows", "tasks") for file in sorted((ROOT / room).rglob("*.py"))]
    assert len(files) > 100
    wrong = [
        f"{name}: {match.group()}"
        for file in files
        if (name := str(file.relative_to(ROOT))) not in NEVER_ONE and not name.startswith("reviewer/scan/")
        for match in said.finditer(file.read_text(encoding="utf-8"))
    ]
    assert wrong == []
