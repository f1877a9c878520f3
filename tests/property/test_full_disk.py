"""Disk full and read-only: a clear error, document and ledger as before, and the next command does the work."""

import json
import os
import resource
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from test_service_kill import LIVES, Desk, begun, review

from reviewer.errors import ReviewError
from reviewer.service.status import status
from reviewer.service.verify import verify

COMMANDS = {"apply": ((review,), Desk.apply), "revert": ((review,), Desk.revert), "review": ((), review)}
IN_PLACE = {
    "apply, in place": LIVES["apply, in place"],
    "revert, in place": LIVES["revert, in place"],
    "review, in place": LIVES["first review, in place"],
    "reapply": LIVES["reapply"],
}
DONE = {"apply": "applied", "review": "applied", "revert": "reverted", "reapply": "reapplied"}


def limited(desk, command, limit):
    """Run a command in a child that may not make a file longer than ``limit`` bytes. Its error, or ''."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            os.write(writing, said(desk, command).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as stream:
        answer = stream.read().decode()
    assert os.waitpid(child, 0)[1] == 0
    return answer


def said(desk, command):
    """The error of a command as a person sees it; '' when there is none. Any other exception is a bug."""
    try:
        command(desk)
    except ReviewError as error:
        return f"{error.code}: {error.message}" if error.hint and error.exit_code in (2, 4) else f"bug: {error!r}"
    except BaseException as error:  # noqa: BLE001 - told by the caller
        return f"bug: {error!r}"
    return ""


def state(desk):
    """What must not change by a command that fails: the document, the ledger, the edited copy."""
    files = [desk.document, *desk.folder.glob(".review/*/review/ledger.jsonl")]
    return {str(path): path.read_bytes() for path in [*files, *desk.folder.glob(".review/*/stage3/doc.edited.md")]}


def ended_well(desk, command):
    command(desk)
    assert verify(desk.workspace())["status"] == "ok"
    return state(desk)


@pytest.mark.parametrize("name", COMMANDS)
def test_files_that_cannot_grow_are_told_and_the_next_command_does_the_work(tmp_path, name):
    """Every limit from nothing to enough: each stops another write. What was committed stays committed."""
    before, command = COMMANDS[name]
    desk = begun(tmp_path / "desk", before)
    shutil.copytree(desk.folder, tmp_path / "start")
    at_first = state(desk)
    wanted = ended_well(desk, command)
    ledger = max((len(raw) for path, raw in at_first.items() if path.endswith(".jsonl")), default=0)
    failed = 0
    for limit in sorted({0, 100, 300, 1000, ledger, ledger + 1, ledger + 700, ledger + 1500, 2 * ledger + 3000, 10**6}):
        shutil.rmtree(desk.folder)
        shutil.copytree(tmp_path / "start", desk.folder)
        answer = limited(desk, command, limit)
        assert not answer.startswith("bug"), (limit, answer)
        grown = ledger_of(desk) not in {b"", b"".join(raw for path, raw in at_first.items() if path.endswith(".jsonl"))}
        assert grown == (not answer or answer.startswith("results-not-written")), (limit, answer)
        if answer.startswith("ledger-not-written"):
            assert {path: raw for path, raw in state(desk).items() if raw} == at_first, limit
        if answer:
            failed += 1
            assert "File too large" in answer, answer
            assert desk.document.read_bytes() == at_first[str(desk.document)]
        assert ended_well(desk, command) == wanted, limit
    assert failed >= 3


def mounted(folder, *options):
    """Mount a file system at ``folder``; skips where that is not permitted."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip(f"mounting is not permitted here: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path):
    place = tmp_path / "disk"
    mounted(place, "-t", "tmpfs", "-o", "size=512k", "tmpfs")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@pytest.mark.parametrize("name", ["apply", "revert", "review"])
