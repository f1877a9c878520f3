"""``review`` as a flow on a real server: served from the store when nothing changed, honest when something failed."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from flows.run import ShellOptions, run_apply, run_review, run_undo
from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.errors import UserError
from reviewer.hashing import content_hash
from reviewer.model.selection import Selection
from reviewer.service.revert import UndoRequest
from reviewer.service.server import ensure_server
from reviewer.service.stages import kernels, pipeline

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

ALL = {kernel.name for kernel in kernels.KERNELS}
TEXT = """# Harbour handbook {name}

The crane lifts the the container, and the crew checks every lock before the ship leaves the quay.

## Berths

| Berth | Depth |
|---|---|
| north | 12 |

Ships with a deep draught wait for the tide, as the pilot said in the morning.
"""
CONFIG = ReviewerConfig(no_llm=True)


@pytest.fixture
def document(tmp_path, request):
    """A document that no other test reviews, so that nothing of it is stored yet."""
    path = tmp_path / "harbour.md"
    path.write_text(TEXT.format(name=request.node.name), encoding="utf-8")
    return path


def in_another_process(path, home):
    code = (
        "import sys; from pathlib import Path; from flows.run import run_review; "
        "from reviewer.config import ReviewerConfig; "
        "print(run_review(Path(sys.argv[1]), ReviewerConfig(no_llm=True)).model_dump_json())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "HOME": str(home)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


class Store:
    """Which results are stored, and which were written since the last look."""

    def __init__(self, home):
        self.folder = home / "results"
        self.seen = self._now()

    def written(self):
        now = self._now()
        changed = [name for name, stamp in now.items() if self.seen.get(name) != stamp]
        self.seen = now
        return {name.split("-v")[0] for name in changed}

    def paths(self, kernel):
        return list(self.folder.glob(f"{kernel}-v*"))

    def _now(self):
        files = self.folder.iterdir() if self.folder.exists() else ()
        return {path.name: path.stat().st_mtime_ns for path in files}


@pytest.fixture
def connected(orchestrator):
    """This process talks to the server, as a worker does."""
    from flows.api import connect

    return connect()


@pytest.fixture
def store(orchestrator):
    return Store(orchestrator.home)


def newest(store, kernel):
    return max(store.paths(kernel), key=lambda path: path.stat().st_mtime_ns)


def test_again_in_another_process_every_kernel_is_served_from_the_store(orchestrator, store, document, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    first = in_another_process(document, home)
    assert set(orchestrator.task_states(orchestrator.last_run()).values()) == {"Completed"}
    assert store.written() == ALL
    second = in_another_process(document, home)
    assert orchestrator.task_states(orchestrator.last_run()) == dict.fromkeys(ALL, "Cached")
    assert store.written() == set()
    assert first["counts"]["changes"] == 1
    assert second["head"] == first["head"]
    assert list(home.iterdir()) == []


def artifacts_of(orchestrator, run):
    """The artifacts of a run by kind: the first word of their key."""
    found = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [run["id"]]}})
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", artifact["key"]) for artifact in found)
    return {artifact["key"].split("-")[0]: artifact for artifact in found}


def test_a_review_has_a_final_state_and_every_artifact(orchestrator, document):
    outcome = run_review(document, CONFIG)
    run = orchestrator.last_run()
    assert (run["state"]["type"], run["state"]["name"]) == ("COMPLETED", "Completed")
    assert run["state"]["message"].startswith("1 changes")
    shown = artifacts_of(orchestrator, run)
    assert set(shown) == {"summary", "report", "findings", "ledger", "head"}
    assert shown["report"]["data"] == Path(outcome.outputs.report).read_text(encoding="utf-8")
    assert "| changes | 1 |" in shown["summary"]["data"]
    assert [row["rule"] for row in json.loads(shown["findings"]["data"])] == ["doubled-word"]
    assert [row["id"] for row in json.loads(shown["ledger"]["data"])] == ["RVW-0001"]
    assert outcome.outputs.ledger in shown["ledger"]["description"]
    assert shown["ledger"]["key"].startswith("ledger-harbour-")


def test_the_heads_of_review_revert_and_redo_are_a_chain_under_one_key(orchestrator, document):
    heads = [run_review(document, CONFIG).head]
    shown = [artifacts_of(orchestrator, orchestrator.last_run())["head"]]
    for direction in ("revert", "reapply"):
        request = UndoRequest(document, Selection(ids=("RVW-0001",)), CONFIG, direction=direction)
        heads.append(run_undo(request).head)
        shown.append(artifacts_of(orchestrator, orchestrator.last_run("md_revert"))["head"])
    assert len({artifact["key"] for artifact in shown}) == 1
    for artifact, head in zip(shown, heads, strict=True):
        assert artifact["data"].startswith(f"`{head}`\n")
    for artifact, before in zip(shown[1:], heads, strict=False):
        assert f"| it stands on | `{before}` |" in artifact["data"]


def test_what_cannot_be_stored_is_a_warning_and_the_rest_is_stored(orchestrator, document, monkeypatch, caplog):
    def full(*_, **__):
        raise RuntimeError("no room")

    monkeypatch.setattr("flows.publish.create_table_artifact", full)
    outcome = run_review(document, CONFIG)
    assert outcome.status == "completed"
    run = orchestrator.last_run()
    assert run["state"]["type"] == "COMPLETED"
    assert set(artifacts_of(orchestrator, run)) == {"summary", "report", "head"}
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [
        "The artifact findings could not be stored: RuntimeError",
        "The artifact ledger could not be stored: RuntimeError",
    ]


@pytest.mark.parametrize("damage", ["delete", "empty", "truncate", "digit"])
def test_a_damaged_result_is_computed_again_with_one_warning_and_no_other(store, document, caplog, damage):
    run_review(document, CONFIG)
    assert store.written() == ALL
    path = newest(store, "md_inventory")
    good = path.read_bytes()
    if damage == "delete":
        path.unlink()
    elif damage == "digit":
        assert good.count(b'\\"tables\\":1') == 1
        path.write_bytes(good.replace(b'\\"tables\\":1', b'\\"tables\\":7'))
    else:
        path.write_bytes(b"" if damage == "empty" else good[:-40])
    store.written()
    caplog.clear()
    run_review(document, CONFIG)
    assert store.written() == {"md_inventory"}
    assert path.read_bytes() == good
    warned = [record.getMessage() for record in caplog.records if record.levelname in {"WARNING", "ERROR"}]
    expected = [] if damage == "delete" else ["The stored result of md_inventory is damaged; it is computed again."]
    assert warned == expected


def test_a_result_of_another_document_under_this_ones_key_is_not_served(store, document, caplog):
    other = document.with_name("other.md")
    other.write_text("# T\n\nAll fine in this other document, with the the word twice.\n", encoding="utf-8")
    run_review(other, CONFIG)
    foreign = newest(store, "md_consistency_scan").read_bytes()
    run_review(document, CONFIG)
    path = newest(store, "md_consistency_scan")
    good = path.read_bytes()
    assert good != foreign
    path.write_bytes(foreign)
    store.written()
    run_review(document, CONFIG)
    assert store.written() == {"md_consistency_scan"}
    assert path.read_bytes() == good


def test_changed_configuration_computes_just_what_reads_it(store, document):
    run_review(document, CONFIG)
    store.written()
    run_review(document, CONFIG.model_copy(update={"chunk": ChunkConfig(max_chunk_tokens=60)}))
    assert store.written() == {"md_chunk", "md_fingerprint_chunk"}


def test_a_changed_byte_computes_everything_and_the_old_state_is_still_stored(store, document):
    run_review(document, CONFIG)
    before = document.read_bytes()
    store.written()
    document.write_bytes(before.replace(b"| 12 |", b"| 13 |"))
    run_review(document, CONFIG)
    assert store.written() == ALL
    document.write_bytes(before)
    run_review(document, CONFIG)
    assert store.written() == set()


def changed_kernel(monkeypatch, name, **changes):
    newer = replace(kernels.BY_NAME[name], **changes)
    monkeypatch.setitem(kernels.BY_NAME, name, newer)
    monkeypatch.setattr(pipeline, "KERNELS", tuple(newer if k.name == name else k for k in pipeline.KERNELS))


def test_a_new_kernel_version_computes_it_and_what_stands_on_it(store, document, monkeypatch):
    run_review(document, CONFIG)
    store.written()
    changed_kernel(monkeypatch, "md_chunk", version="99")
    run_review(document, CONFIG)
    assert store.written() == {"md_chunk", "md_fingerprint_chunk"}


def test_refresh_computes_and_stores_everything_again(store, document):
    run_review(document, CONFIG)
    store.written()
    run_review(document, CONFIG, options=ShellOptions(refresh=True))
    assert store.written() == ALL


def secret_failure(source):
    raise ValueError(f"cannot understand {source.document.text!r}")


def everything_recorded(orchestrator, run):
    """All bytes of the server's database, once it holds the run's task runs and its last log line."""
    orchestrator.task_states(run)
    orchestrator.wait_for(lambda: "Finished in state" in str(orchestrator.logs(run)))
    return b"".join(path.read_bytes() for path in (orchestrator.home / "prefect").glob("prefect.db*"))


def test_a_failing_kernel_shows_in_states_and_outcome_is_not_stored_and_sends_no_text(
    orchestrator, store, document, monkeypatch, caplog
):
    document.write_text(document.read_text(encoding="utf-8") + "\nThe zanzibarword is unique.\n", encoding="utf-8")
    changed_kernel(monkeypatch, "md_numbering_control", function=secret_failure, version="98")
    monkeypatch.setattr("flows.configured.may_receive_text", lambda *_: False)
    outcome = run_review(document, CONFIG)
    assert outcome.status == "completed_with_failures"
    assert len(outcome.failures) == 1
    assert outcome.failures[0].startswith("md_numbering_control: ValueError: cannot understand")
    run = orchestrator.last_run()
    assert (run["state"]["type"], run["state"]["name"]) == ("FAILED", "completed_with_failures")
    states = orchestrator.task_states(run)
    assert states == {**dict.fromkeys(ALL, "Completed"), "md_numbering_control": "kernel_failed"}
    assert store.written() == ALL - {"md_numbering_control"}
    assert "zanzibarword" not in caplog.text
    assert not [record for record in caplog.records if "Failed to write result" in record.getMessage()]
    assert b"zanzibarword" not in everything_recorded(orchestrator, run)


def test_an_api_that_may_not_get_text_gets_counts_and_hashes(orchestrator, document, monkeypatch):
    text = document.read_text(encoding="utf-8").replace("container", "quagmireword")
    document.write_text(text + "\n## Quagmireword\n\nThe quagmireword quagmireword stands.\n", encoding="utf-8")
    monkeypatch.setattr("flows.configured.may_receive_text", lambda *_: False)
    outcome = run_review(document, CONFIG)
    assert "quagmireword" in Path(outcome.outputs.report).read_text(encoding="utf-8").lower()
    recorded = everything_recorded(orchestrator, orchestrator.last_run()).lower()
    assert b"quagmireword" not in recorded
    assert outcome.head.encode() in recorded


@pytest.mark.parametrize("mode", ["off", "read_prefer"])
def test_modes_that_store_nothing_compute_and_store_nothing(store, document, mode):
    outcome = run_review(document, CONFIG.model_copy(update={"cache_mode": mode}))
    assert outcome.status == "completed"
    assert outcome.counts.changes == 1
    assert store.written() == set()


def test_read_prefer_serves_what_is_stored(orchestrator, store, document):
    run_review(document, CONFIG)
    store.written()
    run_review(document, CONFIG.model_copy(update={"cache_mode": "read_prefer"}))
    assert orchestrator.task_states(orchestrator.last_run()) == dict.fromkeys(ALL, "Cached")
    newest(store, "md_chunk").unlink()
    store.written()
    run_review(document, CONFIG.model_copy(update={"cache_mode": "read_prefer"}))
    states = orchestrator.task_states(orchestrator.last_run())
    assert states == {**dict.fromkeys(ALL, "Cached"), "md_chunk": "Completed"}
    assert store.written() == set()


def test_read_only_fails_on_a_miss_and_changes_nothing(orchestrator, store, document):
    before = document.read_bytes()
    outcome = run_review(document, CONFIG.model_copy(update={"cache_mode": "read_only"}))
    assert outcome.status == "completed_with_failures"
    assert "md_chunk: backend_error: cache_miss" in outcome.failures
    assert outcome.counts.changes == 0
    assert store.written() == set()
    states = orchestrator.task_states(orchestrator.last_run(), count=6)
    assert set(states.values()) == {"cache_miss"}
    assert document.read_bytes() == before


def test_wrong_input_is_told_without_a_flow_run(orchestrator, tmp_path):
    before = len(orchestrator.ask("flow_runs"))
    with pytest.raises(UserError) as caught:
        run_review(tmp_path / "none.md", CONFIG)
    assert caught.value.code == "missing-file"
    assert len(orchestrator.ask("flow_runs")) == before


def test_parameters_that_cannot_be_used_end_in_a_state_that_says_why(connected, document):
    from flows.conclusion import outcome_of
    from flows.parameters import RunSettings
    from flows.review import review

    state = review(Path("harbour.md"), return_state=True)
    assert (state.type.value, state.name) == ("FAILED", "stopped")
    assert state.message == "'harbour.md' is relative to a folder that a worker does not know; give a full path"
    with pytest.raises(UserError):
        outcome_of(state)
    state = review(document, RunSettings(more={"chunk.max_chunk_token": 60}), return_state=True)
    assert state.message.startswith("unknown key 'chunk.max_chunk_token' in the run's parameters; did you mean")


@pytest.mark.parametrize(
    ("parameters", "field"),
    [({"path": "docs/plan.md"}, "path"), ({"path": "/a.md", "settings": {"concurrency": 65}}, "settings.concurrency")],
)
def test_a_deployment_refuses_before_anything_is_scheduled(orchestrator, connected, parameters, field):
    from prefect.deployments import run_deployment
    from prefect.exceptions import PrefectHTTPStatusError

    from flows.review import review

    review.to_deployment("refusing").apply()
    with pytest.raises(PrefectHTTPStatusError) as caught:
        run_deployment("review/refusing", parameters=parameters, timeout=0)
    assert f"Validation failed for field '{field}'" in caught.value.response.text
    assert not orchestrator.ask("flow_runs", deployments={"name": {"any_": ["refusing"]}})


def test_a_run_of_a_shell_is_repeated_from_its_parameters_alone(orchestrator, document, monkeypatch):
    """As a retry from UI or API does: another process, another folder, other variables."""
    from flows.conclusion import outcome_of
    from flows.review import review

    (document.parent / "reviewctl.toml").write_text('operator = "file"\n', encoding="utf-8")
    config = CONFIG.having(operator="shell", chunk=ChunkConfig(max_chunk_tokens=60))
    first = run_review(document, config, options=ShellOptions(output=document.with_name("out.md")))
    sent = orchestrator.last_run()["parameters"]
    assert sent["settings"] == {
        "inherit": False,
        "no_llm": True,
        "operator": "shell",
        "disable": [],
        "more": {"chunk.max_chunk_tokens": 60},
    }
    monkeypatch.setenv("REVIEWCTL_OPERATOR", "worker")
    monkeypatch.chdir("/")
    again = outcome_of(review(**review.validate_parameters(sent), return_state=True))
    assert again.head == first.head
    assert again.written == first.written
    recorded = json.loads((Path(again.workspace) / "run.json").read_text(encoding="utf-8"))
    assert recorded["config"] == config.model_dump(mode="json")


def test_apply_runs_its_flow_where_a_server_is_up(orchestrator, document, tmp_path):
    ops = tmp_path / "ops.json"
    op = {
        "action": "replace",
        "target": {"line_start": 3, "line_end": 3},
        "before_text": "quay",
        "before_hash": content_hash("quay"),
        "after_text": "pier",
    }
    ops.write_text(json.dumps([op]), encoding="utf-8")
    outcome = run_apply(document, ops, CONFIG)
    assert outcome.applied == ("RVW-0001",)
    run = orchestrator.last_run("apply")
    assert run["state"]["type"] == "COMPLETED"
    assert run["parameters"]["ops"] == str(ops)
    again = run_apply(document, ops, CONFIG)
    assert (again.applied, again.already_applied) == ((), ("RVW-0001",))


def test_our_server_is_found_again_and_not_started_twice(orchestrator):
    said = []
    assert ensure_server(said.append) == orchestrator.info
    assert said == []
