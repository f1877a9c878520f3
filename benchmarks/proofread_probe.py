"""What a proofreading model would change in real paragraphs, by how probable it was (docs/proofreading.md).

Run: ``python -m benchmarks.proofread_probe CORPUS --model-path FILE.gguf --cache FILE.jsonl [--language en]
[--errors N] [--clean N] [--seed N] [--mended] [--seconds N]``. ``CORPUS`` is a folder with ``docs``, ``truth.jsonl``,
``neutral.jsonl`` and ``index.tsv``. Every reply is kept in the cache file as it comes, so that a run can be ended
(``--seconds``) and gone on with, and rules be changed and judged again without a model (``--offline``). Edits are
written to ``--edits``, one line each, to be read.
"""

import argparse
import csv
import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.cached_model import CachedModel, Missing
from reviewer.config import ReviewerConfig
from reviewer.llm.llamacpp import LlamaCppClient
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chat import ChatClient, Offers
from reviewer.model.chunk import ReviewChunk
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.plan.chunk_job import Models
from reviewer.plan.proofread.calls import ProofreadCalls
from reviewer.plan.proofread.chain import refusal_of
from reviewer.plan.proofread.choose import Chosen
from reviewer.plan.proofread.edit_class import EditClass, Seen
from reviewer.plan.proofread.find import find_edits
from reviewer.plan.proofread.gain import gain_of
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.policy import Measured, Policy, Step, policy_of
from reviewer.plan.proofread.prompt import proofread_messages
from reviewer.plan.proofread.terms import terms_of
from reviewer.plan.proofread.tokens import TextEdit, local_edits, words
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.words.misspelling import spelling_words
from reviewer.service.models.prompt_files import read_proofread_prompts
from reviewer.service.spelling import TyposSpeller
from reviewer.service.word_lists import word_lists

CLASSES = frozenset({"typo", "grammar", "agreement", "capitalization", "punctuation", "spacing", "doubled_word"})
LEAST, LEAST_KNOWN = 0.01, 0.1
"""Followed is everything from this probability on, whatever the policy says: rows are made afterwards. Words that the
lists have from the higher one on: what is below that is never made."""
ROWS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
KINDS: tuple[EditClass, ...] = ("unknown", "repeat", "inflection", "function", "rewrite")


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
class Row:
    """One edit that passed all checks: where, what, how probable; ``grade`` is exact, partial, benign or other."""

    document: str
    line: int
    clean: bool
    kind: str
    old: str
    new: str
    alt: float
    gain: float
    grade: str
    term: bool
    around: str


def main() -> int:
    """Measure, and print the table."""
    options = _options()
    client = CachedModel(options.cache, None if options.offline else open_model(options.model_path))
    client.until = time.monotonic() + options.seconds
    rows: list[Row] = []
    totals: Counter[str] = Counter()
    samples = _samples(options)
    passed = list(_passed(samples, client, options, totals))
    client.until = time.monotonic() + options.weigh
    for sample, row, text, edit in passed:  # texts without a prompt come last: a model loses the prompt that it keeps
        calls = ProofreadCalls(_job(sample, options), client)
        try:
            gain = gain_of(text, edit, calls.likelihood)
        except Missing:
            gain = 0.0
            totals["not weighed"] += 1
        totals["calls"] += calls.count
        rows.append(replace(row, gain=round(gain, 2)))
    totals["ms"] = client.milliseconds
    with options.edits.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
    _print(rows, totals, options)
    return 0


def open_model(path: Path) -> ChatClient:
    """The model of a file, in this process."""
    return LlamaCppClient(path, num_ctx=4096, slots=1)


def _passed(
    samples: Sequence[Sample], client: CachedModel, options: argparse.Namespace, totals: Counter[str]
) -> Iterator[tuple[Sample, Row, str, TextEdit]]:
    """Edits that pass all checks, with the texts that they are of; as far as there is time to ask."""
    for sample in samples:
        job = _job(sample, options)
        for one in job.paragraphs[0]:
            calls = ProofreadCalls(job, client)
            try:
                found = list(_rows(sample, one, calls))
            except Missing:
                totals["not asked"] += 1
                continue
            yield from found
            totals["words"] += len(words(one.paragraph.text))
            totals["clean words"] += 0 if sample.fixes else len(words(one.paragraph.text))
            totals["calls"] += calls.count
            totals["errors"] += sum(len(_edits_of(sample, fix)) for fix in sample.fixes)
            totals["paragraphs"] += 1


def _rows(sample: Sample, one: Chosen, calls: ProofreadCalls) -> Iterator[tuple[Sample, Row, str, TextEdit]]:
    text, document = one.paragraph.text, sample.parsed.document
    known = Known(calls.job.lexicon, one.language)
    messages = proofread_messages(calls.job.prompts, one.language, text)
    terms = _terms(sample.document, one.language, sample.parsed)
    for found in find_edits(calls, messages, text, known).found:
        seen = Seen(found.edit, text, known)
        if refusal_of(seen, doubted=True) is not None:
            continue
        span = one.paragraph.placed(one.paragraph.slid(found.edit))
        if isinstance(span, str):
            continue
        start, end = max(0, found.edit.start - 60), found.edit.end + 60
        around = f"{text[start : found.edit.start]}[{seen.old}→{seen.new}]{text[found.edit.end : end]}"
        row = Row(
            sample.document, document.lines_of(span)[0], not sample.fixes, seen.kind, seen.old, seen.new,
            found.alt or 1.0, 0.0, _grade(sample, span, found.edit.new), not terms.isdisjoint(seen.gone), around,
        )  # fmt: skip
        yield sample, row, text, found.edit


