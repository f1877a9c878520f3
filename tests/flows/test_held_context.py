"""What prompts are told is kept over runs, so that one changed section asks for itself and its path alone (issue C)."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flows.run import ShellOptions, run_review
from reviewer.config import Adaptive, LLMConfig, ReviewerConfig, ValidationConfig

pytestmark = [pytest.mark.server, pytest.mark.xdist_group("server")]

CHAPTERS, PARTS = 4, 3
CHUNKS = CHAPTERS * (PARTS + 1)
SUMMARIES = CHAPTERS * (PARTS + 1) + 1
TIERS = (0, 1, 2, 3)
AS_IT_IS, REFRESH = ShellOptions(), ShellOptions(refresh_context=True)


class Desk:
    """Chapters with an introduction and parts each. The text of a part is changed by a word; all answers are known
    beforehand, because another script is another model."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / "plant.md"
        self.script = folder / "script.jsonl"
        self.name = name
        filling = f"The valve of {name} stands in the hall and the crew looks after it each day of the week. " * 8
        chapters = []
        for chapter in range(1, CHAPTERS + 1):
            chapters.append(f"## Chapter {chapter}\n\nIntroduction {chapter} of {name}.\n\n")
            chapters += [
                f"### Part {chapter}.{part}\n\nold{chapter}{part} {filling}end{chapter}{part}.\n\n"
                for part in range(1, PARTS + 1)
            ]
        self.write(f"# Plant\n\n{''.join(chapters)}")
        self.answer()

    def answer(self, *first: dict[str, object]) -> None:
        """Each part has a summary of its own, and another one when it has changed, which goes up to the abstract."""
        lines = [*first]
        for chapter in range(1, CHAPTERS + 1):
            for part in range(1, PARTS + 1):
                lines.append(said(f"old{chapter}{part} ", f"Part {chapter}{part} is calm."))
                lines.append(said(f"new{chapter}{part} ", f"Part {chapter}{part} is changed."))
        stormy = f"A stormy whole of {self.name}."
        lines += [said("is changed.", stormy), said("A stormy", stormy), said("", f"A calm whole of {self.name}.")]
        lines.append({"when": {"stage": "edit"}, "reply": []})
        self.script.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    @property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    def write(self, text: str) -> None:
        self.path.write_text(text, encoding="utf-8")

    def change(self, old: str, new: str) -> None:
        assert self.text.count(old) == 1
        self.write(self.text.replace(old, new))

    def config(self, tier: int) -> ReviewerConfig:
        llm = LLMConfig(backend="scripted", script=str(self.script), concurrency=4)
        adaptive, validation = Adaptive(default_tier=tier), ValidationConfig(judge=False)
        return ReviewerConfig(llm=llm, fixers=False, adaptive=adaptive, validation=validation)

    def calls(self, tier: int, options: ShellOptions = AS_IT_IS) -> int:
        """Calls of one more review."""
        self.outcome = run_review(self.path, self.config(tier), options=options)
        return self.outcome.counts.model_calls

    def context(self) -> dict[str, object] | None:
        record: dict[str, dict[str, object]] = json.loads(
            next(self.path.parent.glob(".review/*/run.json")).read_bytes()
        )
        return record["context"]

    def report(self) -> str:
        return Path(self.outcome.outputs.report).read_text(encoding="utf-8")


def said(word: str, summary: str) -> dict[str, object]:
    return {"when": {"stage": "pyramid", "contains": word}, "reply": summary}


@pytest.fixture
def desk(tmp_path: Path, request: pytest.FixtureRequest, orchestrator: object) -> Desk:
    """The name of the test is in the text: what another test had stored must not answer."""
    return Desk(tmp_path, request.node.name)


@pytest.mark.parametrize("tier", TIERS)
def test_unchanged_nothing_is_asked_at_any_tier(desk: Desk, tier: int) -> None:
    assert desk.calls(tier) == SUMMARIES + CHUNKS
    assert desk.calls(tier) == 0
    assert "stale" not in desk.report()


@pytest.mark.parametrize("tier", TIERS)
def test_a_changed_part_asks_for_its_chunk_and_its_path_at_any_tier(desk: Desk, tier: int) -> None:
    desk.calls(tier)
    desk.change("old31 ", "new31 ")
    assert desk.calls(tier) == 3 + 1  # the part, its chapter, the abstract; its chunk
    assert desk.calls(tier) == 0


@pytest.mark.parametrize("tier", TIERS)
def test_a_changed_introduction_asks_for_its_chunk_and_its_path_at_any_tier(desk: Desk, tier: int) -> None:
    desk.answer(said("Introduction 2, changed", "A stormy whole."))
    desk.calls(tier)
    desk.change("Introduction 2 of", "Introduction 2, changed, of")
    assert desk.calls(tier) == 2 + 1  # its chapter, the abstract; its chunk


@pytest.mark.parametrize("tier", TIERS)
def test_changes_one_after_the_other_ask_for_themselves_each(desk: Desk, tier: int) -> None:
    desk.calls(tier)
    for chapter in (1, 2):
        desk.change(f"old{chapter}1 ", f"new{chapter}1 ")
        assert desk.calls(tier) <= 4
    desk.change("new11 ", "old11 ")
    assert desk.calls(tier) <= 4
    assert desk.calls(tier) == 0


