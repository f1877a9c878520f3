"""``reviewctl deploy`` on a real server: what it makes, that it may be repeated, and what it says when it cannot."""

import http.server
import json
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from flows.deploying.declared import automations, deployments
from reviewer.surfaces.cli.main import main

FILE = Path(__file__).parents[2] / "deployments" / "prefect.yaml"
ON_SERVER = [pytest.mark.server, pytest.mark.xdist_group("server")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def api(orchestrator):
    """The session's server, without a pool of ours: deployments go with their pool's queue, so all is made anew."""
    with httpx.Client(base_url=orchestrator.info.url, trust_env=False) as client:
        for one in client.post("deployments/filter", json={}).json():
            client.delete(f"deployments/{one['id']}")
        for one in client.post("automations/filter", json={}).json():
            client.delete(f"automations/{one['id']}")
        client.delete("work_pools/reviewctl")
        yield client


def deployed(capfd, *arguments):
    assert main(["deploy", *arguments, "--json"]) == 0
    return json.loads(capfd.readouterr().out)


def refused(capfd, *command):
    code = main([*command])
    error = capfd.readouterr().err.splitlines()
    return code, [line for line in error if line.startswith(("error: ", "hint: "))]


@pytest.mark.usefixtures("folder")
class TestOnAServer:
    pytestmark = ON_SERVER

    def test_everything_is_created_and_a_second_time_nothing_is_written(self, api, capfd):
        made = deployed(capfd, "docs")
        assert {step["done"] for step in made["steps"]} == {"created"}
        assert [step["kind"] for step in made["steps"]] == [
            "work pool", *["deployment"] * len(deployments()), *["automation"] * len(automations()),
        ]  # fmt: skip
        before = api.post("deployments/filter", json={}).json()
        again = deployed(capfd)
        assert {step["done"] for step in again["steps"]} == {"unchanged"}
        assert api.post("deployments/filter", json={}).json() == before

    def test_a_deployment_is_as_the_file_declares_it(self, api, capfd):
        deployed(capfd, "docs")
        assert api.get("work_pools/reviewctl").json()["type"] == "process"
        review = api.get("deployments/name/review/review").json()
        assert review["entrypoint"] == "flows.review.review"
        assert review["pull_steps"] == []
        assert review["parameters"] == {"settings": {"no_llm": True}}
        assert review["enforce_parameter_schema"] is True
        assert review["global_concurrency_limit"]["limit"] == 2
        assert review["concurrency_options"]["collision_strategy"] == "ENQUEUE"
        assert review["job_variables"]["env"] == {"PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30"}

    def test_what_was_changed_is_put_right_and_named(self, api, capfd):
        deployed(capfd, "docs")
        review = api.get("deployments/name/review/review").json()
        api.patch(f"deployments/{review['id']}", json={"description": "mine", "parameters": {}})
        steps = {step["name"]: step for step in deployed(capfd)["steps"] if step["done"] != "unchanged"}
        assert list(steps) == ["review/review"]
        assert steps["review/review"]["changed"] == ["description", "parameters"]
        assert api.get("deployments/name/review/review").json()["parameters"] == review["parameters"]

    def test_prefects_own_command_makes_the_same_of_the_file(self, api, capfd, folder, monkeypatch):
        deployed(capfd, "docs")
        for one in api.post("deployments/filter", json={}).json():
            api.delete(f"deployments/{one['id']}")
        monkeypatch.setenv("REVIEW_FOLDER", str(folder / "docs"))
        command = [sys.executable, "-m", "prefect", "--no-prompt", "deploy", "--all", "--prefect-file", str(FILE)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        again = deployed(capfd)
        assert {step["done"] for step in again["steps"]} == {"unchanged"}

    def test_the_folder_is_made_absolute_and_kept_when_it_is_not_named_again(self, api, capfd, folder, monkeypatch):
        deployed(capfd, "docs")
        monkeypatch.chdir("/")
        assert {step["done"] for step in deployed(capfd)["steps"]} == {"unchanged"}
        nightly = api.get("deployments/name/batch/nightly").json()
        assert nightly["parameters"]["paths"] == [str(folder / "docs")]

    def test_the_schedule_is_off_until_it_is_switched_on_and_stays_as_it_is_put(self, api, capfd):
        def schedules():
            made = api.get("deployments/name/batch/nightly").json()["schedules"]
            return [(one["schedule"]["cron"], one["active"]) for one in made]

        deployed(capfd, "docs")
        assert schedules() == [("0 2 * * *", False)]
        step = next(step for step in deployed(capfd, "--schedule")["steps"] if step["name"] == "batch/nightly")
        assert (step["done"], step["changed"]) == ("updated", ["schedules"])
        assert step["schedule"] == "0 2 * * * UTC, on"
        assert schedules() == [("0 2 * * *", True)]
        deployed(capfd)
        assert schedules() == [("0 2 * * *", True)]
        deployed(capfd, "--no-schedule")
        assert schedules() == [("0 2 * * *", False)]

    def test_a_time_that_was_set_in_the_ui_stays(self, api, capfd):
        deployed(capfd, "docs")
        nightly = api.get("deployments/name/batch/nightly").json()
        one = nightly["schedules"][0]
        url = f"deployments/{nightly['id']}/schedules/{one['id']}"
        later = {"schedule": {"cron": "30 4 * * 1", "timezone": "Europe/Paris"}}
        api.patch(url, json=later).raise_for_status()
        step = next(step for step in deployed(capfd, "--schedule")["steps"] if step["name"] == "batch/nightly")
        assert step["schedule"] == "30 4 * * 1 Europe/Paris, on"

    def test_runs_that_are_scheduled_already_stay_when_nothing_changes(self, api, capfd, orchestrator):
        deployed(capfd, "docs", "--schedule")
        nightly = api.get("deployments/name/batch/nightly").json()["id"]

        def due():
            body = {"flow_runs": {"deployment_id": {"any_": [nightly]}}, "sort": "EXPECTED_START_TIME_ASC", "limit": 1}
            return [run["id"] for run in api.post("flow_runs/filter", json=body).json()]

        orchestrator.wait_for(due)
        before = due()
        deployed(capfd, "--schedule")
        assert due() == before

    def test_an_automation_that_was_paused_stays_paused_and_is_otherwise_put_right(self, api, capfd):
        deployed(capfd, "docs")
        one = api.post("automations/filter", json={}).json()[0]
        api.patch(f"automations/{one['id']}", json={"enabled": False})
        assert {step["done"] for step in deployed(capfd)["steps"]} == {"unchanged"}
        assert api.get(f"automations/{one['id']}").json()["enabled"] is False

    def test_a_relative_path_in_a_form_is_refused_by_the_server(self, api, capfd):
        deployed(capfd, "docs")
        review = api.get("deployments/name/review/review").json()
        answer = api.post(f"deployments/{review['id']}/create_flow_run", json={"parameters": {"path": "docs/plan.md"}})
        assert answer.status_code == 409
        assert "path" in answer.text

    def test_a_folder_that_is_not_there_is_refused_and_nothing_is_made(self, api, capfd):
        code, said = refused(capfd, "deploy", "nowhere")
        assert (code, said[0]) == (2, "error: 'nowhere' is not a folder")
        assert api.post("deployments/filter", json={}).json() == []

    def test_a_worker_without_a_pool_is_told_what_makes_one(self, api, capfd):
        code, said = refused(capfd, "worker")
        assert code == 2
        assert said[0].endswith("has no work pool 'reviewctl'")
        assert said[1] == "hint: run: reviewctl deploy FOLDER"

    def test_a_pool_of_another_type_is_left_alone(self, api, capfd):
        api.post("work_pools/", json={"name": "reviewctl", "type": "docker"}).raise_for_status()
        for command in (("deploy", "docs"), ("worker",)):
            code, said = refused(capfd, *command)
            assert (code, said[0]) == (2, "error: the work pool 'reviewctl' is of type 'docker', not 'process'")
        assert api.get("work_pools/reviewctl").json()["type"] == "docker"


@contextmanager
def answering(health, status, body):
    """An API that is well, or not, and answers ``status`` to everything else."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def answer(self):
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            code, text = health if self.path == "/api/health" else (status, body)
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PATCH = do_PUT = answer  # noqa: N815

        def log_message(self, *_):
            """Says nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/api"
    finally:
        server.shutdown()
        server.server_close()


WELL = (200, b"true")
REASON = b'{"exception_message": "no", "exception_detail": [{"loc": ["body", "name"], "msg": "too long"}]}'


@pytest.mark.parametrize("command", [("deploy", "docs"), ("worker",)], ids=lambda one: one[0])
@pytest.mark.parametrize(
    ("answers", "said"),
    [
        (((401, b"{}"), 401, b"{}"), "does not let you do this (HTTP 401)"),
        ((WELL, 403, b"{}"), "does not let you do this (HTTP 403)"),
        ((WELL, 422, REASON), "refuses the request (HTTP 422: body.name: too long)"),
        ((WELL, 500, b"<html>"), "failed (HTTP 500)"),
        ((WELL, 200, b'{"name": 1}'), "answers in a form that this version of Prefect does not know"),
        (((200, b"hello"), 200, b"hello"), "no Prefect API answers at"),
    ],
)
@pytest.mark.usefixtures("folder", "orchestrator")
@pytest.mark.server
@pytest.mark.xdist_group("server")
def test_an_api_that_will_not_or_cannot_is_told_in_two_lines(capfd, monkeypatch, command, answers, said):
    monkeypatch.setenv("PREFECT_CLIENT_MAX_RETRIES", "0")
    with answering(*answers) as url:
        monkeypatch.setenv("PREFECT_API_URL", url)
        code, lines = refused(capfd, *command)
    assert code == 2
    assert len(lines) == 2
    assert said in lines[0]


@pytest.mark.usefixtures("folder")
def test_an_api_on_another_machine_is_refused_before_a_byte_is_sent(capfd, monkeypatch):
    monkeypatch.setenv("PREFECT_API_URL", "http://prefect.example:4200/api")
    for command in (("deploy", "docs"), ("worker",)):
        code, said = refused(capfd, *command)
        assert code == 2
        assert "prefect.example" in said[0]
