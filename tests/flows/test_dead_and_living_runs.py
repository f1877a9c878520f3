"""Runs that died are marked as crashed, and long ones that live are not: the declared automations on a real server."""

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from flows.deploying.declared import automations
from reviewer.surfaces.cli.main import main

PROGRAM = Path(__file__).with_name("dying_flow.py")
WAIT = max(one["trigger"]["within"] for one in automations() if "heartbeat" in str(one["trigger"]["after"]))
LONG = 2 * WAIT + 30
"""Seconds: a healthy run that lasts so long would be marked twice over, if its heartbeats did not count."""

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]


def test_a_run_from_a_shell_says_that_it_lives_and_ends_at_once(orchestrator):
    from flows.api import connect

    connect()
    from prefect import flow

    from flows.run import run_flow

    @flow(name="at-once")
    def at_once():
        """Does nothing."""

    for _ in range(2):  # the first one imports much of Prefect
        began = time.monotonic()
        with pytest.raises(RuntimeError):
            run_flow(at_once, {})
    assert time.monotonic() - began < 1.0  # Prefect's own heartbeat makes it longer than a second
    run = orchestrator.last_run("at-once")
    assert run["tags"] == ["reviewctl"]
    event, resource = {"name": ["prefect.flow-run.heartbeat"]}, {"id": [f"prefect.flow-run.{run['id']}"]}
    body = {"filter": {"event": event, "resource": resource}}
    found = []

    def heard():
        found[:] = httpx.post(f"{orchestrator.info.url}/events/filter", json=body, trust_env=False).json()["events"]
        return found

    orchestrator.wait_for(heard)
    related = {(one["prefect.resource.role"], one["prefect.resource.id"]) for one in found[0]["related"]}
    assert related >= {("flow", f"prefect.flow.{run['flow_id']}"), ("tag", "prefect.tag.reviewctl")}


@pytest.mark.slow
def test_killed_runs_are_marked_and_long_healthy_ones_are_not(orchestrator):
    assert main(["deploy"]) == 0
    environ = {**os.environ, "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30"}
    started = {}
    for name, kind in (("killed", "shell"), ("healthy", "shell"), ("killed2", "worker"), ("healthy2", "worker")):
        process = subprocess.Popen(
            [sys.executable, str(PROGRAM), kind, str(LONG)], stdout=subprocess.PIPE, text=True, env=environ
        )
        started[name] = (process, process.stdout.readline().strip())
    time.sleep(2)
    for name in ("killed", "killed2"):
        started[name][0].kill()
    killed_at = time.monotonic()

    def state(name):
        url = f"{orchestrator.info.url}/flow_runs/{started[name][1]}"
        return httpx.get(url, trust_env=False).json()["state"]["name"]

    for name in ("killed", "killed2"):
        orchestrator.wait_for(lambda name=name: state(name) == "Crashed", seconds=WAIT + 60)
    assert time.monotonic() - killed_at >= WAIT - 30
    for name in ("healthy", "healthy2"):
        process, run = started[name]
        while process.poll() is None:
            assert state(name) in {"Running", "Completed"}
            time.sleep(1)
        assert state(name) == "Completed"
        history = httpx.get(f"{orchestrator.info.url}/flow_run_states/?flow_run_id={run}", trust_env=False).json()
        assert [one["name"] for one in history if one["name"] == "Crashed"] == []


@pytest.mark.slow
def test_a_run_that_was_taken_and_never_began_is_marked(orchestrator):
    """With the wait shortened: the declared ten minutes differ in nothing else."""
    assert main(["deploy"]) == 0
    (declared,) = (one for one in automations() if "prefect.flow-run.Pending" in one["trigger"]["after"])
    shorter = {**declared, "name": "shorter", "trigger": {**declared["trigger"], "within": 15}}
    with httpx.Client(base_url=orchestrator.info.url, trust_env=False) as client:
        client.post("automations/", json=shorter).raise_for_status()
        deployment = client.get("deployments/name/md_revert/revert").json()["id"]
        body = {"parameters": {"path": "/none.md", "changes": {"all": True}}, "state": {"type": "PENDING"}}
        made = client.post(f"deployments/{deployment}/create_flow_run", json=body)
        made.raise_for_status()
        run = made.json()["id"]
        orchestrator.wait_for(lambda: client.get(f"flow_runs/{run}").json()["state"]["name"] == "Crashed", seconds=90)
