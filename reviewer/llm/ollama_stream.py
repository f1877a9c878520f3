"""A reply of Ollama's protocol while it is written: one object a line, the last of them with all counts."""

from typing import Any

from reviewer.llm.streams import Growing
from reviewer.model.chat import Watch


class GrowingChat(Growing):
    """Pieces of one message."""

    def __init__(self, watch: Watch, where: str) -> None:
        super().__init__(watch, where)
        self._entries: list[Any] = []
        self._last: dict[str, Any] = {}

    def take(self, event: dict[str, Any]) -> None:
        """One object."""
        entries = event.get("logprobs")
        self._entries += entries if isinstance(entries, list) else []
        if event.get("done") is True:
            self._last, self.complete = event, True
        message = event.get("message")
        if isinstance(message, dict):
            self.add(message.get("content"), message.get("thinking"))

    def answer(self) -> dict[str, Any]:
        """As an answer of one object. What was cut has the number of its pieces as that of its tokens."""
        counted = {"eval_count": self.pieces} if self.cut is not None else {}
        return {**counted, **self._last, "message": {"content": self.written}, "logprobs": self._entries}
