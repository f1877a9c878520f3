"""Servers that do more: alternatives, going on from a beginning, grammars. Their model is a few rules.

llama.cpp: real answers of its server (2026-10). vLLM: docs.vllm.ai, OpenAI-compatible server. Ollama: 0.12.11.
"""

import math
import re
from typing import Any

from model_servers import MODEL, Asked, Server, llama_cpp, ollama
from streaming import LINES, SSE, ollama_events, openai_events, streaming

COUNTING = ("one, two, three, four,", " five, six")
STRONGER = " the"
"""What the model would rather have written in the place of every token of a forced text."""


def split(text: str) -> list[bytes]:
    """Tokens: words and marks with the space before them; a character of four bytes is two tokens."""
    found: list[bytes] = []
    for piece in re.findall(r" ?[^\W\d]+| ?\d| ?[^\w\s]|\s|_", text):
        raw = piece.encode()
        wide = len(piece.strip()) == 1 and len(raw.strip()) == 4
        found += [raw[:-2], raw[-2:]] if wide else [raw]
    return found


def entry(raw: bytes, logprob: float, top: list[tuple[bytes, float]], shown: bytes | None = None) -> dict[str, Any]:
    """A token in OpenAI's form, with U+FFFD where it is no text."""

    def said(item: bytes, value: float) -> dict[str, Any]:
        return {"token": item.decode(errors="replace"), "bytes": list(item), "logprob": value, "id": hash(item)}

    whole = shown or raw
    own = said(raw, logprob) | {"token": whole.decode(errors="replace"), "bytes": list(whole)}
    return own | {"top_logprobs": [said(item, value) for item, value in top]}


def seen(text: str, wanted: int) -> list[dict[str, Any]]:
    """The tokens of a free reply: the first is uncertain, all others certain."""
    entries = []
    for number, raw in enumerate(split(text)):
        sure = number > 0
        top = [(raw, -0.001 if sure else -0.5), (b" other", -7.0 if sure else -1.0), (b" x", -9.0)]
        entries.append(entry(raw, top[0][1], top[:wanted]))
    return [*entries, entry(b"", -0.1, [(b"", -0.1)][:wanted])]


def forced(grammar: str, vocabulary: list[bytes], wanted: int) -> list[dict[str, Any]]:
    """The tokens of a text that a grammar of token numbers and literals forces; characters are put together."""
    entries, begun = [], b""
    for number, literal in re.findall(r'<\[(\d+)\]>|"((?:\\U[0-9A-F]{8})+)"', grammar):
        text = re.sub(r"\\U(.{8})", lambda found: chr(int(found[1], 16)), literal)
        for raw in [vocabulary[int(number)]] if number else split(text):
            whole = begun + raw
            try:
                whole.decode()
            except UnicodeDecodeError:
                begun = whole
                continue
            top = [(STRONGER.encode(), math.log(0.9)), (raw, -6.0)][:wanted]
            entries.append(entry(raw, -6.0, top, shown=whole))
            begun = b""
    return entries


class Clever:
    """llama.cpp's server with all it does. ``left_out``: members of a request that this version does not know."""

    def __init__(self, *left_out: str) -> None:
        self.left_out = left_out
        self.vocabulary: list[bytes] = []

    def __call__(self, server: Server, asked: Asked) -> tuple[int, Any]:
        body = asked.body if isinstance(asked.body, dict) else {}
        known = {name: value for name, value in body.items() if name not in self.left_out}
        asked = Asked(asked.method, asked.path, asked.headers, known)
        if asked.path == "/props":
            return 200, {"bos_token": "<s>", "total_slots": 1}
        if asked.path == "/tokenize" and asked.body.get("with_pieces"):
            return 200, {"tokens": [self.known(raw) for raw in split(asked.body["content"])]}
        if asked.path == "/tokenize" and asked.body.get("content") == "<s>":
            return 200, {"tokens": [1] if asked.body["parse_special"] else [2, 3, 4]}
        if asked.path == "/completion":
            return self.completion(asked.body)
        status, answer = llama_cpp(server, asked)
        if status == 200 and asked.path == "/v1/chat/completions":
            self.chat(asked.body, answer["choices"][0])
        return status, answer

    def known(self, raw: bytes) -> dict[str, Any]:
        if raw not in self.vocabulary:
            self.vocabulary.append(raw)
        try:
            piece: Any = raw.decode()
        except UnicodeDecodeError:
            piece = list(raw)
        return {"id": self.vocabulary.index(raw), "piece": piece}

    def completion(self, body: dict[str, Any]) -> tuple[int, Any]:
        forces = body["prompt"] and "grammar" in body
        entries = forced(body["grammar"], self.vocabulary, body["n_probs"]) if forces else []
        facts = {"tokens_evaluated": len(body["prompt"]), "tokens_predicted": len(entries), "stop": True}
        return 200, {"content": "", "completion_probabilities": entries, **facts}

    def chat(self, body: dict[str, Any], choice: dict[str, Any]) -> None:
        """What the model says, with the beginning again."""
        said, last = choice["message"]["content"], body["messages"][-1]
        if body["messages"][-1]["content"] == COUNTING[0]:
            said = COUNTING[1]
        entries = seen(said, body.get("top_logprobs", 0))
        if "grammar" in body:
            entries = forced(body["grammar"], self.vocabulary, body.get("top_logprobs", 0))
            said = b"".join(bytes(item["bytes"]) for item in entries).decode()
        if body.get("logprobs"):
            choice["logprobs"] = {"content": entries}
        repeated = last["content"] if last["role"] == "assistant" and not body["stream"] else ""
        choice["message"]["content"] = repeated + said


class Vllm(Clever):
    """Goes on only when it is told to, repeats nothing, and knows no grammar and no tokens of llama.cpp's."""

    def __call__(self, server: Server, asked: Asked) -> tuple[int, Any]:
        if asked.path in {"/props", "/tokenize", "/completion"}:
            return 404, {"detail": "Not Found"}
        return super().__call__(server, asked)

    def chat(self, body: dict[str, Any], choice: dict[str, Any]) -> None:
        said = choice["message"]["content"]
        goes_on = body.get("continue_final_message") is True and body.get("add_generation_prompt") is False
        if body["messages"][-1]["content"] == COUNTING[0] and goes_on:
            said = COUNTING[1]
        if body.get("logprobs"):
            choice["logprobs"] = {"content": seen(said, body.get("top_logprobs", 0))}
        choice["message"]["content"] = said


def newer_ollama(server: Server, asked: Asked) -> tuple[int, Any]:
    """0.12.11 and later."""
    status, answer = ollama(server, asked)
    if status == 200 and asked.path == "/api/chat":
        if asked.body["messages"][-1]["content"] == COUNTING[0]:
            answer["message"]["content"] = COUNTING[1]
        if asked.body.get("logprobs"):
            entries = seen(answer["message"]["content"], asked.body.get("top_logprobs", 0))
            answer["logprobs"] = [{k: v for k, v in item.items() if k != "id"} for item in entries]
    return status, answer


def clever(backend: str) -> Any:
    """The most that a server of this backend does, streaming too."""
    if backend == "openai":
        return streaming(Clever(), openai_events, SSE)
    return streaming(newer_ollama, ollama_events, LINES)


def streaming_vllm() -> Any:
    """vLLM, streaming too."""
    return streaming(Vllm(), openai_events, SSE)


__all__ = ["COUNTING", "MODEL", "STRONGER", "Clever", "Vllm", "clever", "newer_ollama", "split", "streaming_vllm"]
