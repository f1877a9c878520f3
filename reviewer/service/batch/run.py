"""``batch``: the documents that are meant, shared out by what each needs, and a summary over all of them."""

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.config import BatchConfig, LLMConfig
from reviewer.errors import ReviewError
from reviewer.model.batch import BatchOutcome, BatchOutputs, DocumentRow, counts_of
from reviewer.model.ports import Speller
from reviewer.service.batch.document import DocumentJob, nothing_to_do
from reviewer.service.batch.rows import path_in_row, row_of_error
from reviewer.service.batch.selection import Selection, select
from reviewer.service.batch.summary import SUMMARY, TABLE, summary_folder, write_summary
from reviewer.service.files.collect import Found
from reviewer.service.files.documents import parses_kept_for
from reviewer.service.settings.by_folder import SettingsByFolder

Rows = Iterator[DocumentRow]

COLLECT_EVERY = 25
"""Reviews after which garbage is collected: each leaves 0.1 MB of objects in cycles, and the command line has Python
collect so seldom that 600 documents cost 90 MB more than 50 (measured). What is there before is not looked at again."""


@dataclass(frozen=True, slots=True)
class BatchRequest:
    """What to review and how: ``settings`` of each folder's documents, ``batch`` of the batch itself.

    ``name`` is that of the summary's folder; ``summary`` another folder for it.
    """

    selection: Selection
    settings: SettingsByFolder
    batch: BatchConfig
    name: str
    summary: Path | None = None
    refresh: bool = False
    again: bool = False


@dataclass(frozen=True, slots=True)
class Hands:
    """How documents are worked on, each way in its own order; every job gives one row.

    ``small``: several at a time within this run, no model asked. ``alone``: one after the other. ``elsewhere``: as runs
    on a work pool, started when called and waited for when the rows are asked for; None where there is no pool.
    ``leave`` is called at the end, however it came: nothing may be waited for any longer.
    """

    small: Callable[[Iterable[DocumentJob]], Rows]
    alone: Callable[[Iterable[DocumentJob]], Rows]
    elsewhere: Callable[[Iterable[DocumentJob]], Rows] | None = None
    leave: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class BatchTools:
    """What a batch needs from outside.

    ``described``: the models of a configuration, with their
    digests; it may raise what opening them raises. ``heard`` is told of each document that is done, and of how many.
    """

    hands: Hands
    speller: Speller
    seconds: Callable[[], float]
    described: Callable[[LLMConfig], tuple[tuple[str, str], ...]] = lambda _: ()
    heard: Callable[[DocumentRow, int, int], None] = lambda *_: None


def review_batch(request: BatchRequest, tools: BatchTools) -> BatchOutcome:
    """Review many documents; one that fails is a row of the summary, and the others go on.

    Raises:
        UserError: as ``select``: nothing to review, a pattern, a git ref; ``unwritable``: the summary's folder.
    """
    begun = tools.seconds()
    selected = select(request.selection, lambda folder: request.settings(folder).config.output_suffix)
    folder = summary_folder(request.selection.paths, request.name, request.summary)
    work = _Work(request, tools, len(selected.found))
    gc.freeze()
    try:
        with parses_kept_for(request.batch.documents_at_once):
            rows = work.done(selected.found)
    finally:
        gc.unfreeze()
        tools.hands.leave()
    outcome = _outcome(rows, selected.notes, folder, tools.seconds() - begun)
    write_summary(outcome)
    return outcome


def _outcome(rows: tuple[DocumentRow, ...], notes: tuple[str, ...], folder: Path, seconds: float) -> BatchOutcome:
    counts = counts_of(rows)
    return BatchOutcome(
        status="completed_with_failures" if counts.failed else "completed",
        counts=counts,
        documents=rows,
        notes=notes,
        seconds=round(seconds, 3),
        outputs=BatchOutputs(folder=str(folder), summary=str(folder / SUMMARY), table=str(folder / TABLE)),
    )


@dataclass(slots=True)
class _Work:
    """The documents of one batch on their way through the hands."""

    request: BatchRequest
    tools: BatchTools
    total: int
    _rows: dict[str, DocumentRow] = field(default_factory=dict)
    _models: dict[LLMConfig, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    _since_collected: int = 0

    def done(self, found: tuple[Found, ...]) -> tuple[DocumentRow, ...]:
        """A row for each document, in the order of ``found``.

        What has a run of its own is started first and waited for last; documents for which models are asked come one
        after the other, for they share the backend.
        """
        hands = self.tools.hands
        alone: list[DocumentJob] = []
        large: list[DocumentJob] = []
        small = self._sorted_out(found, alone, large)
        if hands.elsewhere is None:
            self._take(hands.small(small))
            self._take(hands.alone((*large, *alone)))
        else:
            waiting = [*small]  # large ones are known only when all have been looked at
            running = hands.elsewhere(large)
            self._take(hands.small(waiting))
            self._take(hands.alone(alone))
            self._take(running)
        return tuple(self._rows[path_in_row(item.path)] for item in found)

    def _sorted_out(
        self, found: Iterable[Found], alone: list[DocumentJob], large: list[DocumentJob]
    ) -> Iterator[DocumentJob]:
        """Small documents that need a review; the others are put where they belong. What needs none is done."""
        for item in found:
            job = self._job(item)
            row = nothing_to_do(job) if isinstance(job, DocumentJob) else job
            if isinstance(job, DocumentJob) and row is None:
                if _size(job.path) >= self.request.batch.large_from:
                    large.append(job)
                elif job.config.no_llm:
                    yield job
                else:
                    alone.append(job)
            elif row is not None:
                self._take((row,))

    def _job(self, item: Found) -> DocumentJob | DocumentRow:
        if item.error is not None:
            return row_of_error(item.path, item.error)
        path = Path(item.path)
        try:
            config = self.request.settings(path.parent).config
        except ReviewError as error:
            return row_of_error(item.path, error)
        described = () if config.no_llm else self._described(config.llm)
        tools = (("speller", self.tools.speller.identity),)
        return DocumentJob(path, config, self.request.refresh, self.request.again, described, tools)

    def _described(self, llm: LLMConfig) -> tuple[tuple[str, str], ...]:
        """Asked once per configuration. A backend that cannot be opened is told by the review of each document."""
        if llm not in self._models:
            try:
                self._models[llm] = self.tools.described(llm)
            except ReviewError:
                self._models[llm] = (("backend", "not known"),)
        return self._models[llm]

    def _take(self, rows: Iterable[DocumentRow]) -> None:
        for row in rows:
            self._rows[row.path] = row
            self._since_collected += row.status != "unchanged"
            if self._since_collected >= COLLECT_EVERY:
                self._since_collected = 0
                gc.collect()
            self.tools.heard(row, len(self._rows), self.total)


def _size(path: Path) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0
