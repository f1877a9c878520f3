"""A deployed batch and a worker: large documents are runs of their own on the pool, the batch waits for their end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from batch_desk import write

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.slow, pytest.mark.server, pytest.mark.xdist_group("server")]

DEPLOY = """
from prefect import Flow
from prefect.client.orchestration import get_client
from prefect.client.schemas.actions import WorkPoolCreate
with get_client(sync_client=True) as client:
    client.create_work_pool(WorkPoolCreate(name="batch-pool", type="process"))
for name in ("review", "batch"):
    flow = Flow.from_source(source={root!r}, entrypoint=f"flows/{{name}}.py:{{name}}")
    flow.deploy(name=name, work_pool_name="batch-pool", build=False, push=False, print_next_steps=False)
"""


@pytest.fixture
def pool(orchestrator, tmp_path_factory):
    """Both deployments, and a worker that runs them."""
    from flows.api import point_to

    point_to(orchestrator.info.url)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", DEPLOY.format(root=str(ROOT))], env=env, check=True, cwd=ROOT)
    log = tmp_path_factory.mktemp("worker") / "log"
    with log.open("wb") as out:
        command = [sys.executable, "-m", "prefect", "worker", "start", "--pool", "batch-pool"]
        worker = subprocess.Popen(command, env=env, stdout=out, stderr=out, cwd=tmp_path_factory.mktemp("elsewhere"))
    yield orchestrator
    worker.terminate()
    worker.wait(timeout=60)


def deployed_batch(orchestrator, parameters):
    from prefect.deployments import run_deployment

    run = run_deployment("batch/batch", parameters=parameters, timeout=0)

    def final():
        state = orchestrator.ask("flow_runs", flow_runs={"id": {"any_": [str(run.id)]}})[0]["state"]
        return state["type"] in {"COMPLETED", "FAILED", "CRASHED", "CANCELLED"}

    orchestrator.wait_for(final, 240)
    return orchestrator.ask("flow_runs", flow_runs={"id": {"any_": [str(run.id)]}})[0]


def test_large_documents_are_runs_of_their_own(pool, tmp_path):
    from pyarrow import parquet

    write(tmp_path, "a.md", "b.md", "large.md", "other.md")
    for name in ("large.md", "other.md"):
        with (tmp_path / name).open("a") as file:
            file.write("\nOne more more word.\n" * 100)
    more = {"batch.large_from": 1000, "batch.poll_seconds": 0.5}
    run = deployed_batch(
        pool,
        {
            "paths": [str(tmp_path)],
            "settings": {"no_llm": True, "more": more},
            "options": {"summary": str(tmp_path / "summary")},
        },
    )
    assert run["state"]["message"] == "4 of 4 documents reviewed"
    rows = {Path(row["path"]).name: row for row in parquet.read_table(tmp_path / "summary/summary.parquet").to_pylist()}
    assert {name for name, row in rows.items() if row["run"]} == {"large.md", "other.md"}
    for name in ("large.md", "other.md"):
        (child,) = pool.ask("flow_runs", flow_runs={"id": {"any_": [rows[name]["run"]]}})
        assert child["deployment_id"]
        assert child["idempotency_key"].startswith(f"{run['id']}-1-")
        assert rows[name]["changes"] == int(child["state"]["message"].split(" ")[0]) > 0
    again = deployed_batch(pool, {"paths": [str(tmp_path)], "settings": {"no_llm": True, "more": more}})
    assert again["state"]["message"] == "0 of 4 documents reviewed, 4 unchanged"
