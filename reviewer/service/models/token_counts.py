"""Tokens of texts, by the backend's own count where it offers one. Each text is counted once, also over runs."""

from collections.abc import Callable, Mapping

from reviewer.hashing import content_hash
from reviewer.model.pyramid import TokensBy
from reviewer.model.tokens import estimate_tokens

_KEY = 16
"""Hex digits of a text's hash that tell it from the others of one document."""


class TokenCounts:
    """Counts texts. A backend that gives no count once is not asked again in this run, whatever the reason.

    ``known`` are counts of an earlier run, and they stand whoever made them: what is told of a chunk must not change
    because a server answers another time. ``estimated``: the earlier run had estimates, so this one has.
    """

    def __init__(
        self, ask: Callable[[str], int | None], known: Mapping[str, int] | None = None, *, estimated: bool = False
    ) -> None:
        self._ask = ask
        self._known = dict(known or {})
        self._asks = not estimated
        self._counted = bool(known)
        self._used: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        """Tokens of a text."""
        if not self._asks and not self._counted:
            return estimate_tokens(text)
        key = content_hash(text).removeprefix("sha256:")[:_KEY]
        if key not in self._used:
            self._used[key] = self._known[key] if key in self._known else self._new(text)
        return self._used[key]

    @property
    def by(self) -> TokensBy:
        """Whose counts they are; the backend's also where it failed for some."""
        return "backend" if self._counted else "estimate"

    def used(self) -> dict[str, int]:
        """The counts that were used, for the next run; none where all were estimated."""
        return dict(sorted(self._used.items())) if self._counted else {}

    def _new(self, text: str) -> int:
        count = self._ask(text) if self._asks else None
        if count is None:
            self._asks = False
            return estimate_tokens(text)
        self._counted = True
        return count
