"""A fan-out of 200 chunks, eight calls at a time: submissions are bounded, and the server records all."""

import json
import threading

import httpx
import pytest

from flows.run import ShellOptions, run_review
from reviewer.config import LLMConfig, ReviewerConfig, ValidationConfig

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

CHUNKS, CONCURRENCY = 200, 8
FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}


def completed(orchestrator, run):
    """A page of the API holds 200 runs, so they are counted."""
    body = {"flow_runs": {"id": {"any_": [run]}}, "task_runs": {"state": {"type": {"any_": ["COMPLETED"]}}}}
    return httpx.post(f"{orchestrator.info.url}/task_runs/count", json=body, trust_env=False).json()


def test_the_database_is_not_locked_and_threads_are_few(orchestrator, tmp_path):
    said = (f"## Part {n}\n\nThe valve close at noon in plant {n}, as the crew knows.\n\n" for n in range(CHUNKS))
    path, script = tmp_path / "many.md", tmp_path / "script.jsonl"
    path.write_text("# Many chunks\n\n" + "".join(said), encoding="utf-8")
    script.write_text(json.dumps({"when": {}, "reply": [FIX], "delay_ms": 5}) + "\n", encoding="utf-8")
    llm = LLMConfig(backend="scripted", script=str(script), concurrency=CONCURRENCY)
    quiet = {"skip_pyramid": True, "fixers": False, "validation": ValidationConfig(judge=False)}
    log = orchestrator.home / "server.log"
    before, most = len(log.read_bytes()), [0]

    def look(_):
        most[0] = max(most[0], threading.active_count())

    idle = threading.active_count()
    outcome = run_review(path, ReviewerConfig(llm=llm, **quiet), options=ShellOptions(progress=look))
    assert (outcome.counts.model_calls, outcome.counts.chunks_failed) == (CHUNKS, 0)
    assert most[0] - idle < 4 * CONCURRENCY
    run = orchestrator.last_run()["id"]
    orchestrator.wait_for(lambda: completed(orchestrator, run) >= CHUNKS)
    assert b"database is locked" not in log.read_bytes()[before:]
