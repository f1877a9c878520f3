"""What a model-backed validator is asked: what is the same for every batch first, the candidates last (DESIGN §7)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.hashing import content_hash
from reviewer.model.chat import ChatMessage
from reviewer.model.chunk_edits import Form
from reviewer.pyramid.rendering import delimiter, render
from reviewer.validate.items import Item


@dataclass(frozen=True, slots=True)
class ValidatorPrompts:
    """The texts of the templates: what each validator is told, by its key, and how candidates are shown."""

    validators: Mapping[str, str]
    task: str

    def digest(self) -> str:
        """Hash of all of them, part of cache keys."""
        texts = [*(f"{key}\0{text}" for key, text in sorted(self.validators.items())), self.task]
        return content_hash("\0".join(texts))


def validator_messages(
    prompts: ValidatorPrompts, validator: str, items: Sequence[Item], language: str, form: Form
) -> tuple[ChatMessage, ...]:
    """System message and candidates, numbered from 1. ``language`` is a name; candidates are delimited as data."""
    candidates = json.dumps([item.told(ref) for ref, item in enumerate(items, 1)], ensure_ascii=False)
    system = render(prompts.validators[validator], {"language": language, "form": form})
    task = render(prompts.task, {"tag": delimiter("candidates", [candidates]), "candidates": candidates})
    return ChatMessage(role="system", content=system), ChatMessage(role="user", content=task)


def decision_schema(count: int) -> dict[str, Any]:
    """JSON Schema of a native reply about ``count`` candidates."""
    properties: dict[str, Any] = {
        "ref": {"type": "integer", "minimum": 1, "maximum": count},
        "decision": {"type": "string", "enum": ["approve", "reject"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "reason": {"type": "string"},
    }
    decision = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"decisions": {"type": "array", "items": decision}},
        "required": ["decisions"],
        "additionalProperties": False,
    }
