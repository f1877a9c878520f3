"""``review`` with models, as mapped tasks on a real server: only what is not done is paid for, failures are values."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flows.run import ShellOptions, run_review
from reviewer.config import LLMConfig, ReviewerConfig, ValidationConfig
from reviewer.errors import BackendError

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

PARTS = 6
UNJUDGED = ValidationConfig(judge=False)
"""No model judges what another one proposed: that has tests of its own."""

FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}


def section(number, name):
    """The name of the test is in it: what another test had stored must not answer."""
    return f"## Part {number}\n\nThe valve close at noon in plant {number}, as the crew of {name} has known.\n\n"


@pytest.fixture
def desk(tmp_path, request, orchestrator):
    """A document that no other test reviews, and a script to answer with."""
    return Desk(tmp_path, request.node.name)


class Desk:
    def __init__(self, folder, name):
        self.path = folder / "plant.md"
        self.name = name
        self.script = folder / "script.jsonl"
        self.write(f"# Plant {name}\n\n" + "".join(section(number, name) for number in range(PARTS)))
        self.answer({"when": {"stage": "edit"}, "reply": [FIX]})

    def write(self, text):
        self.path.write_text(text, encoding="utf-8")

    def answer(self, *lines):
        self.script.write_text("".join(json.dumps({"when": {}, **line}) + "\n" for line in lines), encoding="utf-8")

    def config(self, **fields):
        llm = LLMConfig(backend="scripted", script=str(self.script), **fields.pop("llm", {}))
        quiet = {"skip_pyramid": True, "validation": UNJUDGED}
        return ReviewerConfig(llm=llm, fixers=False, **{**quiet, **fields})

    def review(self, **fields):
        return run_review(self.path, self.config(**fields))

    def totals(self):
        return json.loads(next(self.path.parent.glob(".review/*/stage2/md_edit_plan.json")).read_bytes())

    def status(self):
        file = next(self.path.parent.glob(".review/*/stage2/ops/status.jsonl"))
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_every_chunk_is_asked_once_and_its_edits_get_ids_at_commit(desk, orchestrator):
    outcome = desk.review()
    assert (outcome.counts.model_calls, outcome.counts.chunks_failed) == (PARTS, 0)
    assert len(outcome.applied) == PARTS
    assert Path(outcome.outputs.edited).read_text(encoding="utf-8").count("valve closes") == PARTS
    assert {line["outcome"] for line in desk.status()} == {"ops"}
    assert orchestrator.last_run()["state"]["name"] == "Completed"


def test_the_fan_out_is_a_progress_artifact_of_the_run(desk, orchestrator):
    desk.review()
    artifacts = orchestrator.ask("artifacts", flow_runs={"id": {"any_": [orchestrator.last_run()["id"]]}})
    (shown,) = [artifact for artifact in artifacts if artifact["type"] == "progress"]
    assert shown["key"].startswith("progress-plant-")
    assert (shown["data"], shown["description"]) == (100, f"{PARTS} of {PARTS} chunks, {PARTS} edits proposed")


def test_again_unchanged_nothing_is_asked_and_nothing_is_added(desk):
    first = desk.review()
    again = desk.review()
    assert again.counts.model_calls == 0
    assert (again.applied, again.head) == ((), first.head)


def test_calls_tokens_and_speed_are_those_of_the_run(desk):
    desk.answer({"when": {"stage": "edit"}, "reply": [FIX], "completion_tokens": 9})
    heard = []
    for asked in (PARTS, 0):
        heard.clear()
        before = len(desk.status()) if asked == 0 else 0
        outcome = run_review(desk.path, desk.config(), options=ShellOptions(progress=heard.append))
        lines = desk.status()[before:]
        assert outcome.counts.model_calls == asked
        assert sum(line["worker_calls"] + line["tutor_calls"] for line in lines) == asked
        assert sum(line["completion_tokens"] for line in lines) == 9 * asked
        assert {(line["stored"], line["attempts"]) for line in lines} == {(asked == 0, 1 if asked else 0)}
        assert len(heard) == PARTS
        assert (heard[-1].tokens_per_second is None) == (asked == 0)
        totals = desk.totals()
        assert (totals["chunks_answered"], totals["model_calls"]) == (PARTS, asked)
        assert (totals["acceptance_rate"], totals["parse_success_rate"]) == (1.0, 1.0)


def test_a_changed_section_alone_is_asked_again_and_what_moved_is_still_placed_right(desk):
    desk.answer({"when": {"stage": "edit"}, "reply": []})
    desk.review()
    desk.answer({"when": {"stage": "edit"}, "reply": []})
    text = desk.path.read_text(encoding="utf-8")
    desk.write(
        text.replace("## Part 0\n", "## Part 0\n\nA new paragraph stands here, and it moves all the rest down.\n")
    )
    outcome = desk.review()
    assert outcome.counts.model_calls == 1


def test_stored_replies_are_placed_in_the_text_as_it_is_now(desk):
    desk.review()
    text = desk.path.read_text(encoding="utf-8")
    moved = text.replace("## Part 0\n", "## Part 0\n\nA new paragraph without any slip moves the rest.\n")
    other = desk.path.with_name("other.md")
    other.write_text(moved, encoding="utf-8")
    outcome = run_review(other, desk.config())
    assert outcome.counts.model_calls == 1
    edited = Path(outcome.outputs.edited).read_text(encoding="utf-8")
    assert edited == moved.replace("valve close ", "valve closes ")


def test_summaries_are_asked_bottom_up_and_only_the_path_to_the_root_again(desk):
    long = f"The valve of {desk.name} stands in the hall and every part of it was checked in the morning. " * 12
    desk.write("# Plant\n\n" + "".join(f"## Part {number}\n\n{number} {long}\n\n" for number in range(PARTS)))
    desk.answer({"when": {"stage": "pyramid"}, "reply": "About valves."}, {"reply": []})
    first = desk.review(skip_pyramid=False)
    assert first.counts.model_calls == PARTS + 1 + PARTS
    assert desk.review(skip_pyramid=False).counts.model_calls == 0
    desk.write(desk.path.read_text(encoding="utf-8").replace("3 The valve", "3 The new valve", 1))
    again = desk.review(skip_pyramid=False)
    assert again.counts.model_calls == 2  # the section's summary and its chunk: the abstract's children say the same
    summaries = next(desk.path.parent.glob(".review/*/stage2/pyramid.json"))
    assert "About valves." in summaries.read_text(encoding="utf-8")


def test_a_summary_that_fails_is_taken_from_the_text_and_blocks_nothing(desk):
    long = "The valve stands in the hall and was checked. " * 30
    desk.write(f"# Plant\n\n## One\n\n{long}\n\n## Two\n\nThe valve close at noon, as it always did.\n")
    desk.answer({"when": {"stage": "pyramid"}, "status": 500}, {"when": {"stage": "edit"}, "reply": [FIX]})
    outcome = desk.review(skip_pyramid=False)
    assert len(outcome.applied) == 1
    assert outcome.status == "completed"
    report = Path(outcome.outputs.report).read_text(encoding="utf-8")
    assert "summaries are taken from the text" in report


def test_summaries_that_were_made_before_a_kill_are_not_paid_again(desk, orchestrator):
    long = f"The valve of {desk.name} stands in the hall and every part of it was checked in the morning. " * 12
    desk.write("# Plant\n\n" + "".join(f"## Part {number}\n\n{number} {long}\n\n" for number in range(PARTS)))
    slow = {"when": {"stage": "pyramid", "contains": "5 The valve"}, "reply": "About five.", "delay_ms": 3000}
    desk.answer(slow, {"when": {"stage": "pyramid"}, "reply": "About valves."}, {"reply": []})
    results = orchestrator.home / "results"

    def stored():
        return len(list(results.glob("md_pyramid-*")))

    before = stored()
    options = ["--backend", "scripted", "--script", str(desk.script), "--no-fixers"]
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", str(desk.path), *options]
    with subprocess.Popen(command, env=os.environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        wait_for(lambda: stored() == before + PARTS - 1)
        process.kill()
    assert stored() < before + PARTS + 1
    assert desk.review(skip_pyramid=False).counts.model_calls <= 2 + PARTS  # the slow one, the abstract; the chunks


def test_failed_chunks_are_values_and_only_they_are_asked_again(desk, orchestrator):
    desk.answer({"when": {"contains": "plant 2"}, "reply": "", "completion_tokens": 9}, {"reply": [FIX]})
    outcome = desk.review()
    assert (outcome.status, outcome.counts.chunks_failed) == ("completed_with_failures", 1)
    assert len(outcome.applied) == PARTS - 1
    assert any("degenerate" in line for line in outcome.failures)
    run = orchestrator.last_run()
    assert run["state"]["name"] == "completed_with_failures"
    assert re.fullmatch(r"1 of \d+ chunks failed", run["state"]["message"])
    names = orchestrator.task_states(run, count=7 + PARTS)
    assert "degenerate" in names.values() or names["md_edit_plan"] in {"Completed", "degenerate"}
    again = desk.review()
    assert again.counts.model_calls == 1
    assert [line["outcome"] for line in desk.status()].count("degenerate") == 2


def test_identical_sections_are_reviewed_each(desk):
    same = "## Same\n\nThe valve close at noon in this plant, as the crew has known for years.\n\n"
    desk.write("# Plant\n\n" + same * 3)
    outcome = desk.review()
    assert len(outcome.applied) == 3
    assert len({line["chunk_id"] for line in desk.status()}) == 3


def test_read_only_asks_nothing_and_says_cache_miss(desk):
    desk.review(no_llm=True)
    outcome = desk.review(cache_mode="read_only")
    assert outcome.counts.model_calls == 0
    assert outcome.counts.chunks_failed == PARTS
    assert {line["reason"] for line in desk.status()} == {"cache_miss"}


def test_headings_and_code_alone_are_not_sent(desk):
    desk.write(
        "# Plant\n\n## Only\n\n### Headings\n\n## Code\n\n```\nvalve close\n```\n\n## Text\n\nThe valve close.\n"
    )
    outcome = desk.review()
    assert outcome.counts.model_calls == 1
    assert "not shown to a model" in Path(outcome.outputs.report).read_text(encoding="utf-8")


def test_a_dead_endpoint_is_told_at_once(desk):
    config = desk.config().model_copy(update={"llm": LLMConfig(endpoint="http://127.0.0.1:9")})
    with pytest.raises(BackendError) as error:
        run_review(desk.path, config)
    assert (error.value.code, error.value.exit_code) == ("unreachable", 3)


def test_the_api_gets_no_text_of_document_or_replies(desk, orchestrator):
    desk.answer({"reply": [{**FIX, "rationale": "SECRETWORD is why"}]})
    desk.review(llm={"tutor_model": "tutor"})
    run = orchestrator.last_run()
    said = "\n".join(orchestrator.logs(run)) + json.dumps(
        orchestrator.ask("task_runs", flow_runs={"id": {"any_": [run["id"]]}})
    )
    assert "SECRETWORD" not in said
    assert "valve close" not in said


def test_progress_counts_chunks_and_ops(desk):
    heard = []
    run_review(desk.path, desk.config(), options=ShellOptions(progress=heard.append))
    assert [item.done for item in heard] == list(range(1, PARTS + 1))
    assert (heard[-1].total, heard[-1].ops) == (PARTS, PARTS)


def test_interrupted_it_ends_soon_and_goes_on_where_it_stopped(desk):
    """A real process, two calls of a minute under way when it is interrupted."""
    desk.answer({"when": {"contains": "plant 5"}, "reply": [FIX], "delay_ms": 60000}, {"reply": [FIX]})
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", str(desk.path), "--backend", "scripted"]
    options = ["--script", str(desk.script), "--skip-pyramid", "--no-fixers", "--set", "llm.concurrency=2"]
    options += ["--set", "validation.judge=false"]
    environ = {**os.environ, "HOME": str(desk.path.parent)}
    with subprocess.Popen(
        [*command, *options],
        env=environ,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heeding_interrupts,  # noqa: PLW1509 - no threads are held here
    ) as process:
        wait_for(lambda: finished(desk) == PARTS - 1)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130  # 3 seconds on a machine that does nothing else
    desk.answer({"when": {"contains": "plant 5"}, "reply": [FIX]}, {"reply": [FIX]})


def heeding_interrupts():
    """A shell's background job ignores SIGINT, and so would everything that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def finished(desk):
    return len(desk.status()) if list(desk.path.parent.glob(".review/*/stage2/ops/status.jsonl")) else 0


def wait_for(happened, seconds=120):
    limit = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < limit
        time.sleep(0.05)