def test_the_chunks_of_a_changed_part_are_told_its_new_summary(desk: Desk) -> None:
    desk.answer({"when": {"stage": "edit", "contains": "Part 31 is changed."}, "reply": [SLIP]})
    desk.calls(3)
    desk.change("old31 ", "new31 ")
    desk.calls(3)
    assert desk.outcome.counts.changes == 1


SLIP = {"action": "replace", "before": "new31 The", "after": "new31 the", "kind": "capitalization"}


def test_a_term_that_one_part_begins_to_define_asks_for_no_other_part(desk: Desk) -> None:
    desk.change("old11 ", "old11 The SLO holds. ")
    desk.calls(3)
    desk.change("old31 ", "new31 A service level objective (SLO) holds. ")
    assert desk.calls(3) <= 4
    assert "glossary" in desk.context()["stale"]
    assert desk.calls(3, REFRESH) > 1


@pytest.mark.parametrize(("tier", "stale"), [(1, ["S3"]), (2, ["abstract", "S3"]), (3, ["abstract", "S3"])])
def test_the_report_says_what_is_stale_until_it_is_renewed(desk: Desk, tier: int, stale: list[str]) -> None:
    desk.calls(tier)
    desk.change("old31 ", "new31 ")
    desk.calls(tier)
    assert desk.context()["stale"] == stale
    assert f"stale: {', '.join(stale)}. To renew them: review --refresh-context" in desk.report()
    assert any(", ".join(stale) in note for note in desk.outcome.notes)
    desk.calls(tier, REFRESH)
    assert "stale" not in desk.report()
    assert (desk.context()["stale"], desk.outcome.notes) == ([], ())


@pytest.mark.parametrize(("tier", "asked"), [(1, PARTS + 1), (2, CHUNKS), (3, CHUNKS)])
def test_a_renewal_asks_again_what_depends_on_it(desk: Desk, tier: int, asked: int) -> None:
    desk.calls(tier)
    desk.change("old31 ", "new31 ")
    desk.calls(tier)
    assert desk.calls(tier, REFRESH) == asked
    assert desk.calls(tier) == 0


def test_another_outline_renews(desk: Desk) -> None:
    desk.calls(2)
    desk.change("old31 ", "new31 ")
    desk.calls(2)
    assert desk.context()["stale"]
    desk.change("### Part 4.3\n", "### Part 4.3, which is the last\n")
    assert desk.calls(2) >= CHUNKS
    assert desk.context()["stale"] == []


def test_runs_without_a_model_and_runs_that_tell_nothing_keep_what_is_recorded(desk: Desk) -> None:
    desk.calls(2)
    kept = desk.context()
    run_review(desk.path, desk.config(2).model_copy(update={"no_llm": True}))
    assert desk.context() == kept
    desk.calls(0)
    assert desk.context() == kept
    assert desk.calls(2) == 0


def test_a_run_whose_backend_goes_away_records_nothing(desk: Desk) -> None:
    desk.answer({"when": {"stage": "edit", "contains": "old42 "}, "reply": "", "status": 404})
    desk.calls(2)
    assert desk.outcome.status == "completed_with_failures"
    assert desk.context() is None


def test_a_chunk_that_always_fails_does_not_make_a_change_ask_for_all(desk: Desk) -> None:
    desk.answer({"when": {"stage": "edit", "contains": "old42 "}, "reply": "", "completion_tokens": 9})
    desk.calls(2)
    assert desk.outcome.counts.chunks_failed == 1
    desk.change("old31 ", "new31 ")
    assert desk.calls(2) == 4 + 2, "the one that fails is asked about with background, then without"


@pytest.mark.parametrize("tier", TIERS)
def test_a_summary_that_always_fails_is_asked_for_once_a_run_and_no_chunk_for_it(desk: Desk, tier: int) -> None:
    desk.answer({"when": {"stage": "pyramid", "contains": "end22"}, "status": 500})
    desk.calls(tier)
    assert "1 summary is taken from the text" in desk.report()
    assert desk.calls(tier) == 1
    desk.change("old31 ", "new31 ")
    assert desk.calls(tier) == 1 + 4


def test_interrupted_nothing_is_recorded(desk: Desk) -> None:
    """A real process, one call of a minute under way when it is interrupted."""
    desk.answer({"when": {"stage": "edit", "contains": "old42 "}, "reply": [], "delay_ms": 60000})
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "review", str(desk.path), "--backend", "scripted"]
    options = ["--script", str(desk.script), "--no-fixers", "--set", "adaptive.default_tier=2"]
    with subprocess.Popen(
        [*command, *options],
        env={**os.environ, "HOME": str(desk.path.parent)},
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heeding_interrupts,  # noqa: PLW1509 - no threads are held here
    ) as process:
        wait_for(lambda: sum(1 for _ in desk.path.parent.glob(".review/*/stage2/ops/*.raw.txt")) == CHUNKS - 1)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
    assert not [path for path in desk.path.parent.glob(".review/*/run.json") if "pyramid" in path.read_text()]


def heeding_interrupts() -> None:
    """A shell's background job ignores SIGINT, and so would everything that it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(happened: object, seconds: float = 60) -> None:
    limit = time.monotonic() + seconds
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < limit
        time.sleep(0.05)
