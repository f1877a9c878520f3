"""The planted set: each class of error, at each place of a paragraph, in each context, in English and French.

Everything follows from the seed: the same seed gives the same bytes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from random import Random

from benchmarks.grading.documents import CLASSES, Measured, Record
from benchmarks.plant.blocks import Block, clean_block, planted_block
from benchmarks.plant.contexts import CONTEXTS, in_context
from benchmarks.plant.errors import sites
from benchmarks.plant.sentences import Sentence, Site, sentences
from reviewer.config import ReviewerConfig

LANGUAGES = ("en", "fr")
POSITIONS = ("begin", "middle", "end")
PER_DOCUMENT = 25
PER_SECTION = 5
_OWN = 3
"""Sentences of a paragraph."""

_CLEAN = 0.5
"""How often a clean paragraph follows one with an error."""

_TITLES = {
    "en": ("Pumps", "Archive", "Builds", "Weather", "Queues", "Instruments", "Paths"),
    "fr": ("Pompes", "Archives", "Compilation", "Météo", "Files", "Instruments", "Sentiers"),
}
_PROTECTED = (
    ("```sh", "reviewctl check notes.md --format json", "```"),
    ("| key | value |", "| --- | --- |", "| level | 12 |", "| teh | 3 |"),
    ("$$", r"p_n = \sum_{k=1}^{n} x_k", "$$"),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One error that is to be planted."""

    cls: str
    position: str
    context: str


def planted_set(seed: int, config: ReviewerConfig) -> list[Measured]:
    """All documents of both languages."""
    return [document for language in LANGUAGES for document in _Maker(language, seed, config).documents()]


@dataclass
class _Maker:
    language: str
    seed: int
    config: ReviewerConfig
    deck: list[Sentence] = field(default_factory=list)

    @cached_property
    def rng(self) -> Random:
        return Random(f"{self.seed} {self.language}")

    @cached_property
    def known(self) -> frozenset[str]:
        words = " ".join(sentence.text for sentence in sentences(self.language))
        return frozenset(words.replace(",", " ").replace(".", " ").replace("'", " ").lower().split())

    def documents(self) -> Iterator[Measured]:
        wanted = [Wanted(*one) for one in product(CLASSES, POSITIONS, CONTEXTS)]
        self.rng.shuffle(wanted)
        for number, start in enumerate(range(0, len(wanted), PER_DOCUMENT), start=1):
            yield self._document(f"plant-{self.language}-{number:02}", wanted[start : start + PER_DOCUMENT], number)

    def _document(self, name: str, wanted: list[Wanted], number: int) -> Measured:
        lines = [f"# {self._title(number)}", ""]
        records: list[Record] = []
        for index, one in enumerate(wanted):
            if index % PER_SECTION == 0:
                section = index // PER_SECTION + 1
                lines += [f"## {self._title(number + section)} {section}", ""]
                used: set[str] = set()
            for block in self._blocks(one, used, wrapped=number % 2 == 0):
                if block.after:
                    records.append(_record(block, len(lines), one))
                lines += [*block.lines, ""]
            if index % PER_SECTION == PER_SECTION - 1:
                lines += [*self.rng.choice(_PROTECTED), ""]
        raw = "\n".join(lines[:-1]).encode() + b"\n"
        return Measured(name, self.language, raw, tuple(records), config=self.config)

    def _title(self, number: int) -> str:
        titles = _TITLES[self.language]
        return titles[number % len(titles)]

    def _blocks(self, wanted: Wanted, used: set[str], *, wrapped: bool) -> Iterator[Block]:
        """The paragraph with the error, an item before it in a list, and perhaps a clean paragraph."""
        if wanted.context == "list":
            yield clean_block(self._clean(1, used), "list", wrapped=wrapped)
        place = POSITIONS.index(wanted.position)
        site = in_context(self._site(wanted, used), wanted.context, self.rng)
        before, after = self._clean(place, used), self._clean(_OWN - 1 - place, used)
        yield planted_block(before, site, after, wanted.context, wrapped=wrapped)
        if self.rng.random() < _CLEAN:
            yield clean_block(self._clean(_OWN, used), "", wrapped=wrapped)

    def _site(self, wanted: Wanted, used: set[str]) -> Site:
        ends, item = wanted.position == "end", wanted.context == "list" and wanted.position == "begin"
        offered = list(sentences(self.language))
        self.rng.shuffle(offered)
        for sentence in sorted(offered, key=lambda found: found.text in used):
            found = sites(wanted.cls, sentence, self, ends=ends, item=item)
            if found:
                used.add(sentence.text)
                return self.rng.choice(found)
        raise LookupError(f"no sentence can have a {wanted.cls} error at the {wanted.position}")

    def _clean(self, count: int, used: set[str]) -> str:
        """Further sentences, none twice in a section."""
        taken: list[str] = []
        while len(taken) < count:
            if not self.deck:
                self.deck = list(sentences(self.language))
                self.rng.shuffle(self.deck)
            sentence = self.deck.pop()
            if sentence.text not in used:
                used.add(sentence.text)
                taken.append(sentence.text)
        return " ".join(taken)


def _record(block: Block, above: int, wanted: Wanted) -> Record:
    first, last = above + block.first + 1, above + block.last
    note = f"{wanted.position} {wanted.context}"
    return Record(first, last, "\n".join(block.before), "\n".join(block.after), wanted.cls, note=note)
