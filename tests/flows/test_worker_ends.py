"""A worker that is ended, in order or by force: what becomes of its runs, and that a retry completes them."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from reviewer.surfaces.cli.main import main

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server"), pytest.mark.slow]

FIXTURE = Path(__file__).parents[2] / "fixtures" / "documents" / "gateway-spec.md"
COPIES = 30
"""Of the specification, one after the other: its review takes seconds, so that there is something to end."""


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "long.md"
    text = FIXTURE.read_text(encoding="utf-8")
    path.write_text("\n\n".join(text.replace("# ", f"# {n} ", 1) for n in range(COPIES)), encoding="utf-8")
    return path


class Worker:
    """The real program."""

    def __init__(self, log):
        self.log = log
        self.process = None

    def start(self):
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
        command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "worker"]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=out, env=environ)

    def end(self, number):
        self.process.send_signal(number)
        return self.process.wait(20)


@pytest.fixture
def worker(orchestrator, tmp_path):
    assert main(["deploy", str(tmp_path)]) == 0
    made = Worker(tmp_path / "worker.log")
    made.start()
    yield made
    if made.process.poll() is None:
        made.end(signal.SIGKILL)


@pytest.fixture
def run(orchestrator, worker, document):
    """A run of the long document, as the UI starts one; asked about by name."""
    with httpx.Client(base_url=orchestrator.info.url, trust_env=False) as client:
        deployment = client.get("deployments/name/review/review").json()["id"]
        body = {"parameters": {"path": str(document), "settings": {"no_llm": True, "cache_mode": "write_through"}}}
        one = client.post(f"deployments/{deployment}/create_flow_run", json=body).json()["id"]

        def wait_for(*names):
            def reached():
                state = client.get(f"flow_runs/{one}").json()["state"]
                return state["name"] in names and state

            return orchestrator.wait_for(reached, seconds=240)

        yield one, wait_for


def processes_of(run):
    """Ids of the processes that Prefect has started for a run."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"PREFECT__FLOW_RUN_ID={run}".encode() in environ.read_bytes():
                found.append(int(environ.parent.name))
        except OSError:
            continue
    return found


def retried(run):
    done = subprocess.run([sys.executable, "-m", "prefect", "flow-run", "retry", run], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_worker_that_is_told_to_ends_its_runs_and_a_retry_completes_them(worker, run, number):
    one, wait_for = run
    wait_for("Running")
    assert worker.end(number) == 0
    assert worker.log.read_text().endswith("worker ended\n")
    assert processes_of(one) == []
    assert wait_for("Crashed", "Completed")["message"] == "Its worker was ended. A retry goes on with what is stored."
    retried(one)
    worker.start()
    wait_for("Completed")


def test_a_run_that_had_not_begun_waits_for_the_next_worker(worker, run):
    one, wait_for = run
    wait_for("Pending", "Submitting")
    assert worker.end(signal.SIGTERM) == 0
    wait_for("Scheduled")
    assert processes_of(one) == []
    worker.start()
    wait_for("Completed")


def test_a_run_whose_worker_and_process_were_killed_completes_after_a_retry(worker, run):
    one, wait_for = run
    wait_for("Running")
    worker.end(signal.SIGKILL)
    for process in processes_of(one):
        os.kill(process, signal.SIGKILL)
    wait_for("Crashed")  # the automation: nobody else is left to say so
    retried(one)
    worker.start()
    wait_for("Completed")
