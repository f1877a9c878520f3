"""Two batches on one folder, in real processes: no document is reviewed twice, and a killed holder holds nothing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from batch_desk import one_by_one, run, states, write

from reviewer.ledger.lock import workspace_lock
from reviewer.service.batch.claim import InReview, claimed
from reviewer.service.batch.document import review_by_rules, reviewed
from reviewer.service.clock import SystemClock

ROOT = Path(__file__).parents[4]
HOLD = """
import sys
from pathlib import Path
from reviewer.service.batch.claim import claimed
with claimed(Path(sys.argv[1])) as claim:
    claim.note_run("a-run")
    print("held", flush=True)
    sys.stdin.readline()
"""
BATCH = """
import sys
from batch_desk import one_by_one, run
seen = []
outcome = run(sys.argv[1], hands=one_by_one(seen), name=sys.argv[2])
print(" ".join(seen))
print(" ".join(row.status for row in outcome.documents))
"""


def start(code, *arguments):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests")))}
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=env,
    )


@pytest.fixture
def holder(tmp_path):
    """A process that has claimed ``a.md``."""
    write(tmp_path, "a.md", "b.md")
    process = start(HOLD, tmp_path / "a.md")
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.communicate()


def test_what_another_process_reviews_is_left_to_it_and_is_no_failure(tmp_path, holder):
    seen = []
    outcome = run(tmp_path, hands=one_by_one(seen))
    assert (states(outcome), seen) == ({"a.md": "in_review", "b.md": "completed"}, ["b.md"])
    assert outcome.status == "completed"
    assert f"in review by another run: process {holder.pid} on " in outcome.documents[0].error


def test_a_claim_falls_with_its_process_and_tells_what_it_waited_for(tmp_path, holder):
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    with claimed(tmp_path / "a.md") as claim:
        assert claim.left_run == "a-run"
        claim.forget_run()
    with claimed(tmp_path / "a.md") as claim:
        assert claim.left_run == ""
    assert states(run(tmp_path)) == {"a.md": "completed", "b.md": "completed"}


def test_nobody_waits_for_a_claim(tmp_path):
    write(tmp_path, "a.md")
    with claimed(tmp_path / "a.md"), pytest.raises(InReview, match="process"), claimed(tmp_path / "a.md"):
        pass


def test_two_batches_at_once_review_each_document_once(tmp_path):
    write(tmp_path, *(f"{number:02}.md" for number in range(24)))
    both = [start(BATCH, tmp_path, name) for name in ("one", "two")]
    seen, ended = [], []
    for process in both:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        names, found = out.removesuffix("\n").split("\n")
        seen += names.split()
        ended.append(set(found.split()))
    assert sorted(seen) == [f"{number:02}.md" for number in range(24)]
    assert all(found <= {"completed", "unchanged", "in_review"} for found in ended)


def test_a_document_done_by_another_run_meanwhile_is_unchanged(tmp_path):
    write(tmp_path, "a.md")
    hands = one_by_one()

    def work(jobs):
        for job in jobs:
            run(tmp_path, name="other")
            yield from hands.small([job])

    assert states(run(tmp_path, hands=type(hands)(work, work))) == {"a.md": "unchanged"}


def test_a_workspace_that_another_command_holds_is_in_review(tmp_path):
    write(tmp_path, "a.md")
    workspace = Path(run(tmp_path).documents[0].workspace)
    with workspace_lock(workspace, "revert"):
        outcome = run(tmp_path, refresh=True, flags={"lock_timeout": 0.0})
    assert (states(outcome), outcome.status) == ({"a.md": "in_review"}, "completed")
    assert "(revert, since" in outcome.documents[0].error


def test_a_document_that_is_written_meanwhile_fails_and_is_done_by_the_next_run(tmp_path):
    write(tmp_path, "a.md")
    path = tmp_path / "a.md"
    hands = one_by_one()

    class Growing:
        identity = "growing"

        def corrections(self, words):
            with path.open("a", encoding="utf-8") as file:
                file.write("\nOne more line.\n")
            return {}

    def work(jobs):
        for job in jobs:
            yield reviewed(job, review_by_rules(Growing(), SystemClock()), lambda: 0.0)

    outcome = run(tmp_path, hands=type(hands)(work, work))
    assert [(row.status, row.error_code) for row in outcome.documents] == [("failed", "document-changed")]
    assert states(run(tmp_path)) == {"a.md": "completed"}
