"""What was asked, as a short digest that is stored beside the reply: a reply answers this question, and no other."""

from reviewer.hashing import json_hash
from reviewer.model.chat import ChatRequest

_LENGTH = 16
"""Hexadecimal digits: the questions of one chunk are a few hundred, and nobody chooses them to be alike."""


def asked_digest(request: ChatRequest, text: str | None = None) -> str:
    """A digest of a question; ``text`` is what is scored as the answer, None where an answer is written.

    Of the limits, how many tokens a reply may have is no part of it: that may come from a backend's own count, which
    a replay has not. The shares that it is worked out from belong into the key of what is stored.
    """
    asked = {
        "messages": [message.model_dump() for message in request.messages],
        "scored": text,
        "limits": [request.temperature, request.top_logprobs, request.num_ctx],
    }
    return json_hash(asked).removeprefix("sha256:")[:_LENGTH]
