"""A flag is settled once what it was about has been mended: nothing goes on saying it, and nobody has to close it."""

from pathlib import Path

import pytest
from review_desk import annotated, apply, ids, replace, review, workspace_of
from undo_desk import fits, revert

from reviewer.service.report_text import report
from reviewer.service.show import show
from reviewer.service.status import status

TEXT = "# Spec\n\n## 1. One\n\nAs section 7 says, and so on.\n\n## 2. Two\n\nText.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    return path


def is_told(path: Path, name: str = "RVW-0001") -> bool:
    """Whether the flag is said anywhere; everything that lists flags says the same."""
    workspace = workspace_of(path)
    answers = {
        f"REVIEWER: {name} " in annotated(path),
        show(workspace, name)["active"],
        f"| {name} |" in report(workspace).partition("## Ledger")[0],
    }
    assert len(answers) == 1, answers
    return answers.pop()


def mend(path: Path, before: str, after: str) -> None:
    """What a person does in an editor."""
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_a_flag_is_told_while_nothing_is_mended(doc: Path) -> None:
    assert review(doc).flagged == ("RVW-0001",)
    assert is_told(doc)
    review(doc)
    assert is_told(doc)


@pytest.mark.parametrize("after", ["section 2", "the annex"])
def test_words_that_were_mended_in_the_document(doc: Path, after: str) -> None:
    review(doc, in_place=True)
    assert status(doc)["counts"]["flags"] == 1
    mend(doc, "section 7", after)
    assert review(doc, in_place=True).flagged == ()
    assert not is_told(doc)
    assert status(doc)["counts"]["flags"] == 0
    assert fits(doc)


def test_words_that_became_another_slip_are_another_flag(doc: Path) -> None:
    review(doc, in_place=True)
    mend(doc, "section 7", "section 71")
    assert review(doc, in_place=True).flagged == ("RVW-0002",)
    assert not is_told(doc)
    assert is_told(doc, "RVW-0002")


def test_a_section_that_was_written_since_settles_what_refers_to_it_until_it_is_gone(doc: Path) -> None:
    review(doc)
    mend(doc, "## 2. Two", "## 7. Seven")
    review(doc)
    assert not is_told(doc)
    mend(doc, "## 7. Seven", "## 2. Two")
    assert review(doc).flagged == ()
    assert is_told(doc)


def test_words_that_were_mended_in_the_edited_copy(doc: Path) -> None:
    review(doc)
    edited = workspace_of(doc).edited
    mend(edited, "section 7", "section 2")
    assert review(doc).flagged == ()
    assert not is_told(doc)
    revert(doc, "EXT-0001")
    assert is_told(doc)


def test_the_same_slip_at_another_place_is_a_flag_of_its_own(doc: Path) -> None:
    review(doc, in_place=True)
    mend(doc, "As section 7 says, and so on.", "And so on, by section 7.")
    assert review(doc, in_place=True).flagged
    new = ids(doc)[-1]
    assert not show(workspace_of(doc), "RVW-0001")["active"]
    assert is_told(doc, new)
    before = ids(doc)
    review(doc, in_place=True)
    assert ids(doc) == before


NUMBERED = "# Manual\n\n## 1 Scope\n\nOf the scope.\n\n## 2 Terms\n\nOf terms.\n\n## 4 Retries\n\nThe end.\n"


def test_what_a_change_in_force_has_mended_is_not_flagged_by_a_run_without_fixers(doc: Path) -> None:
    doc.write_text(NUMBERED)
    assert review(doc).applied == ("RVW-0001",)
    assert review(doc, fixers=False).flagged == ()


def test_a_flag_is_settled_by_the_repair_of_a_later_run(doc: Path) -> None:
    doc.write_text(NUMBERED)
    assert review(doc, fixers=False).flagged == ("RVW-0001",)
    assert review(doc).applied == ("RVW-0002",)
    assert not is_told(doc)


def test_a_rule_that_fails_settles_nothing(doc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    review(doc)
    mend(doc, "\nText.", "\nMore text.")
    from reviewer.scan.references.broken_reference import RULES

    for rule in RULES:
        monkeypatch.setattr(type(rule), "find", lambda *_: 1 / 0)
    assert review(doc).failures
    assert is_told(doc)


def test_what_a_person_said_of_a_passage_stands_until_all_of_it_is_gone(doc: Path) -> None:
    note = {"alert": "NOTE", "text": "REVIEWER: is this so?"}
    flag = replace(5, "As section 7 says", "", action="flag_only", needs_attention=True, review_note=note)
    apply(doc, flag)
    edited = workspace_of(doc).edited
    mend(edited, "section 7", "section 2")
    apply(doc)
    assert is_told(doc)
    mend(edited, "As section 2 says, and so on.", "No thing at all here.")
    apply(doc)
    assert not is_told(doc)
