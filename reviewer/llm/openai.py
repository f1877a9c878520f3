"""Servers of OpenAI's protocol (``/v1/chat/completions``): llama.cpp, vLLM, LM Studio and others."""

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from reviewer.errors import ReviewError
from reviewer.hashing import json_hash
from reviewer.llm import faults
from reviewer.llm.concessions import Concessions, Dispensable
from reviewer.llm.faults import Answer
from reviewer.llm.replies import count, first, json_object, part, seen_whole, text
from reviewer.llm.transport import HttpCalls
from reviewer.model.chat import ChatReply, ChatRequest, FinishReason, Offers, Watch

LOOKUP_SECONDS = 30.0
_FINISH: dict[object, FinishReason] = {"stop": "stop", "length": "length"}
_META = ("n_params", "size", "ftype", "n_vocab", "vocab_type", "n_embd", "n_ctx_train")
_ABSENT = frozenset({404, 405, 501})


class OpenAIClient:
    """A ``ChatClient`` for servers of OpenAI's protocol.

    ``repeat_penalty`` and ``response_format`` are given up for a server that refuses them by name. Tokens are counted
    by llama.cpp's ``/tokenize`` where there is one.
    """

    backend = "openai"
    constrains = True
    questions = 0

    def __init__(self, calls: HttpCalls, prefix: str) -> None:
        self.endpoint = calls.where
        self._calls = calls
        self._root = prefix.removesuffix("/v1")
        self._counts = True
        self._concessions = Concessions(
            Dispensable("repeat_penalty", ("repeat_penalty",)),
            Dispensable("response_format", ("response_format", "json_schema")),
        )

    def digest(self, model: str) -> str:
        """A digest of what ``/v1/models`` says about the model's weights; "" where it says nothing but the name."""
        answer = self._calls.send("GET", self._root + "/v1/models", None, LOOKUP_SECONDS)
        if answer.status in _ABSENT:
            return ""
        if answer.status != 200:
            raise self._refusal(answer, model)
        listed = json_object(answer, self.endpoint).get("data")
        entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
        if not entries:
            return ""
        entry = _entry(entries, model)
        if entry is None:
            raise self._no_model(model)
        facts = _weights(entry)
        return json_hash({"id": entry.get("id"), **facts}) if facts else ""

    def count_tokens(self, model: str, text: str) -> int | None:
        """By ``/tokenize``. A server that once answered without a list of tokens is not asked again."""
        if not self._counts:
            return None
        try:
            answer = self._calls.send("POST", self._root + "/tokenize", {"content": text}, LOOKUP_SECONDS)
        except ReviewError:
            return None
        tokens = answer.value.get("tokens") if isinstance(answer.value, dict) else None
        if answer.status == 200 and isinstance(tokens, list):
            return len(tokens)
        self._counts = False
        return None

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """One ``/v1/chat/completions`` call, not streamed."""
        began = time.monotonic()
        answered = self._asked(_body(request), request)
        choice = first(answered, "choices", self.endpoint)
        reply = ChatReply(
            text=text(part(choice, "message", self.endpoint).get("content"), self.endpoint),
            finish_reason=_FINISH.get(str(choice.get("finish_reason")), "other"),
            prompt_tokens=count(answered, "usage", "prompt_tokens"),
            completion_tokens=count(answered, "usage", "completion_tokens"),
            cached_prompt_tokens=_cached(answered),
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )
        return seen_whole(reply, watch)

    def offers(self, model: str) -> Offers:
        """Nothing."""
        return Offers()

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """Not offered."""
        raise faults.not_offered(self.endpoint, request.model)

    def close(self) -> None:
        """End all calls."""
        self._calls.close()

    def _asked(self, body: Mapping[str, Any], request: ChatRequest) -> dict[str, Any]:
        url = self._root + "/v1/chat/completions"
        send = partial(self._calls.send, "POST", url, timeout=request.timeout)
        answer = self._concessions.taken(request.model, body, send)
        if answer.status != 200:
            raise self._refusal(answer, request.model)
        return json_object(answer, self.endpoint)

    def _refusal(self, answer: Answer, model: str) -> Exception:
        return self._no_model(model) if faults.is_missing_model(answer) else faults.refused(self.endpoint, answer)

    def _no_model(self, model: str) -> Exception:
        return faults.no_model(
            self.endpoint, model, f"{self.endpoint}/models lists what is there; load it, or use --model"
        )


def _body(request: ChatRequest) -> dict[str, Any]:
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": turn.role, "content": turn.content} for turn in request.messages],
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "stream": False,
        "repeat_penalty": 1.0,  # LM Studio's own is 1.1, which makes copying worse
    }
    if request.stop:
        body["stop"] = list(request.stop)
    if request.json_schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "strict": True, "schema": request.json_schema},
        }
    return body


def _cached(answered: Mapping[str, Any]) -> int | None:
    """OpenAI's place for it, else that of llama.cpp's server before it had that one."""
    tokens = count(answered, "usage", "prompt_tokens_details", "cached_tokens")
    return count(answered, "timings", "cache_n") if tokens is None else tokens


def _weights(entry: Mapping[str, Any]) -> dict[str, Any]:
    """What llama.cpp (``meta``) and vLLM (``root``) say about a model's file; the window it is run with is no part."""
    meta = entry.get("meta")
    facts = {name: meta[name] for name in _META if name in meta} if isinstance(meta, dict) else {}
    return facts | ({"root": entry["root"]} if entry.get("root") else {})


def _entry(entries: list[dict[str, Any]], model: str) -> dict[str, Any] | None:
    """The model's entry. llama.cpp's server with one model answers to any name."""
    for entry in entries:
        aliases = entry.get("aliases")
        if model == entry.get("id") or (isinstance(aliases, list) and model in aliases):
            return entry
    return entries[0] if len(entries) == 1 and entries[0].get("owned_by") == "llamacpp" else None
