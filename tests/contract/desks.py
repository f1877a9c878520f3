"""One desk for every backend: make it say something, then ask it through its client."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import model_servers
from model_servers import HELD, MODEL, Said, Server, running
from streaming import STREAMING

from reviewer.config import LLMConfig
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatClient, ChatMessage, ChatReply, ChatRequest

SOON = 15.0
"""Seconds in which a busy machine too does what is done at once; a call that is held takes four times as long."""

KEYS = {"ANTHROPIC_API_KEY": "sk-ant-test"}
PROTOCOLS = {"ollama": model_servers.ollama, "openai": model_servers.llama_cpp, "claude": model_servers.claude}


def request(text: str = "Tue Haus is red.", **fields: Any) -> ChatRequest:
    """A call about one chunk."""
    given: dict[str, Any] = {
        "stage": "edit",
        "subject": "intro_0a1b2c3d",
        "model": MODEL,
        "messages": (ChatMessage(role="system", content="Be careful."), ChatMessage(role="user", content=text)),
        "timeout": HELD,
    }
    return ChatRequest(**(given | fields))


def config(backend: str, endpoint: str, **fields: Any) -> LLMConfig:
    """A configuration; Claude's needs permission."""
    return LLMConfig(backend=backend, endpoint=endpoint, **({"strict_sovereign": backend != "claude"} | fields))


@dataclass
class Desk:
    """A backend whose answers the test decides. ``client`` is opened when it is first used."""

    backend: str

    def open(self) -> ChatClient:
        raise NotImplementedError

    def say(self, said: Said) -> None:
        raise NotImplementedError

    def refuse(self, status: int) -> None:
        raise NotImplementedError

    def hold(self) -> None:
        """From now on a call takes very long."""
        raise NotImplementedError

    def is_asked(self) -> bool:
        """Whether a call has come in (waits for it)."""
        raise NotImplementedError


@dataclass
class ServerDesk(Desk):
    """A backend behind a real server."""

    server: Server

    def open(self) -> ChatClient:
        return open_client(config(self.backend, self.server.url), environ=KEYS)

    def say(self, said: Said) -> None:
        self.server.said = said

    def refuse(self, status: int) -> None:
        self.server.refusal = (status, {"error": {"type": "some_error", "message": "said: Tue Haus is red."}})

    def hold(self) -> None:
        self.server.held = threading.Event()
        self.server.waiting.clear()

    def is_asked(self) -> bool:
        return self.server.waiting.wait(SOON)


@dataclass
class ScriptDesk(Desk):
    """The scripted backend. A script is read when the client is opened."""

    path: Path
    line: dict[str, Any]

    def open(self) -> ChatClient:
        lines = ({"when": {}, **self.line}, {"when": {"chunk": "never"}, "reply": ""})
        self.path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        return open_client(LLMConfig(backend="scripted", script=str(self.path)), environ={})

    def say(self, said: Said) -> None:
        counts = {"prompt_tokens": said.prompt_tokens, "completion_tokens": said.completion_tokens}
        self.line = {"reply": said.text, "finish_reason": said.finish, **counts}

    def refuse(self, status: int) -> None:
        self.line = {"status": status}

    def hold(self) -> None:
        self.line = {"reply": "[]", "delay_ms": int(HELD * 1000)}

    def is_asked(self) -> bool:
        return True


@contextmanager
def desk_of(backend: str, folder: Path) -> Iterator[Desk]:
    """The desk of a backend."""
    if backend == "scripted":
        yield ScriptDesk(backend, folder / "script.jsonl", {"reply": "[]"})
        return
    with running(Server(STREAMING[backend])) as server:
        yield ServerDesk(backend, server)


@dataclass
class InBackground:
    """A call in another thread, and how it ended."""

    client: ChatClient
    request: ChatRequest
    reply: ChatReply | None = None
    error: Exception | None = None

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.reply = self.client.chat(self.request)
        except Exception as error:  # noqa: BLE001 - the test looks at it
            self.error = error

    def ends_soon(self) -> bool:
        """Whether it ends at once (waits for it)."""
        self.thread.join(SOON)
        return not self.thread.is_alive()
