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
from reviewer.llm.llama_scores import LlamaScores
from reviewer.llm.logprobs import foretold
from reviewer.llm.offered import (
    BEGUN,
    GOES_ON,
    SCORED,
    Questions,
    has_alternatives,
    is_scored,
    logprobs_question,
    not_refused,
    question,
)
from reviewer.llm.openai_chat import begun_reply, cached_tokens, chat_body, entries_of, finish_of, following
from reviewer.llm.openai_stream import GrowingCompletion
from reviewer.llm.replies import count, first, json_object, part, seen, text
from reviewer.llm.transport import HttpCalls
from reviewer.model.chat import ChatReply, ChatRequest, Offers, Watch

LOOKUP_SECONDS = 30.0
_WAYS_TO_GO_ON: tuple[Mapping[str, Any], ...] = (
    {},
    {"continue_final_message": True, "add_generation_prompt": False},
)
"""What a request says more, so that the server goes on from a last message of the model: llama.cpp, vLLM."""

_META = ("n_params", "size", "ftype", "n_vocab", "vocab_type", "n_embd", "n_ctx_train")
_ABSENT = frozenset({404, 405, 501})


class OpenAIClient:
    """A ``ChatClient`` for servers of OpenAI's protocol.

    ``repeat_penalty``, ``response_format``, ``stream_options`` and ``logprobs`` are given up for a server that refuses
    them by name. Tokens are counted by llama.cpp's ``/tokenize`` where there is one. Only llama.cpp's server scores;
    vLLM's ``prompt_logprobs`` might do, and were not tried.
    """

    backend = "openai"
    constrains = True

    def __init__(self, calls: HttpCalls, prefix: str) -> None:
        self.endpoint = calls.where
        self._calls = calls
        self._root = prefix.removesuffix("/v1")
        self._counts = True
        self._questions = Questions()
        self._scores = LlamaScores(calls, self._root, self._asked)
        self._to_go_on: dict[str, Mapping[str, Any]] = {}
        self._no_repetition: set[str] = set()
        self._concessions = Concessions(
            Dispensable("repeat_penalty", ("repeat_penalty",)),
            Dispensable("response_format", ("response_format", "json_schema")),
            Dispensable("stream_options", ("stream_options",)),
            Dispensable("top_logprobs", ("top_logprobs",)),
            Dispensable("logprobs", ("logprobs",)),
        )

    def digest(self, model: str) -> str:
        """A digest of what ``/v1/models`` says about the model's weights; "" where it says nothing but the name."""
        entry = self._listed(model)
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

    @property
    def questions(self) -> int:
        """Calls that ``offers`` made."""
        return self._questions.made

    def offers(self, model: str) -> Offers:
        """Up to five calls: for alternatives, for going on in two ways, for scores of a reply and of plain text."""
        return self._questions.offers(model, self._find_out)

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """One ``/v1/chat/completions`` call, streamed where it is watched."""
        began = time.monotonic()
        begun = begun_reply(request)
        answer = self._asked("/v1/chat/completions", chat_body(request, streamed=watch is not None), request, watch)
        answered = json_object(answer, self.endpoint)
        choice = first(answered, "choices", self.endpoint)
        said = text(part(choice, "message", self.endpoint).get("content"), self.endpoint)
        if not answer.watched and not said.startswith(begun):
            self._no_repetition.add(request.model)
        repeats = not answer.watched and request.model not in self._no_repetition
        written, tokens = following(said, begun, entries_of(choice), repeats=repeats)
        reply = ChatReply(
            text=written,
            finish_reason=finish_of(choice),
            tokens=tokens if request.top_logprobs and not foretold(entries_of(choice)) else (),
            prompt_tokens=count(answered, "usage", "prompt_tokens"),
            completion_tokens=count(answered, "usage", "completion_tokens"),
            cached_prompt_tokens=cached_tokens(answered),
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )
        return seen(reply, answer, watch)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """One call, see ``llama_scores``; before the first one, those of ``offers``."""
        if not self.offers(request.model).scores:
            raise faults.not_offered(self.endpoint, request.model)
        return self._scores.score(request, text)

    def close(self) -> None:
        """End all calls."""
        self._calls.close()

    def _find_out(self, model: str) -> Offers:
        logprobs = has_alternatives(self._questions.ask(lambda: self.chat(logprobs_question(model))))
        return Offers(
            weights=count(self._listed(model), "meta", "n_params"),
            logprobs=logprobs,
            continues=any(not_refused(partial(self._goes_on, model, fields)) for fields in _WAYS_TO_GO_ON),
            scores=logprobs
            and self._scores.tells_tokens(model, SCORED)
            and not_refused(partial(self._is_scored, model)),
        )

    def _listed(self, model: str) -> dict[str, Any]:
        """The model's entry in ``/v1/models``, empty where the server has no such list."""
        answer = self._calls.send("GET", self._root + "/v1/models", None, LOOKUP_SECONDS)
        if answer.status in _ABSENT:
            return {}
        if answer.status != 200:
            raise self._refusal(answer, model)
        listed = json_object(answer, self.endpoint).get("data")
        entries = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
        entry = _entry(entries, model) if entries else {}
        if entry is None:
            raise self._no_model(model)
        return entry

    def _goes_on(self, model: str, fields: Mapping[str, Any]) -> bool:
        self._to_go_on[model] = fields
        return self._questions.ask(lambda: self.chat(question(model, begun=BEGUN))).text.startswith(GOES_ON)

    def _is_scored(self, model: str) -> bool:
        if not self._scores.tells_tokens(model, SCORED):
            return False
        call = question(model, top_logprobs=4)
        calls = (call, call.having(messages=()))
        return all(is_scored(self._questions.ask(partial(self._scores.score, call, SCORED))) for call in calls)

    def _asked(self, path: str, body: Mapping[str, Any], request: ChatRequest, watch: Watch | None = None) -> Answer:
        into = None if watch is None else partial(GrowingCompletion, watch, self.endpoint)
        send = partial(self._calls.send, "POST", self._root + path, timeout=request.timeout, into=into)
        if begun_reply(request):
            body = {**body, **self._to_go_on.get(request.model, {})}
        answer = self._concessions.taken(request.model, body, send)
        if answer.status != 200:
            raise self._refusal(answer, request.model)
        return answer

    def _refusal(self, answer: Answer, model: str) -> Exception:
        return self._no_model(model) if faults.is_missing_model(answer) else faults.refused(self.endpoint, answer)

    def _no_model(self, model: str) -> Exception:
        return faults.no_model(
            self.endpoint, model, f"{self.endpoint}/models lists what is there; load it, or use --model"
        )


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
