"""What a measurement leaves: a table, a plot, and every edit with enough around it to be judged."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.grading.documents import Record
from benchmarks.grading.grade import grade_record
from benchmarks.grading.labels import in_place, key_of
from benchmarks.grading.plot import draw_plot
from benchmarks.grading.tables import markdown
from benchmarks.grading.tally import Applied, DocumentRun, Tally, is_counted


def write_report(out: Path, tallies: Sequence[Tally], title: str) -> None:
    """``quality.md``, ``quality.png``, ``ops.jsonl`` and ``errors.jsonl`` in a folder outside the project."""
    (out / "quality.md").write_text(markdown(tallies, title), encoding="utf-8")
    _write_lines(out / "ops.jsonl", _ops(tallies))
    _write_lines(out / "errors.jsonl", _errors(tallies))
    print((out / "quality.md").read_text(encoding="utf-8"))
    draw_plot(out / "quality.png", tallies)


def _write_lines(path: Path, lines: Iterable[dict[str, object]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _errors(tallies: Iterable[Tally]) -> Iterator[dict[str, object]]:
    """Each known error of the sample: what became of it, and what the proofreader left on its lines, with why."""
    for item in tallies:
        for run in item.runs:
            for record in run.records():
                yield {"mode": item.name, **_error(run, record)}


def _error(run: DocumentRun, record: Record) -> dict[str, object]:
    document = run.document
    start, end = document.lines_span(record.line_start, record.line_end)
    lines = range(record.line_start, record.line_end + 1)
    edits = [edit for edit in run.edits if document.line(edit.start) in lines]
    return {
        "document": document.name,
        "line": record.line_start,
        "class": record.cls,
        "counted": is_counted(record),
        "grade": grade_record(document, record, run.edits),
        "old": document.text[start:end],
        "want": record.after,
        "edits": [[document.text[edit.start : edit.end], edit.after] for edit in edits],
        "left": [asdict(one) for one in run.left if one.line in lines],
    }


def _ops(tallies: Iterable[Tally]) -> Iterator[dict[str, object]]:
    for item in tallies:
        for applied in item.applied:
            yield {"mode": item.name, **_op(applied)}


def _op(applied: Applied) -> dict[str, object]:
    document = applied.run.document
    key = key_of(document, applied.edit)
    told = {"label": applied.label, "exact": applied.exact, "blind": applied.random, "clean": applied.clean}
    return {**key._asdict(), **told, **asdict(applied.edit), **in_place(document, applied.edit)}
