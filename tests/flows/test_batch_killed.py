"""SIGKILL of a batch from the shell: nothing is claimed any more, and the next one picks up what is missing."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from batch_desk import states, write

from flows.run_batch import run_batch
from reviewer.service.batch.selection import Selection
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import require_workspace

pytestmark = [pytest.mark.slow, pytest.mark.server, pytest.mark.xdist_group("server")]

ROOT = Path(__file__).parents[2]
DOCUMENTS = 40


@pytest.mark.parametrize("after", [1, 5, 15])
def test_a_killed_batch_is_gone_on_with(orchestrator, tmp_path, after):
    write(tmp_path, *(f"{number:02}.md" for number in range(DOCUMENTS)))
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "batch", str(tmp_path), "--no-llm"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    done = set()
    for line in process.stderr:
        done.add(re.search(r"(\d\d\.md): 1 changes", line)[1])
        if len(done) == after:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    outcome = run_batch(Selection((str(tmp_path),)), {"no_llm": True})
    found = states(outcome)
    assert set(found.values()) <= {"completed", "unchanged"}
    assert {name for name, state in found.items() if state == "unchanged"} >= done
    assert outcome.counts.completed >= 1
    for number in range(DOCUMENTS):
        assert verify(require_workspace(tmp_path / f"{number:02}.md"))["status"] == "ok"
    ledgers = [Path(row.workspace) / "review/ledger.jsonl" for row in outcome.documents]
    entries = [[json.loads(line) for line in ledger.read_bytes().split(b"\n") if line] for ledger in ledgers]
    assert {tuple(entry["event"] for entry in ledger) for ledger in entries} == {("change",)}
