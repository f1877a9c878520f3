"""Several processes that apply and revert in one workspace at once: each is done, or is told who is in the way."""

import json
import os
import random
import re
import traceback
from pathlib import Path

import pytest

from reviewer.config import ReviewerConfig
from reviewer.errors import Busy
from reviewer.hashing import content_hash
from reviewer.model.selection import Selection
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import require_workspace

ROUNDS = 6
HOLDER = re.compile(r"held by process \d+ on \S+ \((apply|revert), since \S+\)")


def line_of(process, number):
    return f"Process {process} has line {number} here."


def begun(folder, processes):
    document = folder / "doc.md"
    lines = [line_of(process, number) for process in range(processes) for number in range(ROUNDS)]
    document.write_text("# All of us\n\n" + "\n\n".join(lines) + "\n")
    return document


def work(document, process, patience):
    """Change one line after the other, take every second change back. What was done, and how often it had to wait."""
    done, busy = [], 0
    config = ReviewerConfig(lock_timeout=patience)
    order = list(range(ROUNDS))
    random.Random(process).shuffle(order)
    for number in order:
        line = 3 + 2 * (process * ROUNDS + number)
        op = {
            "action": "replace",
            "target": {"line_start": line, "line_end": line},
            "before_text": "has line",
            "before_hash": content_hash("has line"),
            "after_text": f"made line {process}-{number}",
        }
        ops = document.parent / f"ops-{process}.json"
        ops.write_text(json.dumps([op]))
        outcome, waited = patiently(lambda ops=ops: apply_ops(ApplyRequest(document, ops, config), SystemClock()))
        busy += waited
        (change,) = outcome.applied
        done.append(change)
        if number % 2:
            request = UndoRequest(document, Selection(ids=(change,)), config)
            outcome, waited = patiently(lambda request=request: undo(request, SystemClock()))
            assert outcome.reverted == (change,)
            busy += waited
            done.append(f"REVERT-{change}")
    return {"done": done, "busy": busy}


def patiently(command):
    """The command's outcome, again until nobody else holds the workspace; and how often somebody did."""
    busy = 0
    while True:
        try:
            return command(), busy
        except Busy as error:
            if not HOLDER.search(error.message):
                raise
            busy += 1


def at_once(document, processes, patience):
    children = []
    for process in range(processes):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                answer = document.parent / f"answer-{process}.json"
                answer.write_text(json.dumps(work(document, process, patience)))
                code = 0
            except BaseException:  # noqa: BLE001 - told by the parent
                traceback.print_exc()
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * processes
    return [json.loads(Path(document.parent, f"answer-{n}.json").read_bytes()) for n in range(processes)]


@pytest.mark.parametrize(
    ("processes", "patience"), [(2, 0.01), pytest.param(8, 0.05, marks=pytest.mark.slow), (8, 60.0)]
)
def test_nothing_is_lost_and_no_line_is_mixed(tmp_path, processes, patience):
    document = begun(tmp_path, processes)
    before = document.read_bytes()
    answers = at_once(document, processes, patience)
    workspace = require_workspace(document)
    entries = [json.loads(line) for line in workspace.ledger.read_bytes().split(b"\n") if line]
    ids = [entry["id"] for entry in entries]
    assert sorted(ids) == sorted(name for answer in answers for name in answer["done"])
    assert len(set(ids)) == len(ids) == processes * (ROUNDS + ROUNDS // 2)
    assert [entry["seq"] for entry in entries] == list(range(1, len(ids) + 1))
    assert verify(workspace)["status"] == "ok"
    assert document.read_bytes() == before
    wanted = before.decode()
    for process in range(processes):
        for number in range(0, ROUNDS, 2):
            old = line_of(process, number)
            wanted = wanted.replace(old, old.replace("has line", f"made line {process}-{number}"))
    assert workspace.edited.read_text() == wanted
