"""10,000 changes on 56,000 lines through the commands' own functions: apply, revert one, verify.

Run: ``python -m benchmarks.service_scale [CHANGES …]`` (default 2500 and 10000). Each count is a fresh process, each
command finds nothing in memory but what a command has just read; CPU and wall seconds, and the peak memory of all. The
garbage collector is set as the command line sets it.
"""

import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from unittest.mock import patch

from benchmarks.commit_scale import LINES, text_of
from benchmarks.documents import samples
from benchmarks.measure import slowness, verdict
from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.model.selection import Selection
from reviewer.service import session
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock
from reviewer.service.files import documents
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.verify import verify
from reviewer.service.workspace.folder import require_workspace
from reviewer.surfaces.cli.main import COLLECT_AFTER

T = TypeVar("T")
LIMITS = {"apply": 15.0, "apply without patches": 5.0, "revert one": 1.0, "verify": 10.0}
MEMORY = 1024


def ops_of(text: str, count: int) -> list[dict[str, object]]:
    """``count`` ops of a person, spread evenly over the document."""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if "teh" in line]
    chosen = [lines[index * len(lines) // count] for index in range(count)]
    return [
        {
            "action": "replace",
            "target": {"line_start": line, "line_end": line},
            "before_text": "teh",
            "before_hash": content_hash("teh"),
            "after_text": "the",
        }
        for line in chosen
    ]


def timed(name: str, slower: float, step: Callable[[], T]) -> T:
    """Run a step as a new process would, with nothing parsed or left to collect before, and print what it cost here,
    and where the limit is at home."""
    documents._memo.clear()
    documents._outlines.clear()
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    result = step()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    limit = LIMITS[name]
    there = cpu / slower
    told = f"{cpu:6.2f} s CPU {wall:6.2f} s wall here, {there:5.2f} s there"
    print(f"  {name:24} {told}, limit {limit:g}: {verdict(there, limit)}", flush=True)
    return result


def measure(count: int, slower: float) -> None:
    """All commands for one number of changes."""
    gc.set_threshold(COLLECT_AFTER, 50, 50)
    text = text_of(LINES)
    config, clock = ReviewerConfig(), SystemClock()
    with tempfile.TemporaryDirectory() as folder:
        document, ops = Path(folder, "big.md"), Path(folder, "ops.json")
        ops.write_text(json.dumps(ops_of(text, count)))
        document.write_text(text)
        outcome = timed("apply", slower, lambda: apply_ops(ApplyRequest(document, ops, config), clock))
        assert outcome.counts.changes == count, outcome.counts
        request = UndoRequest(document, Selection(ids=("RVW-0007",)), config)
        assert timed("revert one", slower, lambda: undo(request, clock)).reverted == ("RVW-0007",)
        found = timed("verify", slower, lambda: verify(require_workspace(document)))
        assert found["status"] == "ok", found
        other = Path(folder, "other.md")
        other.write_text(text)
        with patch.object(session, "write_patches"), patch.object(session, "add_patches", return_value=True):
            timed("apply without patches", slower, lambda: apply_ops(ApplyRequest(other, ops, config), clock))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  peak memory {peak} MB, limit {MEMORY}: {verdict(peak, MEMORY)}")


def main() -> None:
    """A fresh process for each count."""
    if sys.argv[1:2] == ["--here"]:
        measure(int(sys.argv[2]), float(sys.argv[3]))
        return
    with tempfile.TemporaryDirectory() as folder:
        (sample,) = samples(Path(folder), sizes=(LINES,))
        slower = slowness(sample.path.read_text(encoding="utf-8"))
    for count in sys.argv[1:] or ["2500", "10000"]:
        print(f"{LINES} lines, {count} changes", flush=True)
        subprocess.run([sys.executable, "-m", "benchmarks.service_scale", "--here", count, str(slower)], check=True)


if __name__ == "__main__":
    main()
