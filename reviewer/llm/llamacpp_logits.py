"""A GGUF file run in this process, with its logits at hand: scores are read in one pass (see ``llamacpp_context``)."""

import atexit
import math
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from reviewer.errors import ReviewError
from reviewer.llm import faults
from reviewer.llm.forced import scored
from reviewer.llm.llamacpp_context import Check, Context
from reviewer.llm.llamacpp_file import FileDigest
from reviewer.llm.llamacpp_sampling import Sampling
from reviewer.llm.llamacpp_writing import Writing
from reviewer.llm.logprobs import tokens_of
from reviewer.llm.openai_chat import begun_reply
from reviewer.llm.streams import THINKING
from reviewer.model.chat import LEAST_ALTERNATIVE, ChatMessage, ChatReply, ChatRequest, Offers, Watch

_LONGEST_BATCH = 20.0
"""Seconds, with a model that is far too large for its machine."""

_LEAST = math.log(LEAST_ALTERNATIVE)


class LogitsClient:
    """A ``ChatClient`` on one GGUF file, whatever model a request names. The model is loaded with the first call.

    Calls are made one after another, however many come at once; a call's time limit begins with its turn. The window is
    ``num_ctx`` tokens; a request cannot widen it. What is offered needs no asking: the probabilities are read here.
    """

    backend = "llamacpp"
    endpoint = ""
    constrains = True
    questions = 0

    def __init__(self, model: Path, num_ctx: int) -> None:
        self._model = model
        self._num_ctx = num_ctx
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._context: Context | None = None
        self._digest = FileDigest(model, self._closed)

    def digest(self, model: str) -> str:
        """SHA-256 of the model file (about a second for each GB, once)."""
        return self._digest()

    def count_tokens(self, model: str, text: str) -> int | None:
        """The model's own count."""
        try:
            with self._turn() as context:
                return len(context.tokens(text))
        except ReviewError:
            return None

    def offers(self, model: str) -> Offers:
        """All, but for models whose template begins a thought: nothing that follows is the reply then."""
        try:
            with self._turn() as context:
                able = not _thinks(context.prompt([ChatMessage(role="user", content="Say hello.")]))
                return Offers(weights=context.weights, logprobs=able, continues=able, scores=able)
        except ReviewError:
            return Offers()

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """One call; the first one loads the model, which its time limit does not cover."""
        with self._turn() as context:
            return self._chat(context, request, watch)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """One pass over the messages and the text."""
        if not text:
            return ChatReply(text="")
        with self._turn() as context:
            return self._score(context, request, text)

    def close(self) -> None:
        """End all calls. That under way ends with the batch that is being computed, and gives the memory back."""
        self._closed.set()
        self._give_back()

    def _chat(self, context: Context, request: ChatRequest, watch: Watch | None) -> ChatReply:
        began, check = time.monotonic(), self._check(context, request)
        prompt, begun = _prompt(context, request), begun_reply(request)
        tokens = context.prompt_tokens(prompt) + context.tokens(begun)
        room = context.window - len(tokens)
        if room < 1:
            raise faults.too_long(context.where)
        thought = THINKING if _thinks(prompt) and not begun else ""
        writing = Writing(thought, request.stop, min(request.max_tokens, room), watch)
        sampling = Sampling(context, request.temperature, request.json_schema)
        try:
            rows = context.compute(tokens, len(tokens) - 1, check)
            entries = _written(context, request, (next(rows), sampling, writing), check)
        finally:
            sampling.close()
        return ChatReply(
            text=writing.text,
            finish_reason=writing.finish or "other",
            cut=writing.cut,
            tokens=tokens_of(entries, writing.text) if request.top_logprobs else (),
            prompt_tokens=len(tokens),
            completion_tokens=writing.count,
            cached_prompt_tokens=context.reused,
            elapsed_ms=_since(began),
        )

    def _score(self, context: Context, request: ChatRequest, text: str) -> ChatReply:
        began, check = time.monotonic(), self._check(context, request)
        before, plain = context.plain_start(), not request.messages
        if request.messages:
            prompt, begun = _prompt(context, request), begun_reply(request)
            if _thinks(prompt):
                raise faults.not_offered(context.where, request.model)
            before = context.prompt_tokens(prompt) + context.tokens(begun)
        tokens = context.tokens(text)
        if len(before) + len(tokens) > context.window:
            raise faults.too_long(context.where)
        rows = context.compute([*before, *tokens[:-1]], len(before) - 1, check, plain=plain)
        most = request.top_logprobs
        entries = [context.entry(row, token, most, _LEAST) for token, row in zip(tokens, rows, strict=True)]
        choices = scored(entries, text)
        if not choices:
            raise faults.bad_reply(context.where, "cuts the text into tokens that do not make it up")
        return ChatReply(
            text=text,
            tokens=choices,
            prompt_tokens=len(before),
            completion_tokens=len(tokens),
            cached_prompt_tokens=context.reused,
            elapsed_ms=_since(began),
        )

    @contextmanager
    def _turn(self) -> Iterator[Context]:
        """The model, for this thread alone."""
        try:
            with self._lock:
                if self._closed.is_set():
                    raise faults.closed()
                if self._context is None:
                    self._context = Context(self._model, self._num_ctx)
                    atexit.register(self._at_exit)
                yield self._context
        finally:
            if self._closed.is_set():
                self._give_back()

    def _give_back(self) -> None:
        """Free the model, unless a call has it; that one does it then."""
        if self._lock.acquire(blocking=False):
            try:
                if self._context is not None:
                    self._context.close()
                    self._context = None
                    atexit.unregister(self._at_exit)
            finally:
                self._lock.release()

    def _at_exit(self) -> None:
        """No batch may be computed while the interpreter is taken down."""
        self.close()
        if self._lock.acquire(timeout=_LONGEST_BATCH):
            self._lock.release()

    def _check(self, context: Context, request: ChatRequest) -> Check:
        until = time.monotonic() + request.timeout

        def check() -> None:
            if self._closed.is_set():
                raise faults.closed()
            if time.monotonic() > until:
                raise faults.timed_out(context.where, request.timeout)

        return check


def _written(
    context: Context, request: ChatRequest, begun: tuple[Any, Sampling, Writing], check: Check
) -> list[dict[str, Any]]:
    """Write a reply from the logits after its prompt; its tokens in the form of servers, if they are asked for."""
    row, sampling, writing = begun
    entries: list[dict[str, Any]] = []
    while writing.finish is None:
        token = sampling.pick(row)
        if context.ends(token):
            writing.end()
            break
        if request.top_logprobs:
            entries.append(context.entry(row, token, request.top_logprobs, _LEAST))
        writing.take(context.piece(token))
        if writing.finish is None:
            row = context.step(token, check)
    return entries


def _prompt(context: Context, request: ChatRequest) -> str:
    turns = request.messages
    return context.prompt(turns[:-1] if begun_reply(request) else turns)


def _thinks(prompt: str) -> bool:
    """Whether a reply begins inside a thought."""
    return prompt.rstrip().endswith(THINKING)


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
