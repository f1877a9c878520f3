"""A candidate as a model is shown it: what must be told, and context that may be left out (audita-validators).

No ids and no positions: a model refers to candidates by their numbers in the batch.
"""

from dataclasses import dataclass, replace
from typing import Any

from reviewer.model.position import Span
from reviewer.model.pyramid import GlossaryEntry
from reviewer.validate.candidate import Candidate, Known
from reviewer.validate.preserve.edit_words import whole_words
from reviewer.validate.segments import Segment

_LEADING, _FOLLOWING = "preceding", "following"


@dataclass(frozen=True, slots=True)
class Item:
    """``required`` is never cut; ``neighbours`` and ``glossary`` are dropped from the end, neighbours first."""

    required: dict[str, Any]
    neighbours: tuple[dict[str, Any], ...] = ()
    glossary: tuple[dict[str, Any], ...] = ()

    def told(self, ref: int) -> dict[str, Any]:
        """The item under its number in a batch."""
        more = {"neighbours": self.neighbours, "glossary": self.glossary}
        return {"ref": ref, **self.required, **{name: list(said) for name, said in more.items() if said}}

    def shorter(self) -> "Item | None":
        """The same with one piece of context less; None where only what is required is left."""
        if self.neighbours:
            return replace(self, neighbours=self.neighbours[:-1])
        return replace(self, glossary=self.glossary[:-1]) if self.glossary else None


def item_of(candidate: Candidate, known: Known, chunk: Span) -> Item:
    """The candidate's segment before and after, what changes in it, and what stands around it within its chunk."""
    op = candidate.op
    old, new = whole_words(known.text, op.span, op.after_text)
    first = candidate.segments[0] if candidate.segments else None
    required: dict[str, Any] = {
        "kind": op.kind,
        "action": op.action.value,
        **(_described(first) if first is not None else {}),
        "original": candidate.before,
        "resulting": candidate.after,
        "change": {"from": old, "to": new},
    }
    beside = _beside(candidate, known, chunk)
    texts = (candidate.before, candidate.after, *(said["text"] for said in beside))
    return Item(required, beside, tuple(_entry(entry) for entry in known.names.used_in(texts)))


def _beside(candidate: Candidate, known: Known, chunk: Span) -> tuple[dict[str, Any], ...]:
    if not candidate.segments:
        return ()
    pairs = (
        (_LEADING, known.segments.before(candidate.segments[0], chunk)),
        (_FOLLOWING, known.segments.behind(candidate.segments[-1], chunk)),
    )
    return tuple(
        {"place": place, **_described(segment), "text": known.text[slice(*segment.span)]}
        for place, segment in pairs
        if segment is not None
    )


def _described(segment: Segment) -> dict[str, Any]:
    """Speaker and categories: block type and section."""
    said = {"speaker": segment.speaker} if segment.speaker else {}
    return {**said, "categories": list(filter(None, (segment.kind, segment.section)))}


def _entry(entry: GlossaryEntry) -> dict[str, Any]:
    told = {"name": entry.name, "aliases": list(entry.aliases), "definition": entry.definition}
    return {name: value for name, value in told.items() if value}
