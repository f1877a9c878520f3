"""The flow ``review``: analyse and plan, then apply, one document. From the shell it is run by ``flows.run``."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow
from prefect.logging import get_run_logger
from prefect.task_runners import ThreadPoolTaskRunner

from flows.configured import run_configured
from flows.kernel_runs import prefect_run
from flows.model_runs import model_runs
from flows.opened_edge import edge_for
from flows.parameters import FullPath, ReviewOptions, RunSettings
from flows.progress import told_progress
from flows.publish import artifact_name, publish
from flows.shown_progress import ShownProgress
from reviewer.config import ReviewerConfig
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.clock import SystemClock
from reviewer.service.files.documents import load_document
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller
from reviewer.service.workspace.folder import absolute

WORKERS = 4
"""Threads for task runs; Prefect's own default is unbounded."""

_THREADS: Any = ThreadPoolTaskRunner(max_workers=WORKERS)


@flow(name="review", task_runner=_THREADS, persist_result=False)
def review(
    path: FullPath, settings: RunSettings = RunSettings(), options: ReviewOptions = ReviewOptions()
) -> State[Any]:
    """Review one document: the rules, and unless ``no_llm`` the models. Its final state holds a ``ReviewOutcome``.

    Args:
        path: Full path of the Markdown document.
        settings: Configuration; what is left empty is as the document's configuration file has it.
        options: How this review is done.
    """
    return run_configured(path, settings, options, partial(_review, path, options))


def _review(path: Path, options: ReviewOptions, config: ReviewerConfig, text_allowed: bool) -> ReviewOutcome:
    refresh = options.refresh
    request = ReviewRequest(path, config, options.workspace, options.output, options.again, options.refresh_context)
    served: dict[str, str] = {}
    run_for = partial(prefect_run, mode=request.config.cache_mode, refresh=refresh, seen=served.__setitem__)
    tools = Tools(TyposSpeller(), SystemClock(), run_for)
    if request.config.no_llm:
        outcome = review_document(request, tools)
    else:
        key = f"progress-{artifact_name(absolute(path), text_allowed=text_allowed)}"
        outcome = _with_models(request, tools, refresh, served, ShownProgress(key, told_progress()))
    cached = sum(state == "Cached" for state in served.values())
    get_run_logger().info("%d of %d kernels served from the cache", cached, len(served))
    publish(outcome, text_allowed=text_allowed, reviewed=True)
    return outcome


def _with_models(
    request: ReviewRequest, tools: Tools, refresh: bool, served: dict[str, str], progress: ShownProgress
) -> ReviewOutcome:
    """With an open client, which is closed first of all when the run is interrupted: calls under way end at once."""
    llm = request.config.llm
    load_document(request.path)  # wrong input is told before a backend is asked for anything
    edge = edge_for(request.config)
    mode = request.config.cache_mode
    runs = partial(model_runs, llm.concurrency, mode, refresh=refresh, seen=served.__setitem__, stop=edge.client.close)
    models = ModelTools(edge, runs, progress, time.monotonic)
    try:
        return review_document(request, replace(tools, models=models))
    finally:
        edge.client.close()
