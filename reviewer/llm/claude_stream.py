"""A reply of the Messages API while it is written (platform.claude.com, streaming messages)."""

import json
from typing import Any

from reviewer.llm.streams import Growing
from reviewer.model.chat import Watch

PARTIAL = "partial"
"""Of a tool's input that is no whole JSON: its text."""


class GrowingMessage(Growing):
    """Blocks of one message, each of which grows by deltas."""

    def __init__(self, watch: Watch, where: str) -> None:
        super().__init__(watch, where)
        self._blocks: dict[object, dict[str, Any]] = {}
        self._message: dict[str, Any] = {}
        self._usage: dict[str, Any] = {}

    def take(self, event: dict[str, Any]) -> None:
        """One event; ``ping`` and what is not known say nothing."""
        kind = event.get("type")
        if kind == "message_start":
            self._add_facts(event.get("message"), event.get("message"))
        elif kind == "message_delta":
            self._add_facts(event.get("delta"), event)
        elif kind == "message_stop":
            self.complete = True
        elif kind == "content_block_start" and isinstance(event.get("content_block"), dict):
            self._blocks[event.get("index")] = {"text": "", PARTIAL: ""} | event["content_block"]
        elif kind == "content_block_delta" and isinstance(event.get("delta"), dict):
            self._grow(self._blocks.setdefault(event.get("index"), {"type": "text", "text": ""}), event["delta"])

    def answer(self) -> dict[str, Any]:
        """As an answer in one piece. What was cut has the number of its pieces as that of its tokens."""
        counted = {"output_tokens": self.pieces} if self.cut is not None else {}
        content = [_whole(self._blocks[index]) for index in self._blocks]
        return {**self._message, "content": content, "usage": {**self._usage, **counted}}

    def _add_facts(self, message: object, usage: object) -> None:
        if isinstance(message, dict) and message.get("stop_reason") is not None:
            self._message["stop_reason"] = message["stop_reason"]
        used = usage.get("usage") if isinstance(usage, dict) else None
        self._usage |= used if isinstance(used, dict) else {}

    def _grow(self, block: dict[str, Any], delta: dict[str, Any]) -> None:
        for name, member in (("text", "text"), ("partial_json", PARTIAL)):
            if isinstance(delta.get(name), str):
                block[member] = str(block.get(member, "")) + delta[name]
                self.add(delta[name])
        self.add("", delta.get("thinking"))


def _whole(block: dict[str, Any]) -> dict[str, Any]:
    """A block with its tool's input read, where that is JSON."""
    if block.get("type") != "tool_use":
        return block
    try:
        return {**block, "input": json.loads(block[PARTIAL]), PARTIAL: ""}
    except ValueError:
        return block
