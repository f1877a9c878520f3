"""Anthropic's Messages API (platform.claude.com/docs/en/api/messages). Never used while sovereignty is strict."""

import json
import re
import time
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from reviewer.llm import faults
from reviewer.llm.claude_stream import PARTIAL, GrowingMessage
from reviewer.llm.concessions import Concessions, Dispensable
from reviewer.llm.faults import Answer
from reviewer.llm.replies import count, json_object, seen, text
from reviewer.llm.transport import HttpCalls
from reviewer.model.chat import ChatReply, ChatRequest, FinishReason, Offers, Watch

ENDPOINT = "https://api.anthropic.com"
API_VERSION = "2023-06-01"
LOOKUP_SECONDS = 30.0
TOOL = "reply"
_WRAPPED = "value"
_WRAPPER = re.compile(r'\A\s*\{\s*"value"\s*:\s*')
_FINISH: dict[object, FinishReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}


def headers_for(key: str) -> dict[str, str]:
    """What every call carries."""
    return {"x-api-key": key, "anthropic-version": API_VERSION}


class ClaudeClient:
    """A ``ChatClient`` for Claude. A schema becomes the input of one tool that the model must use.

    Newer models take no ``temperature`` and cannot be made to use a tool; the first refusal teaches, and then the model
    is asked without. Tokens are not counted: each count would be a call to another machine.
    """

    backend = "claude"
    constrains = True
    questions = 0

    def __init__(self, calls: HttpCalls, prefix: str) -> None:
        self.endpoint = calls.where
        self._calls = calls
        self._root = prefix.removesuffix("/v1")
        self._concessions = Concessions(
            Dispensable("temperature", ("temperature",)),
            Dispensable("tool_choice", ("tool_choice", "tool use"), {"type": "auto"}),
        )

    def digest(self, model: str) -> str:
        """The dated name that an alias stands for, and when that model was made."""
        answer = self._calls.send("GET", f"{self._root}/v1/models/{quote(model, safe='')}", None, LOOKUP_SECONDS)
        if answer.status != 200:
            raise self._refusal(answer, model)
        found = json_object(answer, self.endpoint)
        return "@".join(str(found[name]) for name in ("id", "created_at") if found.get(name))

    def count_tokens(self, model: str, text: str) -> int | None:
        """None, see the class."""
        return None

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """One ``/v1/messages`` call, streamed where it is watched."""
        began = time.monotonic()
        answer = self._asked(_body(request) | ({"stream": True} if watch is not None else {}), request, watch)
        answered = json_object(answer, self.endpoint)
        finish = _FINISH.get(str(answered.get("stop_reason")), "other")
        reply = ChatReply(
            text=self._text(answered, request.json_schema, was_cut=finish == "length"),
            finish_reason=finish,
            prompt_tokens=_prompt_tokens(answered),
            completion_tokens=count(answered, "usage", "output_tokens"),
            cached_prompt_tokens=count(answered, "usage", "cache_read_input_tokens"),
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )
        return seen(reply, answer, watch)

    def offers(self, model: str) -> Offers:
        """Nothing, and nobody is asked: the API has no log-probabilities, and newer models take no begun reply."""
        return Offers()

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """Not offered."""
        raise faults.not_offered(self.endpoint, request.model)

    def close(self) -> None:
        """End all calls."""
        self._calls.close()

    def _asked(self, body: Mapping[str, Any], request: ChatRequest, watch: Watch | None) -> Answer:
        url = self._root + "/v1/messages"
        into = None if watch is None else partial(GrowingMessage, watch, self.endpoint)
        send = partial(self._calls.send, "POST", url, timeout=request.timeout, into=into)
        answer = self._concessions.taken(request.model, body, send)
        if answer.status != 200:
            raise self._refusal(answer, request.model)
        return answer

    def _refusal(self, answer: Answer, model: str) -> Exception:
        if faults.is_missing_model(answer):
            return faults.no_model(self.endpoint, model, "use --model with a model that your key may use")
        return faults.refused(self.endpoint, answer)

    def _text(self, answered: dict[str, Any], schema: dict[str, Any] | None, *, was_cut: bool) -> str:
        """The tool's input as JSON where the tool was used, else the text blocks."""
        content = answered.get("content")
        if not isinstance(content, list):
            raise faults.bad_reply(self.endpoint, "answered without 'content'")
        blocks = [block for block in content if isinstance(block, dict)]
        for block in blocks:
            if block.get("type") == "tool_use" and block.get("name") == TOOL:
                if block.get(PARTIAL):
                    return text(_begun_value(block[PARTIAL], schema), self.endpoint)
                given = json.dumps(_unwrapped(block.get("input"), schema), ensure_ascii=False)
                return text(_cut(given) if was_cut else given, self.endpoint)
        return "".join(text(block.get("text"), self.endpoint) for block in blocks if block.get("type") == "text")


def _body(request: ChatRequest) -> dict[str, Any]:
    system = [turn.content for turn in request.messages if turn.role == "system"]
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "temperature": min(request.temperature, 1.0),  # the API's highest
        "messages": [{"role": t.role, "content": t.content} for t in request.messages if t.role != "system"],
    }
    if system:
        body["system"] = "\n\n".join(system)
    if request.stop:
        body["stop_sequences"] = list(request.stop)
    if request.json_schema is not None:
        body["tools"] = [
            {"name": TOOL, "description": "Give the whole reply.", "input_schema": _wrapped(request.json_schema)}
        ]
        body["tool_choice"] = {"type": "tool", "name": TOOL, "disable_parallel_tool_use": True}
    return body


def _wrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a tool's input, which must be an object: another value becomes its one member."""
    if schema.get("type") == "object":
        return schema
    inner = {name: value for name, value in schema.items() if name != "$defs"}
    outer = {"type": "object", "properties": {_WRAPPED: inner}, "required": [_WRAPPED], "additionalProperties": False}
    return outer | ({"$defs": schema["$defs"]} if "$defs" in schema else {})


def _unwrapped(value: Any, schema: dict[str, Any] | None) -> Any:
    if schema is None or schema.get("type") == "object" or not isinstance(value, dict):
        return value
    return value.get(_WRAPPED, value)


def _begun_value(given: str, schema: dict[str, Any] | None) -> str:
    """The beginning of a tool's input, as it was streamed, without what wraps a value that is no object."""
    if schema is None or schema.get("type") == "object":
        return given
    return _WRAPPER.sub("", given, count=1)


def _cut(given: str) -> str:
    """A tool's input that ended at the token limit, without what the API closed itself.

    The API makes whole JSON of what there is (an empty object, a list that ends early, half a text), so that its last
    value would pass for a whole one.
    """
    return given.rstrip('}]"')


def _prompt_tokens(answered: dict[str, Any]) -> int | None:
    """All input: the API counts what it read from its cache, or put there, apart."""
    fresh = count(answered, "usage", "input_tokens")
    if fresh is None:
        return None
    kept = (count(answered, "usage", f"cache_{what}_input_tokens") for what in ("read", "creation"))
    return fresh + sum(tokens or 0 for tokens in kept)
