"""Edit quality: what reviews fix, partly fix and miss of known errors, what they harm, and what that costs.

Run: ``python -m benchmarks.quality --corpus DIR --planted --modes programs plan --model-path FILE.gguf --out DIR``.
Each mode is a column of the same table over the same chunks. Replies are kept in ``--out``: an interrupted run goes on
with the same command, and a changed policy is measured without a model wherever it asks what was asked before.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import ROOT
from benchmarks.grading.documents import Measured, read_corpus
from benchmarks.grading.labels import add_labels, in_place, key_of, read_labels, write_unlabelled
from benchmarks.grading.report import write_report
from benchmarks.grading.sample import LEAST_WORDS, Piece, draw, draw_errors, pieces_of
from benchmarks.grading.tally import UNREAD, DocumentRun, Tally, tally
from benchmarks.kept_replies import Asked, OutOfTime, Replies, keeping
from benchmarks.measured_review import measure
from benchmarks.plant.make import planted_set
from reviewer.config import ReviewerConfig
from reviewer.errors import ReviewError
from reviewer.service.models.edge import ModelEdge, open_edge
from reviewer.service.settings.resolution import given_settings

PROGRAMS = "programs"
GOES_ON = 75
"""The exit code (EX_TEMPFAIL) of a run whose time was over: the same command goes on."""

_SECONDS = 1800


@dataclass(frozen=True)
class Work:
    """What is measured: documents, and of each the chunks that are asked about."""

    documents: tuple[Measured, ...]
    pieces: dict[str, tuple[Piece, ...]]
    random: frozenset[tuple[str, str]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write table, plot and ops; 75 when the time was over, 1 when a promise is broken, else 0."""
    told = _parser().parse_args(arguments)
    if told.take:
        print(f"{add_labels(told.take)} new labels")
        return 0
    out = _outside(told.out)
    work = _work(told)
    _print_work(work)
    labels = read_labels()
    tallies: list[Tally] = []
    over = False
    for mode in told.modes:
        runs, over = _in_time(_reviews(told, mode, work, out))
        name = f"{mode} ({len(runs)} of {len(work.documents)} documents)" if over else mode
        tallies.append(tally(name, runs, labels))
        _print_short(tallies[-1])
        if over:
            break
    unread = _write(out, tallies, told.title or " ".join(sys.argv[1:]))
    print(f"{unread} edits to be read: {out / 'unlabelled.tsv'}")
    faults = [fault for item in tallies for fault in item.faults()]
    for fault in faults:
        print(f"broken promise: {fault}")
    if over:
        print("the time is over; the same command goes on")
        return GOES_ON
    return int(bool(faults) or any(item.protected for item in tallies))


def _in_time(reviews: Iterator[DocumentRun]) -> tuple[list[DocumentRun], bool]:
    """The documents that were reviewed to their end, and whether the time was over before all were."""
    runs: list[DocumentRun] = []
    try:
        for run in reviews:
            runs.append(run)  # noqa: PERF402 - what was done before the time was over is kept
    except OutOfTime:
        return runs, True
    return runs, False


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.quality", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--corpus", type=Path, help="a corpus folder (index.tsv, docs/, truth.jsonl, neutral.jsonl)")
    parser.add_argument("--planted", action="store_true", help="the planted set of benchmarks/plant")
    parser.add_argument("--modes", nargs="+", default=[PROGRAMS], help="programs, or a value of review.mode, …")
    parser.add_argument("--model-path", help="GGUF file, run in this process (pip install 'reviewctl[llamacpp]')")
    parser.add_argument("--openai", help="URL of a server of OpenAI's protocol")
    parser.add_argument("--ollama", help="URL of an Ollama server")
    parser.add_argument("--script", help="JSONL file of the scripted backend")
    parser.add_argument(
        "--backend", choices=("llamacpp", "openai", "ollama", "scripted"), help="default: what is given"
    )
    parser.add_argument("--model", default="model", help="name of the model at a server")
    parser.add_argument("--set", action="append", default=[], dest="sets", metavar="KEY=VALUE", help="configuration")
    parser.add_argument("--language", choices=("en", "fr"), help="documents of one language only")
    parser.add_argument("--only", default="", help="documents whose name holds this text")
    parser.add_argument("--chunks", type=int, default=0, help="a blind draw of so many chunks (0: every chunk)")
    parser.add_argument("--clean-words", type=int, default=0, help="draw on until so many clean words are there")
    parser.add_argument("--errors", type=int, default=0, help="and so many chunks that hold a known hard error")
    parser.add_argument("--seed", type=int, default=1, help="of the draw and of the planted set")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop asking after this; then go on (75)")
    parser.add_argument("--out", type=Path, default=Path("/tmp/reviewctl-quality"), help="a folder outside the project")
    parser.add_argument("--title", default="", help="heading of the table")
    parser.add_argument("--take", type=Path, help="take the labels from a read unlabelled.tsv and end")
    return parser


def _outside(out: Path) -> Path:
    """What is written there quotes documents that are not ours to keep."""
    if out.resolve().is_relative_to(ROOT):
        raise SystemExit(f"{out} is inside the project: name a folder outside it with --out")
    out.mkdir(parents=True, exist_ok=True)
    return out


