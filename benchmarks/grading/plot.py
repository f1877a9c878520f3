"""The plot beside the table: what became of the known errors, and harm in clean words with its interval."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.grading.documents import CLASSES
from benchmarks.grading.grade import GRADES
from benchmarks.grading.tally import Tally, summed

_COLOURS = {"fixed": "#2a7f62", "partly": "#9bc53d", "otherwise": "#c3423f", "missed": "#d9d9d9"}
_THOUSAND = 1000


def draw_plot(path: Path, tallies: Sequence[Tally]) -> bool:
    """Write a PNG; False, and one line that says how to get it, where matplotlib is not installed."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        print("no plot: matplotlib is not installed (pip install -c constraints.txt -e '.[benchmarks]')")
        return False
    figure = Figure(figsize=(13, 3.5 + 2.2 * len(tallies)), layout="constrained")
    FigureCanvasAgg(figure)
    found, harm = figure.subplots(1, 2, width_ratios=(3, 1))
    _found(found, tallies)
    _harm(harm, tallies)
    figure.savefig(path, dpi=110)
    return True


def _found(axes: Any, tallies: Sequence[Tally]) -> None:
    rows: list[tuple[str, dict[str, int]]] = []
    for language in ("en", "fr"):
        for cls in CLASSES:
            rows += [
                (f"{language} {cls}, {t.name}", t.grades[language, cls]) for t in tallies if (language, cls) in t.grades
            ]
        rows += [(f"{language} all, {t.name}", counts) for t in tallies if (counts := summed(t.grades, language))]
    rows.reverse()
    left = [0.0] * len(rows)
    for grade in GRADES:
        shares = [counts[grade] / max(sum(counts.values()), 1) for _, counts in rows]
        axes.barh(range(len(rows)), shares, left=left, color=_COLOURS[grade], label=grade)
        left = [a + b for a, b in zip(left, shares, strict=True)]
    axes.set_yticks(range(len(rows)), [f"{name} (n={sum(counts.values())})" for name, counts in rows], fontsize=6)
    axes.set_xlim(0, 1)
    axes.set_title("known hard errors")
    axes.legend(ncols=len(GRADES), fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.04))


def _harm(axes: Any, tallies: Sequence[Tally]) -> None:
    rows = [
        (f"{t.name}{', silent' if silent else ''}", t.harm(silent=silent)) for t in tallies for silent in (False, True)
    ]
    values = [share.value * _THOUSAND for _, share in rows]
    low = [(share.value - share.low) * _THOUSAND for _, share in rows]
    high = [(share.high - share.value) * _THOUSAND for _, share in rows]
    axes.errorbar(range(len(rows)), values, yerr=[low, high], fmt="o", color="#c3423f", capsize=4)
    axes.axhline(0.3, color="#888888", linestyle=":", linewidth=1)
    axes.set_xticks(range(len(rows)), [name for name, _ in rows], rotation=45, ha="right", fontsize=7)
    axes.set_xlim(-0.5, len(rows) - 0.5)
    axes.set_ylim(bottom=0)
    axes.set_title("harmful edits per 1,000 clean words\n(95 %, Clopper-Pearson; dotted: limit)", fontsize=9)
