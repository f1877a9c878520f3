"""What a worker's reply gives: the proposals that can be read in it, or the outcome that it is."""

from dataclasses import dataclass, replace

from reviewer.config import Adaptive
from reviewer.model.chat import ChatReply, FinishReason
from reviewer.model.chunk_edits import Outcome
from reviewer.plan.degenerate import LOOP, THINKING, loops, nothing_visible
from reviewer.plan.ladder.freeform import declines
from reviewer.plan.ladder.levels import Extraction, extract
from reviewer.plan.ladder.text import without_thinking

_CUT: dict[FinishReason, str] = {
    "stop": "the reply ends inside its own list",
    "length": "the reply was cut at its token limit",
    "cut": "the reply was ended before its end",
    "other": "the backend ended the reply before its end, by a refusal or a filter",
}
_IN_THOUGHT = "the reply ends inside its thinking"
_TOLD = 120
"""Characters of a reply that a reason repeats."""

UNREAD = "could not be read"
"""How the reason ends of a chunk of whose proposals some are lost; the others are made."""


@dataclass(frozen=True, slots=True)
class WorkerReply:
    """A worker's reply as far as it could be read: an outcome that ends the chunk, or what was extracted."""

    extraction: Extraction
    outcome: Outcome | None = None
    reason: str = ""


def read_reply(reply: ChatReply, adaptive: Adaptive, passage: str) -> WorkerReply:
    """What a reply says; a reply that was cut keeps the proposals that are complete. ``passage``: what it is about."""
    if empty(reply):
        return WorkerReply(Extraction("none"), Outcome.EMPTY_RESPONSE, "the model gave an empty reply")
    extraction = extract(reply.text, ended=reply.finish_reason == "stop")
    ended = reply.finish_reason == "stop" or extraction.short_circuited
    if (why := _degenerate(reply, extraction, adaptive, passage, ended=ended)) != "":
        return WorkerReply(replace(extraction, prose=""), Outcome.DEGENERATE, why)
    ended = ended or bool(reply.cut)
    if extraction.cut or (not ended and not extraction.items):
        why = _IN_THOUGHT if without_thinking(reply.text).unfinished else _CUT[reply.finish_reason]
        return WorkerReply(replace(extraction, prose=""), Outcome.TRUNCATED, why)
    if extraction.method == "none":
        return WorkerReply(extraction, Outcome.UNPARSED, "no proposal can be read in the reply")
    if declines(extraction.prose):
        why = f"the model declines: “{extraction.prose[:_TOLD]}”"
        return WorkerReply(Extraction("none"), Outcome.UNPARSED, why)
    lost = extraction.dropped if extraction.items else 0
    return WorkerReply(extraction, reason=f"{lost} of the proposals in the reply {UNREAD}" if lost else "")


def empty(reply: ChatReply) -> bool:
    """Whether a backend gave nothing at all: no text, no token, and nobody ended it."""
    return not (reply.text.strip() or reply.completion_tokens or reply.cut)


def _degenerate(reply: ChatReply, extraction: Extraction, adaptive: Adaptive, passage: str, *, ended: bool) -> str:
    """Why a reply went nowhere, else "". One that says all it has to say before it does is read as any other."""
    if why := nothing_visible(reply.text, reply.completion_tokens):
        return why
    complete = not extraction.cut and (extraction.clean or bool(extraction.items))
    if reply.cut and not complete:
        return reply.cut
    if (not ended or not extraction.items) and not reply.cut and loops(reply.text, adaptive, (passage,)):
        return LOOP
    return THINKING if not ended and without_thinking(reply.text).unfinished else ""
