"""``make bench``: speed and memory of ``check``, bad input, and what orchestration adds, on documents made here."""

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measurements one after the other; 1 when any of them is over a limit, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__)
    parser.add_argument("--corpus", type=Path, help="a folder of Markdown documents instead of the fixtures")
    options = parser.parse_args(arguments)
    corpus = ["--corpus", str(options.corpus)] if options.corpus else []
    worst = 0
    for module, extra in (("check_speed", corpus), ("pathological", []), ("orchestration", corpus)):
        print(f"== {module}", flush=True)
        done = subprocess.run([sys.executable, "-m", f"benchmarks.{module}", *extra], check=False)
        worst = max(worst, int(done.returncode != 0))
        print(flush=True)
    return worst


if __name__ == "__main__":
    raise SystemExit(main())
