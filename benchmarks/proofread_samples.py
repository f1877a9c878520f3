"""Paragraphs of real documents with what people corrected in them, to be proofread by a model.

A corpus is a folder with ``docs``, ``truth.jsonl``, ``neutral.jsonl`` and ``index.tsv``.
"""

import csv
import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.words.misspelling import spelling_words
from reviewer.service.spelling import TyposSpeller

CLASSES = frozenset({"typo", "grammar", "agreement", "capitalization", "punctuation", "spacing", "doubled_word"})


@dataclass(frozen=True, slots=True)
class Fix:
    """What people changed: the lines of a record, and what they wrote there."""

    span: Span
    after: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A paragraph to be proofread, with the fixes of people in its lines."""

    document: str
    parsed: ParsedDocument
    lines: Span
    fixes: tuple[Fix, ...]
    repairs: tuple[tuple[Span, str], ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many paragraphs with errors and clean ones, of which language, behind which; ``mended``: by the rules."""

    language: str
    errors: int
    clean: int
    skip_errors: int = 0
    skip_clean: int = 0
    seed: int = 7
    mended: bool = False


def samples_of(root: Path, wanted: Wanted) -> list[Sample]:
    """Paragraphs with errors, then clean ones, in an order that the seed gives."""
    with (root / "index.tsv").open(encoding="utf-8", newline="") as file:
        names = [row["id"] for row in csv.DictReader(file, delimiter="\t") if row["lang"] == wanted.language]
    truth, neutral = (_records(root / f"{name}.jsonl") for name in ("truth", "neutral"))
    wrong: list[Sample] = []
    clean: list[Sample] = []
    for name in names:
        parsed = parse(read_document((root / "docs" / f"{name}.md").read_bytes(), name))
        for sample, touched in _of_document(name, parsed, truth.get(name, ()), neutral.get(name, ())):
            if sample.fixes:
                wrong.append(sample)
            elif not touched:
                clean.append(sample)
    chance = random.Random(wanted.seed)
    chance.shuffle(wrong)
    chance.shuffle(clean)
    chosen = [*wrong[wanted.skip_errors :][: wanted.errors], *clean[wanted.skip_clean :][: wanted.clean]]
    return _mended(chosen) if wanted.mended else chosen


def _of_document(
    name: str, parsed: ParsedDocument, truth: Sequence[Any], neutral: Sequence[Any]
) -> Iterator[tuple[Sample, bool]]:
    """Each paragraph, with the hard errors of our classes in it, and whether people touched its lines at all."""
    document = parsed.document
    for block in parsed.prose.blocks:
        if block.kind.value != "paragraph" or block.end == block.start:
            continue
        span = parsed.prose.span(block.start, block.end)
        first, last = document.lines_of(span)
        near = [r for r in (*truth, *neutral) if r["line_start"] <= last and first <= r["line_end"]]
        fixes = [_fix(document, r) for r in near if r.get("kind") == "hard" and r["class"] in CLASSES]
        lines = Span(document.line_span(first).start, document.line_span(last).end)
        inside = tuple(fix for fix in fixes if fix is not None and lines.contains(fix.span))
        yield Sample(name, parsed, lines, inside, ()), bool(near)


def _fix(document: Any, record: Any) -> Fix | None:
    """None where the record is of other lines than the document has (a line was put in)."""
    if record["line_end"] < record["line_start"]:
        return None
    start, end = document.line_span(record["line_start"]).start, document.line_span(record["line_end"]).end
    text = document.text[start:end]
    end -= len(text) - len(text.rstrip("\r\n"))
    return (
        Fix(Span(start, end), record["after"].rstrip("\r\n"))
        if plain(document.text[start:end]) == plain(record["before"])
        else None
    )


def plain(text: str) -> str:
    """A text with each run of white space as one space."""
    return re.sub(r"\s+", " ", text).strip()


def _mended(samples: Sequence[Sample]) -> list[Sample]:
    """The samples with what the rules mend in them."""
    by_document: dict[str, list[tuple[Span, str]]] = {}
    for sample in samples:
        if sample.document not in by_document:
            scan = scan_input(sample.parsed, ReviewerConfig())
            found = run_rules(scan.answered(TyposSpeller().corrections(spelling_words(scan))))
            repairs = sorted((r.span, r.after_text) for f in found.findings for r in f.repairs if len(f.repairs) == 1)
            by_document[sample.document] = repairs
    return [
        replace(one, repairs=tuple(r for r in by_document[one.document] if one.lines.contains(r[0]))) for one in samples
    ]


def _records(path: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.strip():
            record = json.loads(line)
            found.setdefault(record["doc"], []).append(record)
    return found
