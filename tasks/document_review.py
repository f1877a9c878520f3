"""The review of one small document as a Prefect task, all its kernels in it. It writes, so it is never cached.

So 10 documents a second are done; as runs of their own with a task for each kernel it is 1.5 (measured, 40 documents).
"""

import time
from dataclasses import dataclass
from typing import Any

from prefect import task
from prefect.cache_policies import NO_CACHE

from reviewer.model.batch import FAILED
from reviewer.model.ports import Clock, Speller
from reviewer.service.batch.document import DocumentJob, review_by_rules, reviewed
from tasks.held import failed


@dataclass(frozen=True, slots=True)
class SmallReview:
    """A document, and what its review needs from outside."""

    document: DocumentJob
    speller: Speller
    clock: Clock


@task(name="document_review", cache_policy=NO_CACHE, persist_result=False)
def document_review(job: SmallReview) -> Any:
    """The document's row. A state's message has its error code alone: it goes to the API."""
    row = reviewed(job.document, review_by_rules(job.speller, job.clock), time.monotonic)
    return failed(row.status, row.error_code, row) if row.status in FAILED else row
