"""Ops from replies that were given before: what is stored is what a model said, never where that stands.

A stored reply stays good when text above its chunk changes; places, ids and fingerprints do not. So the review of a
chunk is run again over its own replies, in the document as it is now, without asking anybody.
"""

from collections.abc import Iterator
from dataclasses import replace

from reviewer.errors import BackendError
from reviewer.model.chat import ChatReply, ChatRequest, Offers, Watch
from reviewer.model.chunk_edits import ChunkEdits, RawReply
from reviewer.plan.chunk_job import ChunkJob
from reviewer.plan.chunk_review import review_chunk
from reviewer.plan.prompt import prompt_hash
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.review import proofread_chunk


class Recorded:
    """A client that gives recorded replies, in order, whether they were written or scored."""

    backend, endpoint, questions = "recorded", "", 0

    def __init__(self, stored: ChunkEdits) -> None:
        self.constrains = stored.form == "native"
        self._offered = stored.offered
        self._replies: Iterator[RawReply] = iter(stored.replies)

    def digest(self, model: str) -> str:
        """Nothing."""
        return ""

    def count_tokens(self, model: str, text: str) -> int:
        """0: whether a prompt fits was decided when it was sent, and no estimate may decide it otherwise."""
        return 0

    def offers(self, model: str) -> Offers:
        """What was offered then."""
        return self._offered

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """The next reply, or the failure that there was in its place. Nothing is watched again.

        A tutor's reply to another prompt is none: it judged other proposals.
        """
        return self._next(prompt_hash(request.messages))

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """The next reply."""
        return self._next()

    def _next(self, asked: str = "") -> ChatReply:
        reply = next(self._replies, None)
        if reply is None:
            raise BackendError("bad-reply", "the recorded replies end here")
        if reply.failed:
            code, _, message = reply.failed.partition(": ")
            raise BackendError(code, message)
        if reply.asked and reply.asked != asked:
            raise BackendError("bad-reply", "the recorded verdict is about other proposals")
        return ChatReply(
            text=reply.text,
            finish_reason=reply.finish_reason,
            cut=reply.cut,
            tokens=reply.tokens,
            completion_tokens=reply.completion_tokens,
        )

    def close(self) -> None:
        """Nothing to do."""


def without_places(edits: ChunkEdits) -> ChunkEdits:
    """What may be stored: replies, outcome and metrics, without ops and refusals."""
    return edits.model_copy(update={"ops": (), "refused": ()})


def placed_again(job: ChunkJob, stored: ChunkEdits) -> ChunkEdits:
    """A stored review with its ops and refusals in the document of the job. Outcome and metrics are those of then.

    The policies fire that fired then. A reply to a part of the prompt gives none: that was seen from the backend's
    count, then, and is recorded with it.
    """
    if not stored.replies:
        return stored
    again = review_chunk(job, Recorded(stored), lambda _: None, stored.escalations)
    return stored.model_copy(update={"ops": again.ops, "refused": again.refused})


def proofread_again(job: ProofreadJob, stored: ChunkEdits) -> ChunkEdits:
    """A stored proofreading with its ops and refusals in the document of the job, as ``placed_again``."""
    again = proofread_chunk(replace(job, offers=stored.offered), Recorded(stored))
    return stored.model_copy(update={"ops": again.ops, "refused": again.refused})