_TERMS: dict[tuple[str, str], frozenset[str]] = {}


def _terms(document: str, language: str, parsed: ParsedDocument) -> frozenset[str]:
    if (document, language) not in _TERMS:
        _TERMS[document, language] = terms_of(parsed, word_lists(), language, ReviewerConfig().proofread.term_uses)
    return _TERMS[document, language]


def _grade(sample: Sample, span: Span, new: str) -> str:
    """``exact``: the lines become what they become by one of the word edits of the people's fix."""
    for fix in sample.fixes:
        if not fix.span.contains(span):
            continue
        text = sample.parsed.document.text[fix.span.start : fix.span.end]
        start = span.start - fix.span.start
        ours = TextEdit(start, start + span.end - span.start, new)
        theirs = _edits_of(sample, fix)
        if any(_plain(edit.applied(text)) == _plain(ours.applied(text)) for edit in theirs):
            return "exact"
        if any(edit.start <= ours.end + 1 and ours.start <= edit.end + 1 for edit in theirs):
            return "partial"
    return "other"


def _edits_of(sample: Sample, fix: Fix) -> tuple[TextEdit, ...]:
    return local_edits(sample.parsed.document.text[fix.span.start : fix.span.end], fix.after)


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _job(sample: Sample, options: argparse.Namespace) -> ProofreadJob:
    document = sample.parsed.document
    first, last = document.lines_of(sample.lines)
    chunk = ReviewChunk(
        chunk_id=sample.document, section_id="S0", line_start=first, line_end=last, token_estimate=1,
        content_hash="", span=sample.lines,
    )  # fmt: skip
    config = ReviewerConfig()
    policy = policy_of(config.proofread, options.model_path.name)
    if not options.as_configured:
        policy = Policy({(options.language, kind): (Step("attention", _least(kind)),) for kind in KINDS})
    return ProofreadJob(
        chunk, sample.parsed, options.language, sample.repairs, policy, read_proofread_prompts(),
        Models(options.model_path.name), config, Offers(logprobs=True, continues=True, scores=True), word_lists(),
    )  # fmt: skip


def _least(kind: str) -> float:
    return LEAST if kind in {"unknown", "repeat"} else LEAST_KNOWN


def _samples(options: argparse.Namespace) -> list[Sample]:
    """Paragraphs with errors and clean ones, in an order that a seed gives."""
    root: Path = options.corpus
    with (root / "index.tsv").open(encoding="utf-8", newline="") as file:
        names = [row["id"] for row in csv.DictReader(file, delimiter="\t") if row["lang"] == options.language]
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
    chance = random.Random(options.seed)
    chance.shuffle(wrong)
    chance.shuffle(clean)
    chosen = [*wrong[options.skip_errors :][: options.errors], *clean[options.skip_clean :][: options.clean]]
    return _mended(chosen) if options.mended else chosen


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
        if _plain(document.text[start:end]) == _plain(record["before"])
        else None
    )


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


def _print(rows: Sequence[Row], totals: Counter[str], options: argparse.Namespace) -> None:
    thousand = max(totals["words"], 1) / 1000
    each = f"{totals['ms'] / 1000 / thousand:.1f} s and {totals['calls'] / thousand:.0f} calls per 1,000 words"
    print(f"{dict(totals)}; {each}")
    print("| edits | " + " | ".join(f"alt ≥ {alt}" for alt in ROWS) + " |")
    print("|---" * (len(ROWS) + 1) + "|")
    for kind in (None, *KINDS):
        for gain in (-99.0, 2.0, 5.0):
            cells = [
                _cell([r for r in rows if kind in {None, r.kind} and r.alt >= alt and r.gain >= gain]) for alt in ROWS
            ]
            name = f"{kind or 'all'}{'' if gain < 0 else f', gain ≥ {gain:g}'}"
            print(f"| {name} | " + " | ".join(cells) + " |")
    print(f"terms of their documents, alt ≥ {LEAST}: {_cell([r for r in rows if r.term])}")
    policy = policy_of(ReviewerConfig().proofread, options.model_path.name)
    for tier in ("silent", "attention"):
        made = [r for r in rows if _tier(policy, options.language, r) == tier]
        print(f"configured, {tier}: {_cell(made)}")


def _tier(policy: Policy, language: str, row: Row) -> str:
    kind: Any = row.kind
    step = policy.step(language, kind, Measured(row.alt, row.gain))
    return step.tier if step is not None and not row.term else ""


def _cell(rows: Sequence[Row]) -> str:
    """Edits / exact / partly so / others in paragraphs with errors / in clean ones."""
    count = Counter("clean" if row.clean else row.grade for row in rows)
    return f"{len(rows)} / {count['exact']} / {count['partial']} / {count['other']} / {count['clean']}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--model-path", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--edits", type=Path, default=Path("edits.jsonl"))
    parser.add_argument("--language", default="en")
    parser.add_argument("--errors", type=int, default=1_000_000)
    parser.add_argument("--clean", type=int, default=0)
    parser.add_argument("--skip-errors", type=int, default=0)
    parser.add_argument("--skip-clean", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--weigh", type=float, default=60.0, help="seconds for likelihoods, after --seconds")
    parser.add_argument("--mended", action="store_true", help="the model reads what the rules have mended")
    parser.add_argument("--as-configured", action="store_true", help="follow doubts as the policy says")
    parser.add_argument("--offline", action="store_true", help="only replies that are in the cache")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
