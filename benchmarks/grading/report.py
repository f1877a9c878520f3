"""What a measurement leaves: a table, a plot, and every edit with enough around it to be judged."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.grading.labels import in_place, key_of
from benchmarks.grading.plot import draw_plot
from benchmarks.grading.tables import markdown
from benchmarks.grading.tally import Applied, Tally


def write_report(out: Path, tallies: Sequence[Tally], title: str) -> None:
    """``quality.md``, ``quality.png`` and ``ops.jsonl`` in a folder outside the project."""
    (out / "quality.md").write_text(markdown(tallies, title), encoding="utf-8")
    with (out / "ops.jsonl").open("w", encoding="utf-8") as file:
        for line in _ops(tallies):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    print((out / "quality.md").read_text(encoding="utf-8"))
    draw_plot(out / "quality.png", tallies)


def _ops(tallies: Iterable[Tally]) -> Iterator[dict[str, object]]:
    for item in tallies:
        for applied in item.applied:
            yield {"mode": item.name, **_op(applied)}


def _op(applied: Applied) -> dict[str, object]:
    document = applied.run.document
    key = key_of(document, applied.edit)
    told = {"label": applied.label, "exact": applied.exact, "blind": applied.random, "clean": applied.clean}
    return {**key._asdict(), **told, **asdict(applied.edit), **in_place(document, applied.edit)}
