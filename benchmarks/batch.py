"""A folder of documents reviewed in one go, without a model: documents a second, CPU, memory.

    python -m benchmarks.batch [--count 200] [--flat 50,200,800]

The figure to reach is 8 documents a second on 2 cores after start-up: for 200 documents of 50 to 500 lines, from the
moment at which the run begins to look for documents to the written summary. Everything else is told beside it: the
whole process from the shell, its CPU, its largest memory, what a second batch over the same unchanged folder takes. The
server runs already, as it does after a first command; it lives, like all results, in a temporary home.

The machine may be shared, so the figure is also told for the machine that limits in seconds are meant for
(``slowness``), and that one decides.
"""

import argparse
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import SIZES, folder_of, samples
from benchmarks.measure import PROGRAM, Cost, cost, slowness, verdict
from reviewer.service.server import ensure_server, stop_server

LIMIT = 1 / 8
"""Seconds a document."""

FLAT_LIMIT_MB = 0.1
"""So much may each further document add to the largest memory: a row of the summary, Prefect's record of a task."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One batch from the shell: its cost, and what it said of itself."""

    cost: Cost
    seconds: float
    counts: dict[str, int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a limit is not kept, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.batch", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="documents of the folder (default 200)")
    parser.add_argument("--runs", type=int, default=3, help="fresh folders that are reviewed; the best counts")
    parser.add_argument("--flat", default="50,200,800", help="folder sizes whose memory is compared")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="reviewctl-bench-") as home:
        os.environ["REVIEWCTL_HOME"] = home
        for name in [name for name in os.environ if name.startswith("PREFECT_")]:
            del os.environ[name]
        (long,) = samples(Path(home), None, (SIZES[-1],))
        slower = slowness(long.path.read_text(encoding="utf-8"))
        ensure_server(print)
        try:
            worst = _speed(Path(home), options.count, options.runs, slower)
            return max(worst, _memory(Path(home), [int(size) for size in options.flat.split(",") if size]))
        finally:
            stop_server()


def _speed(home: Path, count: int, runs: int, slower: float) -> int:
    print(f"\n{count} documents of 50 to 500 lines, no model; load {os.getloadavg()[0]:.1f}")
    print("              docs/s   run s  whole s   CPU s  CPU ms/doc  peak MB")
    first, again = [], []
    for number in range(runs):
        folder = home / f"speed-{number}"
        folder_of(folder, count)
        first.append(_batch(folder))
        _line("reviewed", count, first[-1])
        again.append(_batch(folder))
        _line("unchanged", count, again[-1])
    best = min(first, key=lambda measured: measured.seconds)
    if best.counts["completed"] != count:
        raise SystemExit(f"{best.counts['completed']} of {count} documents were reviewed")
    each = best.seconds / count
    return _checks(
        [("s a document, here", each, LIMIT), ("s a document where the limit is at home", each / slower, LIMIT)]
    )


def _memory(home: Path, sizes: Sequence[int]) -> int:
    print("\nlargest memory by size of the folder")
    peaks = []
    for size in sizes:
        folder = home / f"flat-{size}"
        folder_of(folder, size)
        peaks.append(_batch(folder).cost.peak_mb)
        print(f"{size:>6} documents {peaks[-1]:>6.0f} MB")
    if len(sizes) < 2:
        return 0
    growth = (peaks[-1] - peaks[0]) / (sizes[-1] - sizes[0])
    return _checks([("MB that a further document adds", growth, FLAT_LIMIT_MB)])


def _batch(folder: Path) -> Measured:
    said = folder.parent / "said.json"
    done = cost([PROGRAM, "batch", str(folder), "--no-llm", "--json"], output=said)
    if done.code != 0:
        raise SystemExit(f"reviewctl batch ended with code {done.code}: {said.read_text(encoding='utf-8')[:500]}")
    outcome = json.loads(said.read_text(encoding="utf-8"))
    return Measured(done, outcome["seconds"], outcome["counts"])


def _line(name: str, count: int, measured: Measured) -> None:
    whole = measured.cost
    print(
        f"{name:<12} {count / measured.seconds:>7.1f} {measured.seconds:>7.2f} {whole.wall:>8.2f} {whole.cpu:>7.2f} "
        f"{whole.cpu / count * 1000:>11.0f} {whole.peak_mb:>8.0f}"
    )


def _checks(checks: Sequence[tuple[str, float, float]]) -> int:
    for name, value, limit in checks:
        print(f"  {name:<42} {value:>8.3f}  limit {limit:g}  {verdict(value, limit)}")
    return int(checks[-1][1] > checks[-1][2])


if __name__ == "__main__":
    raise SystemExit(main())
