"""What a reader said about applied edits: hashes and labels, never a document's text.

Labels are the seed's: ``valuable`` (a real defect, mended rightly), ``cosmetic`` (nothing that an editor needs, and no
harm), ``garbled`` (the text is broken), ``harmful`` (right text became wrong, or its sense was altered).
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from benchmarks.grading.documents import Measured
from benchmarks.grading.edits import Edit, in_words
from benchmarks.judgements import digest, flat_row, read_verdicts

FILE = Path(__file__).parents[1] / "quality_labels.tsv"
LABELS = ("valuable", "cosmetic", "garbled", "harmful")
BAD = frozenset({"garbled", "harmful"})
_COLUMNS = ("document", "line", "op", "label")
_AROUND = 160
"""Characters of context on each side of an edit that is to be read."""


class Key(NamedTuple):
    """Document, 1-based line, and the hash of the edit."""

    document: str
    line: int
    op: str


def key_of(document: Measured, edit: Edit) -> Key:
    """The hash is over document, place, and old and new words, so that another run of the same edit finds its label."""
    start, before, after = in_words(document.text, edit)
    line = document.line(start)
    column = start - document.line_starts[line - 1]
    return Key(document.name, line, digest("edit", document.name, str(line), str(column), before, after)[:16])


def read_labels(path: Path = FILE) -> dict[str, str]:
    """Label by the edit's hash. A label that is none of ``LABELS`` is refused with its line."""
    return read_verdicts(path, _COLUMNS.index("op"), frozenset(LABELS))


def add_labels(read: Path, path: Path = FILE) -> int:
    """Take labels from a file of edits that a person has read; how many were new. Nothing but keys and labels is kept.

    ``read`` is what ``write_unlabelled`` wrote, with the first column filled; lines without a label are left.
    """
    known = _keys(path)
    before = len(known)
    for line in read.read_text(encoding="utf-8").split("\n"):
        label, _, rest = line.partition("\t")
        if label in LABELS:
            document, number, op, *_ = rest.split("\t")
            known[Key(document, int(number), op)] = label
    rows = ("\t".join((key.document, str(key.line), key.op, label)) for key, label in sorted(known.items()))
    path.write_text("\n".join(("# " + "\t".join(_COLUMNS), *rows)) + "\n", encoding="utf-8")
    return len(known) - before


def _keys(path: Path) -> dict[Key, str]:
    lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {Key(row[0], int(row[1]), row[2]): row[3] for row in rows}


def write_unlabelled(path: Path, rows: Iterable[tuple[Key, str, Mapping[str, str]]]) -> int:
    """What is still to be read, one a line: label (empty, or what a program is sure of), key, the edit in place."""
    lines = [
        "\t".join((sure, key.document, str(key.line), key.op, flat_row(shown.values()))) for key, sure, shown in rows
    ]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(lines)


def in_place(document: Measured, edit: Edit) -> dict[str, str]:
    """The edit as it is read: who made it, old and new words, the text around."""
    start, before, after = in_words(document.text, edit)
    text, end = document.text, start + len(before)
    return {
        "who": f"{edit.who}{'' if edit.silent else ' attention'} {edit.rule or edit.kind}",
        "before": before,
        "after": after,
        "text": f"{text[max(start - _AROUND, 0) : start]}[[{before} => {after}]]{text[end : end + _AROUND]}",
    }
