"""What a rule of preservation may look at beside the edit itself."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reviewer.config import ReviewerConfig
from reviewer.model.edit import EditOp
from reviewer.model.position import Span
from reviewer.validate.preserve.edit_words import Touched

_LEFTOVERS: tuple[str, ...] = ReviewerConfig().style.ai_leftover_patterns

SLIPS = frozenset({"typo", "punctuation", "capitalization", "spacing"})
CORRECTIONS = SLIPS | {"grammar"}
"""Kinds of edits that nobody is told about."""


TAKES_AWAY = frozenset({"duplicate", "ai_leftover", "transcript"})
"""Kinds of edits that take sentences away on purpose."""


@dataclass(frozen=True, slots=True)
class Around:
    """The document's ``text``, in which spans are; the ``chunk`` where edits were proposed and its ``language``.

    ``leftovers`` are the configured patterns (``style.ai_leftover_patterns``), ``taken`` the repeats that edits before
    this one take away. ``is_protected`` says whether a span touches protected text.
    """

    text: str
    chunk: Span
    language: str = ""
    leftovers: Sequence[str] = _LEFTOVERS
    taken: Counter[str] = field(default_factory=Counter)
    is_protected: Callable[[Span], bool] = lambda _: False

    @property
    def passage(self) -> str:
        """The chunk's text."""
        return self.text[self.chunk.start : self.chunk.end]


Look = Callable[[EditOp, Touched, Around], str | None]
"""Why an edit fails a rule; None where it does not."""


class Rule(NamedTuple):
    """A rule and its key, which is also its key in ``validation.rules``."""

    key: str
    look: Look
