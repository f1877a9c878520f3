"""Ctrl-C and servers of one run, with real processes: soon over, nothing lost, the next run goes on."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reviewer.service.server import server_environment, stop_server

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

PARTS = 5
LIMIT = 3.0
"""Seconds from SIGINT to the end."""

FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}
SLOW = {"when": {"contains": "plant 4"}, "reply": [FIX], "delay_ms": 10000}


class Desk:
    """A document in a folder and a process that reviews it, with a state folder of its own."""

    def __init__(self, folder, **environ):
        self.path, self.script = folder / "plant.md", folder / "script.jsonl"
        sections = (
            f"## Part {n}\n\nThe valve close at noon in plant {n}, as the crew knows.\n\n" for n in range(PARTS)
        )
        self.path.write_text("# Plant\n\n" + "".join(sections), encoding="utf-8")
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PREFECT_")}
        self.environ = {**kept, "REVIEWCTL_HOME": str(folder / "home"), **environ}

    def answer(self, *lines):
        text = "".join(json.dumps({"when": {}, **line}) + "\n" for line in lines)
        self.script.write_text(text, encoding="utf-8")

    def start(self, *options):
        command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", str(self.path), "--json"]
        command += ["--backend", "scripted", "--script", str(self.script), "--skip-pyramid", "--no-fixers"]
        command += ["--set", "llm.concurrency=2", "--set", "validation.judge=false", *options]
        return subprocess.Popen(
            command,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=heeding_interrupts,  # noqa: PLW1509 - no threads are held here
        )

    def reviewed(self, *options):
        with self.start(*options) as process:
            said, complained = process.communicate(timeout=120)
        assert process.returncode == 0, complained
        assert "Traceback" not in complained
        return json.loads(said), complained

    def finished(self):
        files = list(self.path.parent.glob(".review/*/stage2/ops/status.jsonl"))
        return len(files[0].read_text(encoding="utf-8").splitlines()) if files else 0


def heeding_interrupts():
    """A shell's background job ignores SIGINT, and so would everything that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(happened, seconds=120):
    limit = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < limit
        time.sleep(0.02)


def interrupted(desk, *options):
    """Seconds that an interrupted review took to end, with one call of ten seconds under way."""
    desk.answer(SLOW, {"reply": [FIX]})
    with desk.start(*options) as process:
        wait_for(lambda: desk.finished() == PARTS - 1 or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=60)
        took = time.monotonic() - began
    assert process.returncode == 130, complained
    assert json.loads(said)["code"] == "interrupted"
    assert "Traceback" not in complained
    return took


def goes_on(desk, *options):
    """With the same script, which is the same model: only the slow call is left."""
    outcome, _ = desk.reviewed(*options)
    assert outcome["counts"]["model_calls"] == 1
    assert outcome["counts"]["changes"] == PARTS


@pytest.fixture
def configured(orchestrator, tmp_path):
    return Desk(tmp_path, PREFECT_API_URL=orchestrator.info.url)


@pytest.fixture
def started(tmp_path, monkeypatch):
    """The server is started by the first run."""
    for name in ("PREFECT_API_URL", *server_environment()):
        monkeypatch.delenv(name, raising=False)
    desk = Desk(tmp_path)
    monkeypatch.setenv("REVIEWCTL_HOME", desk.environ["REVIEWCTL_HOME"])
    yield desk
    stop_server()


@pytest.fixture
def alone(tmp_path):
    return Desk(tmp_path)


@pytest.mark.parametrize(
    "kind",
    ["configured", pytest.param("started", marks=pytest.mark.slow), pytest.param("alone", marks=pytest.mark.slow)],
)
def test_ctrl_c_ends_a_review_within_seconds_and_the_next_goes_on(kind, request, record_property):
    desk = request.getfixturevalue(kind)
    options = ("--ephemeral",) if kind == "alone" else ()
    took = interrupted(desk, *options)
    record_property("seconds", took)
    goes_on(desk, *options)
    assert took < LIMIT * (1 if os.getloadavg()[0] < (os.cpu_count() or 1) else 3)


def states(home):
    with sqlite3.connect(home / "prefect" / "prefect.db") as database:
        return database.execute("select name, state_type from task_run").fetchall()


@pytest.mark.slow
def test_a_server_of_one_run_loses_no_task_run_and_ends(alone):
    alone.answer({"reply": [FIX]})
    outcome, _ = alone.reviewed("--ephemeral")
    assert outcome["counts"]["changes"] == PARTS
    recorded = states(Path(alone.environ["REVIEWCTL_HOME"]))
    assert [state for _, state in recorded if state != "COMPLETED"] == []
    assert sum(name.startswith("md_edit_plan") for name, _ in recorded) == PARTS
    assert not (Path(alone.environ["REVIEWCTL_HOME"]) / "server.json").exists()
    wait_for(lambda: not servers(alone))


def servers(desk):
    """Temporary servers whose state folder is the desk's."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "cmdline").read_bytes()
            if (
                b"temporary_server_program" in told
                and desk.environ["REVIEWCTL_HOME"].encode() in (process / "environ").read_bytes()
            ):
                found.append(process.name)
        except OSError:
            continue
    return found


@pytest.mark.slow
def test_a_server_of_one_run_ends_when_the_run_is_killed(alone):
    alone.answer(SLOW, {"reply": [FIX]})
    with alone.start("--ephemeral") as process:
        wait_for(lambda: alone.finished() == PARTS - 1 or process.poll() is not None)
        assert servers(alone)
        process.kill()
    wait_for(lambda: not servers(alone))
    goes_on(alone, "--ephemeral")


@pytest.mark.slow
def test_without_a_state_folder_a_review_still_works(tmp_path):
    """In /proc nobody can make a folder, root included."""
    desk = Desk(tmp_path)
    desk.environ["REVIEWCTL_HOME"] = "/proc/none/home"
    desk.answer({"reply": [FIX]})
    outcome, complained = desk.reviewed()
    assert outcome["counts"]["changes"] == PARTS
    assert "this run gets a server of its own" in complained
