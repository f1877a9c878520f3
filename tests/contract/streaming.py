"""The same servers, streaming where they are asked to: pieces of a word each, in each vendor's events.

OpenAI's: real answers of llama.cpp's server. Ollama: docs/api.md, streaming. Claude: platform.claude.com, streaming.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import model_servers
from model_servers import Asked, Server, Stream

Protocol = Callable[[Server, Asked], tuple[int, Any]]

SSE, LINES = "text/event-stream", "application/x-ndjson"


def pieces(text: str) -> list[str]:
    """A text in pieces of a word or mark."""
    return re.findall(r"\s?\w+|\s?[^\w\s]|\s", text)


def streaming(protocol: Protocol, events: Callable[[Any], Iterator[Any]], kind: str) -> Protocol:
    """The protocol, which answers in events where ``stream`` is true."""

    def answer(server: Server, asked: Asked) -> tuple[int, Any]:
        status, whole = protocol(server, asked)
        if status != 200 or not isinstance(asked.body, dict) or asked.body.get("stream") is not True:
            return status, whole
        return 200, Stream(kind, (written(kind, event) for event in events(whole)))

    return answer


def written(kind: str, event: Any) -> bytes:
    """One event as it is sent."""
    if kind == LINES:
        return json.dumps(event).encode() + b"\n"
    if event == "[DONE]":
        return b"data: [DONE]\n\n"
    name = f"event: {event['type']}\n" if "type" in event else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def with_tokens(text: str, entries: list[Any] | None) -> Iterator[tuple[str, list[Any]]]:
    """The pieces, each with a token; the last one with all that are left."""
    found = pieces(text)
    for number, piece in enumerate(found):
        yield piece, (entries or [])[number : None if piece is found[-1] else number + 1]


def ollama_events(whole: Any) -> Iterator[Any]:
    facts = {name: whole.pop(name) for name in tuple(whole) if name not in {"model", "created_at", "message"}}
    entries = facts.pop("logprobs", None)
    for piece, tokens in with_tokens(whole["message"]["content"], entries):
        event = whole | {"message": {"role": "assistant", "content": piece}, "done": False}
        yield event | ({"logprobs": tokens} if entries else {})
    yield whole | {"message": {"role": "assistant", "content": ""}} | facts


def openai_events(whole: Any) -> Iterator[Any]:
    choice, usage = whole["choices"][0], whole.pop("usage", None)
    entries = (choice.get("logprobs") or {}).get("content")

    def event(delta: Any, finish: str | None = None, **more: Any) -> Any:
        chunk = {"index": 0, "delta": delta, "finish_reason": finish, **more}
        return whole | {"object": "chat.completion.chunk", "choices": [chunk]}

    yield event({"role": "assistant", "content": None})
    for piece, tokens in with_tokens(choice["message"]["content"], entries):
        yield event({"content": piece}, **({"logprobs": {"content": tokens}} if entries else {}))
    yield event({}, choice["finish_reason"])
    if usage is not None:
        yield whole | {"object": "chat.completion.chunk", "choices": [], "usage": usage}
    yield "[DONE]"


def claude_events(whole: Any) -> Iterator[Any]:
    usage, content, stop = whole.pop("usage", {}), whole.pop("content"), whole.pop("stop_reason")
    began = {name: count for name, count in usage.items() if name != "output_tokens"}
    yield {"type": "message_start", "message": whole | {"content": [], "stop_reason": None, "usage": began}}
    yield {"type": "ping"}
    for index, block in enumerate(content):
        used = block["type"] == "tool_use"
        empty = {"input": {}} if used else {"text": ""}
        yield {"type": "content_block_start", "index": index, "content_block": block | empty}
        for piece in pieces(json.dumps(block["input"]) if used else block["text"]):
            kind, member = ("input_json_delta", "partial_json") if used else ("text_delta", "text")
            yield {"type": "content_block_delta", "index": index, "delta": {"type": kind, member: piece}}
        yield {"type": "content_block_stop", "index": index}
    written_tokens = {"usage": {"output_tokens": usage["output_tokens"]}} if "output_tokens" in usage else {}
    yield {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, **written_tokens}
    yield {"type": "message_stop"}


STREAMING = {
    "ollama": streaming(model_servers.ollama, ollama_events, LINES),
    "openai": streaming(model_servers.llama_cpp, openai_events, SSE),
    "claude": streaming(model_servers.claude, claude_events, SSE),
}
