"""SIGKILL of the real program, ``reviewctl review`` and ``reviewctl revert`` as flows: the next call completes it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import lethal
import pytest

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.xdist_group("server")]

HERE = Path(__file__).parent
TEXT = "# Guide\n\nYou recieve the keys.\n\nA seperate sheet, and and the rest.\n\nWhat occured is written down.\n"
WANTED = "# Guide\n\nYou receive the keys.\n\nA separate sheet, and the rest.\n\nWhat occurred is written down.\n"
PROGRAM = """
import sys
sys.path[:0] = [sys.argv[1]]
from lethal import Lethal
from reviewer.surfaces.cli.main import main
lethal = Lethal(sys.argv[2], int(sys.argv[3]), after=sys.argv[4] == "after")
lethal.install()
code = main(sys.argv[5:])
print(f"operations {lethal.count}", file=sys.stderr)
sys.exit(code)
"""


def program(folder, point, side, *arguments):
    command = [sys.executable, "-c", PROGRAM, str(HERE), str(folder), str(point), side, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1, -signal.SIGKILL), done.stderr
    return done


def operations(done):
    return int(done.stderr.rsplit("operations ", 1)[1])


def ids(folder):
    (ledger,) = folder.glob(".review/*/review/ledger.jsonl")
    return [json.loads(line)["id"] for line in ledger.read_bytes().split(b"\n") if line]


def assert_sound(folder, text):
    done = program(folder, 0, "-", "verify", "doc.md", "--json")
    assert json.loads(done.stdout)["status"] == "ok", done.stdout
    (edited,) = folder.glob(".review/*/stage3/doc.edited.md")
    assert edited.read_text() == text
    assert (folder / "doc.md").read_text() == TEXT
    assert len(set(ids(folder))) == len(ids(folder))


def fresh(folder):
    folder.mkdir()
    (folder / "doc.md").write_text(TEXT)
    return folder


def test_a_killed_review_is_completed_by_the_next(orchestrator, tmp_path):
    """Kill points spread over a whole review, the commit among them."""
    review = ("review", "doc.md", "--no-llm", "--json")
    whole = fresh(tmp_path / "whole")
    count = operations(program(whole, 0, "-", *review))
    assert_sound(whole, WANTED)
    wanted = ids(whole)
    for number in range(8):
        folder = fresh(tmp_path / f"review-{number}")
        point = 1 + (count - 2) * number // 7
        killed = program(folder, point, ("before", "after")[number % 2], *review)
        assert killed.returncode == -signal.SIGKILL, point
        assert program(folder, 0, "-", *review).returncode == 0, point
        assert_sound(folder, WANTED)
        assert ids(folder) == wanted


def test_a_killed_revert_is_completed_by_the_next(orchestrator, tmp_path):
    undo = ("revert", "doc.md", "RVW-0001", "--json")
    text = WANTED.replace("receive", "recieve")
    count = None
    for number in range(5):
        folder = fresh(tmp_path / f"revert-{number}")
        program(folder, 0, "-", "review", "doc.md", "--no-llm")
        done = program(folder, 0 if count is None else count * number // 5, "before", *undo)
        if count is None:
            count = operations(done)
            assert_sound(folder, text)
            continue
        assert done.returncode == -signal.SIGKILL
        program(folder, 0, "-", *undo)
        assert_sound(folder, text)
        assert ids(folder)[-1] == "REVERT-RVW-0001"


@pytest.mark.parametrize("delay", [0.3, 0.9, 1.5, 2.1])
def test_a_review_killed_at_any_time_is_completed_by_the_next(orchestrator, tmp_path, delay):
    folder = fresh(tmp_path / "desk")
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", "doc.md", "--no-llm"]
    process = subprocess.Popen(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(HERE.parents[1])})
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    assert program(folder, 0, "-", "review", "doc.md", "--no-llm", "--json").returncode == 0
    assert_sound(folder, WANTED)
    assert lethal.tree(folder)
