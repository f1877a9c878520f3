"""Documents to measure on, each with the errors that are known in it: a corpus folder, or the planted set."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import ParsedDocument

CLASSES = ("typo", "grammar", "agreement", "capitalization", "punctuation", "spacing", "doubled_word")
"""The classes that the issue's figures are about; a corpus has others, for example cross references."""


@dataclass(frozen=True, slots=True)
class Record:
    """A known error: what stands on its lines (1-based, ending at LF, inclusive) and what should.

    ``hard``: everybody would mend it. A corpus also has soft and domain records, which are told apart.
    """

    line_start: int
    line_end: int
    before: str
    after: str
    cls: str
    hard: bool = True
    note: str = ""


@dataclass(frozen=True)
class Measured:
    """A document and its records. ``unsure`` are lines that later hands reworded: neither credit nor harm.

    ``known`` are corrections (before, after) that a reader found right wherever they are made; ``later`` are lines of
    the file's later history, without repeated blanks.
    """

    name: str
    language: str
    raw: bytes
    records: tuple[Record, ...]
    unsure: frozenset[int] = frozenset()
    later: frozenset[str] = frozenset()
    known: frozenset[tuple[str, str]] = frozenset()
    config: ReviewerConfig = field(default_factory=ReviewerConfig, compare=False)

    @cached_property
    def parsed(self) -> ParsedDocument:
        """The parse, with what the configuration leaves unprotected."""
        return parse(read_document(self.raw, self.name), self.config.style.unprotected)

    @property
    def text(self) -> str:
        """The decoded text, without a BOM."""
        return self.parsed.document.text

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets of lines that end at LF, as the records count them."""
        starts = [0]
        while (found := self.text.find("\n", starts[-1])) >= 0:
            starts.append(found + 1)
        return tuple(starts)

    def line(self, offset: int) -> int:
        """The 1-based line of an offset."""
        return bisect_right(self.line_starts, offset)

    def lines_span(self, first: int, last: int) -> tuple[int, int]:
        """Offsets of the lines ``first`` to ``last``, without the last one's LF."""
        end = self.line_starts[last] - 1 if last < len(self.line_starts) else len(self.text)
        return self.line_starts[first - 1], end


def read_corpus(folder: Path, config: ReviewerConfig) -> list[Measured]:
    """All documents of a corpus folder, as its README describes it, by name."""
    index = {row["id"]: row for row in _table(folder / "index.tsv")}
    truth, neutral = _by_document(folder / "truth.jsonl"), _by_document(folder / "neutral.jsonl")
    pairs = (line.split("\t") for line in _text(folder / "benign.tsv").split("\n") if line)
    known = frozenset((pair[0], pair[1]) for pair in pairs)
    found = []
    for name, row in sorted(index.items()):
        later = frozenset(" ".join(line.split()) for line in _text(folder / "later" / f"{name}.txt").split("\n"))
        unsure = {n for r in neutral[name] for n in range(r["line_start"], r["line_end"] + 1)}
        raw = (folder / "docs" / f"{name}.md").read_bytes()
        records = tuple(_record(item) for item in truth[name])
        found.append(Measured(name, row["lang"], raw, records, frozenset(unsure), later, known, config))
    return found


def _record(item: dict[str, Any]) -> Record:
    return Record(
        item["line_start"], item["line_end"], item["before"], item["after"], item["class"], item["kind"] == "hard"
    )


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _table(path: Path) -> Iterator[dict[str, str]]:
    rows = [line.split("\t") for line in _text(path).split("\n") if line]
    if not rows:
        raise SystemExit(f"{path} is missing or empty: name a corpus folder with --corpus")
    return (dict(zip(rows[0], row, strict=False)) for row in rows[1:])


def _by_document(path: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in _text(path).split("\n"):
        if line:
            item = json.loads(line)
            found[item["doc"]].append(item)
    return found


def record_lines(records: Iterable[Record]) -> frozenset[int]:
    """The lines that records are about."""
    return frozenset(line for record in records for line in range(record.line_start, record.line_end + 1))
