"""One document of a batch: is there anything to do, and the review under its claim. Errors are rows, never raised."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.errors import Busy
from reviewer.model.batch import DocumentRow
from reviewer.model.ports import Clock, Speller
from reviewer.service.batch.claim import Claim, InReview, claimed, holder_in
from reviewer.service.batch.rows import row_of_error, row_of_outcome
from reviewer.service.batch.unchanged import unchanged
from reviewer.service.files.documents import load_document
from reviewer.service.review import ReviewRequest, Tools, review_document


@dataclass(frozen=True, slots=True)
class DocumentJob:
    """A document to review with its own settings. ``path`` is absolute.

    ``refresh``: also where nothing has changed. ``again``: what was undone is proposed again. ``described``: the models
    of its settings, as a run's record has them; ``tools``: versions of programs, likewise.
    """

    path: Path
    config: ReviewerConfig
    refresh: bool = False
    again: bool = False
    described: tuple[tuple[str, str], ...] = ()
    tools: tuple[tuple[str, str], ...] = ()


Reviewer = Callable[[DocumentJob, Claim, str], DocumentRow]
"""Reviews a document that is claimed and has these bytes (their hash); raises what a review raises."""


def nothing_to_do(job: DocumentJob) -> DocumentRow | None:
    """The row of a document that cannot be read, or of which nothing has changed; None where it is to be reviewed."""
    try:
        doc_hash = load_document(job.path).doc_hash
    except Exception as error:  # noqa: BLE001 - one document's fault is its row
        return row_of_error(str(job.path), error)
    if job.refresh or job.again:
        return None
    return unchanged(job.path, doc_hash, job.config, dict(job.described), dict(job.tools))


def reviewed(job: DocumentJob, review: Reviewer, seconds: Callable[[], float]) -> DocumentRow:
    """Claim the document, look again whether another run has done it meanwhile, and review it."""
    begun, doc_hash = seconds(), ""
    try:
        with claimed(job.path) as claim:
            if (row := nothing_to_do(job)) is not None:
                return row
            doc_hash = load_document(job.path).doc_hash
            row = review(job, claim, doc_hash)
    except InReview as other:
        return _in_review(job, str(other))
    except Busy as busy:
        return _in_review(job, holder_in(busy) or busy.message)
    except Exception as error:  # noqa: BLE001 - one document's fault is its row; the others go on
        row = row_of_error(str(job.path), error, doc_hash)
    return row.having(seconds=round(seconds() - begun, 3))


def review_by_rules(speller: Speller, clock: Clock) -> Reviewer:
    """A reviewer in this thread that asks no model and keeps no kernel's result: a document is done in one go."""

    def review(job: DocumentJob, _: Claim, doc_hash: str) -> DocumentRow:
        request = ReviewRequest(job.path, job.config, again=job.again)
        return row_of_outcome(review_document(request, Tools(speller, clock)), doc_hash)

    return review


def _in_review(job: DocumentJob, holder: str) -> DocumentRow:
    return DocumentRow(path=str(job.path), status="in_review", error=f"in review by another run: {holder}")
