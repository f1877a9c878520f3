"""Prompts of a proofreading call: one instruction, six examples as turns in the paragraph's language, the paragraph.

All but the last turn is the same for every paragraph of a language, so that a server keeps it.
"""

import json
from dataclasses import dataclass, fields

from reviewer.hashing import content_hash
from reviewer.model.chat import ChatMessage
from reviewer.pyramid.rendering import render


@dataclass(frozen=True, slots=True)
class ProofreadPrompts:
    """The texts of the templates, by name of the file without ``.j2``."""

    proofread: str
    proofread_task: str
    proofread_examples: str

    def digest(self) -> str:
        """Hash of all of them, part of cache keys."""
        return content_hash("\0".join(f"{field.name}\0{getattr(self, field.name)}" for field in fields(self)))


def has_examples(prompts: ProofreadPrompts, language: str) -> bool:
    """Whether paragraphs in a language can be asked about."""
    return bool(_examples(prompts, language))


def proofread_messages(prompts: ProofreadPrompts, language: str, text: str) -> tuple[ChatMessage, ...]:
    """The call about one paragraph, as a model is given it. ``language`` is one that has examples."""
    system = render(prompts.proofread, {"language": language}).strip()
    task = render(prompts.proofread_task, {"language": language}).strip()
    turns = [ChatMessage(role="system", content=system)]
    for paragraph, answer in _examples(prompts, language):
        asked = f"{task}\n\n{paragraph}" if len(turns) == 1 else paragraph
        turns += [ChatMessage(role="user", content=asked), ChatMessage(role="assistant", content=answer)]
    return *turns, ChatMessage(role="user", content=text)


def _examples(prompts: ProofreadPrompts, language: str) -> list[tuple[str, str]]:
    return [
        (str(before), str(after))
        for before, after in json.loads(render(prompts.proofread_examples, {"language": language}))
    ]
