"""Prompts of the edit calls: what is the same for all chunks first, the passage last, exact, delimited (DESIGN §7)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from reviewer.hashing import content_hash
from reviewer.model.chat import ChatMessage
from reviewer.model.chunk_edits import Form, Template
from reviewer.model.edit import EDIT_KINDS, EditOp
from reviewer.model.pyramid import ChunkContext
from reviewer.pyramid.rendering import delimiter, render

BEGIN, END = "BEGIN_EDIT_OPS", "END_EDIT_OPS"
STOP = (END,)
"""A reply is over where it says so: what a model adds behind it is never waited for (seed: short-circuit)."""

_NAMES = {"en": "English", "fr": "French", "de": "German", "es": "Spanish", "it": "Italian", "pt": "Portuguese",
          "nl": "Dutch"}  # fmt: skip
_UNKNOWN = "its own language"


@dataclass(frozen=True, slots=True)
class Prompts:
    """The texts of the templates, by name of the file without ``.j2``."""

    review: str
    examples: str
    review_plain: str
    regenerate: str
    tutor: str
    tutor_task: str
    chunk: str

    def digest(self) -> str:
        """Hash of all of them, part of cache keys."""
        texts = "\0".join(f"{field.name}\0{getattr(self, field.name)}" for field in fields(self))
        return content_hash(texts)


@dataclass(frozen=True, slots=True)
class Passage:
    """What a chunk's prompts are about: its text as it is shown, its language as a code, its background.

    ``kept``: words in it that stand for something else, one of each kind.
    """

    text: str
    language: str
    context: ChunkContext
    kept: tuple[str, ...] = ()

    @property
    def language_name(self) -> str:
        """How prompts call the language."""
        return language_name(self.language)


def language_name(code: str) -> str:
    """How prompts call a language, by its code."""
    return _NAMES.get(code, _UNKNOWN if code in {"", "und"} else code)


def edit_messages(prompts: Prompts, passage: Passage, template: Template, form: Form) -> tuple[ChatMessage, ...]:
    """System message and examples (template, language and form alone), then the passage.

    Examples are turns in the passage's own language, with passages of their own; the plain template has none.
    """
    inputs: dict[str, Any] = {"language": passage.language_name}
    turns: tuple[ChatMessage, ...] = ()
    if template == "review":
        turns = _examples(prompts, passage.language, form)
        inputs |= {"form": form, "shown": bool(turns)}
    system, user = _pair(render(getattr(prompts, template), inputs), _passage(prompts, passage))
    return system, *turns, user


def regenerate_messages(prompts: Prompts, passage: Passage, form: Form, reason: str) -> tuple[ChatMessage, ...]:
    """The one further attempt after a rejection; ``reason`` is the tutor's, cut to one short line."""
    told = " ".join(reason.split())[:200]
    inputs = {"language": passage.language_name, "form": form, "reason": told}
    return _pair(render(prompts.regenerate, inputs), _passage(prompts, passage))


def tutor_messages(
    prompts: Prompts, passage: Passage, ops: Sequence[tuple[EditOp, str, str]], form: Form
) -> tuple[ChatMessage, ...]:
    """Passage and proposals, each with its texts before and after as they can be quoted again.

    No ids, hashes or positions: the tutor quotes, as the worker does.
    """
    told = [_proposal(op, before, after) for op, before, after in ops]
    proposals = json.dumps(told, ensure_ascii=False)
    tag, kept = delimiter("passage", [passage.text, proposals]), ", ".join(passage.kept)
    inputs = {"tag": tag, "text": passage.text, "kept": kept, "proposals": proposals}
    system = render(prompts.tutor, {"language": passage.language_name, "form": form})
    return _pair(system, render(prompts.tutor_task, inputs))


def prompt_hash(messages: Sequence[ChatMessage]) -> str:
    """What tells one prompt from another."""
    return content_hash("\0".join(f"{message.role}\0{message.content}" for message in messages))


def edit_schema() -> dict[str, Any]:
    """JSON Schema of a native reply: an object with a list of proposals (Claude and OpenAI want an object)."""
    return _object({"edits": _edits()})


def tutor_schema() -> dict[str, Any]:
    """JSON Schema of a tutor's native reply: a verdict, why, and the list that should stand after ``CORRECTED``.

    Null otherwise: a small model that must give a list does not end it.
    """
    verdict = {"type": "string", "enum": ["ACCEPTED", "CORRECTED", "REJECTED"]}
    edits = {"anyOf": [{"type": "null"}, _edits()]}
    return _object({"verdict": verdict, "reason": {"type": "string"}, "edits": edits})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _edits() -> dict[str, Any]:
    text = {"type": "string"}
    properties: dict[str, Any] = {
        "action": {"type": "string", "enum": ["replace", "insert", "delete", "flag_only"]},
        "before": text,
        "after": text,
        "kind": {"type": "string", "enum": list(EDIT_KINDS)},
        "severity": {"type": "string", "enum": ["minor", "attention", "critical"]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "rationale": text,
    }
    needed = ["action", "before", "after", "kind", "confidence", "rationale"]
    item = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
    return {"type": "array", "items": item}


def _examples(prompts: Prompts, language: str, form: Form) -> tuple[ChatMessage, ...]:
    turns: list[ChatMessage] = []
    for text, edits in json.loads(render(prompts.examples, {"language": language})):
        told = json.dumps({"edits": edits} if form == "native" else edits, ensure_ascii=False)
        reply = told if form == "native" else f"{BEGIN}\n{told}\n{END}"
        passage = _passage(prompts, Passage(text, language, ChunkContext()))
        turns += [ChatMessage(role="user", content=passage), ChatMessage(role="assistant", content=reply)]
    return tuple(turns)


def _pair(system: str, user: str) -> tuple[ChatMessage, ...]:
    return ChatMessage(role="system", content=system), ChatMessage(role="user", content=user)


def _passage(prompts: Prompts, passage: Passage) -> str:
    parts = passage.context.parts
    tag = delimiter("passage", [passage.text, *(text for _, text in parts)])
    kept = ", ".join(passage.kept)
    return render(prompts.chunk, {"tag": tag, "parts": parts, "text": passage.text, "kept": kept})


def _proposal(op: EditOp, before: str, after: str) -> dict[str, str]:
    return {
        "action": op.action.value,
        "before": before,
        "after": after,
        "kind": op.kind,
        "rationale": op.rationale,
    }
