"""The flow ``review``: analyse and plan, then apply, one document. From the shell it is run by ``flows.run``."""

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow
from prefect.logging import get_run_logger
from prefect.settings import PREFECT_API_URL
from prefect.task_runners import ThreadPoolTaskRunner

from flows.conclusion import conclude
from flows.kernel_runs import prefect_run
from flows.model_runs import model_runs
from flows.opened_edge import edge_for
from flows.progress import told_progress
from flows.publish import publish
from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.outcome import ReviewOutcome
from reviewer.path_text import shown_path
from reviewer.service.clock import SystemClock
from reviewer.service.files.documents import load_document
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller
from reviewer.sovereignty import may_receive_text

WORKERS = 4
"""Threads for task runs; Prefect's own default is unbounded."""

_THREADS: Any = ThreadPoolTaskRunner(max_workers=WORKERS)


@flow(name="review", task_runner=_THREADS, persist_result=False)
def review(  # noqa: PLR0913, PLR0917 - a flow's parameters are its form in the UI
    path: Path,
    config: ReviewerConfig = ReviewerConfig(),  # noqa: B008 - frozen
    workspace: Path | None = None,
    output: Path | None = None,
    refresh: bool = False,
    again: bool = False,
    refresh_context: bool = False,
) -> State[Any]:
    """Review one document: the rules, and unless ``no_llm`` the models. Its final state holds a ``ReviewOutcome``.

    ``path`` is absolute, because a worker runs in a folder of its own. ``refresh`` computes every kernel again;
    ``again`` proposes again what a person undid; ``refresh_context`` tells models the summaries as they are now.
    """
    text_allowed = may_get_text(config)
    request = ReviewRequest(path, config, workspace, output, again, refresh_context)
    return conclude(partial(_review, request, refresh, text_allowed), text_allowed=text_allowed)


def may_get_text(config: ReviewerConfig) -> bool:
    """True when the API of this run is on this machine, or its host is in ``llm.allowed_hosts``."""
    url = PREFECT_API_URL.value()
    return url is None or may_receive_text(str(url), config.llm.allowed_hosts)


def require_absolute(path: Path) -> None:
    """Refuse a relative path in a flow run.

    Raises:
        UserError: ``relative-path``.
    """
    if not path.is_absolute():
        message = f"{shown_path(path)} is relative to a folder that a worker does not know"
        raise UserError("relative-path", message, "give a full path")


def _review(request: ReviewRequest, refresh: bool, text_allowed: bool) -> ReviewOutcome:
    require_absolute(request.path)
    served: dict[str, str] = {}
    run_for = partial(prefect_run, mode=request.config.cache_mode, refresh=refresh, seen=served.__setitem__)
    tools = Tools(TyposSpeller(), SystemClock(), run_for)
    if request.config.no_llm:
        outcome = review_document(request, tools)
    else:
        outcome = _with_models(request, tools, refresh, served)
    cached = sum(state == "Cached" for state in served.values())
    get_run_logger().info("%d of %d kernels served from the cache", cached, len(served))
    publish(outcome, text_allowed=text_allowed)
    return outcome


def _with_models(request: ReviewRequest, tools: Tools, refresh: bool, served: dict[str, str]) -> ReviewOutcome:
    """With an open client, which is closed first of all when the run is interrupted: calls under way end at once."""
    llm = request.config.llm
    load_document(request.path)  # wrong input is told before a backend is asked for anything
    edge = edge_for(request.config)
    mode = request.config.cache_mode
    runs = partial(model_runs, llm.concurrency, mode, refresh=refresh, seen=served.__setitem__, stop=edge.client.close)
    models = ModelTools(edge, runs, told_progress(), time.monotonic)
    try:
        return review_document(request, replace(tools, models=models))
    finally:
        edge.client.close()
