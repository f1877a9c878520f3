"""What orchestration adds to chunk reviews, whether calls run side by side, and memory: with the scripted backend.

    python -m benchmarks.model_edge [CHUNKS]            times, 250 chunks unless another number is given
    python -m benchmarks.model_edge memory [CHUNKS …]   peak memory of the command: 250, 1000 and 2000 chunks

Each run is a fresh workspace and an empty cache on a server of its own (``REVIEWCTL_HOME`` in a temporary folder); the
pure library does the same on plain threads in the same process. Memory is that of a process of its own, and every reply
there is 8 KB long and has an edit in it.
"""

import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.measure import PROGRAM, cost, verdict

if TYPE_CHECKING:
    from reviewer.config import ReviewerConfig

PER_CHUNK_MS = 6.0
WITHIN = 1.10
PEAK_MB = 1000.0
CHUNKS = 250
MEMORY_CHUNKS = (250, 1000, 2000)
REPLY_BYTES = 8192


def document(chunks: int) -> str:
    """A section a chunk, each of its own words."""
    part = "The pump number {0} runs with water from tank {0}, and its valves, pipes and filters are checked daily. "
    parts = [f"## Part {number}\n\n{part.format(number) * 6}All of it were seen.\n" for number in range(chunks)]
    return "# Pumps\n\n" + "\n".join(parts)


def script(folder: Path, delay_ms: int) -> Path:
    """Answers nothing to do, after a delay."""
    path = folder / f"script-{delay_ms}.jsonl"
    path.write_text(json.dumps({"when": {}, "reply": [], "delay_ms": delay_ms}) + "\n")
    return path


def edits(folder: Path) -> Path:
    """Answers one edit that fits every chunk, after long thoughts."""
    edit = {"action": "replace", "before": "All of it were", "after": "All of it was", "kind": "grammar"}
    thoughts = "I read it again. " * (REPLY_BYTES // 17)
    path = folder / "script-edits.jsonl"
    path.write_text(json.dumps({"when": {}, "reply": f"<think>{thoughts}</think>{json.dumps([edit])}"}) + "\n")
    return path


def pure(path: Path, script_path: Path, concurrency: int) -> float:
    """Wall seconds of the library alone."""
    from reviewer.service.clock import SystemClock
    from reviewer.service.models.edge import open_edge
    from reviewer.service.models.pool_runs import pool_runs
    from reviewer.service.models.review import ModelTools
    from reviewer.service.review import ReviewRequest, Tools, review_document
    from reviewer.service.spelling import TyposSpeller

    config = _config(script_path, concurrency)
    edge = open_edge(config.llm)
    models = ModelTools(edge, partial(pool_runs, concurrency), lambda _: None, time.monotonic)
    began = time.perf_counter()
    outcome = review_document(ReviewRequest(path, config), Tools(TyposSpeller(), SystemClock(), models=models))
    spent = time.perf_counter() - began
    assert outcome.counts.chunks_failed == 0, outcome
    return spent


def orchestrated(path: Path, script_path: Path, concurrency: int) -> tuple[float, int]:
    """Wall seconds and model calls of the flow, in this process."""
    from flows.run import run_review

    config = _config(script_path, concurrency)
    began = time.perf_counter()
    outcome = run_review(path, config)
    return time.perf_counter() - began, outcome.counts.model_calls


def _config(script_path: Path, concurrency: int) -> "ReviewerConfig":
    from reviewer.config import LLMConfig, ReviewerConfig, ReviewModes

    llm = LLMConfig(backend="scripted", script=str(script_path), concurrency=concurrency)
    return ReviewerConfig(llm=llm, skip_pyramid=True, review=ReviewModes(mode="plan"))


def measure(chunks: int, folder: Path) -> None:
    """All figures."""
    path = folder / "pumps.md"
    path.write_text(document(chunks))
    warm = folder / "warm.md"
    warm.write_text(document(3))
    orchestrated(warm, script(folder, 0), 4)  # imports and the server's start are not what is measured
    alone = pure(_copy(path, "pure"), script(folder, 0), 4)
    spent, calls = orchestrated(path, script(folder, 0), 4)
    added = (spent - alone) / chunks * 1000
    print(f"{chunks} chunks, 0 ms a call: library {alone:.2f} s, orchestrated {spent:.2f} s, {calls} calls")
    print(f"  added {added:.1f} ms a chunk, limit {PER_CHUNK_MS:g}: {verdict(added, PER_CHUNK_MS)}")
    again, calls = orchestrated(path, script(folder, 0), 4)
    print(f"  again, unchanged: {again:.2f} s, {calls} calls, limit 0: {verdict(calls, 0.5)}")
    ideal = chunks * 0.5 / 4
    spent, _ = orchestrated(path, script(folder, 500), 4)
    ratio = spent / ideal
    print(f"  500 ms a call, 4 at a time: {spent:.1f} s, ideal {ideal:.1f}")
    print(f"  ratio {ratio:.3f}, limit {WITHIN}: {verdict(ratio, WITHIN)}")
    print(f"  peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def measure_memory(sizes: Sequence[int], folder: Path) -> None:
    """Peak memory of ``reviewctl review``. It runs before this process holds anything: Linux counts from before it."""
    from reviewer.service.server import ensure_server

    ensure_server()
    command = [PROGRAM, "review", "--backend", "scripted", "--script", str(edits(folder)), "--skip-pyramid", "--json"]
    for chunks in sizes:
        path = folder / f"pumps-{chunks}.md"
        path.write_text(document(chunks))
        spent = cost([*command, str(path)])
        assert spent.code == 0, spent
        status = next(folder.glob(f".review/pumps-{chunks}*/stage2/ops/status.jsonl")).read_bytes()
        edited = status.count(b'"outcome": "ops"')
        print(f"{chunks} chunks, {edited} with an edit: peak {spent.peak_mb:.0f} MB in {spent.wall:.1f} s")
        print(f"  limit {PEAK_MB:g} MB: {verdict(spent.peak_mb, PEAK_MB)}")


def _copy(path: Path, name: str) -> Path:
    copy = path.with_name(name) / path.name
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    return copy


def _chosen(arguments: Sequence[str]) -> Callable[[Path], None]:
    if arguments[:1] == ["memory"]:
        return partial(measure_memory, [int(size) for size in arguments[1:]] or MEMORY_CHUNKS)
    return partial(measure, int(arguments[0]) if arguments else CHUNKS)


def _drain() -> None:
    """Let Prefect send what it still holds: at exit it would wait for a server that is gone, for a minute."""
    if "prefect" in sys.modules:
        from prefect.events.worker import EventsWorker
        from prefect.logging.handlers import APILogWorker

        APILogWorker.instance().drain()
        EventsWorker.instance().drain()


def main() -> None:
    """In a home of its own, whose server is stopped at the end."""
    from reviewer.service.server import stop_server

    with tempfile.TemporaryDirectory() as folder:
        os.environ["REVIEWCTL_HOME"] = str(Path(folder, "home"))
        try:
            _chosen(sys.argv[1:])(Path(folder))
            _drain()
        finally:
            stop_server()


if __name__ == "__main__":
    main()
