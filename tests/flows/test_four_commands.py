"""The four commands of the docs, as they stand there, from nothing to a scheduled review that a worker has run."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "prefect.md"
SECTION = "## From nothing to a scheduled review"
FIXTURE = ROOT / "fixtures" / "documents" / "gateway-spec.md"


def commands():
    """The lines of the section's first block."""
    text = PAGE.read_text(encoding="utf-8").partition(SECTION)[2]
    return re.search(r"```sh\n(.*?)```", text, flags=re.S).group(1).splitlines()


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A home of nobody, a folder with ``docs``, and ``reviewctl`` on the path."""
    for name in [name for name in os.environ if name.startswith(("PREFECT_", "REVIEWCTL_", "XDG_"))]:
        monkeypatch.delenv(name)
    program = tmp_path / "bin" / "reviewctl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m reviewer.surfaces.cli.main "$@"\n')
    program.chmod(0o755)
    (tmp_path / "home").mkdir()
    (tmp_path / "work" / "docs").mkdir(parents=True)
    shutil.copy(FIXTURE, tmp_path / "work" / "docs" / "plan.md")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path / "work")
    yield tmp_path
    subprocess.run([str(program), "server", "stop"], check=True, capture_output=True)


def wait_for(happened, what, seconds=120):
    limit = time.monotonic() + seconds
    while not (found := happened()):
        assert time.monotonic() < limit, what()
        time.sleep(0.2)
    return found


@pytest.mark.server
@pytest.mark.xdist_group("server")
def test_the_four_commands_lead_to_a_review_that_was_scheduled(machine):
    lines = commands()
    assert len(lines) == 4
    log = machine / "said"
    worker = None
    try:
        for line in lines:
            command, ampersand, _ = line.partition("#")[0].rstrip().partition(" &")
            with log.open("ab") as out:
                if ampersand:
                    worker = subprocess.Popen(["/bin/sh", "-c", f"exec {command}"], stdout=out, stderr=out)
                else:
                    subprocess.run(["/bin/sh", "-c", command], check=True, stdout=out, stderr=out, timeout=150)
        _run_tonight_now(machine, log)
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(20) == 0
    finally:
        if worker is not None and worker.poll() is None:
            worker.kill()
            worker.wait(20)
    assert log.read_text().endswith("worker ended\n")
    # Before anything is deployed a run from a shell may die: the server had its automations from the start.
    assert "unchanged: automation reviewctl: dead runs\n" in log.read_text()
    assert [path.name for path in (machine / "home").iterdir()] == [".local"]  # and no .prefect


def _run_tonight_now(machine, log):
    """Find the next night's run as the UI does, let the night be now, and see what the worker makes of it."""
    shown = json.loads(
        subprocess.run(["reviewctl", "server", "status", "--json"], capture_output=True, check=True).stdout
    )
    assert f"UI: {shown['ui']}\n" in log.read_text()
    assert shown["home"] == str(machine / "home" / ".local" / "state" / "reviewctl" / "prefect")
    with httpx.Client(trust_env=False) as client:
        assert "<div id=" in client.get(shown["ui"]).text  # the page of the UI
        settings = client.get(f"{shown['ui']}/ui-settings").json()
        assert settings["api_url"] == shown["url"]

        def tonight():
            body = {"flow_runs": {"state": {"type": {"any_": ["SCHEDULED"]}}}, "sort": "EXPECTED_START_TIME_ASC"}
            return client.post(f"{shown['url']}/flow_runs/filter", json=body).json()

        run = wait_for(tonight, log.read_text)[0]
        assert run["auto_scheduled"] is True
        assert run["expected_start_time"].partition("T")[2].startswith("02:00:00")
        now = {"state": {"type": "SCHEDULED", "name": "Scheduled"}, "force": True}
        client.post(f"{shown['url']}/flow_runs/{run['id']}/set_state", json=now).raise_for_status()

        def ended():
            found = client.get(f"{shown['url']}/flow_runs/{run['id']}").json()
            return found if found["state"]["type"] in {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"} else None

        state = wait_for(ended, log.read_text)["state"]
    assert state["type"] == "COMPLETED", (state, log.read_text())
    assert list((machine / "work" / "docs" / ".review").rglob("ledger.jsonl"))
