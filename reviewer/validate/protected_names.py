"""The terms of a document that an edit may not lose: names, aliases and plurals of its glossary.

Plurals are all that a term may have, not only those that the document writes: an edit may be the first to write one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from reviewer.model.pyramid import GlossaryEntry
from reviewer.pyramid.glossary import CONFIGURED
from reviewer.pyramid.phrases import Phrases
from reviewer.pyramid.plurals import plurals


class ProtectedNames:
    """Counts the glossary's entries in a text. All names of one entry are one identity."""

    def __init__(self, entries: Sequence[GlossaryEntry]) -> None:
        self._owners: dict[str, int] = {}
        self._forms: dict[int, frozenset[str]] = {}
        self.entries = tuple(entries)
        named = [(entry.name, *entry.aliases) for entry in entries]
        many = [(*entry.plurals, *_plurals(names)) for entry, names in zip(entries, named, strict=True)]
        for rows in (named, many):  # what an entry names is never taken for another one's plural
            for number, row in enumerate(rows):
                for form in row:
                    self._owners.setdefault(form, number)
        for number, entry in enumerate(entries):
            if entry.source == CONFIGURED:
                forms = (*named[number], *many[number])
                self._forms[number] = frozenset((*forms, *(form[:1].upper() + form[1:] for form in forms)))
        self._phrases = Phrases(self._owners)
        self.longest = max(map(len, self._owners), default=0)

    def counted(self, text: str) -> Counter[int]:
        """How often each identity stands in a text, by its place in ``entries``."""
        return Counter(self._owners[given] for given, _ in self._phrases.all_in(text))

    def counted_in(self, texts: Iterable[str]) -> Counter[int]:
        """The same of some texts together."""
        found: Counter[int] = Counter()
        for text in texts:
            found += self.counted(text)
        return found

    def misspelt(self, text: str) -> Counter[tuple[str, int]]:
        """Names of the configuration in another case than it gives them, but for a capital at their beginning.

        As they are written, with the identity's place in ``entries``.
        """
        found = ((written, self._owners[given]) for given, written in self._phrases.all_in(text))
        return Counter(
            (written, owner) for written, owner in found if owner in self._forms and written not in self._forms[owner]
        )

    def forms(self, identity: int) -> frozenset[str]:
        """How the names of an identity of the configuration are written."""
        return self._forms[identity]

    def used_in(self, texts: Sequence[str]) -> list[GlossaryEntry]:
        """Entries of which a name stands in one of the texts, in the glossary's order."""
        used = {self._owners[given] for text in texts for given in self._phrases.used_in(text)}
        return [self.entries[number] for number in sorted(used)]


def _plurals(names: Sequence[str]) -> Iterator[str]:
    for name in names:
        yield from plurals(name)
