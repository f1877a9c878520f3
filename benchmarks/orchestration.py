"""What orchestration adds to a review: the same document without Prefect, and as a flow on a running server.

    python -m benchmarks.orchestration [--corpus FOLDER] [--lines 1600] [--runs 3]

Every measurement is a fresh process, as a person at a shell pays it: wall seconds and CPU seconds of the process, its
children included, the server not; the marks behind them are CPU seconds of the process alone. The best of the runs
counts. The server and all results live in a temporary home.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.documents import ROOT, samples
from reviewer.service.server import ensure_server, stop_server

CHILD = """
import json, sys, time
marks = {}

def mark(name):
    marks[name] = round(time.process_time(), 3)
from pathlib import Path
from reviewer.config import ReviewerConfig
mode, path = sys.argv[1], Path(sys.argv[2])
config = ReviewerConfig(no_llm=True)
if mode == "analyse":
    from reviewer.service.files.documents import load_document
    from reviewer.service.stages.pipeline import analyse
    from reviewer.service.spelling import TyposSpeller
    mark("imported")
    analyse(load_document(path), config, TyposSpeller())
elif mode == "direct":
    from reviewer.service.clock import SystemClock
    from reviewer.service.review import ReviewRequest, Tools, review_document
    from reviewer.service.spelling import TyposSpeller
    mark("imported")
    review_document(ReviewRequest(path, config), Tools(TyposSpeller(), SystemClock()))
else:
    from flows.run import run_review
    mark("imported")
    from flows.api import connect
    connect()
    mark("connected")
    import flows.review
    mark("prefect imported")
    run_review(path, config)
mark("done")
print(json.dumps(marks))
"""


def measured(mode: str, document: Path) -> dict[str, object]:
    """One fresh process."""
    before, start = os.times(), time.perf_counter()
    command = [sys.executable, "-c", CHILD, mode, str(document)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    after = os.times()
    cpu = after.children_user - before.children_user + after.children_system - before.children_system
    return {"wall": round(time.perf_counter() - start, 2), "cpu": round(cpu, 2), **json.loads(done.stdout)}


def fresh_copy(text: str) -> Path:
    """A document in a folder of its own, so that it has no review yet."""
    path = Path(tempfile.mkdtemp()) / "document.md"
    path.write_text(text, encoding="utf-8")
    return path


def measurements(text: str, runs: int) -> dict[str, list[dict[str, object]]]:
    """Each kind of run, with and without stored results. A cold run needs content that was never seen."""
    kept = fresh_copy(text)
    cold = [fresh_copy(f"{text}\nCold run {number}.\n") for number in range(runs)]
    return {
        "analyse alone": [measured("analyse", kept) for _ in range(runs)],
        "review, no Prefect": [measured("direct", fresh_copy(text)) for _ in range(runs)],
        "review flow, nothing stored": [measured("flow", path) for path in cold],
        "review flow, all stored": [measured("flow", cold[0]) for _ in range(runs)],
    }


def main() -> None:
    """Print one line per kind of run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=None)
    parser.add_argument("--lines", type=int, default=1600)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        os.environ["REVIEWCTL_HOME"] = home
        for name in [name for name in os.environ if name.startswith("PREFECT_")]:
            del os.environ[name]
        (sample,) = samples(Path(home), arguments.corpus, (arguments.lines,))
        text = sample.path.read_text(encoding="utf-8")
        ensure_server(print)
        try:
            results = measurements(text, arguments.runs)
        finally:
            stop_server()
    print(f"{arguments.lines} lines, {len(text)} characters, best of {arguments.runs}, load {os.getloadavg()[0]:.1f}")
    for name, runs in results.items():
        print(f"{name:30}", json.dumps(min(runs, key=lambda run: float(str(run["wall"])))))


if __name__ == "__main__":
    main()
