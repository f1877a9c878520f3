"""What a killed run leaves beside files that it was writing goes with the next writing command, and nothing else."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from review_desk import Killed, apply, ids, replace, review, workspace_of
from undo_desk import fits, revert

from reviewer.errors import Busy
from reviewer.ledger import atomic
from reviewer.ledger.leftovers import OLD
from reviewer.ledger.lock import workspace_lock
from reviewer.ledger.patches import write_patches
from reviewer.service.apply import ApplyOptions
from reviewer.service.workspace import folder as places
from reviewer.service.workspace.history import read_history

TEXT = "# T\n\nThe first word.\n\nThe second word.\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    path = tmp_path / "doc.md"
    path.write_text(TEXT)
    return path


def temporary(root: Path) -> list[str]:
    return sorted(path.name for path in root.rglob(".*.tmp"))


def killed_while_writing(name: str, command) -> None:
    """Run a command whose process ends before the file of this name takes the place of the old one."""
    rename = os.replace

    def end(source, target):
        if Path(target).name == name:
            os.link(source, f"{source}.kept")  # whatever the unwinding stack of this process still cleans up
            raise Killed
        rename(source, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", end)
        with pytest.raises(Killed):
            command()


def restore(root: Path) -> None:
    for path in root.rglob("*.tmp.kept"):
        path.rename(path.with_suffix(""))


@pytest.mark.parametrize(
    "name", ["doc.md", "doc.edited.md", "run.json", "doc.REVIEWED.md", "apply_log.jsonl", "REVIEW_doc.md"]
)
def test_the_next_command_takes_away_what_a_killed_one_left(doc: Path, name: str) -> None:
    apply(doc, replace(3, "first", "1st"), in_place=True)
    killed_while_writing(name, lambda: apply(doc, replace(5, "second", "2nd"), in_place=True))
    restore(doc.parent)
    assert len(temporary(doc.parent)) == 1
    revert(doc, "RVW-0001")
    assert temporary(doc.parent) == []
    assert fits(doc)


FIRST_OF_ALL = ["doc.raw.md", "ledger.jsonl"]


@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.parametrize("name", [*FIRST_OF_ALL, "doc.edited.md", "run.json", "md_chunk.json", "edit_plan.json"])
def test_what_a_killed_first_run_left_goes_with_the_next_one(doc: Path, name: str, explicit: bool) -> None:
    where = {"workspace": doc.parent / "ws"} if explicit else {}
    killed_while_writing(name, lambda: review(doc, **where))
    restore(doc.parent)
    assert len(temporary(doc.parent)) == 1
    review(doc, **where)
    assert temporary(doc.parent) == []


@pytest.mark.parametrize("explicit", [False, True])
@pytest.mark.parametrize("name", FIRST_OF_ALL)
def test_a_workspace_that_another_process_is_making_is_waited_for(doc: Path, name: str, explicit: bool) -> None:
    """What is written first of all is written under the lock as well: nobody else takes its temporary file away."""
    where = {"workspace": doc.parent / "ws"} if explicit else {}
    rename, busy = os.replace, []

    def second(source, target):
        if Path(target).name == name:
            root = Path(target).parents[1]
            with pytest.raises(Busy) as caught, workspace_lock(root, "review", timeout=0.0):
                pass
            busy.append(caught.value)
        rename(source, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", second)
        review(doc, **where)
    assert "open a review" in busy[0].message


def test_a_second_process_that_makes_the_same_workspace_leaves_the_first_snapshot(doc: Path) -> None:
    """It saw no review, and by the time that it has the lock there is one, of the text before somebody's edit."""
    apply(doc, replace(3, "first", "1st"))
    (doc.parent / ".review").rename(doc.parent / "made")
    with pytest.MonkeyPatch.context() as patch:
        lock = places.workspace_lock

        @contextmanager
        def other_was_first(root: Path, *args: object, **more: object) -> Iterator[None]:
            with lock(root, *args, **more):
                if not (root / "index.json").exists():
                    shutil.copytree(doc.parent / "made", root, dirs_exist_ok=True)
                yield

        patch.setattr(places, "workspace_lock", other_was_first)
        doc.write_text(TEXT.replace("The", "This"))
        apply(doc, replace(5, "second", "2nd"))
    assert workspace_of(doc).snapshot.read_text() == TEXT
    assert ids(doc)[0] == "RVW-0001"
    assert fits(doc)


