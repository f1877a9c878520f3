"""Two writers: the second waits or learns who holds the workspace."""

import os
import subprocess
import sys

import pytest

from reviewer.errors import Busy
from reviewer.ledger.lock import workspace_lock

HOLD = """
import sys
from pathlib import Path
from reviewer.ledger.lock import workspace_lock
with workspace_lock(Path(sys.argv[1]), "review", 5):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.wait()


def test_second_process_is_told_who_holds_the_workspace(holder, tmp_path):
    with pytest.raises(Busy) as caught, workspace_lock(tmp_path, "apply", 0.1):
        pass
    assert f"process {holder.pid} " in caught.value.message
    assert "(review, since 20" in caught.value.message


def test_lock_falls_with_a_killed_process_and_names_nobody_afterwards(holder, tmp_path):
    holder.kill()
    holder.wait()
    with workspace_lock(tmp_path, "apply", 5):
        assert '"command": "apply"' in (tmp_path / ".lock.holder.json").read_text()
    assert not (tmp_path / ".lock.holder.json").exists()
