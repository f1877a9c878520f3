"""Ollama's own protocol (github.com/ollama/ollama, docs/api.md): ``/api/chat``, ``/api/show``, ``/api/tags``."""

import time
from functools import partial
from typing import Any

from reviewer.llm import faults
from reviewer.llm.faults import Answer
from reviewer.llm.offered import BEGUN, GOES_ON, Questions, has_alternatives, logprobs_question, not_refused, question
from reviewer.llm.ollama_stream import GrowingChat
from reviewer.llm.openai_chat import begun_reply, following
from reviewer.llm.replies import count, json_object, part, seen, text
from reviewer.llm.transport import HttpCalls
from reviewer.model.chat import ChatReply, ChatRequest, FinishReason, Offers, Watch

KEEP_ALIVE = "30m"
"""How long the server keeps the model loaded after a call: longer than the pause between two stages of a run."""

LOOKUP_SECONDS = 30.0
_FINISH: dict[object, FinishReason] = {"stop": "stop", "length": "length"}


class OllamaClient:
    """A ``ChatClient`` for Ollama. It has no call that counts tokens."""

    backend = "ollama"
    constrains = True

    def __init__(self, calls: HttpCalls, prefix: str, num_ctx: int) -> None:
        self.endpoint = calls.where
        self._calls = calls
        self._prefix = prefix.removesuffix("/api")
        self._num_ctx = num_ctx
        self._questions = Questions()

    def digest(self, model: str) -> str:
        """The digest that ``/api/show`` states, or else that of the list (``ollama list`` shows its beginning)."""
        shown = self._asked("POST", "/api/show", {"model": model}, model, LOOKUP_SECONDS)
        if isinstance(shown.get("digest"), str) and shown["digest"]:
            return str(shown["digest"])
        listed = self._asked("GET", "/api/tags", None, model, LOOKUP_SECONDS).get("models")
        for entry in listed if isinstance(listed, list) else []:
            if isinstance(entry, dict) and _is_named(entry, model):
                digest = entry.get("digest")
                return digest if isinstance(digest, str) else ""
        return ""

    def count_tokens(self, model: str, text: str) -> int | None:
        """None: the server offers no count."""
        return None

    @property
    def questions(self) -> int:
        """Calls that ``offers`` made."""
        return self._questions.made

    def offers(self, model: str) -> Offers:
        """Two calls: for alternatives, which versions before 0.12.11 leave out, and for going on. It never scores."""
        return self._questions.offers(model, self._find_out)

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """One ``/api/chat`` call, streamed where it is watched."""
        began = time.monotonic()
        into = None if watch is None else partial(GrowingChat, watch, self.endpoint)
        body = self._body(request) | {"stream": watch is not None}
        answer = self._calls.send("POST", self._prefix + "/api/chat", body, request.timeout, into)
        if answer.status != 200:
            raise self._refusal(answer, request.model)
        answered = json_object(answer, self.endpoint)
        said = text(part(answered, "message", self.endpoint).get("content"), self.endpoint)
        written, tokens = following(said, begun_reply(request), answered.get("logprobs"), repeats=False)
        tokens_written = count(answered, "eval_count")
        reply = ChatReply(
            text=written,
            finish_reason=_finish(answered, tokens_written, request.max_tokens),
            tokens=tokens if request.top_logprobs else (),
            prompt_tokens=count(answered, "prompt_eval_count"),
            completion_tokens=tokens_written,
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )
        return seen(reply, answer, watch)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """Not offered: a reply cannot be forced."""
        raise faults.not_offered(self.endpoint, request.model)

    def close(self) -> None:
        """End all calls."""
        self._calls.close()

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        # The server cuts a prompt that is longer than its window without a word, and its own window is 4,096 tokens:
        # the window is always stated. Its penalty for repetition (1.1) makes copying worse.
        options: dict[str, Any] = {
            "temperature": request.temperature,
            "num_predict": request.max_tokens,
            "num_ctx": request.num_ctx or self._num_ctx,
            "repeat_penalty": 1.0,
        }
        if request.stop:
            options["stop"] = list(request.stop)
        body: dict[str, Any] = {
            "model": request.model,
            "messages": [{"role": turn.role, "content": turn.content} for turn in request.messages],
            "keep_alive": KEEP_ALIVE,
            "options": options,
        }
        if request.top_logprobs:
            body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
        if request.json_schema is not None:
            body["format"] = request.json_schema
        return body

    def _find_out(self, model: str) -> Offers:
        logprobs = has_alternatives(self._questions.ask(lambda: self.chat(logprobs_question(model))))
        shown = self._asked("POST", "/api/show", {"model": model}, model, LOOKUP_SECONDS)
        weights = count(shown, "model_info", "general.parameter_count")
        return Offers(weights=weights, logprobs=logprobs, continues=not_refused(partial(self._goes_on, model)))

    def _goes_on(self, model: str) -> bool:
        return self._questions.ask(lambda: self.chat(question(model, begun=BEGUN))).text.startswith(GOES_ON)

    def _asked(self, method: str, path: str, body: object, model: str, timeout: float) -> dict[str, Any]:
        answer = self._calls.send(method, self._prefix + path, body, timeout)
        if answer.status != 200:
            raise self._refusal(answer, model)
        return json_object(answer, self.endpoint)

    def _refusal(self, answer: Answer, model: str) -> Exception:
        if faults.is_missing_model(answer):
            return faults.no_model(self.endpoint, model, f"run: ollama pull {model}  (ollama list shows what is there)")
        return faults.refused(self.endpoint, answer)


def _is_named(entry: dict[str, Any], model: str) -> bool:
    """Names are compared as the server does: ``latest`` is the tag that is left out, case does not matter."""
    last = model.rpartition("/")[2]
    wanted = (model if ":" in last else f"{model}:latest").casefold()
    names = (entry.get("name"), entry.get("model"))
    return any(isinstance(name, str) and name.casefold() in {wanted, model.casefold()} for name in names)


def _finish(answered: dict[str, Any], written: int | None, limit: int) -> FinishReason:
    """Servers of before 2024-07 state no reason."""
    if "done_reason" not in answered:
        return "length" if written is not None and written >= limit else "stop"
    return _FINISH.get(answered["done_reason"], "other") if isinstance(answered["done_reason"], str) else "other"