def test_a_part_of_an_output_file_goes_with_a_later_run_when_it_is_old(doc: Path) -> None:
    output = doc.parent / "out" / "new.md"
    output.parent.mkdir()
    young, old = (
        output.with_name(f"{atomic.temporary_prefix('new.md')}{name}.tmp") for name in ("youngone", "oldonexx")
    )
    for path in (young, old):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    apply(doc, replace(3, "first", "1st"), options=ApplyOptions(output=output))
    revert(doc, "RVW-0001")
    assert (young.exists(), old.exists()) == (True, False)


def test_a_patch_that_was_half_written_goes(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"))
    patches = workspace_of(doc).patches
    for name in (".RVW-0009.patch.tmp", ".REVERT-RVW-0009.2.inverse.patch.tmp"):
        (patches / name).write_bytes(b"--- a")
    revert(doc, "RVW-0001")
    assert temporary(doc.parent) == []


def test_files_of_others_stay(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"))
    root = workspace_of(doc).root
    others = [
        doc.parent / ".doc.md.swp.tmp",
        doc.parent / ".doc.md.abcdefgh.tmp",
        doc.parent / f"{atomic.temporary_prefix('other.md')}abcdefgh.tmp",
        doc.parent / f"{atomic.temporary_prefix('doc.md')}abcdefgh.tmp.bak",
        root / "notes.tmp",
        root / "stage3" / ".mine.tmp",
        root / "review" / ".torn.tmp",
    ]
    for path in others:
        path.write_bytes(b"mine")
    revert(doc, "RVW-0001")
    assert all(path.read_bytes() == b"mine" for path in others)


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_only_regular_files_go(doc: Path, kind: str) -> None:
    apply(doc, replace(3, "first", "1st"))
    workspace = workspace_of(doc)
    places = [
        workspace.patches / ".REAPPLY-RVW-0001.patch.tmp",
        workspace.stage3 / f"{atomic.temporary_prefix('doc.edited.md')}abcdefgh.tmp",
        doc.parent / f"{atomic.temporary_prefix('doc.md')}abcdefgh.tmp",
    ]
    make = {"link": lambda path: path.symlink_to(doc), "folder": Path.mkdir, "pipe": os.mkfifo}[kind]
    for path in places:
        make(path)
    revert(doc, "RVW-0001")
    assert all(os.path.lexists(path) for path in places)
    assert doc.read_text() == TEXT


def test_a_patch_that_cannot_be_put_in_its_place_leaves_nothing_behind(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"))
    workspace = workspace_of(doc)
    place = workspace.patches / "RVW-0001.patch"
    place.unlink()
    place.mkdir()
    with pytest.raises(OSError, match=place.name):
        write_patches(read_history(workspace)[0], workspace.patches)
    assert temporary(doc.parent) == []


def test_an_old_part_of_the_index_of_reviews_goes(doc: Path) -> None:
    apply(doc, replace(3, "first", "1st"))
    folder = workspace_of(doc).root.parent
    young, old = (folder / f"{atomic.temporary_prefix('index.json')}{name}.tmp" for name in ("youngone", "oldonexx"))
    for path in (young, old):
        path.write_bytes(b"{")
    os.utime(old, (1, 1))
    revert(doc, "RVW-0001")
    assert (young.exists(), old.exists()) == (True, False)


def test_what_a_running_process_may_still_use_stays_for_a_day(doc: Path) -> None:
    review(doc)
    stage2 = workspace_of(doc).root / "stage2"
    young = stage2 / f"{atomic.temporary_prefix('pyramid.json')}abcdefgh.tmp"
    old = stage2 / f"{atomic.temporary_prefix('pyramid.md')}abcdefgh.tmp"
    for path in (young, old):
        path.write_bytes(b"{")
    then = old.stat().st_mtime - OLD - 10
    os.utime(old, (then, then))
    apply(doc, replace(3, "first", "1st"))
    assert young.exists()
    assert not old.exists()


def test_a_long_name_is_known_by_all_of_it(tmp_path: Path) -> None:
    one, other = ("x" * 60 + f"{end}.md" for end in "ab")
    assert atomic.temporary_prefix(one) != atomic.temporary_prefix(other)
    (tmp_path / one).write_text(TEXT)
    left = [tmp_path / f"{atomic.temporary_prefix(name)}abcdefgh.tmp" for name in (one, other)]
    apply(tmp_path / one, replace(3, "first", "1st"))
    for path in left:
        path.write_bytes(b"half")
    revert(tmp_path / one, "RVW-0001")
    assert [path.exists() for path in left] == [False, True]
