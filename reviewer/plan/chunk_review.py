"""The review of one chunk by models, in pieces where it is too long to be asked about at once (seed §7; DESIGN §7).

Pure but for the client and the wait that it is given. Every way to fail is an outcome, never an exception; what was
asked and answered is in the result.
"""

from reviewer.model.chat import ChatClient
from reviewer.model.chunk_edits import ChunkEdits, Escalation, Outcome
from reviewer.plan.chunk_calls import ChunkCalls, Wait
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.part_results import as_one
from reviewer.plan.part_review import review_part

VERSION = "8"
"""Part of cache keys: raise it when the same replies would be asked for or read otherwise."""


def review_chunk(
    job: ChunkJob, client: ChatClient, wait: Wait, recorded: tuple[Escalation, ...] | None = None
) -> ChunkEdits:
    """Proposals for a chunk, located in the document, and how that went. Raises nothing of a backend's.

    ``recorded``: the policies that fired when the client's replies were given; None: they are decided now.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    results = [(part, review_part(part, ChunkCalls(part, client, wait), recorded)) for part in job.parts or (job,)]
    return as_one(job, results) if job.parts else results[0][1]


def not_stored(job: ChunkJob) -> ChunkEdits:
    """The result where nothing is stored and nothing may be asked (``cache_mode: read_only``)."""
    return ChunkEdits(
        chunk_id=job.chunk.chunk_id, outcome=Outcome.BACKEND_ERROR, reason="cache_miss", template=job.template
    )
