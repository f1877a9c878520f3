"""A reply of OpenAI's protocol while it is written: ``chat.completion.chunk`` events."""

from typing import Any

from reviewer.llm.streams import Growing


class GrowingCompletion(Growing):
    """Deltas of the first choice. Usage comes in an event of its own, after the last text."""

    def __init__(self, watch: Any, where: str) -> None:
        super().__init__(watch, where)
        self._entries: list[Any] = []
        self._finish: object = None
        self._rest: dict[str, Any] = {}

    def take(self, event: dict[str, Any]) -> None:
        """One chunk."""
        self._rest |= {name: event[name] for name in ("usage", "timings") if isinstance(event.get(name), dict)}
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        logprobs = choice.get("logprobs")
        entries = logprobs.get("content") if isinstance(logprobs, dict) else None
        self._entries += entries if isinstance(entries, list) else []
        if choice.get("finish_reason") is not None:
            self._finish, self.complete = choice["finish_reason"], True
        delta = choice.get("delta")
        if isinstance(delta, dict):
            self.add(delta.get("content"), delta.get("reasoning_content"))

    def answer(self) -> dict[str, Any]:
        """As ``chat.completion``. What was cut has the number of its pieces as that of its tokens."""
        choice = {
            "message": {"content": self.written},
            "finish_reason": self._finish,
            "logprobs": {"content": self._entries},
        }
        usage = {"usage": {"completion_tokens": self.pieces}} if self.cut is not None else {}
        return {"choices": [choice], **usage, **self._rest}
