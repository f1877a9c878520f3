"""A reply that is written token by token: its text, where it ends, and what a watch says."""

import codecs
from collections.abc import Sequence

from reviewer.model.chat import FinishReason, Watch


class Writing:
    """Takes the bytes of tokens. ``finish`` is set once the reply ends; ``cut`` is what the watch said.

    A character whose bytes have not all come is no part of ``text``; bytes that are no UTF-8 become U+FFFD.
    """

    def __init__(self, begun: str, stop: Sequence[str], limit: int, watch: Watch | None) -> None:
        self.text = begun
        self.count = 0
        self.cut = ""
        self.finish: FinishReason | None = None
        self._stop = [sign for sign in stop if sign]
        self._limit = limit
        self._watch = watch
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def end(self) -> None:
        """The model ended its reply, by a token without text."""
        self.count += 1
        self.finish = "stop"

    def take(self, raw: bytes) -> None:
        """One token."""
        self.count += 1
        more = self._decoder.decode(raw)
        searched_from = max(0, len(self.text) - max(map(len, self._stop), default=0))
        self.text += more
        found = [at for sign in self._stop if (at := self.text.find(sign, searched_from)) >= 0]
        if found:
            self.text = self.text[: min(found)]
            self.finish = "stop"
        elif more and self._watch is not None and (why := self._watch(self.text)) is not None:
            self.finish, self.cut = "cut", why
        elif self.count >= self._limit:
            self.finish = "length"
