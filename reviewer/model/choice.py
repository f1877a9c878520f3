"""What a person chooses of a plan: a flow parameter, so it is data that can be written as JSON."""

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from reviewer.count_text import counted
from reviewer.model.frozen import Frozen

Tier = Literal["all", "silent", "none"]
"""``silent``: what is applied without a note (DESIGN §4); ``none``: nothing, so that a plan can be turned down."""


class Choice(Frozen):
    """Which ops of a plan are applied.

    ``ops`` are op ids: those, and what is grouped with them. Without ``ops`` it is the ``tier``, narrowed to ``kinds``
    where some are given. ``but_ops`` and ``but_kinds`` are never applied. Several names in one text may be separated by
    commas.
    """

    tier: Tier = Field("all", description="all, silent (what needs no note), or none")
    ops: tuple[str, ...] = Field((), description="op ids: these alone, with what is grouped with them")
    kinds: tuple[str, ...] = Field((), description="kinds of edits: these alone")
    but_ops: tuple[str, ...] = Field((), description="op ids that are not applied")
    but_kinds: tuple[str, ...] = Field((), description="kinds of edits that are not applied")

    @field_validator("ops", "kinds", "but_ops", "but_kinds", mode="before")
    @classmethod
    def _apart(cls, value: Any) -> Any:
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            return value
        if not all(text.replace(",", "").strip() for text in texts):
            raise ValueError("an empty text names nothing; without any name all would be meant")
        return tuple(dict.fromkeys(name for text in texts for part in text.split(",") if (name := part.strip())))

    @model_validator(mode="after")
    def _one_way(self) -> "Choice":
        if self.ops and (self.tier != "all" or self.kinds):
            raise ValueError("op ids name what is applied; a tier or kinds beside them would narrow it")
        return self

    def described(self) -> str:
        """In a few words, whatever it names: it stands in each entry that follows from it."""
        if self.ops:
            said = [counted(len(self.ops), "op")]
        elif self.kinds:
            tier = "" if self.tier == "all" else f"{self.tier}, "
            said = [f"{tier}kinds {', '.join(sorted(self.kinds))}"]
        else:
            said = [self.tier]
        left = [f"kinds {', '.join(sorted(self.but_kinds))}"] if self.but_kinds else []
        left += [counted(len(self.but_ops), "op")] if self.but_ops else []
        return " but ".join([*said, " and ".join(left)]) if left else said[0]


class Decision(Frozen):
    """What was chosen of a plan, by whom and why. ``operator`` empty: as the configuration says (``operator``)."""

    choice: Choice = Choice()
    operator: str = Field("", max_length=200, description="who decides; default: operator of the configuration")
    reason: str = Field("", max_length=500, description="why; it is kept in the ledger")
