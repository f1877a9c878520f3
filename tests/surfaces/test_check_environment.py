"""``check`` where something around it is not as it should be: no spelling program, patterns that match nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.config import ReviewerConfig
from reviewer.model.checked import CheckedDocument
from reviewer.model.finding import FailedRule
from reviewer.service.check import Sources, check, exit_code
from reviewer.service.files.collect import Found
from reviewer.service.spelling import TyposSpeller

Cli = Callable[..., Any]


def without_speller(folder: Path, text: str) -> list[CheckedDocument]:
    (folder / "a.md").write_text(text)
    sources = Sources(lambda _: ReviewerConfig(), TyposSpeller(folder / "no-such-program"), lambda: b"")
    return list(check([Found(str(folder / "a.md"))], sources))


def test_a_missing_spelling_program_is_no_bug_of_ours_and_says_what_to_do(tmp_path: Path) -> None:
    documents = without_speller(tmp_path, "The word is here.\n")
    (failed,) = documents[0].failed_rules
    assert failed.rule == "misspelling"
    assert "no-such-program" in failed.error
    assert "pip install typos" in failed.error
    assert exit_code(documents, "attention") == 2


def test_other_findings_still_decide_and_a_rule_that_breaks_is_our_bug(tmp_path: Path) -> None:
    documents = without_speller(tmp_path, "# A\n\n### The word\n\nIs here.\n")
    assert exit_code(documents, "attention") == 1
    broken = CheckedDocument("b.md", failed_rules=(FailedRule(rule="term-drift", error="KeyError: 'x'"),))
    assert exit_code([*without_speller(tmp_path, "The word is here.\n"), broken], "attention") == 70


@pytest.mark.parametrize("pattern", ["sub/**", "d/sub", "**/sub/**", "sub"])
def test_exclude_counts_from_the_folder_that_was_named(cli: Cli, folder: Path, pattern: str) -> None:
    (folder / "d" / "sub").mkdir(parents=True)
    (folder / "d" / "a.md").write_text("Text.\n")
    (folder / "d" / "sub" / "b.md").write_text("Text.\n")
    result = cli("check", "d", "--exclude", pattern, "--json")
    assert [document["path"] for document in result.json["documents"]] == ["d/a.md"]
    assert result.err == ""


def test_an_exclude_pattern_that_matches_nothing_is_told(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text("Text.\n")
    result = cli("check", "a.md", "--exclude", "old/**", "--json")
    assert "'old/**' matches nothing" in result.err
    assert result.code == 0
