"""What cannot be written is told before the ledger has it; what cannot be foreseen, as done and still to be written."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from review_desk import apply, entries, ids, replace, review, workspace_of
from undo_desk import fits, reapply, revert
from unprivileged import without_privilege

from reviewer.errors import ResultsNotWrittenError, ReviewError, UserError
from reviewer.service.status import status

TEXT = "# T\n\nThe first word and the the end.\n\nThe second word.\n"
SECOND = replace(5, "second", "2nd")

COMMANDS: dict[str, Callable[[Path], object]] = {
    "apply": lambda doc: apply(doc, SECOND),
    "apply, in place": lambda doc: apply(doc, SECOND, in_place=True),
    "review": review,
    "review, in place": lambda doc: review(doc, in_place=True),
    "revert": lambda doc: revert(doc, "RVW-0001"),
    "reapply": lambda doc: reapply(doc, "RVW-0002"),
}
FOLDERS = {"stage3": "stage3", "patches": "review/patches", "review": "review", "the workspace": "."}


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    """A reviewed document with one change in force, one that was undone, and a slip that no review has seen."""
    path = tmp_path / "place" / "doc.md"
    path.parent.mkdir()
    path.write_text(TEXT.replace("the the", "the"))
    apply(path, replace(3, "first", "1st"), replace(3, "word", "term"))
    revert(path, "RVW-0002")
    path.write_text(TEXT)
    return path


def truth(doc: Path) -> tuple[bytes, bytes]:
    """The document and what was asked for: hand edits are recorded before anything else, whatever happens then."""
    asked = [entry["id"] for entry in entries(doc) if entry["event"] != "external"]
    return doc.read_bytes(), repr(asked).encode()


def refused(doc: Path, command: Callable[[Path], object]) -> ReviewError:
    with pytest.raises(ReviewError) as raised:
        command(doc)
    return raised.value


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_read_only_folder_of_a_workspace_is_told_before_anything_is_done(doc: Path, name: str, folder: str) -> None:
    before, place = truth(doc), workspace_of(doc).root / FOLDERS[folder]
    place.chmod(0o555)

    def work() -> str:
        try:
            COMMANDS[name](doc)
        except UserError as error:
            return f"{error.code}|{error.message}|{error.hint}"
        return "done"

    try:
        told = without_privilege(work)
    finally:
        place.chmod(0o755)
    code, message, hint = told.split("|")
    assert code in {"unwritable", "ledger-not-written"}, told
    assert (os.path.normpath(place) in message, "make it writable" in hint, ".tmp" in told) == (True, True, False), told
    assert truth(doc) == before
    COMMANDS[name](doc)
    assert truth(doc) != before
    assert fits(doc)


FILES = [
    "stage3/doc.edited.md",
    "stage3/doc.REVIEWED.md",
    "stage3/REVIEW_doc.md",
    "stage3/md_inline_notes_inject.json",
    "stage3/apply_log.jsonl",
    "review/REVIEW_doc.md",
    "run.json",
    "review/patches/RVW-0001.patch",
    "review/patches/RVW-0003.inverse.patch",
]
"""What is written when the ledger has it; the last one is of a change that is yet to be made."""


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_folder_in_the_place_of_a_file_is_told_before_anything_is_done(doc: Path, name: str, file: str) -> None:
    before, place = truth(doc), workspace_of(doc).root / file
    place.unlink(missing_ok=True)
    place.mkdir()
    error = refused(doc, COMMANDS[name])
    assert str(place) in error.message
    assert truth(doc) == before
    place.rmdir()
    COMMANDS[name](doc)
    assert fits(doc)


def test_a_folder_that_bears_no_name_of_a_patch_is_nobody_s_business(doc: Path) -> None:
    for name in ("mine", "old.patch", "RVW-0001"):
        (workspace_of(doc).patches / name).mkdir()
    apply(doc, SECOND)
    assert fits(doc)


@pytest.mark.parametrize("name", COMMANDS)
def test_what_only_shows_when_the_ledger_has_it_is_told_as_done(doc: Path, name: str) -> None:
    """A folder in the place of the file that is to become a patch: nobody looks at that before."""
    workspace = workspace_of(doc)
    names = {"revert": "REVERT-RVW-0001", "reapply": "REAPPLY-RVW-0002"}
    place = workspace.patches / f"{names.get(name, 'RVW-0003')}.inverse.patch"
    part = place.with_name(f".{place.name}.tmp")
    part.mkdir()
    error = refused(doc, COMMANDS[name])
    assert isinstance(error, ResultsNotWrittenError)
    assert (error.code, error.exit_code) == ("results-not-written", 2)
    done, verb = {"revert": ("RVW-0001", "reverted"), "reapply": ("RVW-0002", "reapplied")}.get(
        name, ("RVW-0003", "applied")
    )
    assert error.facts[verb] == [done]
    assert error.facts["head"] == entries(doc)[-1]["entry_hash"]
    assert all(part in error.message for part in (f"{verb} {done}", str(error.facts["head"]), str(place)))
    assert "move away what stands there" in error.hint
    assert f"reviewctl status {doc}" in error.hint
    assert status(doc)["pending_repair"]
    part.rmdir()
    recorded = ids(doc)
    apply(doc)
    assert [known for known in ids(doc) if known in recorded] == recorded
    assert status(doc)["pending_repair"] is None
    assert fits(doc)


def test_what_was_found_before_is_told_although_the_end_was_not_reached(doc: Path) -> None:
    (workspace_of(doc).patches / ".REVERT-RVW-0001.patch.tmp").mkdir()
    error = refused(doc, COMMANDS["revert"])
    assert error.code == "results-not-written"
    notes = error.facts["notes"]
    assert isinstance(notes, list)
    assert any("had been edited by hand: recorded as EXT-0001" in note for note in notes)