def _work(told: argparse.Namespace) -> Work:
    config = _config(told, PROGRAMS)
    found = [
        *(read_corpus(told.corpus, config) if told.corpus else []),
        *(planted_set(told.seed, config) if told.planted else []),
    ]
    documents = [d for d in found if (told.language or d.language) == d.language and told.only in d.name]
    if not documents:
        raise SystemExit("nothing to measure: give --corpus DIR, --planted or both")
    drawing = told.chunks or told.clean_words
    least = LEAST_WORDS if drawing else 0
    pieces = [piece for document in documents for piece in pieces_of(document, told.seed, least)]
    drawn = draw(pieces, told.chunks, told.clean_words) if drawing else pieces
    random = frozenset((piece.document, piece.chunk.chunk_id) for piece in drawn)
    more = [p for p in draw_errors(pieces, told.errors) if (p.document, p.chunk.chunk_id) not in random]
    taken: dict[str, tuple[Piece, ...]] = {}
    for piece in (*drawn, *more):
        taken[piece.document] = (*taken.get(piece.document, ()), piece)
    return Work(tuple(d for d in documents if d.name in taken), taken, random)


def _config(told: argparse.Namespace, mode: str) -> ReviewerConfig:
    """The product's own resolution: defaults, environment, ``--set``; a mode is ``review.mode``."""
    flags: dict[str, object] = {"no_llm": mode == PROGRAMS}
    sets = ["skip_pyramid=true", "llm.concurrency=1", *told.sets]
    if mode != PROGRAMS:
        flags |= _backend(told)
        sets += [f"review.mode={mode}"] if _has_modes() else []
        sets += [f"llm.timeout={_SECONDS}", f"llm.chunk_timeout={_SECONDS}"]
        if not _has_modes() and mode != "plan":
            raise SystemExit(f"there is no mode {mode!r}: the configuration has no review.mode")
    return given_settings(os.environ, flags, sets).config


def _has_modes() -> bool:
    return hasattr(ReviewerConfig(), "review")


def _backend(told: argparse.Namespace) -> dict[str, object]:
    given = {"llamacpp": told.model_path, "openai": told.openai, "ollama": told.ollama, "scripted": told.script}
    backend = told.backend or next((name for name, place in given.items() if place), None)
    if backend is None or not given[backend]:
        raise SystemExit("a mode with a model needs --model-path, --openai, --ollama or --script")
    key = {"llamacpp": "llm.model_path", "scripted": "llm.script"}.get(backend, "llm.endpoint")
    return {"llm.backend": backend, "llm.edit_model": told.model, key: given[backend]}


def _reviews(told: argparse.Namespace, mode: str, work: Work, out: Path) -> Iterator[DocumentRun]:
    config = _config(told, mode)
    edge: ModelEdge | None = None
    opened: ModelEdge | None = None
    take: Callable[[], list[Asked]] = list
    if mode != PROGRAMS:
        opened = open_edge(config.llm)
        edge, take = keeping(opened, Replies(out / "replies.sqlite"), time.monotonic() + told.seconds)
    try:
        for number, document in enumerate(work.documents, start=1):
            pieces = work.pieces[document.name]
            random = frozenset(name for owner, name in work.random if owner == document.name)
            run = measure(document, (pieces, random), config, (edge, take))
            print(f"\r{mode}: {number} of {len(work.documents)} documents", end="", file=sys.stderr, flush=True)
            yield run
    except ReviewError as error:
        raise SystemExit(f"{error.message}: {error.hint}") from error
    finally:
        print(file=sys.stderr)
        if opened is not None:
            opened.client.close()


def _print_work(work: Work) -> None:
    pieces = [piece for found in work.pieces.values() for piece in found]
    blind = [piece for piece in pieces if (piece.document, piece.chunk.chunk_id) in work.random]
    print(
        f"{len(work.documents)} documents, {len(pieces)} chunks ({len(blind)} drawn blindly: "
        f"{sum(p.words for p in blind):,} words, {sum(p.clean_words for p in blind):,} of them clean), "
        f"{sum(p.errors for p in pieces)} known hard errors"
    )


def _print_short(item: Tally) -> None:
    labels = Counter(a.label for a in item.applied)
    print(f"  {item.name}: {len(item.applied)} edits {dict(labels)}, protected bytes changed {item.protected}")


def _write(out: Path, tallies: Sequence[Tally], title: str) -> int:
    write_report(out, tallies, title)
    rows = {}
    for item in tallies:
        for a in item.applied:
            if a.label == UNREAD or (a.exact and not a.edit.by_program):
                document = a.run.document
                rows[key_of(document, a.edit)] = ("valuable" if a.exact else "", in_place(document, a.edit))
    known = read_labels()
    left = [(key, sure, shown) for key, (sure, shown) in sorted(rows.items()) if key.op not in known]
    return write_unlabelled(out / "unlabelled.tsv", left)


if __name__ == "__main__":
    raise SystemExit(main())
