"""What a backend does for a model is found out by asking it: names and versions promise nothing.

Each question is one call of a few tokens, whose answer cannot be what it is by chance. A server that leaves out what it
does not know, as most do, gives an answer too; it is another one.
"""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from reviewer.errors import BackendError, ReviewError
from reviewer.model.chat import ChatMessage, ChatReply, ChatRequest, Offers

SECONDS = 120.0
"""For one question: the first one may have to wait until a server has loaded the model."""

BEGUN, GOES_ON = "one, two, three, four,", " five"
"""No model answers "Say hello." with a number, and none begins a turn of its own with a space."""

SCORED = "The violet 7319 zebra recieves née 🎉."
"""No model writes this. It holds a character of two bytes and one of four, which may be several tokens."""

_UNLIKELY = -4.0
"""Some token of ``SCORED`` is less likely than this, unless what is told is what the grammar left of the model."""

_REFUSALS = frozenset({"bad-status", "bad-reply"})

Result = TypeVar("Result")


class Questions:
    """What was found out for each model, and the calls that it took. Safe to use from several threads."""

    def __init__(self) -> None:
        self.made = 0
        self._found: dict[str, Offers] = {}
        self._lock = threading.RLock()

    def ask(self, call: Callable[[], Result]) -> Result:
        """Make a call, and count it."""
        self.made += 1
        return call()

    def offers(self, model: str, find_out: Callable[[str], Offers]) -> Offers:
        """What is remembered, or else what ``find_out`` says; nothing, which is not remembered, where that fails."""
        with self._lock:
            if model not in self._found:
                try:
                    self._found[model] = find_out(model)
                except ReviewError:
                    return Offers()
            return self._found[model]


def question(model: str, *, begun: str = "", **fields: Any) -> ChatRequest:
    """A short call, with the beginning of a reply."""
    turns = [ChatMessage(role="user", content=fields.pop("text", "Say hello."))]
    if begun:
        turns.append(ChatMessage(role="assistant", content=begun))
    given = {"temperature": 0.0, "max_tokens": 4, "timeout": SECONDS} | fields
    return ChatRequest(stage="proofread", subject="offers", model=model, messages=tuple(turns), **given)


def logprobs_question(model: str) -> ChatRequest:
    """A call whose reply could be many things, so that its first token has alternatives."""
    return question(model, text="Name any river, animal or colour.", top_logprobs=4)


def has_alternatives(reply: ChatReply) -> bool:
    """Whether the reply to ``logprobs_question`` came with tokens and alternatives."""
    return any(token.top for token in reply.tokens)


def is_scored(reply: ChatReply) -> bool:
    """Whether the reply is ``SCORED``, seen as a model sees it: with unlikely tokens and stronger ones beside them."""
    return (
        "".join(token.text for token in reply.tokens) == SCORED
        and min(token.logprob for token in reply.tokens) < _UNLIKELY
        and any(token.top and token.top[0][0] != token.text for token in reply.tokens)
    )


def not_refused(ask: Callable[[], bool]) -> bool:
    """The answer; False where the server refuses the call. Raises what says nothing about the question."""
    try:
        return ask()
    except BackendError as error:
        if error.code not in _REFUSALS:
            raise
        return False
