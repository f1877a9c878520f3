"""``batch`` as a flow on a real server: states with counts, artifacts, a rerun, no names where none may go."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from batch_desk import states, write
from prefect import get_client
from prefect.states import Completed, Crashed, Running

from flows.api import point_to
from flows.batch_hands import Parent, PoolRuns, _ended
from flows.review import review
from flows.run_batch import BatchOptionsOfShell, run_batch
from reviewer.config import BatchConfig, ReviewerConfig
from reviewer.errors import ReviewError, UserError
from reviewer.service.batch.claim import claimed
from reviewer.service.batch.document import DocumentJob
from reviewer.service.batch.selection import Selection

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

RULES = {"no_llm": True}


def batch(folder, given=RULES, **shell):
    return run_batch(Selection((str(folder),)), given, shell=BatchOptionsOfShell(**shell))


def artifacts_of(orchestrator, run):
    found = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [run["id"]]}})
    return {artifact["key"] or artifact["type"]: artifact["data"] for artifact in found}


def test_all_good_is_completed_with_counts_and_artifacts(orchestrator, tmp_path):
    write(tmp_path, "a.md", "b.md")
    heard = []
    outcome = batch(tmp_path, heard=lambda row, done, total: heard.append((done, total)))
    run = orchestrator.last_run("batch")
    assert (run["state"]["name"], run["state"]["message"]) == ("Completed", "2 of 2 documents reviewed")
    assert run["parameters"]["settings"]["no_llm"] is True
    assert heard == [(1, 2), (2, 2)]
    artifacts = artifacts_of(orchestrator, run)
    assert "2 of 2 documents reviewed" in artifacts["batch-summary"]
    assert {row["path"] for row in json.loads(artifacts["batch-documents"])} == {row.path for row in outcome.documents}
    assert artifacts["progress"] == 100.0
    assert Path(outcome.outputs.folder).name.endswith(run["id"][:8])


def test_a_document_is_one_task_that_says_how_it_ended(orchestrator, tmp_path):
    write(tmp_path, "a.md")
    (tmp_path / "b.md").write_bytes(b"\xff")
    outcome = batch(tmp_path)
    run = orchestrator.last_run("batch")
    assert (run["state"]["type"], run["state"]["name"]) == ("FAILED", "completed_with_failures")
    assert run["state"]["message"] == "1 of 2 documents failed"
    assert states(outcome) == {"a.md": "completed", "b.md": "failed"}
    orchestrator.wait_for(lambda: orchestrator.ask("task_runs", flow_runs={"id": {"any_": [run["id"]]}}))
    names = [task["name"] for task in orchestrator.ask("task_runs", flow_runs={"id": {"any_": [run["id"]]}})]
    assert names == ["document_review a.md"]  # what cannot be read needs none


def test_a_rerun_picks_up_what_is_missing(orchestrator, tmp_path):
    write(tmp_path, "a.md", "c.md")
    (tmp_path / "b.md").write_bytes(b"\xff")
    batch(tmp_path)
    write(tmp_path, "b.md")
    assert states(batch(tmp_path)) == {"a.md": "unchanged", "b.md": "completed", "c.md": "unchanged"}
    assert states(batch(tmp_path, refresh=True)) == dict.fromkeys(("a.md", "b.md", "c.md"), "completed")


def test_what_another_run_reviews_is_no_failure(orchestrator, tmp_path):
    write(tmp_path, "a.md", "b.md")
    with claimed(tmp_path / "a.md"):
        outcome = batch(tmp_path)
    assert states(outcome) == {"a.md": "in_review", "b.md": "completed"}
    run = orchestrator.last_run("batch")
    assert run["state"]["message"] == "1 of 2 documents reviewed, 1 in review by another run"


def test_large_documents_and_those_with_models_are_runs_within_the_batch(orchestrator, tmp_path):
    write(tmp_path, "a.md", "large.md")
    with (tmp_path / "large.md").open("a") as file:
        file.write("\nOne more word.\n" * 100)
    outcome = batch(tmp_path, {**RULES, "batch.large_from": 1000})
    own = {Path(row.path).name: row.run for row in outcome.documents}
    child = orchestrator.last_run("review")
    assert own == {"a.md": "", "large.md": child["id"]}
    assert child["parent_task_run_id"]
    assert child["parameters"]["settings"]["no_llm"] is True


def test_a_backend_that_is_away_fails_each_document_alone(orchestrator, tmp_path):
    write(tmp_path, "a.md", "rules/b.md")
    (tmp_path / "rules/reviewctl.toml").write_text("no_llm = true\n")
    given = {"llm.backend": "ollama", "llm.endpoint": "http://127.0.0.1:9", "llm.edit_model": "none:1b"}
    outcome = batch(tmp_path, given)
    found = {Path(row.path).name: row for row in outcome.documents}
    assert found["b.md"].status == "completed"
    assert (found["a.md"].status, found["a.md"].error_code) == ("failed", "unreachable")


def test_wrong_input_is_told_before_a_run_begins(orchestrator, tmp_path):
    before = len(orchestrator.ask("flow_runs", flows={"name": {"any_": ["batch"]}}))
    with pytest.raises(UserError) as told:
        batch(tmp_path)
    assert told.value.code == "no-documents"
    assert len(orchestrator.ask("flow_runs", flows={"name": {"any_": ["batch"]}})) == before


def test_an_api_elsewhere_gets_counts_and_hashes_only(orchestrator, tmp_path, monkeypatch):
    write(tmp_path, "secret-name.md")
    monkeypatch.setattr("flows.configured.may_get_text", lambda hosts: False)
    outcome = batch(tmp_path)
    run = orchestrator.last_run("batch")
    told = json.dumps(artifacts_of(orchestrator, run))
    orchestrator.wait_for(lambda: orchestrator.ask("task_runs", flow_runs={"id": {"any_": [run["id"]]}}))
    told += json.dumps(orchestrator.ask("task_runs", flow_runs={"id": {"any_": [run["id"]]}}))
    told += json.dumps(orchestrator.logs(run))
    assert "secret-name" not in told
    assert outcome.documents[0].doc_hash in told


def on_pool(job, parent="our-batch", **keys):
    settings = BatchConfig(poll_seconds=0.05, deployment="review/none", **keys)
    (row,) = PoolRuns(Parent(parent, 2, deployed=True), settings).start([job])
    return row


@pytest.fixture
def left(orchestrator, tmp_path):
    """A document whose batch was killed while it waited for a run on the pool, which goes on."""
    point_to(orchestrator.info.url)
    write(tmp_path, "a.md")
    batch(tmp_path)
    path = tmp_path / "a.md"
    with get_client(sync_client=True) as client:
        run = client.create_flow_run(review, parameters={"path": str(path)}, state=Running())
        with claimed(path) as claim:
            claim.note_run(f"our-batch {run.id}\n")
        yield DocumentJob(path, ReviewerConfig(no_llm=True), refresh=True), client, run


def test_a_run_that_another_batch_left_behind_is_not_started_twice(left):
    job, _, run = left
    row = on_pool(job, parent="other-batch")
    assert (row.status, row.error) == ("in_review", f"in review by another run: flow run {run.id}")


def test_a_retry_waits_for_the_run_that_it_started_before(orchestrator, left):
    job, client, run = left
    (note,) = job.path.parent.glob(".review/claims/*/run")
    with ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(on_pool, job)
        orchestrator.wait_for(lambda: not note.read_text().endswith("\n"))  # noted anew: it is waited for
        assert not waiting.done()
        client.set_flow_run_state(run.id, Completed(message="0 changes"), force=True)
        row = waiting.result(timeout=30)
    assert (row.status, row.run) == ("completed", str(run.id))
    with claimed(job.path) as claim:
        assert claim.left_run == ""


def test_a_run_that_crashed_is_that_document_s_failure(left):
    job, client, run = left
    state = Crashed(message="Process exited with status code: -9")
    client.set_flow_run_state(run.id, state, force=True)
    assert _code(lambda: _ended(job.path, "sha256:0", "", state)) == "run-crashed"
    assert on_pool(job).error_code == "no-deployment", "it has ended, so another one would be started"


def _code(call):
    with pytest.raises(ReviewError) as told:
        call()
    return told.value.code


def test_without_the_deployment_a_large_document_fails_alone(orchestrator, tmp_path):
    point_to(orchestrator.info.url)
    write(tmp_path, "a.md")
    row = on_pool(DocumentJob(tmp_path / "a.md", ReviewerConfig(no_llm=True)))
    assert (row.status, row.error_code) == ("failed", "no-deployment")
