"""What a proofreading model would change in real paragraphs, by how probable it was (docs/proofreading.md).

Run: ``python -m benchmarks.proofread_probe CORPUS --model-path FILE.gguf --cache FILE.sqlite [--language en]
[--errors N] [--clean N] [--seed N] [--mended] [--seconds N]``. ``CORPUS``: see ``proofread_samples``. Every reply is
kept in the cache file as it comes, so that a run can be ended (``--seconds``) and gone on with, and rules be changed
and judged again without a model (``--offline``). Edits are written to ``--edits``, one line each, to be read.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.kept_replies import KeptClient, OutOfTime, Replies
from benchmarks.proofread_samples import Fix, Sample, Wanted, plain, samples_of
from reviewer.config import ReviewerConfig
from reviewer.llm.llamacpp import LlamaCppClient
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
from reviewer.service.models.prompt_files import read_proofread_prompts
from reviewer.service.word_lists import word_lists

LEAST, LEAST_KNOWN = 0.01, 0.1
"""Followed is everything from this probability on, whatever the policy says: rows are made afterwards. Words that the
lists have from the higher one on: what is below that is never made."""
ROWS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
KINDS: tuple[EditClass, ...] = ("unknown", "repeat", "inflection", "function", "rewrite")


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


def main(arguments: Sequence[str] | None = None, model: ChatClient | None = None) -> int:
    """Measure, and print the table. ``model`` is asked instead of the file's."""
    options = _options(arguments)
    model = model or open_model(options.model_path)
    try:
        _measure(options, model)
    finally:
        model.close()
    return 0


def _measure(options: argparse.Namespace, model: ChatClient) -> None:
    replies = Replies(options.cache)

    def kept(seconds: float) -> KeptClient:
        return KeptClient(model, replies, float("-inf") if options.offline else time.monotonic() + seconds)

    client = kept(options.seconds)
    rows: list[Row] = []
    totals: Counter[str] = Counter()
    passed = list(_passed(samples_of(options.corpus, _wanted(options)), client, options, totals))
    weighing = kept(options.weigh)
    for sample, row, text, edit in passed:  # texts without a prompt come last: a model loses the prompt that it keeps
        calls = ProofreadCalls(_job(sample, options), weighing)
        try:
            gain = gain_of(text, edit, calls.likelihood)
        except OutOfTime:
            gain = 0.0
            totals["not weighed"] += 1
        totals["calls"] += calls.count
        rows.append(replace(row, gain=round(gain, 2)))
    totals["ms"] = sum(call.elapsed_ms for call in (*client.asked, *weighing.asked))
    with options.edits.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(row), ensure_ascii=False) + "\n" for row in rows)
    _print(rows, totals, options)


def _wanted(options: argparse.Namespace) -> Wanted:
    return Wanted(
        options.language, options.errors, options.clean, options.skip_errors, options.skip_clean, options.seed,
        options.mended,
    )  # fmt: skip


def open_model(path: Path) -> ChatClient:
    """The model of a file, in this process."""
    return LlamaCppClient(path, num_ctx=4096, slots=1)


def _passed(
    samples: Sequence[Sample], client: ChatClient, options: argparse.Namespace, totals: Counter[str]
) -> Iterator[tuple[Sample, Row, str, TextEdit]]:
    """Edits that pass all checks, with the texts that they are of; as far as there is time to ask."""
    for sample in samples:
        job = _job(sample, options)
        for one in job.paragraphs[0]:
            calls = ProofreadCalls(job, client)
            try:
                found = list(_rows(sample, one, calls))
            except OutOfTime:
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
        if any(plain(edit.applied(text)) == plain(ours.applied(text)) for edit in theirs):
            return "exact"
        if any(edit.start <= ours.end + 1 and ours.start <= edit.end + 1 for edit in theirs):
            return "partial"
    return "other"


def _edits_of(sample: Sample, fix: Fix) -> tuple[TextEdit, ...]:
    return local_edits(sample.parsed.document.text[fix.span.start : fix.span.end], fix.after)


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


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
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
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
