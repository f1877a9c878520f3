"""Replies that are read while they are written: server-sent events or JSON lines, and the watch that looks on.

Ollama sends JSON lines, all others events whose data is one line of JSON (html.spec.whatwg.org, server-sent events).
What has come is made into the answer that the server would have given in one piece, so that it is read in one way.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from reviewer.json_text import read_json
from reviewer.llm.replies import text
from reviewer.model.chat import Watch

STREAMS = ("text/event-stream", "application/x-ndjson", "application/jsonl")
"""Content types of answers that come piece by piece."""

THINKING = "<think>"
"""Begins what a watch is shown while a model thinks and has not begun to answer."""

_END = b"[DONE]"


class Growing:
    """A reply that grows by events. Each server has its own kind, which says what an event adds.

    ``cut`` is what the watch said, None as long as it says nothing; ``complete`` is true once the server said that the
    reply ends; ``pieces`` counts events that brought text, which are tokens with most servers.
    """

    def __init__(self, watch: Watch, where: str) -> None:
        self.where = where
        self.written = ""
        self.thought = ""
        self.pieces = 0
        self.complete = False
        self.cut: str | None = None
        self._watch = watch

    def take(self, event: dict[str, Any]) -> None:
        """Read one event.

        Raises:
            BackendError: ``bad-reply``.
        """
        raise NotImplementedError

    def answer(self) -> dict[str, Any]:
        """What has come, in the form of an answer that is not streamed."""
        raise NotImplementedError

    def add(self, piece: object, thought: object = None) -> None:
        """Further text, and what the model thinks; the watch looks at it."""
        more, thinking = text(piece, self.where), text(thought, self.where)
        if not more and not thinking:
            return
        self.written += more
        self.thought += thinking
        self.pieces += 1
        self.cut = self._watch(self.written or THINKING + self.thought)


Into = Callable[[], Growing]
"""Makes a reply that nothing was written of yet: a call that breaks off is made once more."""


def grow(reply: Growing, parts: Iterable[bytes]) -> dict[str, Any] | None:
    """Read until the stream ends or the watch ends it. Returns the server's error where it sends one.

    Raises:
        BadJson: an event is no JSON.
        BackendError: as ``Growing.take``.
    """
    for event in _events(parts):
        if not isinstance(event, dict):
            continue
        if event.get("error"):
            return event
        reply.take(event)
        if reply.cut is not None:
            return None
    return None


def _events(parts: Iterable[bytes]) -> Iterator[Any]:
    """The values of all data lines. Names of events, their ids, comments and blank lines say nothing that is needed."""
    for line in _lines(parts):
        if line.startswith(b"data:"):
            data = line.removeprefix(b"data:").strip()
            if data == _END:
                return
            yield read_json(data)
        elif line.startswith(b"{"):
            yield read_json(line)


def _lines(parts: Iterable[bytes]) -> Iterator[bytes]:
    rest = bytearray()
    for part in parts:
        rest += part
        if b"\n" in part:
            *whole, last = rest.split(b"\n")
            rest = bytearray(last)
            yield from (bytes(line).strip() for line in whole)
    yield bytes(rest).strip()
