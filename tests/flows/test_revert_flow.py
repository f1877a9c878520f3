"""``md_revert`` as a flow of its own on a real server."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from flows.run import run_apply, run_undo
from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.hashing import content_hash
from reviewer.model.selection import Selection
from reviewer.service.revert import UndoRequest
from reviewer.service.workspace.folder import require_workspace

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

RAW = b"# Harbour\n\nThe ship leaves the quay.\n\nThe crane stands on the quay.\n"
DONE = RAW.replace(b"quay", b"pier")


def revert_flow(path, *ids, dry_run=False, **more):
    """The flow as Python calls it; Prefect is imported when the server is known."""
    from flows.parameters import Changes, UndoOptions
    from flows.revert import revert

    return revert(path, Changes(ids=ids), options=UndoOptions(dry_run=dry_run), **more)


def request(path, *ids, **more):
    return UndoRequest(path, Selection(ids=ids), ReviewerConfig(), **more)


@pytest.fixture
def document(orchestrator, tmp_path):
    path = tmp_path / "harbour.md"
    path.write_bytes(RAW)
    ops = [
        {"action": "replace", "target": {"line_start": line, "line_end": line}, "before_text": "quay",
         "before_hash": content_hash("quay"), "after_text": "pier"}
        for line in (3, 5)
    ]  # fmt: skip
    (tmp_path / "ops.json").write_text(json.dumps(ops), encoding="utf-8")
    run_apply(path, tmp_path / "ops.json", ReviewerConfig())
    return path


def test_a_revert_is_a_run_with_a_final_state_parameters_and_every_artifact(orchestrator, document):
    outcome = run_undo(request(document, "RVW-0001..RVW-0002", reason="as it was"))
    assert outcome.reverted == ("RVW-0002", "RVW-0001")
    run = orchestrator.last_run("md_revert")
    assert (run["state"]["type"], run["state"]["name"]) == ("COMPLETED", "Completed")
    assert run["state"]["message"] == "2 reverted, 0 reapplied, 0 failed"
    assert run["parameters"]["path"] == str(document)
    assert run["parameters"]["changes"]["ids"] == ["RVW-0001..RVW-0002"]
    assert run["parameters"]["options"]["reason"] == "as it was"
    artifacts = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [run["id"]]}})
    shown = {artifact["key"].split("-")[0]: artifact["data"] for artifact in artifacts}
    assert set(shown) == {"summary", "report", "ledger", "head"}
    assert shown["report"] == Path(outcome.outputs.report).read_text(encoding="utf-8")
    assert "| reverted | 2 |" in shown["summary"]
    assert "REVERT-RVW-0001" in [row["id"] for row in json.loads(shown["ledger"])]
    assert require_workspace(document).edited.read_bytes() == RAW


def test_what_is_refused_fails_the_run_and_still_gives_its_outcome(orchestrator, document):
    run_undo(request(document, "RVW-0001"))
    outcome = run_undo(request(document, "RVW-0001"))
    assert (outcome.status, outcome.reverted, [item.id for item in outcome.failed]) == ("refused", (), ["RVW-0001"])
    run = orchestrator.last_run("md_revert")
    assert (run["state"]["type"], run["state"]["name"]) == ("FAILED", "refused")
    outcome = run_undo(request(document, "RVW-0001", "RVW-0002", keep_going=True))
    assert (outcome.status, outcome.reverted) == ("partial", ("RVW-0002",))
    assert orchestrator.last_run("md_revert")["state"]["name"] == "partial"


def test_the_run_says_which_change_failed_and_why(orchestrator, document):
    run_undo(request(document, "RVW-0001"))
    run_undo(request(document, "RVW-0001"))
    run = orchestrator.last_run("md_revert")
    assert "RVW-0001: it is not in force: it was undone already" in run["state"]["message"]
    artifacts = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [run["id"]]}})
    (summary,) = [artifact["data"] for artifact in artifacts if artifact["key"].startswith("summary-")]
    assert "| RVW-0001 | it is not in force: it was undone already |" in summary


def test_without_asking_for_the_state_a_caller_is_told_what_failed(orchestrator, document):
    run_undo(request(document, "RVW-0001"))
    with pytest.raises(Exception, match="RVW-0001: it is not in force"):
        revert_flow(document, "RVW-0001")
    with pytest.raises(Exception, match="RVW-0001: it is not in force"):
        revert_flow(document, "RVW-0001", dry_run=True)


def test_a_preview_in_the_ui_writes_nothing_and_shows_the_diff(orchestrator, document):
    from flows.conclusion import outcome_of

    head = run_undo(request(document, "RVW-0001", dry_run=True)).head
    outcome = outcome_of(revert_flow(document, "RVW-0002", dry_run=True, return_state=True))
    assert (outcome.dry_run, outcome.reverted, outcome.head) == (True, ("RVW-0002",), head)
    assert "+The crane stands on the quay." in outcome.diff
    assert require_workspace(document).edited.read_bytes() == DONE
    run = orchestrator.last_run("md_revert")
    assert run["state"]["message"] == "dry run, nothing was written: 1 reverted, 0 reapplied, 0 failed"
    (shown,) = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [run["id"]]}})
    assert outcome.diff in shown["data"]


def test_ops_from_a_pipe_are_read_once(orchestrator, document, tmp_path):
    op = {"find": "The ship", "replace": "The tug"}
    code = (
        "import sys; from pathlib import Path; from flows.run import run_apply; from reviewer.config import "
        "ReviewerConfig; print(run_apply(Path(sys.argv[1]), Path('/dev/stdin'), ReviewerConfig()).applied)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(document)],
        input=json.dumps([op]),
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ},
    )
    assert (done.stdout, done.stderr) == ("('RVW-0003',)\n", "")
    assert orchestrator.last_run("apply")["state"]["type"] == "COMPLETED"


def test_nothing_of_it_is_cached_and_a_redo_is_the_same_flow(orchestrator, document):
    for _ in range(2):
        assert run_undo(request(document, "RVW-0001")).reverted == ("RVW-0001",)
        assert run_undo(request(document, "RVW-0001", direction="reapply")).reapplied == ("RVW-0001",)
    assert orchestrator.last_run("md_revert")["parameters"]["options"]["direction"] == "reapply"
    assert require_workspace(document).edited.read_bytes() == DONE


def test_a_dry_run_and_wrong_input_are_no_runs(orchestrator, document, tmp_path):
    before = len(orchestrator.ask("flow_runs"))
    assert run_undo(request(document, "RVW-0001", dry_run=True)).diff
    with pytest.raises(UserError) as caught:
        run_undo(request(tmp_path / "none.md", "RVW-0001"))
    assert caught.value.code == "missing-file"
    unseen = tmp_path / "unseen.md"
    unseen.write_bytes(b"# Quay\n")
    with pytest.raises(UserError) as caught:
        run_undo(request(unseen, "RVW-0001"))
    assert caught.value.code == "no-review"
    assert len(orchestrator.ask("flow_runs")) == before


def test_an_api_that_may_not_get_text_gets_counts_and_hashes(orchestrator, document, monkeypatch):
    monkeypatch.setattr("flows.configured.may_receive_text", lambda *_: False)
    outcome = run_undo(request(document, "RVW-0001"))
    run = orchestrator.last_run("md_revert")
    artifacts = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [run["id"]]}})
    shown = {artifact["key"].split("-")[0]: artifact["data"] for artifact in artifacts}
    assert set(shown) == {"summary", "ledger", "head"}
    assert "| reverted | 1 |" in shown["summary"]
    assert outcome.head in shown["head"]
    assert "pier" not in json.dumps(artifacts)
