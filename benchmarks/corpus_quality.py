"""The whole command on real documents: promises kept, what the corpus's own ``score.py`` says, and how true flags are.

The corpus is a folder as its README describes: ``docs/<id>.md``, ``score.py``. Only measured with, never copied:
judgements of flags are kept as hashes. What edits are worth and what they harm is measured by ``quality``.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.corpus_runs import Flag, Reviewed, by_command
from benchmarks.judgements import count, digest, read_judgements, write_unjudged
from reviewer.service.server import ensure_server, stop_server

FLAG_SAMPLE = 100
BASELINES = (
    "codespell, all: 60 of 342 fixed, 530 other lines changed, nothing protected",
    "typos, English: 66 of 276 fixed, 45 other lines changed, 12 protected blocks changed",
)
"""From the corpus README: edits written straight into the text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 1 when a document failed or a promise was broken, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus_quality", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="the corpus folder (docs/, score.py)")
    parser.add_argument("--out", type=Path, help="keep edited documents and what is still to be judged here")
    parser.add_argument("--jobs", type=int, default=2, help="documents at once (default 2)")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="reviewctl-corpus-") as temporary:
        out = options.out or Path(temporary)
        edited = out / "edited"
        edited.mkdir(parents=True, exist_ok=True)
        documents = sorted((options.corpus / "docs").glob("*.md"))
        with _own_server(Path(temporary)):
            reviewed = _review_all(documents, edited, partial(_by_command, Path(temporary)), options.jobs)
        failed = _print_runs(reviewed)
        _print_quality(options.corpus, out, reviewed)
        return int(failed)


@contextmanager
def _own_server(folder: Path) -> Iterator[None]:
    """A home and a server of this run alone, so that nothing is served from an earlier run's cache."""
    for name in [name for name in os.environ if name.startswith("PREFECT_")]:
        del os.environ[name]
    os.environ["REVIEWCTL_HOME"] = str(folder / "home")
    ensure_server(print)
    try:
        yield
    finally:
        stop_server()


def _by_command(folder: Path, document: Path, target: Path) -> Reviewed:
    """The review of a copy, so that nothing is ever written into the corpus."""
    copy = folder / "documents" / document.name
    copy.parent.mkdir(exist_ok=True)
    shutil.copyfile(document, copy)
    return by_command(copy, target, folder / "workspaces" / document.stem)


def _review_all(
    documents: Sequence[Path], edited: Path, review: Callable[[Path, Path], Reviewed], jobs: int
) -> list[Reviewed]:
    if not documents:
        raise SystemExit("the corpus has no docs/*.md: name its folder with --corpus")
    for document in documents:
        (edited / document.name).unlink(missing_ok=True)  # a failed review must not be scored by an earlier run's text
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda document: review(document, edited / document.name), documents))


def _print_runs(reviewed: Sequence[Reviewed]) -> bool:
    seconds = sum(item.seconds for item in reviewed)
    faulty = [item for item in reviewed if item.faults]
    print(
        f"{len(reviewed)} documents, {seconds:.0f} s; {sum(r.changes for r in reviewed)} changes, "
        f"{sum(len(r.flags) for r in reviewed)} flags, {sum(r.link_targets for r in reviewed)} link targets rewritten"
    )
    print(f"documents with a broken promise (exit code, original, verify, protected spans): {len(faulty)}")
    for item in faulty:
        for fault in item.faults:
            print(f"  {item.name}: {fault}")
    return bool(faulty)


def _print_quality(corpus: Path, out: Path, reviewed: Sequence[Reviewed]) -> None:
    """What the corpus's own program says of the edited documents. What they harm is told by ``quality``."""
    score = _score(corpus, out / "edited")
    english = _score(corpus, out / "edited", "--lang", "en")
    print(f"\nfixed {score['fixed']} of {score['errors']}, touched but not as the humans did {score['touched']}")
    print(f"English: fixed {english['fixed']} of {english['errors']}, {english['other_changed']} other lines changed")
    print(f"  {'class':<22} errors fixed touched")
    for name, numbers in sorted(score["by_class_errors_fixed_touched"].items(), key=lambda item: -item[1][0]):
        print(f"  {name:<22} {numbers[0]:>6} {numbers[1]:>5} {numbers[2]:>7}")
    others = [score[f"other_{kind}"] for kind in ("changed", "confirmed", "benign")]
    print("other changed lines {}: {} confirmed by later history, {} benign".format(*others))
    print(f"  blocks changed (score.py): {score['blocks_changed']} of {score['blocks_total']}")
    for baseline in BASELINES:
        print(f"  baseline: {baseline}")
    _flags(reviewed, out)


def _score(corpus: Path, edited: Path, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, str(corpus / "score.py"), *arguments, str(edited)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    totals: dict[str, Any] = json.loads(done.stdout.strip().split("\n")[-1])
    return totals


def _flags(reviewed: Sequence[Reviewed], out: Path) -> None:
    """Flags by rule, and how a fixed random sample of them was judged."""
    flags = [(item.name, flag) for item in reviewed for flag in item.flags]
    by_rule = Counter(flag.rule for _, flag in flags)
    print("\nflags by rule: " + ", ".join(f"{rule} {number}" for rule, number in by_rule.most_common()))
    known = read_judgements()
    picked = random.Random(1).sample(flags, min(FLAG_SAMPLE, len(flags)))
    print(f"  of {len(picked)} drawn: {count((_flag_key(flag) for _, flag in picked), known)}")
    unread = [(name, flag) for name, flag in picked if _flag_key(flag) not in known]
    rows = [(_flag_key(f), name, str(f.line), f.rule, f.text[:200], f.message, f.line_text[:400]) for name, f in unread]
    write_unjudged(out / "unjudged_flags.tsv", rows)


def _flag_key(flag: Flag) -> str:
    return digest("flag", flag.rule, flag.text, flag.line_text)


if __name__ == "__main__":
    raise SystemExit(main())
