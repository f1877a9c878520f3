"""What can go wrong with a backend, said in our words: a server's own text may quote the document, so it is not shown.

Codes are those of ``ChatClient.chat``; only identifiers of a server's error (``overloaded_error``) are repeated.
"""

import re
from dataclasses import dataclass
from typing import Any

from reviewer.endpoint import LOGIN
from reviewer.errors import BackendError

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,59}")

_CAUSES = (
    (
        (
            "exceed_context_size", "context length", "context size", "context window", "prompt is too long",
            "max_tokens must be at least",
        ),
        "the prompt does not fit into the model's context",
        "raise llm.num_ctx (or the server's own limit), or lower chunk.max_edit_chunk_tokens",
    ),
    (
        ("system memory", "out of memory", "vram"),
        "the model does not fit into memory",
        "take a smaller model, or lower llm.num_ctx",
    ),
    (
        ("loading model",),
        "the server is still loading its model",
        "run the command again when it has loaded",
    ),
)  # fmt: skip

_NOT_LOADED = re.compile(
    r"(?:llama runner process has terminated: )?"
    r"(?:(?:unable to load|failed to load|error loading) model|no models loaded)"
)
"""How Ollama, LM Studio and llama.cpp begin, where a model is there and cannot be used."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A server's answer. ``value`` is its JSON, None where it is none; ``retry_after``: seconds that it asks for.

    ``watched``: it was read while it was written; ``cut``: why it was ended then, None where it came to its end.
    """

    status: int
    value: Any
    retry_after: float | None = None
    watched: bool = False
    cut: str | None = None

    @property
    def said(self) -> str:
        """The text of an error, for recognising it; never shown (it may quote the document)."""
        error = _error_part(self.value)
        text = error.get("message", error.get("detail")) if isinstance(error, dict) else error
        if isinstance(text, list):  # FastAPI: what is wrong with which member
            return " ".join(_fault_of_a_member(item) for item in text).lower()
        return text.lower() if isinstance(text, str) else ""

    @property
    def kind(self) -> str:
        """The identifier of an error, "" where the server gives none."""
        error = _error_part(self.value)
        for name in ("code", "type"):
            found = error.get(name) if isinstance(error, dict) else None
            if isinstance(found, str) and _IDENTIFIER.fullmatch(found):
                return found
        return ""


def _fault_of_a_member(item: Any) -> str:
    """``{"loc": ["body", "name"], "msg": "…"}``."""
    place = item.get("loc") if isinstance(item, dict) else None
    return f"{'.'.join(map(str, place))} {item.get('msg')}" if isinstance(place, list) else ""


def _error_part(value: Any) -> Any:
    """OpenAI, Claude, llama.cpp: ``{"error": {…}}``; Ollama: ``{"error": "…"}``; FastAPI's and others': itself."""
    if not isinstance(value, dict):
        return ""
    return value.get("error", value)


def closed() -> BackendError:
    """The client was closed."""
    return BackendError("closed", "the call was ended: the model client was closed", "run the command again to go on")


def unreachable(where: str, what: str) -> BackendError:
    """No connection."""
    return BackendError(
        "unreachable",
        f"the model server {where} {what}",
        "start the server, name another one with --endpoint URL, or ask no model: --no-llm",
    )


def broken_off(where: str) -> BackendError:
    """A connection that ended before the answer did, twice."""
    return BackendError(
        "broken-off",
        f"the model server {where} broke the connection off before its answer was complete",
        "see the server's own log; run the command again to ask for the rest",
    )


def timed_out(where: str, seconds: float) -> BackendError:
    """The whole call took too long."""
    return BackendError(
        "timeout",
        f"{where} gave no complete answer within {seconds:g} s",
        "raise llm.chunk_timeout (edit calls) or llm.timeout (other calls), or take a smaller model",
    )


def bad_reply(where: str, what: str) -> BackendError:
    """An answer that is not of the protocol."""
    return BackendError("bad-reply", f"{where} {what}", "check that llm.backend and llm.endpoint name the same server")


def too_long(where: str) -> BackendError:
    """A prompt that is longer than the model's window."""
    return BackendError(
        "bad-status",
        f"{where} refused the call: the prompt does not fit into the model's context",
        "raise llm.num_ctx, or lower chunk.max_edit_chunk_tokens",
    )


def not_offered(where: str, model: str) -> BackendError:
    """The backend cannot say how likely a text is. Only a caller that did not ask what is offered meets this."""
    return BackendError(
        "not-offered",
        f"{where} does not tell how likely a text is to the model {model!r}",
        "use a backend that does: llamacpp, or llama.cpp's server (openai)",
    )


def no_model(where: str, model: str, hint: str) -> BackendError:
    """The server is there, the model is not."""
    return BackendError("no-model", f"{where} has no model {model!r}", hint)


def refused(where: str, answer: Answer) -> BackendError:
    """A status that is no success."""
    if _NOT_LOADED.match(answer.said):  # at its beginning: what a server quotes of a prompt says nothing
        hint = "see the server's own log: the model may need more memory than is free, or its file is damaged"
        return BackendError("model-not-loaded", f"{where} cannot load the model, HTTP {answer.status}", hint)
    kind = f" ({answer.kind})" if answer.kind else ""
    text = f"{answer.kind} {answer.said}".lower()
    for signs, cause, hint in _CAUSES:
        if any(sign in text for sign in signs):
            return BackendError("bad-status", f"{where} refused the call, HTTP {answer.status}{kind}: {cause}", hint)
    return BackendError(
        "bad-status", f"{where} refused the call, HTTP {answer.status}{kind}", _status_hint(answer.status)
    )


def is_missing_model(answer: Answer) -> bool:
    """Whether a refusal is about the model's name (and not about a path that this server does not have)."""
    return answer.kind == "model_not_found" or (answer.status == 404 and "model" in answer.said)


def _status_hint(status: int) -> str:
    if status in {401, 403}:
        return f"the server wants another key: set OPENAI_API_KEY (openai), ANTHROPIC_API_KEY (claude), or {LOGIN}"
    if status in {404, 405, 501}:
        return "check that llm.backend and llm.endpoint name the same server"
    if status in {429, 503, 529}:
        return "the server is busy: lower llm.concurrency, or run the command again later"
    return "see the server's own log"
