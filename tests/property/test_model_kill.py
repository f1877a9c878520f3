"""SIGKILL at file operations of a review that asks a model: the next one ends as if nothing had happened.

On plain threads, so that every operation on the workspace is a point: replies, ops, status lines, plan, commit. What is
paid for again is shown with the real program (``test_model_program_kill``).
"""

import json
import shutil
from functools import partial

import lethal
import pytest

from reviewer.config import LLMConfig, ReviewerConfig, ValidationConfig
from reviewer.service.models.edge import open_edge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import require_workspace

PARTS = 3
TEXT = "# Plant\n\n" + "".join(f"## Part {n}\n\nThe valve close at noon in plant {n}.\n\n" for n in range(PARTS))
FIX = {"action": "replace", "before": "valve close", "after": "valve closes", "kind": "grammar"}
STATUS = "status.jsonl"


class NoWords:
    """Knows no wrong word."""

    identity = "none 1"

    def corrections(self, words):
        return {}


class Clock:
    """It is always the same moment."""

    def now(self):
        return "2031-02-03T04:05:06.000007+00:00"


class Desk:
    """A document and a script, and the command of a person: always the same one."""

    def __init__(self, folder):
        self.folder, self.document, self.script = folder, folder / "doc.md", folder.with_name("script.jsonl")

    def begin(self):
        self.folder.mkdir()
        self.document.write_text(TEXT)
        self.script.write_text(json.dumps({"when": {}, "reply": [FIX], "completion_tokens": 9}) + "\n")

    def review(self):
        llm = LLMConfig(backend="scripted", script=str(self.script), concurrency=1)
        config = ReviewerConfig(llm=llm, skip_pyramid=True, validation=ValidationConfig(models=False))
        models = ModelTools(open_edge(llm), partial(pool_runs, 1), lambda _: None, lambda: 0.0)
        review_document(ReviewRequest(self.document, config), Tools(NoWords(), Clock(), models=models))

    def status(self):
        (file,) = self.folder.glob(f".review/*/stage2/ops/{STATUS}")
        raw = file.read_bytes()
        assert raw.endswith(b"\n")
        return [json.loads(line) for line in raw.splitlines()]

    def look(self):
        """What is left but for the status lines, of which each run writes its own, and the head behind a plan."""
        left = lethal.tree(self.folder)
        return {name: raw for name, raw in left.items() if not name.endswith((STATUS, "edit_plan.json", "run.json"))}


def killed(tmp_path, share):
    desk = Desk(tmp_path / "desk")
    desk.begin()
    operations = lethal.run(desk.folder, desk.review)
    wanted, asked = desk.look(), [line["chunk_id"] for line in desk.status()]
    assert sum(raw.count(b"valve closes") for name, raw in wanted.items() if name.endswith("doc.edited.md")) == PARTS
    chosen = [(point, after) for point in range(1, operations + 1) for after in (False, True)][::share]
    for point, after in chosen:
        shutil.rmtree(desk.folder)
        desk.begin()
        assert lethal.run(desk.folder, desk.review, point, after=after) is True
        desk.review()
        assert desk.look() == wanted, (point, after)
        lines = desk.status()
        assert [line["chunk_id"] for line in lines][-PARTS:] == asked
        assert {line["outcome"] for line in lines} == {"ops"}
        assert verify(require_workspace(desk.document))["status"] == "ok"
    return len(chosen)


def test_a_model_review_killed_at_some_file_operations_is_completed_by_the_next(tmp_path):
    assert killed(tmp_path, 29) >= 6


@pytest.mark.slow
def test_a_model_review_killed_at_every_file_operation_is_completed_by_the_next(tmp_path):
    assert killed(tmp_path, 1) >= 100
