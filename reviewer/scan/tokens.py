"""The runs of characters between white space in a document's prose, each once: a long text has few different ones."""

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from reviewer.model.parsed import ParsedDocument
from reviewer.scan.trigger_words import folded


class Tokens:
    """Those of one document, read once. ``uses`` are as written, with how often each stands."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self.uses = Counter(parsed.prose.text.split())

    @cached_property
    def _folded(self) -> str:
        return folded("\n".join(self.uses))

    def known(self, stems: Iterable[str]) -> tuple[str, ...]:
        """The stems without those that are nowhere in the prose in lower case: each is a search through all of it."""
        return tuple(stem for stem in stems if all(part in self._folded for part in stem.split()))
