"""How a batch's documents are worked on by Prefect: as tasks of this run, as runs within it, as runs on a work pool."""

import hashlib
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from uuid import UUID

from prefect import State, get_client
from prefect.client.schemas.objects import FlowRun
from prefect.deployments import run_deployment
from prefect.exceptions import ObjectNotFound
from prefect.futures import PrefectFuture
from prefect.task_runners import ThreadPoolTaskRunner
from prefect.utilities.annotations import opaque
from pydantic import BaseModel

from flows.conclusion import outcome_of
from flows.parameters import ReviewOptions, RunSettings
from flows.review import review
from reviewer.config import BatchConfig
from reviewer.errors import ReviewError, UserError
from reviewer.model.batch import DocumentRow
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock, Speller
from reviewer.service.batch.claim import Claim, InReview
from reviewer.service.batch.document import DocumentJob, reviewed
from reviewer.service.batch.elsewhere import ledger_mark, row_of_other_run
from reviewer.service.batch.rows import row_of_error, row_of_outcome
from reviewer.service.batch.run import Hands, Rows
from reviewer.service.settings.carried import with_full_paths
from tasks.document_review import SmallReview, document_review
from tasks.held import released


@dataclass(frozen=True, slots=True)
class Parent:
    """The flow run of a batch. ``attempt`` counts its retries; ``deployed`` says that a worker runs it."""

    id: str
    attempt: int
    deployed: bool


def hands_for(parent: Parent, speller: Speller, clock: Clock, names: bool, settings: BatchConfig) -> Hands:
    """The hands of one batch. ``names``: the API may know what documents are called."""
    pool = PoolRuns(parent, settings)
    return Hands(
        small=partial(small_reviews, speller, clock, settings.documents_at_once, names),
        alone=reviews_within,
        elsewhere=pool.start if parent.deployed else None,
        leave=pool.leaving.set,
    )


def small_reviews(speller: Speller, clock: Clock, workers: int, names: bool, jobs: Iterable[DocumentJob]) -> Rows:
    """Each document a task, ``workers`` of them at a time. Few are submitted ahead: a batch may have 10,000."""
    runner: Any = ThreadPoolTaskRunner(max_workers=workers)
    done: SimpleQueue[tuple[DocumentJob, PrefectFuture[Any]]] = SimpleQueue()
    with runner:
        running = 0
        for job in jobs:
            if running >= 2 * workers:
                yield _row(*done.get())
                running -= 1
            name = f"document_review {job.path.name}" if names else "document_review"
            task: Any = document_review.with_options(task_run_name=name.replace("{", "{{").replace("}", "}}"))
            # opaque: Prefect must not walk through the configuration in search of futures.
            future = runner.submit(task, parameters={"job": opaque(SmallReview(job, speller, clock))})
            future.add_done_callback(lambda ended, job=job: done.put((job, ended)))
            running += 1
        for _ in range(running):
            yield _row(*done.get())


def _row(job: DocumentJob, future: PrefectFuture[Any]) -> DocumentRow:
    future.wait()
    value = released(future.state)
    if isinstance(value, DocumentRow):
        return value
    return row_of_error(str(job.path), value if isinstance(value, Exception) else TypeError(type(value).__name__))


def reviews_within(jobs: Iterable[DocumentJob]) -> Rows:
    """Each document a run of ``review`` within this one, one after the other: its chunks are tasks that are stored."""
    for job in jobs:
        yield reviewed(job, _review_within, time.monotonic)


def _review_within(job: DocumentJob, _: Claim, doc_hash: str) -> DocumentRow:
    state: State[Any] = review(**review_parameters(job), return_state=True)
    outcome = outcome_of(state)
    if not isinstance(outcome, ReviewOutcome):
        raise TypeError(type(outcome).__name__)
    return row_of_outcome(outcome, doc_hash).having(run=str(state.state_details.flow_run_id or ""))


def review_parameters(job: DocumentJob) -> dict[str, Any]:
    """Parameters of the flow ``review`` for one document, with its settings as they are here."""
    return {
        "path": job.path,
        "settings": RunSettings.of(with_full_paths(job.config)),
        "options": ReviewOptions(refresh=job.refresh, again=job.again),
    }


