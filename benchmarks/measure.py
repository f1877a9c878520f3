"""Run a program and read what it cost: CPU, wall time and peak memory of the whole process and its children."""

import os
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sys import executable

from markdown_it import MarkdownIt

PARSE_SECONDS = 0.7
"""What markdown-it-py alone takes for 56,000 lines on the machine of the limits (issue A, stage 1)."""

PROGRAM = str(Path(executable).parent / "reviewctl")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU (user and system, children included), seconds of wall time, MB at the peak, and the exit code."""

    cpu: float
    wall: float
    peak_mb: float
    code: int


def cost(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    seconds: float = 600.0,
    output: Path = Path(os.devnull),
) -> Cost:
    """Run one command; what it prints goes to ``output``, errors nowhere.

    The peak is that of the largest process; it never reads as less than this measuring process had at the time (Linux
    counts from before ``exec``).
    After ``seconds`` of wall time it is killed: the exit code is then -9.

    Modules may be kept compiled: where the environment forbids it, every run would compile what was edited since.
    """
    started = time.perf_counter()
    known = os.environ if environment is None else environment
    kept = {name: value for name, value in known.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with output.open("wb") as file:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL, env=kept)
    alarm = threading.Timer(seconds, process.kill)
    alarm.start()
    _, status, usage = os.wait4(process.pid, 0)
    alarm.cancel()
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - started
    return Cost(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, process.returncode)


def median(costs: Sequence[Cost], read: Callable[[Cost], float]) -> float:
    """Median of one figure over several runs."""
    return statistics.median(read(item) for item in costs)


def slowness(text: str, runs: int = 3) -> float:
    """How many times slower this machine is, now, than the one that limits in seconds are meant for.

    ``text`` are 56,000 lines. The least of several runs of the library that we stand on, alone, in the same run as what
    is measured: seconds of a shared machine say little, this ratio does.
    """
    parser, seconds = MarkdownIt("commonmark"), []
    for _ in range(runs):
        started = time.process_time()
        parser.parse(text)
        seconds.append(time.process_time() - started)
    found = min(seconds) / PARSE_SECONDS
    there = f"{PARSE_SECONDS} s where the limits are at home"
    print(f"markdown-it-py alone, 56,000 lines: {min(seconds):.2f} s here, {there}: {found:.2f} times slower")
    return found


def verdict(value: float, limit: float) -> str:
    """``ok`` or ``OVER`` for the column beside a limit."""
    return "ok" if value <= limit else "OVER"
