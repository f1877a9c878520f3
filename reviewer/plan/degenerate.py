"""Replies that go nowhere, told while they are written: endless blanks, a looped phrase, thinking without an answer.

The seed's degenerate decoding (§7, v7.1): the whole budget of tokens, no visible character. It is told early, so that
it is not paid to the end, and never of a reply that says something new: a list or a table is long, not endless.
"""

import json
from dataclasses import dataclass, field
from functools import cached_property

from reviewer.config import Adaptive
from reviewer.count_text import counted
from reviewer.plan.ladder.text import without_thinking

BLANKS, LOOP, THINKING = "endless blanks", "the reply repeats itself", "thinking without an answer"

CHARACTERS = 4
"""Of a token, about (``model.tokens``)."""

_LONGEST = 600
"""Characters of the longest phrase that is looked for: three of our proposals, or a paragraph."""

_KEY = 40
"""The last characters, by which earlier places are found that may be one period back."""

_TRIED = 24
"""So many such places are looked at; each look costs one comparison of texts."""

_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f"
_WITHOUT_UNSEEN = {ord(character): None for character in _UNSEEN}


def blank(text: str) -> bool:
    """Whether a text has no visible character."""
    return not text.translate(_WITHOUT_UNSEEN).strip()


def nothing_visible(text: str, tokens: int | None) -> str:
    """Why a finished reply is degenerate that has tokens and nothing to see, but for its thinking; else ""."""
    if blank(text):
        return f"{counted(tokens, 'token')} and no visible text" if tokens else ""
    answer = without_thinking(text)
    return THINKING if not answer.unfinished and blank(answer.text) else ""


def loops(text: str, config: Adaptive, known: tuple[str, ...] = ()) -> bool:
    """Whether a text ends in a phrase that stands there ``loop_repeats`` times and fills ``loop_length``.

    Not where that end stands in one of ``known`` as it is: it is quoted.
    """
    key = text[-_KEY:]
    if len(text) < config.loop_length or blank(key):
        return False
    at, floor = len(text) - len(key), max(len(text) - len(key) - _LONGEST, 0)
    for _ in range(_TRIED):
        at = text.rfind(key, floor, at + len(key) - 1)
        if at < 0:
            return False
        period = len(text) - len(key) - at
        length = max(config.loop_length, config.loop_repeats * period)
        if length <= len(text) and text[-length:-period] == text[period - length :]:
            return not any(text[-length:] in other for other in known)
    return False


@dataclass
class DegenerateWatch:
    """A ``model.chat.Watch`` of one reply to one prompt: says why it should end, or None.

    ``passage`` is what the reply may quote, ``room`` how many tokens it may have. Each call costs the same, however
    long the reply is, because it looks at the end of it; only once at the whole, whether it is all thinking.
    """

    config: Adaptive
    passage: str = ""
    room: int = 2048
    _answers: bool = field(init=False, default=False)

    @cached_property
    def _known(self) -> tuple[str, ...]:
        """The passage, as it is and as it stands in a JSON string."""
        return self.passage, json.dumps(self.passage, ensure_ascii=False)[1:-1]

    def __call__(self, text: str) -> str | None:
        """Why the reply is to end, seeing it so far."""
        limit = self.config.blank_limit
        if len(text) >= limit and blank(text[-limit:]) and not any(text[-limit:] in known for known in self._known):
            return BLANKS
        if loops(text, self.config, self._known):
            return LOOP
        return THINKING if self._only_thinks(text) else None

    def _only_thinks(self, text: str) -> bool:
        """Looked at once: a reply that has answered by then is no thinking."""
        if self._answers or len(text) < self.config.thinking_share * self.room * CHARACTERS:
            return False
        self._answers = not without_thinking(text).unfinished
        return not self._answers
