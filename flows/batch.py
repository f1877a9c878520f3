"""The flow ``batch``: a folder of documents in one run. From the shell it is run by ``flows.run_batch``.

Nothing of it is cached; a retry, and any later batch, picks up what is missing: what is unchanged since a review that
came to its end is not reviewed again.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow
from prefect.context import FlowRunContext

from flows.batch_hands import Parent, hands_for
from flows.batch_parameters import BatchOptions, Paths
from flows.batch_publish import BatchProgress, publish_batch
from flows.conclusion import refused
from flows.configured import may_get_text, require_absolute, run_configured, settings_of
from flows.parameters import RunSettings
from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.errors import UserError
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
def batch(paths: Paths, settings: RunSettings = RunSettings(), options: BatchOptions = BatchOptions()) -> State[Any]:
    """Review folders of documents, each document with the settings of its own folder.

    Its final state holds a ``BatchOutcome``, and is ``Failed`` where documents failed: "2 of 200 documents failed".

    Args:
        paths: Full paths of folders and documents.
        settings: Configuration for all documents; what is left empty is as each one's configuration file has it.
        options: Which documents, and what is done with them.
    """
    if not paths:
        nothing = UserError("no-documents", "no folder and no document is named", "name at least one")
        return refused(nothing, text_allowed=may_get_text(()))
    first = paths[0] if paths[0].is_dir() else paths[0].parent
    return run_configured(first, settings, options, partial(_batch, paths, settings, options))


def _batch(
    paths: Sequence[Path], settings: RunSettings, options: BatchOptions, config: ReviewerConfig, text_allowed: bool
) -> BatchOutcome:
    """``config`` is that of the folder which is named first; of it counts what is said for the batch."""
    for path in paths:
        require_absolute(path)
    selection = Selection(tuple(map(str, paths)), options.include, options.exclude, options.changed_since)
    by_folder = SettingsByFolder(lambda folder: settings_of(folder, settings, options))
    parent, name = _this_run()
    request = BatchRequest(selection, by_folder, config.batch, name, options.summary, options.refresh, options.again)
    speller, progress = TyposSpeller(), BatchProgress()
    tools = BatchTools(
        hands_for(parent, speller, SystemClock(), text_allowed, config.batch),
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
