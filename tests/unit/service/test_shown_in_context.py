"""``show`` gives what stood there before and after in whole words, with the words of their line."""

from pathlib import Path

import pytest
from review_desk import apply, delete, insert, review, workspace_of
from undo_desk import reapply, revert

from reviewer.service.show import show
from reviewer.surfaces.cli.show import _lines


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def quoting(find: str, after: str) -> dict[str, str]:
    return {"find": find, "replace": after, "rationale": "x"}


def texts(doc: Path, name: str = "RVW-0001") -> tuple[str, str]:
    shown = show(workspace_of(doc), name)["in_context"]
    return shown["before"], shown["after"]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_a_letter_in_a_word_is_shown_with_the_word_and_its_line(doc: Path, end: str) -> None:
    doc.write_bytes(f"# T\n\nIt occured here.{end}".encode())
    apply(doc, quoting("occured", "occurred"))
    entry = show(workspace_of(doc), "RVW-0001")
    assert (entry["before_text"], entry["after_text"]) == ("", "r"), "the ledger has what differs"
    assert texts(doc) == ("It occured here.", "It occurred here.")
    lines = _lines(entry)
    assert "before:    'It occured here.'" in lines
    assert "after:     'It occurred here.'" in lines


def test_of_a_long_line_whole_words_are_shown_and_that_it_goes_on(doc: Path) -> None:
    doc.write_text(f"{'before ' * 20}It occured here{' after' * 20}.\n")
    apply(doc, quoting("occured", "occurred"))
    before, after = texts(doc)
    assert before.startswith("… before before")
    assert "before It occured here after" in before
    assert before.endswith("after after …")
    assert after == before.replace("occured", "occurred")


def test_a_line_that_goes_is_shown_alone_and_so_is_one_that_comes(doc: Path) -> None:
    doc.write_text("# T\n\nKeep.\n\nRemove this.\n\nLast.\n")
    apply(doc, delete(5, 6, "Remove this.\n\n"), insert(3, "\nMore.\n"))
    shown = [texts(doc, name) for name in ("RVW-0001", "RVW-0002")]
    assert sorted(shown) == [("", "\nMore.\n"), ("Remove this.\n\n", "")]


def test_where_a_line_is_split_or_two_are_joined_the_words_on_both_sides_are_shown(doc: Path) -> None:
    doc.write_text("# T\n\nOne line ofthe old kind.\n\n- some\n- more\n")
    apply(doc, {**quoting("ofthe old", "of the\n\nold"), "kind": "structure"})
    assert texts(doc) == ("One line ofthe old kind.", "One line of the\n\nold kind.")
    revert(doc, "RVW-0001")
    assert texts(doc, "REVERT-RVW-0001") == ("One line of the\n\nold kind.", "One line ofthe old kind.")


def test_the_words_are_those_of_the_moment_also_of_an_undo(doc: Path) -> None:
    doc.write_text("It occured here.\n")
    apply(doc, quoting("occured", "occurred"))
    apply(doc, quoting("here", "there"), in_place=True)
    revert(doc, "RVW-0001")
    reapply(doc, "RVW-0001")
    assert texts(doc) == ("It occured here.", "It occurred here.")
    assert texts(doc, "REVERT-RVW-0001") == ("It occurred there.", "It occured there.")
    assert texts(doc, "REAPPLY-RVW-0001") == ("It occured there.", "It occurred there.")


def test_a_flag_has_one_text(doc: Path) -> None:
    doc.write_text("# T\n\nSee [that](#nowhere).\n")
    review(doc)
    assert "in_context" not in show(workspace_of(doc), "RVW-0001")
