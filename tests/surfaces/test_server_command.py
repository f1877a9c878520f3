"""The server command tells the truth about the one server of ours, and starts and ends no other process."""

import json
import os

import pytest

from reviewer.surfaces.cli.main import main


def state_of(capfd, *arguments: str) -> dict[str, object]:
    assert main(["server", *arguments, "--json"]) == 0
    return json.loads(capfd.readouterr().out)


@pytest.mark.parametrize("action", ["status", "stop"])
def test_where_no_server_runs_nothing_is_started_or_ended(capfd, tmp_path, monkeypatch, action):
    monkeypatch.setenv("REVIEWCTL_HOME", str(tmp_path))
    places = {"home": str(tmp_path / "prefect"), "log": str(tmp_path / "server.log")}
    nothing = {"schema": 1, "status": "stopped", "url": None, "pid": None, "ui": None}
    assert state_of(capfd, action) == {**nothing, **places}


@pytest.mark.server
@pytest.mark.xdist_group("server")
def test_a_running_server_is_shown_and_start_does_not_start_another(capfd, orchestrator, monkeypatch):
    monkeypatch.setenv("REVIEWCTL_HOME", str(orchestrator.home))
    shown = state_of(capfd, "status")
    assert (shown["status"], shown["url"], shown["pid"]) == ("running", orchestrator.info.url, orchestrator.info.pid)
    assert shown["ui"] == f"http://127.0.0.1:{orchestrator.info.port}"
    os.kill(orchestrator.info.pid, 0)
    assert state_of(capfd, "start") == shown