@dataclass(frozen=True, slots=True)
class PoolRuns:
    """Runs of a deployment, one a document, at most ``settings.runs_at_once`` of them waited for at a time.

    Once ``leaving`` is set nobody waits any more: the runs go on, and who comes next finds them by the claim's note.
    """

    parent: Parent
    settings: BatchConfig
    leaving: threading.Event = field(default_factory=threading.Event)

    def start(self, jobs: Iterable[DocumentJob]) -> Rows:
        """Start them; the rows come as they end."""
        threads = ThreadPoolExecutor(self.settings.runs_at_once, thread_name_prefix="pool-run")
        waiting = [threads.submit(copy_context().run, self._done, job) for job in jobs]
        return self._rows(threads, waiting)

    def _rows(self, threads: ThreadPoolExecutor, waiting: list[Future[DocumentRow]]) -> Iterator[DocumentRow]:
        open_ = set(waiting)
        try:
            while open_:
                ended, open_ = wait(open_, return_when=FIRST_COMPLETED)
                for future in ended:
                    yield future.result()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)

    def _done(self, job: DocumentJob) -> DocumentRow:
        if self.leaving.is_set():
            return DocumentRow(path=str(job.path), status="in_review", error="not begun: the batch was ended")
        return reviewed(job, self._review, time.monotonic)

    def _review(self, job: DocumentJob, claim: Claim, doc_hash: str) -> DocumentRow:
        mark = ledger_mark(job.path)
        run = self._left_running(claim) or self._started(job)
        claim.note_run(f"{self.parent.id} {run}")
        state = self._waited_for(run)
        claim.forget_run()
        return _ended(job.path, doc_hash, mark, state).having(run=run)

    def _left_running(self, claim: Claim) -> str:
        """The run that an earlier attempt of ours started and that still goes on.

        Raises:
            InReview: a run that another batch started, which was killed, goes on.
        """
        parent, _, run = claim.left_run.partition(" ")
        state = _state_of(run) if run else None
        if state is None or state.is_final():
            return ""
        if parent != self.parent.id:
            raise InReview(f"flow run {run}")
        return run

    def _started(self, job: DocumentJob) -> str:
        """A run that is started once for each attempt, however often we ask.

        Raises:
            UserError: ``no-deployment``.
        """
        place = hashlib.sha256(str(job.path).encode()).hexdigest()[:16]
        key = f"{self.parent.id}-{self.parent.attempt}-{place}"
        parameters = _as_json(review_parameters(job))
        try:
            run: Any = run_deployment(
                name=self.settings.deployment, parameters=parameters, timeout=0, idempotency_key=key
            )
        except ObjectNotFound:
            message = f"there is no deployment {self.settings.deployment!r} for large documents"
            raise UserError("no-deployment", message, "deploy it, or raise batch.large_from") from None
        if not isinstance(run, FlowRun):
            raise TypeError(type(run).__name__)
        return str(run.id)

    def _waited_for(self, run: str) -> State[Any]:
        while True:
            state = _state_of(run)
            if state is not None and state.is_final():
                return state
            if self.leaving.wait(self.settings.poll_seconds):
                raise InReview(f"flow run {run}")


def _state_of(run: str) -> State[Any] | None:
    """None where the API knows no such run, or does not say."""
    try:
        with get_client(sync_client=True) as client:
            return client.read_flow_run(UUID(run)).state
    except (ObjectNotFound, ValueError):
        return None


def _ended(document: Path, doc_hash: str, mark: str, state: State[Any]) -> DocumentRow:
    """From the final state of a run; a run that stopped names its error code or says why."""
    if state.is_completed():
        return row_of_other_run(document, doc_hash, mark, "completed")
    if state.name == "completed_with_failures":
        return row_of_other_run(document, doc_hash, mark, "completed_with_failures")
    kind = (state.name or state.type.value).lower()
    said = f"its run ended as {kind}: {state.message or 'nothing more is said'}"
    raise ReviewError(f"run-{kind}", said, "see that run in the Prefect UI")


def _as_json(parameters: dict[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in parameters.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return str(value) if isinstance(value, Path) else value
