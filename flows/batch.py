"""The flow ``batch``: a folder of documents in one run. From the shell it is run by ``flows.run_batch``.

Nothing of it is cached; a retry, and any later batch, picks up what is missing: what is unchanged since a review that
came to its end is not reviewed again.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow
from prefect.context import FlowRunContext

from flows.batch_hands import Parent, hands_for
from flows.batch_parameters import BatchOptions
from flows.batch_publish import BatchProgress, publish_batch
from flows.conclusion import conclude
from flows.review import may_get_text, require_absolute
from reviewer.config import LLMConfig
from reviewer.model.batch import BatchOutcome, DocumentRow
from reviewer.service.batch.run import BatchRequest, BatchTools, review_batch
from reviewer.service.batch.selection import Selection
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import open_edge
from reviewer.service.settings.by_folder import SettingsByFolder
from reviewer.service.spelling import TyposSpeller

Hear = Callable[[DocumentRow, int, int], None]

_HEARD: ContextVar[Hear | None] = ContextVar("documents_heard", default=None)


@contextmanager
def documents_heard_by(hear: Hear) -> Iterator[None]:
    """A batch that runs inside tells ``hear`` of each document that is done, the how many-th it is, and of how many."""
    token = _HEARD.set(hear)
    try:
        yield
    finally:
        _HEARD.reset(token)


@flow(name="batch", persist_result=False)
def batch(
    paths: list[Path],
    options: BatchOptions = BatchOptions(),  # noqa: B008 - frozen
    settings: dict[str, Any] = {},  # noqa: B006 - never written
    config_file: Path | None = None,
) -> State[Any]:
    """Review a folder of documents, each with the settings of its own folder. Its final state holds a ``BatchOutcome``.

    ``Failed`` where documents failed, saying how many of how many.
    """
    return conclude(partial(_batch, paths, options, settings, config_file), text_allowed=True)


def _batch(paths: list[Path], options: BatchOptions, given: dict[str, Any], file: Path | None) -> BatchOutcome:
    for path in (*paths, *((options.summary,) if options.summary else ())):
        require_absolute(path)
    selection = Selection(tuple(map(str, paths)), options.include, options.exclude, options.changed_since)
    settings = SettingsByFolder(os.environ, given, (), file)
    parent, name = _this_run()
    request = BatchRequest(selection, settings, name, options.summary, options.refresh, options.again)
    text_allowed = may_get_text(settings(paths[0] if paths[0].is_dir() else paths[0].parent).config)
    speller, progress = TyposSpeller(), BatchProgress()
    tools = BatchTools(
        partial(hands_for, parent, speller, SystemClock(), text_allowed),
        speller,
        time.monotonic,
        _described,
        _told_to(progress.heard, _HEARD.get()),
    )
    outcome = review_batch(request, tools)
    publish_batch(outcome, text_allowed=text_allowed)
    return outcome


def _this_run() -> tuple[Parent, str]:
    """The run of this flow, and a name for its summary's folder that stays over retries and sorts by time."""
    context = FlowRunContext.get()
    run = context.flow_run if context is not None else None
    if run is None or run.created is None:
        raise RuntimeError("a batch needs a flow run")
    parent = Parent(str(run.id), run.run_count or 0, run.deployment_id is not None)
    return parent, f"{run.created:%Y%m%dT%H%M%SZ}-{str(run.id)[:8]}"


def _described(llm: LLMConfig) -> tuple[tuple[str, str], ...]:
    """Names and digests of the models of a configuration. Raises as ``open_edge``."""
    edge = open_edge(llm)
    try:
        return edge.described()
    finally:
        edge.client.close()


def _told_to(*hear: Hear | None) -> Hear:
    def heard(row: DocumentRow, done: int, total: int) -> None:
        for listener in hear:
            if listener is not None:
                listener(row, done, total)

    return heard
