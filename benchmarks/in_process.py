"""A review through the product's own service, in this process: no orchestrator, no cache of kernels."""

import json
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.grading.edits import Edit
from reviewer.config import ReviewerConfig
from reviewer.service.clock import SystemClock
from reviewer.service.models.chunk_reviews import Done, Submit
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.kernels import ModelTask
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller

Runs = Callable[[], AbstractContextManager[Submit]]


def review_in_process(
    path: Path, config: ReviewerConfig, edge: ModelEdge | None = None, runs: Runs | None = None
) -> Path:
    """Review a document with the rules, and with models where there is an ``edge``; the workspace."""
    models = None
    if edge is not None:
        models = ModelTools(edge, runs or partial(pool_runs, 1), lambda _: None, time.monotonic)
    outcome = review_document(ReviewRequest(path, config), Tools(TyposSpeller(), SystemClock(), models=models))
    return Path(outcome.workspace)


def only(left_out: Collection[str], concurrency: int = 1) -> Runs:
    """Runs that ask about no chunk of ``left_out``: these end as chunks do of which nothing is stored and nothing may
    be asked.
    """

    @contextmanager
    def runs() -> Iterator[Submit]:
        with pool_runs(concurrency) as submit:

            def chosen(task: ModelTask, done: Done) -> None:
                if task.subject.partition(", ")[0] in left_out:  # "chunk", "chunk, proofread"
                    done(task.missed())
                else:
                    submit(task, done)

            yield chosen

    return runs


def plan_of(workspace: Path) -> dict[str, Any]:
    """What a review planned."""
    plan: dict[str, Any] = json.loads((workspace / "stage2" / "edit_plan.json").read_bytes())
    return plan


def applied_edits(workspace: Path) -> list[Edit]:
    """The changes that a first review made, in the document as it was read; silent are those that the ledger says."""
    lines = (workspace / "review" / "ledger.jsonl").read_text(encoding="utf-8").split("\n")
    entries = [json.loads(line) for line in lines if line]
    applied = {entry["op_id"]: entry["silent"] for entry in entries if entry["event"] == "change"}
    plan = plan_of(workspace)
    ops = [*plan["ops"], *(item["op"] for item in plan["overlapped"])]
    return [edit_of(op, silent=applied[op["op_id"]]) for op in ops if op["op_id"] in applied]


def edit_of(op: dict[str, Any], *, silent: bool) -> Edit:
    """An op of a plan as an edit."""
    source = op["source"]
    return Edit(
        start=op["span"][0],
        end=op["span"][1],
        after=op["after_text"],
        who=source["type"],
        silent=silent,
        op_id=op["op_id"],
        kind=op["kind"],
        rule=source["rule"],
        confidence=op["confidence"],
        why=op["rationale"],
    )
