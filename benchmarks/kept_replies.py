"""Replies of a model that are kept on disk, so that an interrupted run goes on and a policy is measured without one."""

import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer.hashing import json_hash
from reviewer.llm.in_front import InFront
from reviewer.model.chat import ChatClient, ChatReply, ChatRequest, Offers, Watch
from reviewer.service.models.edge import GuardedClient, ModelEdge


class OutOfTime(Exception):  # noqa: N818 - a state, not a failure
    """The time for asking is over; what was answered is kept."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A call as the review made it. ``kept``: answered from disk; tokens and time are those of the first answer."""

    subject: str
    stage: str
    prompt_tokens: int
    completion_tokens: int
    elapsed_ms: int
    kept: bool


class Replies:
    """One file of answers by the hash of what was asked. Safe from several threads."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.execute("CREATE TABLE IF NOT EXISTS kept (key TEXT PRIMARY KEY, value TEXT NOT NULL)")

    def get(self, key: str) -> str | None:
        """The answer, if there is one."""
        with self._lock:
            row = self._file.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, key: str, value: str) -> None:
        """Keep an answer at once."""
        with self._lock:
            self._file.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, value))


class KeptClient(InFront):
    """A ``ChatClient`` that asks another one only what it was never asked before, and nothing after ``until``.

    The key holds every field of the request, the model's digest and the backend. A failure is not kept. A reply that a
    watch ended is kept as it is, and served only where the watch of this run ends it in the same way.
    """

    def __init__(self, client: ChatClient, replies: Replies, until: float) -> None:
        super().__init__(client)
        self._replies, self._until = replies, until
        self._digests: dict[str, str] = {}
        self._lock = threading.Lock()
        self.asked: list[Asked] = []

    def digest(self, model: str) -> str:
        """As the client's, asked once."""
        if model not in self._digests:
            self._digests[model] = self._client.digest(model)
        return self._digests[model]

    def count_tokens(self, model: str, text: str) -> int | None:
        """As the client's; no count is kept as none."""
        key = self._key("count", model, text)
        value = self._replies.get(key)
        if value is None:
            self._in_time()
            count = self._client.count_tokens(model, text)
            if count is not None:
                self._replies.put(key, str(count))
            return count
        return int(value)

    def offers(self, model: str) -> Offers:
        """As the client's; what offers nothing is asked again, for it may not have been there."""
        key = self._key("offers", model, "")
        value = self._replies.get(key)
        if value is not None:
            return Offers.model_validate_json(value)
        self._in_time()
        offers = self._client.offers(model)
        if offers != Offers():
            self._replies.put(key, offers.model_dump_json())
        return offers

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """The kept reply, or the client's. Raises ``OutOfTime``, and as the client's."""
        key = self._key("chat", request.model, request.model_dump(mode="json"))
        reply = self._kept(key)
        if reply is not None and _would_end(reply, watch):
            return self._noted(request, reply, kept=True)
        self._in_time()
        reply = self._client.chat(request, watch)
        self._replies.put(key, reply.model_dump_json())
        return self._noted(request, reply, kept=False)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """The kept reply, or the client's."""
        key = self._key("score", request.model, [request.model_dump(mode="json"), text])
        reply = self._kept(key)
        kept = reply is not None
        if reply is None:
            self._in_time()
            reply = self._client.score(request, text)
            self._replies.put(key, reply.model_dump_json())
        return self._noted(request, reply, kept=kept)

    def _key(self, what: str, model: str, asked: object) -> str:
        return json_hash([what, self.backend, self.digest(model), asked])

    def _kept(self, key: str) -> ChatReply | None:
        value = self._replies.get(key)
        return None if value is None else ChatReply.model_validate_json(value)

    def _noted(self, request: ChatRequest, reply: ChatReply, *, kept: bool) -> ChatReply:
        tokens = (reply.prompt_tokens or 0, reply.completion_tokens or 0)
        with self._lock:
            self.asked.append(Asked(request.subject, request.stage, *tokens, reply.elapsed_ms, kept))
        return reply

    def _in_time(self) -> None:
        if time.monotonic() >= self._until:
            raise OutOfTime


def _would_end(reply: ChatReply, watch: Watch | None) -> bool:
    """Whether this run would have ended the reply as it was ended."""
    told = watch(reply.text) if watch is not None else None
    return (told or "") == reply.cut


def keeping(edge: ModelEdge, replies: Replies, until: float) -> tuple[ModelEdge, Callable[[], list[Asked]]]:
    """The edge with a client that keeps replies, and how to take (and forget) what it was asked since."""
    client = KeptClient(edge.client, replies, until)

    def take() -> list[Asked]:
        taken, client.asked = client.asked, []
        return taken

    return replace(edge, client=GuardedClient(client, 1)), take
