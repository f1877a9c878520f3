"""Edits of a document whose errors are known, judged one by one against the list of these errors."""

import csv
import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.documents import FIXTURES
from benchmarks.grading.edits import Edit
from reviewer.validate.preserve.edit_words import distance

DOCUMENT = FIXTURES / "lock-handbook.md"
READ = Path(__file__).with_name("real_model_read.tsv")
"""Edits that do not bring the text nearer to the corrected one, with a reader's verdict: neutral or harmful."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")
_LIKE = 0.6
"""Two sentences are one that was edited when so much of them is the same."""

_SAME = 0.9
"""And two are the same when so much is."""

_WORDS = 4
"""Shorter pieces are not counted as sentences."""


@dataclass(frozen=True, slots=True)
class Judged:
    """``verdict``: fixed, nearer, neutral, harmful or unread; ``lost`` and ``doubled`` count whole sentences."""

    edit: Edit
    verdict: str
    before: str
    after: str
    lost: int
    doubled: int


def _rows() -> list[dict[str, str]]:
    with DOCUMENT.with_suffix(".planted.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def corrections(passage: str) -> list[dict[str, str]]:
    """Right proposals for the open errors in a passage."""
    return [
        {
            "action": "replace",
            "before": row["before"],
            "after": row["after"],
            "kind": "grammar",
            "rationale": row["kind"],
        }
        for row in _rows()
        if row["protected"] == "no" and row["before"] in passage
    ]


def one_wrong(passage: str) -> list[dict[str, str]]:
    """A wrong proposal: an article that was right, in the first place where its words stand once."""
    for found in re.finditer(r"\b(?:[Tt]he|[Ll]es) (\w+) \w+", passage):
        if passage.count(found[0]) == 1:
            after = f"a {found[0].split(' ', 1)[1]}" if found[0][0] in "tT" else f"le {found[0].split(' ', 1)[1]}"
            return [
                {"action": "replace", "before": found[0], "after": after, "kind": "grammar", "rationale": "article"}
            ]
    return []


def truth(text: str) -> str:
    """The document without the errors that may be mended; each correction leaves the lines as they are."""
    for row in _rows():
        if row["protected"] == "no":
            text = text.replace(row["before"], row["after"])
    return text


def fixed(text: str, edited: str) -> tuple[int, int]:
    """How many of the open errors that ``text`` has are gone from ``edited``, and how many there were."""
    rows = [row for row in _rows() if row["protected"] == "no" and row["before"] in text]
    return sum(1 for row in rows if _is_gone(row["before"], row["after"], edited)), len(rows)


def _is_gone(before: str, after: str, edited: str) -> bool:
    """A correction may hold the error's own letters."""
    left = edited.replace(after, "") if before in after else edited
    return after in edited and before not in left


def judge(text: str, edits: Sequence[Edit]) -> list[Judged]:
    """Each edit alone: is its paragraph nearer to the corrected text than it was?"""
    right = truth(text).split("\n")
    with READ.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        read = {(row["before"], row["after"]): row["verdict"] for row in rows}
    return [_judged(text, right, edit, read) for edit in edits]


def _judged(text: str, right: Sequence[str], edit: Edit, read: dict[tuple[str, str], str]) -> Judged:
    first, last = _paragraph(text, edit)
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:first])
    before = "\n".join(lines[first:last])
    after = before[: edit.start - start] + edit.after + before[edit.end - start :]
    wanted = "\n".join(right[first:last])
    old, new = distance(before, wanted), distance(after, wanted)
    shown = _words(text, edit)
    if new < old:
        verdict = "fixed" if new == old - distance(before, after) else "nearer"
    else:
        verdict = read.get(shown, "unread")
    lost, doubled = sentences_lost(before, after), sentences_doubled(before, after)
    return Judged(edit, verdict, *shown, lost, doubled)


def _paragraph(text: str, edit: Edit) -> tuple[int, int]:
    """Lines (from 0, half-open) of the paragraphs that an edit touches."""
    lines = text.split("\n")
    first, last = text.count("\n", 0, edit.start), text.count("\n", 0, edit.end)
    while first > 0 and lines[first - 1].strip():
        first -= 1
    while last + 1 < len(lines) and lines[last + 1].strip():
        last += 1
    return first, last + 1


def _words(text: str, edit: Edit) -> tuple[str, str]:
    """An edit as it is read: whole words, on one line."""
    start, end = edit.start, edit.end
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    after = text[start : edit.start] + edit.after + text[edit.end : end]
    return " ".join(text[start:end].split()), " ".join(after.split())


def sentences_lost(before: str, after: str) -> int:
    """Sentences of which nothing like them is left."""
    left = sentences(after)
    return sum(1 for sentence in sentences(before) if not any(_alike(sentence, other, _LIKE) for other in left))


def sentences_doubled(before: str, after: str) -> int:
    """Sentences of which more that are nearly the same stand there than did."""
    old, new = sentences(before), sentences(after)

    def times(sentence: str, among: list[str]) -> int:
        return sum(1 for other in among if _alike(sentence, other, _SAME))

    return sum(1 for sentence in new if times(sentence, new) > max(times(sentence, old), 1))


def sentences(text: str) -> list[str]:
    """Sentences of at least four words, on one line each."""
    found = (" ".join(piece.split()) for piece in _SENTENCE.split(text))
    return [piece for piece in found if len(piece.split()) >= _WORDS]


def _alike(first: str, second: str, least: float) -> bool:
    matcher = difflib.SequenceMatcher(None, first, second, autojunk=False)
    return matcher.quick_ratio() >= least and matcher.ratio() >= least
