"""Which changes an undo is about: a flow parameter, so it is data that can be written as JSON."""

from typing import Any

from pydantic import field_validator

from reviewer.model.frozen import Frozen


class Selection(Frozen):
    """``ids`` are entry ids and ranges (``RVW-0003..RVW-0010``); filters narrow all changes down; ``all`` takes all.

    Ids and filters are not mixed: an id names one change, a filter searches. ``source`` is a source type (fixer, human,
    …), a rule id or a model; ``section`` a section id (with its subsections) or an anchor. Several ids in one string
    may be separated by commas.
    """

    ids: tuple[str, ...] = ()
    kind: str | None = None
    severity: str | None = None
    section: str | None = None
    source: str | None = None
    all: bool = False

    @field_validator("ids", mode="before")
    @classmethod
    def _apart(cls, value: Any) -> Any:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            return value
        return tuple(name for text in texts for part in text.split(",") if (name := part.strip()))

    @property
    def filtered(self) -> bool:
        """True when a filter is set."""
        return any(value is not None for value in (self.kind, self.severity, self.section, self.source))
