"""Bad input through ``reviewctl check``: size n and 4n must differ by about four, never by sixteen.

Whole processes; the start-up of a tiny document is taken off both sides. An exit code other than 0 or 1 is a failure.
"""

import argparse
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.measure import PROGRAM, Cost, cost

RATIO_LIMIT = 5.0
_LEAST_SECONDS = 0.04
"""Below this the smaller run is noise: the ratio is then taken against this value."""

_LONGEST = 60.0
"""Seconds of wall time after which a run is killed: exit code -9."""

Make = Callable[[int], str]


def _growing_fences(n: int) -> str:
    return " ".join("`" * i for i in range(1, int((2 * n) ** 0.5)))


CASES: Mapping[str, tuple[Make, int]] = {
    "one line of words": (lambda n: "plain words here " * (n // 17), 200_000),
    "one line of misspellings": (lambda n: "recieve occurence " * (n // 18), 200_000),
    "one line of one letter": (lambda n: "a" * n, 200_000),
    "one line of [": (lambda n: "[" * n, 200_000),
    "one line of [](": (lambda n: "[](" * (n // 3), 200_000),
    "one line of ![": (lambda n: "![" * (n // 2), 200_000),
    "one line of [^a]": (lambda n: "[^a]" * (n // 4), 200_000),
    "one line of growing ` runs": (_growing_fences, 200_000),
    "one line of <": (lambda n: "<" * n, 200_000),
    "one line of <a": (lambda n: "<a " * (n // 3), 200_000),
    "one line of <!--": (lambda n: "x <!-- " * (n // 7), 200_000),
    "one line of $": (lambda n: "$a " * (n // 3), 200_000),
    "one line of \\(": (lambda n: "\\(" * (n // 2), 200_000),
    "one line of * and _": (lambda n: "*a _b " * (n // 6), 200_000),
    "one line of a@": (lambda n: "a@" * (n // 2), 200_000),
    "one line of a URL's brackets": (lambda n: "https://" + "(" * n, 200_000),
    "one line of {++": (lambda n: "{++a " * (n // 5), 200_000),
    "one line of spaces": (lambda n: "a" + " " * n + "b", 200_000),
    "one line of quotation marks": (lambda n: '"a ' * (n // 3), 200_000),
    "one line of the the": (lambda n: "the the " * (n // 8), 200_000),
    "one line of 1.1.": (lambda n: "1.1." * (n // 4), 200_000),
    "one line of Section 1.1": (lambda n: "Section 1.1 " * (n // 12), 200_000),
    "one line of 12 %": (lambda n: "12 % " * (n // 5), 200_000),
    "one line of NUL": (lambda n: "\0" * n, 200_000),
    "lines, blank ones between": (lambda n: "some words\n\n" * (n // 2), 100_000),
    "lines of one paragraph": (lambda n: "some words\n" * n, 100_000),
    "empty lines": (lambda n: "\n" * n, 100_000),
    "lines that end in CR": (lambda n: "some words\r" * n, 100_000),
    "table rows": (lambda n: "|a|b|\n|-|-|\n" + "|12 %|word|\n" * n, 100_000),
    "table columns": (lambda n: "|a" * n + "|\n" + "|-" * n + "|\n" + "|b" * n + "|\n", 10_000),
    "list items": (lambda n: "- item\n" * n, 25_000),
    "lists nested (n, on n/5 lines)": (lambda n: "".join("  " * (i % 200) + "- a\n" for i in range(n)), 1_000),
    "quotes nested": (lambda n: (">" * 100 + " a\n") * n, 200),
    "unclosed $$": (lambda n: "$$\na\n\n" * n, 3_000),
    "unclosed \\[": (lambda n: "\\[\na\n\n" * n, 3_000),
    "unclosed \\begin": (lambda n: "".join(f"\\begin{{e{i}}}\na\n\n" for i in range(n)), 3_000),
    "unclosed <!-- in text": (lambda n: "a <!-- a\n\n" * n, 3_000),
    "unclosed <!-- as block": (lambda n: "<!-- a\n\n" * n, 3_000),
    "fences that never match": (lambda n: "- ```\n" * n, 5_000),
    "headings, all the same": (lambda n: "# same\n" * n, 10_000),
    "headings, numbered, mentioned": (lambda n: "".join(f"# {i}. T\n\nsee Section {i}.\n\n" for i in range(n)), 5_000),
    "headings, numbered with gaps": (lambda n: "".join(f"# {3 * i}. T\n\n## {3 * i}.1 U\n\n" for i in range(n)), 2_000),
    "headings, numbers twice": (lambda n: "".join(f"# {i}. T\n\n## {i}.2 U\n\n" * 2 for i in range(n)), 1_000),
    "copies of a numbered text": (lambda n: "# T\n\n## 1. A\n\n### 1.1 B\n\n## 3. C\n\n### 3.1 D\n\n" * n, 1_000),
    "captions with gaps": (lambda n: "".join(f"Figure {3 * i}: x\n\nsee Figure {3 * i}.\n\n" for i in range(n)), 2_000),
    "anchors, one letter off": (lambda n: "".join(f"# same words\n\n[x](#same-word-{i})\n\n" for i in range(n)), 2_000),
    "headings, links to lost anchors": (lambda n: "".join(f"# head {i}\n\n[x](#hed-{i})\n\n" for i in range(n)), 2_000),
    "figures and mentions": (lambda n: "".join(f"Figure {i}: x\n\nsee Figure {2 * i}.\n\n" for i in range(n)), 5_000),
    "captions, all the same": (lambda n: "Figure 1: x\n\nsee Figure 7.\n\n" * n, 5_000),
    "link definitions": (lambda n: "".join(f"[a{i}]: /u\n" for i in range(n)), 10_000),
    "footnotes": (lambda n: "".join(f"a[^{i}]\n\n[^{i}]: x\n\n" for i in range(n)), 3_000),
    "the same paragraph": (lambda n: ("The same words again, " * 6 + "and an end.\n\n") * n, 5_000),
    "numbers that contradict": (lambda n: "".join(f"There are {i} modules.\n\n" for i in range(n)), 5_000),
    "directives": (lambda n: "<!-- reviewctl-disable misspelling -->\n\na the the\n\n" * n, 3_000),
    "language marks": (lambda n: "<!-- lang: fr -->\n\na\n\n<!-- lang: en -->\n\n" * n, 3_000),
}  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a case grows faster than linearly or fails, else 0."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pathological", description=__doc__)
    parser.add_argument("--only", help="cases whose name contains this text")
    options = parser.parse_args(arguments)
    bad = 0
    print(f"{'case':<34} {'n':>8} {'CPU n':>7} {'CPU 4n':>7} {'ratio':>6} {'MB 4n':>6}")
    with tempfile.TemporaryDirectory(prefix="reviewctl-bench-") as folder:
        base = min(_check(Path(folder), "# a\n").cpu for _ in range(3))
        for name, (make, size) in CASES.items():
            if options.only and options.only not in name:
                continue
            bad += _report(name, size, [_check(Path(folder), make(n)) for n in (size, 4 * size)], base)
    print(f"{bad} of the cases above are over {RATIO_LIMIT:g} or failed; start-up taken off: {base:.2f} s")
    return int(bad > 0)


def _check(folder: Path, text: str) -> Cost:
    path = folder / "case.md"
    path.write_bytes(text.encode("utf-8"))
    return cost([PROGRAM, "check", str(path), "--format", "json"], seconds=_LONGEST)


def _report(name: str, size: int, costs: Sequence[Cost], base: float) -> int:
    small, large = (max(item.cpu - base, 0.0) for item in costs)
    ratio = large / max(small, _LEAST_SECONDS)
    codes = [item.code for item in costs if item.code not in (0, 1)]
    mark = f"  exit code {codes[0]}" if codes else "  NOT LINEAR" if ratio > RATIO_LIMIT else ""
    peak = costs[-1].peak_mb
    print(f"{name:<34} {size:>8,} {small:>7.2f} {large:>7.2f} {ratio:>6.1f} {peak:>6.0f}{mark}", flush=True)
    return int(bool(mark))


if __name__ == "__main__":
    raise SystemExit(main())
