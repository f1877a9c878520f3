"""What is asked of a language model and what it answers: one shape for every backend (DESIGN §7)."""

from collections.abc import Callable
from typing import Any, Literal, Protocol

from pydantic import Field

from reviewer.model.frozen import Frozen

Stage = Literal["pyramid", "edit", "tutor", "proofread", "validate"]
FinishReason = Literal["stop", "length", "cut", "other"]
"""``cut``: the caller's ``Watch`` ended the reply."""

Watch = Callable[[str], str | None]
"""Looks at a reply while it is written: the text so far; gives why to end it, or None.

As long as a model thinks and has not begun to answer, the text so far is ``<think>`` and what it thinks, where the
backend tells that; this is no part of the reply. It is called for each piece that comes, in the thread of the call.
"""


class ChatMessage(Frozen):
    """One turn."""

    role: Literal["system", "user", "assistant"]
    content: str


LEAST_ALTERNATIVE = 0.01
"""Weaker alternatives are not kept: nothing was ever gained below 0.02 (docs/proofreading.md), and they fill the
disk."""


class TokenChoice(Frozen):
    """One token of a text as a model saw it.

    ``top`` are the strongest tokens at this place, this one perhaps among them, as (text, natural logarithm of the
    probability), strongest first; it is empty where no other token has a probability of ``LEAST_ALTERNATIVE``, which is
    so for most tokens of a copy. A character that takes several tokens stands in the last of them, those before it
    are "", so that the texts of all tokens make up the text. An alternative that ends inside a character is "".
    """

    text: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


class Offers(Frozen):
    """What a backend does for a model, found out by asking it. Nothing is assumed from its name.

    ``logprobs``: a reply's tokens come with alternatives (``top_logprobs``); ``continues``: a last message of role
    assistant is the beginning of the reply; ``scores``: ``ChatClient.score``. ``weights``: how many weights the model
    has, None where the backend does not say.
    """

    weights: int | None = None
    logprobs: bool = False
    continues: bool = False
    scores: bool = False


class ChatRequest(Frozen):
    """One call. ``stage`` and ``subject`` (a chunk's or node's id) never reach a server; scripts and logs use them.

    Where the backend continues (``Offers``), a last message of role assistant is the beginning of the reply; the
    reply's ``text`` and ``tokens`` are what follows it.
    """

    stage: Stage
    subject: str
    model: str
    messages: tuple[ChatMessage, ...]
    temperature: float = 0.1
    max_tokens: int = 2048
    num_ctx: int | None = None
    json_schema: dict[str, Any] | None = Field(
        default=None, description="shape of the reply; used only where the client constrains"
    )
    stop: tuple[str, ...] = ()
    top_logprobs: int = Field(default=0, description="alternatives wanted for each token; 0: no ``tokens``")
    timeout: float = Field(default=300.0, description="seconds for the whole call")


class ChatReply(Frozen):
    """One answer. Token counts are the backend's own, None where it gives none; of a reply that was cut,
    ``completion_tokens`` is the number of pieces that had come, which with most backends are tokens.

    ``cut`` is what the ``Watch`` said, where it ended the reply; ``tokens`` is empty where none were asked for or the
    backend gives none.
    """

    text: str
    finish_reason: FinishReason = "stop"
    cut: str = ""
    tokens: tuple[TokenChoice, ...] = ()
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_prompt_tokens: int | None = None
    elapsed_ms: int = 0


class ChatClient(Protocol):
    """A backend. Every implementation passes the same contract tests."""

    @property
    def backend(self) -> str:
        """The name of the backend, as the configuration writes it."""
        ...

    @property
    def endpoint(self) -> str:
        """Where text is sent; empty for a backend inside this process."""
        ...

    @property
    def constrains(self) -> bool:
        """Whether a request's ``json_schema`` binds the reply."""
        ...

    def digest(self, model: str) -> str:
        """What tells this model's weights from another's under the same name; "" where the backend cannot say.

        Raises:
            BackendError: ``unreachable``, ``no-model``.
        """
        ...

    def count_tokens(self, model: str, text: str) -> int | None:
        """The backend's own count; None where it offers none. Never raises."""
        ...

    @property
    def questions(self) -> int:
        """How many calls to models ``offers`` has made so far."""
        ...

    def offers(self, model: str) -> Offers:
        """What the backend does for this model: asked by a few calls of a few tokens each, then remembered.

        Nothing (``Offers()``) where that could not be found out, which is not remembered. Never raises.
        """
        ...

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """Ask. With a watch the reply is streamed and ended (``finish_reason`` ``cut``) once the watch says why.

        A backend that cannot stream asks the watch once, at the end. What a watch raises ends the call.

        Raises:
            BackendError: ``unreachable``, ``broken-off``, ``timeout``, ``bad-status``, ``bad-reply``, ``no-model``,
                ``closed``. The message never quotes the document.
        """
        ...

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """How likely the model finds each token of ``text`` as its reply to the messages, or as plain text if none.

        The reply's ``tokens`` make up ``text`` exactly, with ``request.top_logprobs`` alternatives each. ``stop``,
        ``json_schema``, ``temperature`` and ``max_tokens`` are not used.

        Raises:
            BackendError: as ``chat``; ``not-offered`` where ``offers`` does not say that the backend scores.
        """
        ...

    def close(self) -> None:
        """End every call that is under way (it raises ``closed``) and refuse further ones.

        May be called twice, and from another thread.
        """
        ...
