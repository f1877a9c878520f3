"""What the report and the annotated copy say of things that are easy to leave out."""

from pathlib import Path

import pytest
from review_desk import annotated, apply, delete, insert, review, workspace_of
from undo_desk import reapply, revert

from reviewer.service.verify import verify


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "work" / "doc.md"
    path.parent.mkdir()
    return path


def report(doc: Path) -> str:
    return workspace_of(doc).report.read_text(encoding="utf-8")


def test_a_deleted_paragraph_is_told_where_it_stood_not_in_the_section_behind_it(doc: Path) -> None:
    doc.write_text("# Spec\n\n## Limits\n\nKeep this.\n\nRemove this.\n\n## Retries\n\nText.\n")
    apply(doc, delete(7, 8, "Remove this.\n\n"))
    text = annotated(doc)
    assert text.index("Keep this.") < text.index("REVIEWER: RVW-0001") < text.index("## Retries")
    assert "## Retries" not in report(doc).split("## Changes\n")[1].split("\n## ")[0]


def flag(line: int, text: str) -> dict[str, object]:
    note = {"alert": "WARNING", "text": "REVIEWER: look"}
    target, asks = {"line_start": line, "line_end": line}, {"needs_attention": True, "review_note": note}
    return {"action": "flag_only", "target": target, "before_text": text, "after_text": "", **asks}


def test_a_flag_about_text_that_was_undone_goes_and_comes_back_with_it(doc: Path) -> None:
    doc.write_text("# T\n\nFirst.\n\nLast.\n")
    apply(doc, insert(3, "\nThe token line.\n"), in_place=True)
    apply(doc, flag(5, "token"), in_place=True)
    assert "RVW-0002" in annotated(doc)
    revert(doc, "RVW-0001")
    assert "RVW-0002" not in annotated(doc)
    assert "## Flags" not in report(doc)
    reapply(doc, "RVW-0001")
    assert "RVW-0002" in annotated(doc)
    assert "## Flags" in report(doc)


def test_switched_off_rules_and_passages_are_not_passed_over_in_silence(doc: Path) -> None:
    doc.write_text(
        "# T\n\n<!-- reviewctl-disable doubled-word -->\n\nThe the word.\n\n"
        "<!-- reviewctl-enable doubled-word -->\n\nText.\n\n<!-- reviewctl-disable -->\n\nOff off.\n"
    )
    review(doc, rules={"disable": ["misspelling"]})
    unseen = report(doc).split("## Not reviewed\n")[1].split("\n## ")[0]
    assert "switches off: misspelling." in unseen
    assert "Lines 3 to 7 of the edited document: a directive switches off doubled-word." in unseen
    assert "Lines 11 to 13 of the edited document: a directive switches off all rules." in unseen


def test_edits_from_elsewhere_alone_do_not_say_that_the_rules_found_nothing(doc: Path) -> None:
    doc.write_text("# T\n\nText.\n")
    apply(doc, insert(3, "\nMore.\n"))
    assert "found nothing" not in report(doc)
    assert "The rules did not run" in report(doc)


@pytest.mark.parametrize("damage", [b"garbage\n", b"null\n", b"{}\n", b'{"op_id": "op-1'])
def test_damaged_lines_of_a_derived_file_stop_nothing(doc: Path, damage: bytes) -> None:
    doc.write_text("# T\n\nText.\n")
    apply(doc, insert(3, "\nMore.\n"))
    (workspace_of(doc).stage3 / "rejected.jsonl").write_bytes(damage)
    assert revert(doc, "RVW-0001").reverted == ("RVW-0001",)
    assert "## Refused edits" not in report(doc)


@pytest.mark.parametrize("line", [b"null", b"[]", b"1", b'"x"'])
def test_a_first_line_of_the_ledger_that_is_no_entry_is_a_failed_check(doc: Path, line: bytes) -> None:
    doc.write_text("# T\n\nText.\n")
    apply(doc, insert(3, "\nMore.\n"))
    ledger = workspace_of(doc).ledger
    ledger.write_bytes(line + b"\n" + ledger.read_bytes())
    assert verify(workspace_of(doc))["status"] == "failed"