def test_a_full_disk_is_told_and_the_next_command_does_the_work(small_disk, tmp_path, name):
    before, command = COMMANDS[name]
    desk = begun(small_disk / "desk", before)
    at_first = state(desk)
    failed = 0
    for free in (0, 4096, 8192, 16384, 32768):
        filled(small_disk / "ballast", free)
        answer = said(desk, command)
        assert not answer.startswith("bug"), (free, answer)
        assert desk.document.read_bytes() == at_first[str(desk.document)]
        failed += bool(answer)
        if answer:
            assert "No space left on device" in answer, answer
    assert failed
    (small_disk / "ballast").unlink()
    after = ended_well(desk, command)
    other = begun(tmp_path / "desk", before)
    wanted = ended_well(other, command)
    assert [raw for path, raw in after.items() if path.endswith(".md")] == [
        raw for path, raw in wanted.items() if path.endswith(".md")
    ]


@pytest.mark.parametrize("name", [*COMMANDS, *IN_PLACE])
def test_what_is_done_although_the_disk_is_full_is_told_as_done(small_disk, name):
    """Whether the ledger has it or not: the error says so, and which file is missing; the next command writes it."""
    before, command = (COMMANDS | IN_PLACE)[name]
    behind, first = 0, 22 if "review" in name else 0
    for pages in range(first, first + 10):
        place = small_disk / str(pages)
        desk = begun(place, before)
        ledger = ledger_of(desk)
        filled(small_disk / "ballast", pages * 4096)
        error = refusal(desk, command)
        (small_disk / "ballast").unlink()
        grown = ledger_of(desk)[len(ledger) :]
        assert bool(grown) == (error is None or error.code == "results-not-written"), (pages, error)
        if error is not None:
            assert "No space left on device" in error.message, error.message
            assert "make room on that disk" in error.hint, error.hint
            assert ".tmp" not in error.message, error.message
            assert "None" not in error.message, error.message
        if error is not None and grown:
            behind += 1
            assert str(place) in error.message
            assert error.facts["head"] in error.message
            assert error.facts["head"].encode() in grown
            assert set(error.facts[DONE[name.split(",", maxsplit=1)[0]]]) == done_in(grown)
            assert desk.workspace().document == desk.document
            assert status(desk.document)["pending_repair"]
            with suppress(ReviewError):
                command(desk)
            assert status(desk.document)["pending_repair"] is None
            assert verify(desk.workspace())["status"] == "ok"
        shutil.rmtree(place)
    assert behind


def ledger_of(desk):
    return b"".join(path.read_bytes() for path in desk.folder.glob(".review/*/review/ledger.jsonl"))


def done_in(lines):
    """Ids of the changes that these entries of a ledger made, undid or redid."""
    entries = [json.loads(line) for line in lines.split(b"\n") if line]
    own = {entry["id"] for entry in entries if entry["event"] == "change"}
    return own | {name for entry in entries if entry["event"] in {"revert", "reapply"} for name in entry["refs"]}


def refusal(desk, command):
    try:
        command(desk)
    except ReviewError as error:
        return error
    return None


def filled(ballast, free):
    """Fill a disk but for about ``free`` bytes."""
    ballast.unlink(missing_ok=True)
    room = os.statvfs(ballast.parent)
    with ballast.open("wb", buffering=0) as stream:
        left = room.f_bavail * room.f_frsize - free
        while left > 0:
            try:
                left -= stream.write(b"\0" * min(left, 1 << 16))
            except OSError:
                break


@pytest.mark.parametrize("name", COMMANDS)
def test_a_read_only_folder_is_told_and_nothing_changes(tmp_path, name):
    before, command = COMMANDS[name]
    desk = begun(tmp_path / "desk", before)
    at_first = state(desk)
    read_only = tmp_path / "read-only"
    mounted(read_only, "--bind", str(desk.folder))
    try:
        mounted(read_only, "-o", "remount,ro,bind")
        answer = said(Desk(read_only), command)
        assert answer.startswith("unwritable: "), answer
        assert "Read-only file system" in answer
        assert {Path(path).name: raw for path, raw in state(Desk(read_only)).items()} == {
            Path(path).name: raw for path, raw in at_first.items()
        }
    finally:
        subprocess.run(["umount", "-l", str(read_only)], check=True)
    ended_well(desk, command)
