"""CPU, wall time and memory of ``reviewctl check`` on 1.6k, 5.6k and 56k lines, beside markdownlint-cli2.

All runs are whole processes, start-up included, interleaved so that both programs see the same machine.
"""

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.documents import SIZES, Sample, samples
from benchmarks.measure import PROGRAM, Cost, cost, median, slowness, verdict

CPU_LIMIT = 2.0
MEMORY_LIMIT_MB = 250.0
RATIO_LIMIT = 0.3
LINEAR_LIMIT = 0.2
HELP_LIMIT = 0.4
_OTHER = "markdownlint-cli2"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a limit is not kept, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check_speed", description=__doc__)
    parser.add_argument("--corpus", type=Path, help="a folder of Markdown documents instead of the fixtures")
    parser.add_argument("--runs", type=int, default=5, help="runs of each program on each document (default 5)")
    parser.add_argument("--without-other", action="store_true", help=f"do not install and run {_OTHER}")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="reviewctl-bench-") as folder:
        other = None if options.without_other else _install_other(Path(folder))
        made = samples(Path(folder), options.corpus)
        slower = slowness(made[-1].path.read_text(encoding="utf-8"))
        ours, theirs = _run(made, other, options.runs)
        startup = [cost([PROGRAM, "check", str(_tiny(Path(folder))), "--format", "json"]) for _ in range(options.runs)]
    return max(_table(made, ours, theirs, slower), _linearity(made, ours, startup), _help(options.runs))


def _install_other(folder: Path) -> list[str] | None:
    """The command of markdownlint-cli2, installed outside the project; None, and a line that says why, if it cannot."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        print(f"{_OTHER} is skipped: node or npm was not found on PATH")
        return None
    done = subprocess.run(
        [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), _OTHER],
        capture_output=True, check=False, timeout=300, cwd=folder,
    )  # fmt: skip
    program = folder / "node_modules" / _OTHER / f"{_OTHER}-bin.mjs"
    if done.returncode or not program.exists():
        print(f"{_OTHER} is skipped: npm install ended with code {done.returncode}")
        return None
    return [node, str(program)]


def _tiny(folder: Path) -> Path:
    path = folder / "tiny.md"
    path.write_text("# One line\n\nAn occurence.\n", encoding="utf-8")
    return path


_Costs = dict[int, list[Cost]]


def _run(made: Sequence[Sample], other: list[str] | None, runs: int) -> tuple[_Costs, _Costs]:
    ours: _Costs = {sample.size: [] for sample in made}
    theirs: _Costs = {sample.size: [] for sample in made}
    for _ in range(runs):
        for sample in made:
            done = cost([PROGRAM, "check", str(sample.path), "--format", "json"])
            if done.code not in (0, 1):
                raise SystemExit(f"reviewctl check ended with code {done.code} on the {sample.size} line document")
            ours[sample.size].append(done)
            if other:
                theirs[sample.size].append(cost([*other, str(sample.path)]))
    return ours, theirs


def _table(made: Sequence[Sample], ours: _Costs, theirs: _Costs, slower: float) -> int:
    print(f"\ncheck --format json, medians (CPU seconds min to max); limits hold for {SIZES[-1]:,} lines")
    print(
        "  lines  MB text   CPU s    min    max  wall s  peak MB"
        + (f"  {_OTHER} CPU s  ratio" if any(theirs.values()) else "")
    )
    for sample in made:
        mine = ours[sample.size]
        cpu, their = median(mine, lambda c: c.cpu), theirs[sample.size]
        wall, peak = median(mine, lambda c: c.wall), median(mine, lambda c: c.peak_mb)
        spread = f"{min(c.cpu for c in mine):>6.2f} {max(c.cpu for c in mine):>6.2f}"
        line = f"{sample.lines:>7,} {sample.characters / 1e6:>8.2f} {cpu:>7.2f} {spread} {wall:>7.2f} {peak:>8.0f}"
        if their:
            rival = median(their, lambda c: c.cpu)
            line += f"  {rival:>23.2f}  {cpu / rival:>5.2f}"
        print(line)
    longest = made[-1].size
    cpu, peak = median(ours[longest], lambda c: c.cpu), median(ours[longest], lambda c: c.peak_mb)
    print(f"  {'CPU s here':<36} {cpu:>8.3f}")
    checks = [("CPU s where the limit is at home", cpu / slower, CPU_LIMIT), ("peak MB", peak, MEMORY_LIMIT_MB)]
    if theirs[longest]:
        checks.append((f"CPU / {_OTHER}", cpu / median(theirs[longest], lambda c: c.cpu), RATIO_LIMIT))
    return _checks(checks)


def _linearity(made: Sequence[Sample], ours: _Costs, startup: Sequence[Cost]) -> int:
    base = median(startup, lambda c: c.cpu)
    print(f"\nstart-up with a three-line document: {base:.3f} s CPU; beyond it:")
    costs = []
    for sample in made:
        beyond = median(ours[sample.size], lambda c: c.cpu) - base
        costs.append(beyond / sample.lines)
        each = f"{beyond / sample.lines * 1e6:>7.1f} µs a line {beyond / sample.characters * 1e9:>7.0f} ns a character"
        print(f"{sample.lines:>7,} lines {each}")
    return _checks([("growth of CPU a line, 5.6k to 56k", costs[2] / costs[1] - 1, LINEAR_LIMIT)])


def _help(runs: int) -> int:
    print()
    costs = [cost([PROGRAM, "--help"]) for _ in range(runs)]
    return _checks([("reviewctl --help, wall s", median(costs, lambda c: c.wall), HELP_LIMIT)])


def _checks(checks: Sequence[tuple[str, float, float]]) -> int:
    for name, value, limit in checks:
        print(f"  {name:<36} {value:>8.3f}  limit {limit:g}  {verdict(value, limit)}")
    return int(any(value > limit for _, value, limit in checks))


if __name__ == "__main__":
    raise SystemExit(main())
