"""GitHub annotations. Escapes: Actions toolkit, ``command.ts`` (data: % CR LF; properties also : and ,)."""

from reviewer.model.checked import CheckedDocument, Unreadable
from reviewer.model.finding import FailedRule, Finding, Severity
from reviewer.model.position import Span
from reviewer.report.github import annotations, hidden_note


def a_finding(severity: str = "attention", message: str = "wrong", end_line: int = 2) -> Finding:
    return Finding(
        rule="broken-anchor",
        severity=Severity(severity),
        span=Span(0, 3),
        line=2,
        column=1,
        end_line=end_line,
        end_column=4,
        text="abc",
        message=message,
    )


def commands(*findings: Finding, path: str = "a.md") -> list[str]:
    return list(annotations([CheckedDocument(path, "sha256:00", findings)]))


def test_a_finding_is_one_command_with_its_place() -> None:
    expected = "::warning file=a.md,line=2,col=1,endLine=2,endColumn=4,title=broken-anchor::wrong"
    assert commands(a_finding()) == [expected]


def test_severities_are_levels() -> None:
    lines = commands(a_finding("minor"), a_finding("attention"), a_finding("critical"))
    assert [line.split(" ")[0] for line in lines] == ["::notice", "::warning", "::error"]


def test_over_several_lines_there_is_no_end_column() -> None:
    (line,) = commands(a_finding(end_line=3))
    assert "endLine=3,title=" in line


def test_text_cannot_break_out_of_its_command() -> None:
    (line,) = commands(a_finding(message="100%\r\n::error::x"), path="a,b:c%\n.md")
    assert line.startswith("::warning file=a%2Cb%3Ac%25%0A.md,line=2,")
    assert line.endswith("::100%25%0D%0A::error::x")
    assert "\n" not in line


def test_what_was_not_checked_is_an_error() -> None:
    unread = CheckedDocument("x.md", error=Unreadable("missing-file", "'x.md' does not exist", ""))
    failed = CheckedDocument("y.md", "sha256:00", failed_rules=(FailedRule(rule="term-drift", error="KeyError: 1"),))
    assert list(annotations([unread, failed])) == [
        "::error file=x.md,title=missing-file::'x.md' does not exist",
        "::error file=y.md,title=term-drift::rule term-drift failed: KeyError: 1",
    ]


def test_more_than_ten_of_a_level_are_announced() -> None:
    ten = CheckedDocument("a.md", "sha256:00", (a_finding(),) * 10 + (a_finding("minor"),) * 10)
    assert hidden_note([ten]) is None
    one_more = CheckedDocument("b.md", "sha256:00", (a_finding(),))
    note = hidden_note([ten, one_more])
    assert note is not None
    assert "11 warnings" in note
    assert "notice" not in note
