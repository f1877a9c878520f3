"""Faults that the text alone does not show: a prompt that does not fit, or was cut (DESIGN §7)."""

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.config import LLMConfig
from reviewer.count_text import counted
from reviewer.errors import BackendError
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply
from reviewer.model.chunk_edits import Outcome
from reviewer.model.tokens import estimate_tokens

TRUNCATED_PROMPT = "prompt-truncated"
"""Code of the failure of a call whose prompt was, or would have been, read in part."""

_TURN = 8
"""Tokens that a chat template puts around a turn, at most."""

_LEAST = 128
"""Room for a reply below which a call is no use: a short list of proposals."""

_CUT = 0.4
"""A backend that counts less than this part of our estimate has not read the whole prompt: prose in English or French
has 0.2 to 0.3 tokens a character, the estimate is 0.25."""


@dataclass(frozen=True, slots=True)
class Room:
    """Tokens of a prompt, exact where the backend counted them, and what is left for the reply."""

    prompt: int
    exact: bool
    reply: int
    least: int = _LEAST


def prompt_room(client: ChatClient, model: str, messages: Sequence[ChatMessage], llm: LLMConfig) -> Room:
    """How much of the context a prompt takes and what a reply may have: ``num_predict`` at most."""
    counted = [client.count_tokens(model, message.content) for message in messages]
    exact = [count for count in counted if count is not None]
    known = len(exact) == len(counted)
    prompt = sum(exact) if known else sum(estimate_tokens(message.content) for message in messages)
    prompt += _TURN * len(messages)
    return Room(prompt, known, min(llm.num_predict, llm.num_ctx - prompt), min(_LEAST, llm.num_predict))


def does_not_fit(room: Room, num_ctx: int) -> str | None:
    """Why a prompt is not sent: it leaves no room for a reply."""
    return f"a prompt of {room.prompt} tokens does not fit into num_ctx {num_ctx}" if room.reply < room.least else None


def outcome_of(error: BackendError) -> Outcome:
    """How a chunk ends whose further call failed."""
    return Outcome.PROMPT_TRUNCATED if error.code == TRUNCATED_PROMPT else Outcome.BACKEND_ERROR


def cut_prompt(reply: ChatReply, room: Room, num_ctx: int) -> str | None:
    """Why the prompt was not read whole, by the backend's own count; None when nothing says so."""
    read = reply.prompt_tokens
    if read is None:
        return None
    if read >= num_ctx:
        return f"the prompt fills all of num_ctx {num_ctx}"
    least = room.prompt - 3 * _TURN if room.exact else int(room.prompt * _CUT)
    if read < least:
        return f"the backend read {counted(read, 'token')} of a prompt of {'' if room.exact else 'about '}{room.prompt}"
    return None
