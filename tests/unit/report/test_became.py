"""What the report says became of a finding."""

import re

import pytest
from test_markdown_report import entry, report, table

from reviewer.model.finding import Finding, Severity
from reviewer.model.outcome import FindingOutcome
from reviewer.model.position import Span

FOUND = Finding(
    rule="misspelling", severity=Severity.MINOR, span=Span(0, 3), line=1, column=1, end_line=1, end_column=4,
    text="teh", message="'teh' is misspelt",
)  # fmt: skip


def told(*entries, active=None, **outcome):
    made = FindingOutcome(rule=FOUND.rule, span=FOUND.span, message=FOUND.message, **outcome)
    text = report(*entries, active=active, findings=(FOUND,), outcomes=(made,))
    (line,) = [line for line in text.split("\n") if line.startswith("| 1:1 ")]
    return re.split(r" (?<!\\)\| ", line.rstrip(" |"), maxsplit=5)[-1]


@pytest.mark.parametrize(
    ("event", "said"),
    [("change", "mended (RVW-0001)"), ("flag", "told (RVW-0001)"), ("external", "mended by hand (RVW-0001)")],
)
def test_the_event_of_its_entry_says_it(event, said):
    assert told(entry(1, event), entries=("RVW-0001",)) == said


def test_all_repairs_of_one_finding_are_named():
    assert told(entry(1), entry(2), entries=("RVW-0001", "RVW-0002")) == "mended (RVW-0001); mended (RVW-0002)"


def test_what_is_not_in_force_any_more_is_said():
    undo = entry(2, "revert", id="REVERT-RVW-0001", refs=("RVW-0001",))
    said = told(entry(1), undo, active=(), entries=("RVW-0001",))
    assert said == "mended (RVW-0001), undone by REVERT-RVW-0001"
    assert told(entry(1, "flag"), active=(), entries=("RVW-0001",)) == "told (RVW-0001), settled"


def test_what_was_left_says_why_and_opens_no_markup():
    assert told(left="refused: <b> | it (protected_terms)") == "left: refused: \\<b\\> \\| it (protected\\_terms)"


def test_what_others_changed_in_the_text_of_one_that_was_left_is_said_while_it_is_in_force():
    undo = entry(2, "revert", id="REVERT-RVW-0001", refs=("RVW-0001",))
    left = {"left": "no repair", "touched": ("RVW-0001",)}
    assert told(entry(1), **left) == "left: no repair; text in it is changed by RVW-0001"
    assert told(entry(1), undo, active=(), **left) == "left: no repair"


def test_an_outcome_of_another_finding_is_not_taken():
    other = FindingOutcome(rule="doubled-word", span=FOUND.span, message=FOUND.message, left="x")
    assert table(report(findings=(FOUND,), outcomes=(other,)), "Findings")[0][-1] == "not recorded"
