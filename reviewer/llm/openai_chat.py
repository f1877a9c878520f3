"""What is sent to ``/v1/chat/completions`` and what is read of its answer."""

from collections.abc import Mapping
from typing import Any

from reviewer.llm.logprobs import tokens_of
from reviewer.llm.replies import count
from reviewer.model.chat import ChatRequest, FinishReason, TokenChoice

_FINISH: dict[object, FinishReason] = {"stop": "stop", "length": "length"}


def chat_body(request: ChatRequest, *, streamed: bool = False) -> dict[str, Any]:
    """The body of a call."""
    body: dict[str, Any] = {
        "model": request.model,
        "messages": [{"role": turn.role, "content": turn.content} for turn in request.messages],
        "temperature": request.temperature,
        "max_tokens": request.max_tokens,
        "stream": streamed,
        "repeat_penalty": 1.0,  # LM Studio's own is 1.1, which makes copying worse
    }
    if streamed:
        body["stream_options"] = {"include_usage": True}
    if request.stop:
        body["stop"] = list(request.stop)
    if request.top_logprobs:
        body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
    if request.json_schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "strict": True, "schema": request.json_schema},
        }
    return body


def begun_reply(request: ChatRequest) -> str:
    """The beginning of a reply that a call is to go on from, "" where there is none."""
    last = request.messages[-1] if request.messages else None
    return last.content if last is not None and last.role == "assistant" else ""


def following(said: str, begun: str, entries: object, *, repeats: bool) -> tuple[str, tuple[TokenChoice, ...]]:
    """What follows the beginning, and its tokens. llama.cpp's server repeats the beginning, unless it streams.

    The tokens tell whether it did, for they are those of what follows; without tokens, ``repeats`` says whether a text
    that begins with the beginning is a repetition.
    """
    rest = said.removeprefix(begun)
    for text in (rest, said):
        if tokens := tokens_of(entries, text):
            return text, tokens
    return (rest if repeats else said), ()


def finish_of(choice: Mapping[str, Any]) -> FinishReason:
    """Why a reply ended."""
    return _FINISH.get(str(choice.get("finish_reason")), "other")


def entries_of(choice: Mapping[str, Any]) -> object:
    """The tokens of a choice, in the server's form."""
    logprobs = choice.get("logprobs")
    return logprobs.get("content") if isinstance(logprobs, dict) else None


def cached_tokens(answered: Mapping[str, Any]) -> int | None:
    """OpenAI's place for it, else that of llama.cpp's server before it had that one."""
    tokens = count(answered, "usage", "prompt_tokens_details", "cached_tokens")
    return count(answered, "timings", "cache_n") if tokens is None else tokens
