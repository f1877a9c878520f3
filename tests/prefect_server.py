"""One real server for all tests that need one, started when the first of them runs."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from reviewer.service.server import ServerInfo, ensure_server, server_environment, stop_server


@dataclass(frozen=True)
class Orchestrator:
    """The server, and questions to its API."""

    info: ServerInfo
    home: Path

    def ask(self, what, **body):
        import httpx

        answer = httpx.post(f"{self.info.url}/{what}/filter", json=body, trust_env=False)
        answer.raise_for_status()
        return answer.json()

    def last_run(self, flow="review"):
        """The newest run of a flow."""
        return self.ask("flow_runs", flows={"name": {"any_": [flow]}}, sort="START_TIME_DESC", limit=1)[0]

    def logs(self, flow_run):
        """What the flow run and its tasks have written to the API."""
        return [log["message"] for log in self.ask("logs", logs={"flow_run_id": {"any_": [flow_run["id"]]}})]

    def task_states(self, flow_run, count=7):
        """State names of the task runs by kernel, once all are recorded (the recorder writes once a second)."""
        states = {}

        def all_final():
            runs = self.ask("task_runs", flow_runs={"id": {"any_": [flow_run["id"]]}})
            final = [run for run in runs if run["state"] and run["state"]["type"] in {"COMPLETED", "FAILED", "CRASHED"}]
            states.update({run["name"].rsplit("-", 1)[0]: run["state"]["name"] for run in final})
            return len(final) == count

        self.wait_for(all_final)
        return states

    def wait_for(self, happened, seconds=60):
        """Ask again until something has happened; what that is is returned."""
        limit = time.monotonic() + seconds
        while not (found := happened()):
            assert time.monotonic() < limit, "the server did not record it in time"
            time.sleep(0.1)
        return found


def _drain():
    """Let Prefect send what it still holds; at exit it would wait a minute for a server that is gone."""
    from prefect.events.worker import EventsWorker
    from prefect.logging.handlers import APILogWorker

    APILogWorker.instance().drain()
    EventsWorker.instance().drain()


@pytest.fixture(scope="session")
def _server(tmp_path_factory):
    home = tmp_path_factory.mktemp("reviewctl-home")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("PREFECT_")]:
            patch.delenv(name)
        patch.setenv("REVIEWCTL_HOME", str(home))
        yield Orchestrator(ensure_server(), home)
        _drain()
        assert stop_server()


@pytest.fixture
def orchestrator(_server, monkeypatch):
    """The running server; this process and its children use it, with settings put back afterwards."""
    for name in ("PREFECT_API_URL", "NO_PROXY", "no_proxy", *server_environment()):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    for name in ("PREFECT_SERVER_ALLOW_EPHEMERAL_MODE", "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVIEWCTL_HOME", str(_server.home))
    return _server
