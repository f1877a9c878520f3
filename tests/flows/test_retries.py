"""A retry, by whatever door, pays only for what failed or was not finished. The model is a small real server."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from prefect_server import Orchestrator

from reviewer.service.server import ensure_server, server_environment, stop_server

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.xdist_group("server")]

ROOT = Path(__file__).parents[2]
PARTS = 8
FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}


class Model:
    """A server of OpenAI's protocol that writes down which plants it was asked about."""

    def __init__(self):
        self.asked, self.silent_about, self.slow_about = [], set(), set()
        self.lock = threading.Lock()

    def reply(self, prompt):
        plant = int(re.findall(r"plant (\d)", prompt)[-1])
        with self.lock:
            self.asked.append(plant)
        if plant in self.slow_about:
            threading.Event().wait(30)
        return "" if plant in self.silent_about else json.dumps([FIX])


@contextmanager
def serving(model):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            self.send({"data": [{"id": "small", "owned_by": "me", "meta": {"n_params": 5, "size": 1}}]})

        def do_POST(self):
            asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if not self.path.endswith("/chat/completions") or "plant " not in asked:
                return self.send({})
            message = {"role": "assistant", "content": model.reply(asked)}
            usage = {"prompt_tokens": 300, "completion_tokens": 9}
            return self.send({"choices": [{"finish_reason": "stop", "message": message}], "usage": usage})

        def send(self, value):
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()


@pytest.fixture
def desk(tmp_path, request, orchestrator):
    model = Model()
    with serving(model) as endpoint:
        yield Desk(tmp_path, request.node.name, model, endpoint, orchestrator)


class Desk:
    def __init__(self, folder, name, model, endpoint, orchestrator):
        self.folder, self.model, self.endpoint, self.orchestrator = folder, model, endpoint, orchestrator
        self.path = folder / "plant.md"
        said = (f"## Part {n}\n\nThe valve close in plant {n}, says the crew of {name}.\n\n" for n in range(PARTS))
        self.path.write_text(f"# {name}\n\n" + "".join(said), encoding="utf-8")
        self.environ = {**os.environ, "PYTHONPATH": str(ROOT), "REVIEWCTL_HOME": str(orchestrator.home)}

    def start(self):
        command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", str(self.path), "--json"]
        command += ["--backend", "openai", "--endpoint", self.endpoint, "--model", "small", "--skip-pyramid"]
        command += ["--mode", "plan", "--no-fixers", "--set", "validation.judge=false", "--set", "llm.empty_retries=0"]
        command += ["--set", "adaptive.enabled=false"]
        return subprocess.Popen(command, env=self.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def review(self):
        with self.start() as process:
            said, complained = process.communicate(timeout=120)
        return process.returncode, json.loads(said), complained

    def flow_run(self):
        return self.orchestrator.last_run()

    def retry(self, flow_run):
        """As a person does it for a run of a shell."""
        command = [sys.executable, "-m", "prefect", "flow-run", "retry", flow_run["id"]]
        environ = {**self.environ, "PREFECT_API_URL": self.orchestrator.info.url}
        environ |= {"PREFECT_HOME": str(self.orchestrator.home / "prefect")}
        command += ["--entrypoint", "flows/review.py:review"]
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr
        (found,) = self.orchestrator.ask("flow_runs", flow_runs={"id": {"any_": [flow_run["id"]]}})
        return found

    def verified(self):
        command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "verify", str(self.path), "--json"]
        done = subprocess.run(command, env=self.environ, capture_output=True, text=True, check=False)
        assert json.loads(done.stdout)["status"] == "ok", done.stdout
        (ledger,) = self.folder.glob(".review/*/review/ledger.jsonl")
        ids = [json.loads(line)["id"] for line in ledger.read_bytes().split(b"\n") if line]
        assert len(set(ids)) == len(ids)
        return len([name for name in ids if name.startswith("RVW-")])


def failed_review(desk):
    desk.model.silent_about = {2, 5}
    code, outcome, _ = desk.review()
    assert (code, outcome["counts"]["chunks_failed"]) == (3, 2)
    assert desk.flow_run()["state"]["message"] == f"2 of {outcome['counts']['chunks']} chunks failed"
    assert desk.verified() == PARTS - 2
    desk.model.silent_about = set()
    desk.model.asked.clear()


def test_the_same_command_asks_for_the_failed_chunks_only(desk):
    failed_review(desk)
    code, outcome, _ = desk.review()
    assert (code, outcome["counts"]["chunks_failed"]) == (0, 0)
    assert sorted(desk.model.asked) == [2, 5]
    assert desk.verified() == PARTS


def test_a_retry_of_the_run_asks_for_the_failed_chunks_only(desk):
    failed_review(desk)
    found = desk.retry(desk.flow_run())
    assert (found["state"]["type"], found["run_count"]) == ("COMPLETED", 2)
    assert sorted(desk.model.asked) == [2, 5]
    assert desk.verified() == PARTS


def killed(desk):
    """A review whose process is killed while the last two chunks are being asked about."""
    desk.model.slow_about = {6, 7}
    with desk.start() as process:
        limit = time.monotonic() + 60
        while not {6, 7} <= set(desk.model.asked):
            assert time.monotonic() < limit
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    desk.model.slow_about = set()
    desk.model.asked.clear()


def marked_crashed(desk, run):
    """As the automation for dead runs does it: Prefect retries final runs only."""
    httpx.post(
        f"{desk.orchestrator.info.url}/flow_runs/{run['id']}/set_state",
        json={"state": {"type": "CRASHED", "message": "no sign of life"}, "force": True},
        trust_env=False,
    ).raise_for_status()


def test_a_killed_run_is_retried_and_asks_for_what_was_not_finished(desk):
    killed(desk)
    run = desk.flow_run()
    assert run["state"]["type"] == "RUNNING"
    marked_crashed(desk, run)
    assert desk.retry(run)["state"]["type"] == "COMPLETED"
    assert sorted(desk.model.asked) == [6, 7]
    assert desk.verified() == PARTS


@pytest.fixture
def own_server(tmp_path, request, monkeypatch):
    """A server that may be killed: that of the session is used by others."""
    for name in ("PREFECT_API_URL", *server_environment()):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    monkeypatch.setenv("REVIEWCTL_HOME", str(home))
    model = Model()
    with serving(model) as endpoint:
        yield Desk(tmp_path, request.node.name, model, endpoint, Orchestrator(ensure_server(), home))
    stop_server()


def test_after_the_server_was_killed_a_retry_still_asks_for_the_failed_chunks_only(own_server):
    failed_review(own_server)
    run = own_server.flow_run()
    os.killpg(own_server.orchestrator.info.pid, signal.SIGKILL)
    own_server.orchestrator = Orchestrator(ensure_server(), own_server.orchestrator.home)
    found = own_server.retry(run)
    assert (found["state"]["type"], found["run_count"]) == ("COMPLETED", 2)
    assert sorted(own_server.model.asked) == [2, 5]
    assert own_server.verified() == PARTS


def test_a_run_whose_server_is_killed_under_it_is_completed_by_the_next(own_server):
    own_server.model.slow_about = {6, 7}
    with own_server.start() as process:
        asked = own_server.model.asked
        while not {6, 7} <= set(asked):
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        os.killpg(own_server.orchestrator.info.pid, signal.SIGKILL)
        process.kill()
    own_server.model.slow_about = set()
    asked.clear()
    code, _, complained = own_server.review()
    assert code == 0, complained
    assert sorted(asked) == [6, 7]
    assert own_server.verified() == PARTS
