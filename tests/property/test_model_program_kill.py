"""SIGKILL of ``reviewctl review`` with a model: the same command pays only for chunks that were not done."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from test_program_kill import operations, program

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.xdist_group("server")]

PARTS = 6
AT_ONCE = 2
FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}
OPTIONS = (
    "--backend", "scripted", "--script", "script.jsonl", "--skip-pyramid", "--no-fixers",
    "--set", f"llm.concurrency={AT_ONCE}", "--set", "validation.models=false", "--json",
)  # fmt: skip


class Desk:
    """A document of words that no other one has: what was stored for another must not answer."""

    def __init__(self, folder, word, *answers):
        folder.mkdir()
        self.folder = folder
        parts = (f"## Part {n}\n\nThe valve close at noon in plant {n}, says {word}.\n\n" for n in range(PARTS))
        self.text = f"# Plant {word}\n\n" + "".join(parts)
        (folder / "doc.md").write_text(self.text)
        lines = ({"when": {}, **answer} for answer in (*answers, {"reply": [FIX], "completion_tokens": 9}))
        (folder / "script.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    def review(self, point=0, side="before"):
        return program(self.folder, point, side, "review", "doc.md", *OPTIONS)

    def status(self):
        files = list(self.folder.glob(".review/*/stage2/ops/status.jsonl"))
        return files[0].read_bytes() if files else b""

    def assert_completed(self, done, written):
        """``written``: status lines that were there before."""
        outcome = json.loads(done.stdout)
        assert (done.returncode, outcome["status"]) == (0, "completed")
        assert outcome["counts"]["model_calls"] <= PARTS - written
        assert json.loads(program(self.folder, 0, "-", "verify", "doc.md", "--json").stdout)["status"] == "ok"
        (edited,) = self.folder.glob(".review/*/stage3/doc.edited.md")
        assert edited.read_text() == self.text.replace("valve close ", "valve closes ")
        (ledger,) = self.folder.glob(".review/*/review/ledger.jsonl")
        ids = [json.loads(line)["id"] for line in ledger.read_bytes().splitlines()]
        assert ids == [f"RVW-{n:04d}" for n in range(1, PARTS + 1)]
        lines = [json.loads(line) for line in self.status().splitlines()]
        assert {line["outcome"] for line in lines} == {"ops"}
        assert len({line["chunk_id"] for line in lines}) == PARTS
        return outcome["counts"]["model_calls"]


def test_killed_anywhere_a_model_review_is_completed_and_pays_for_the_rest(orchestrator, tmp_path):
    """Points over the whole run: before the first call, while replies are written, between plan and commit, after."""
    whole = Desk(tmp_path / "whole", "anna")
    done = whole.review()
    assert whole.assert_completed(done, 0) == PARTS
    count = operations(done)
    paid = []
    for number in range(8):
        desk = Desk(tmp_path / f"desk-{number}", f"ann{number}")
        assert desk.review(1 + (count - 2) * number // 7, ("before", "after")[number % 2]).returncode == -signal.SIGKILL
        written = desk.status().count(b"\n")
        paid.append(desk.assert_completed(desk.review(), written))
    assert paid[0] == PARTS
    assert paid[-1] == 0
    assert paid == sorted(paid, reverse=True)


@pytest.mark.parametrize("finished", [1, 4])
def test_killed_while_calls_are_under_way_only_they_and_what_follows_are_paid(orchestrator, tmp_path, finished):
    """The calls that follow the first ``finished`` take two seconds each, both times."""
    slow = ({"when": {"contains": f"in plant {n},"}, "reply": [FIX], "delay_ms": 2000} for n in range(finished, PARTS))
    desk = Desk(tmp_path / "desk", f"slow{finished}", *slow)
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", "doc.md", *OPTIONS]
    with subprocess.Popen(command, cwd=desk.folder, env=os.environ, stdout=subprocess.DEVNULL) as process:
        limit = time.monotonic() + 120
        while desk.status().count(b"\n") < finished:
            assert time.monotonic() < limit
            time.sleep(0.02)
        process.kill()
    written = desk.status().count(b"\n")
    assert written < PARTS
    assert desk.assert_completed(desk.review(), written) >= PARTS - written - AT_ONCE
