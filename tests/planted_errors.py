"""The errors planted in ``fixtures/documents/lock-handbook.md``, and a scripted worker that mends exactly these."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.position import Span

DOCUMENT = Path(__file__).parents[1] / "fixtures" / "documents" / "lock-handbook.md"
LIST = DOCUMENT.with_suffix(".planted.tsv")


@dataclass(frozen=True)
class Planted:
    """One row: ``before`` stands once in the document; ``protected``: nobody may mend it; ``fixer``: a rule does."""

    line: int
    kind: str
    place: str
    protected: bool
    fixer: bool
    before: str
    after: str

    @property
    def proposal(self):
        """What a model would say about it, in the prompts' own fields."""
        kind = {"misspelling": "typo", "doubled word": "typo", "punctuation": "punctuation"}.get(self.kind, "grammar")
        return {
            "action": "replace",
            "before": self.before,
            "after": self.after,
            "kind": "factual" if self.kind == "number contradiction" else kind,
            "rationale": f"{self.kind} in the {self.place}",
        }


def planted():
    """All rows, in document order."""
    with LIST.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Planted(
            int(row["line"]),
            row["kind"],
            row["place"],
            row["protected"] == "yes",
            row["fixer"] == "yes",
            row["before"],
            row["after"],
        )
        for row in rows
    ]


def corrected(errors):
    """The document with some of its errors mended."""
    text = DOCUMENT.read_text(encoding="utf-8")
    for error in errors:
        assert text.count(error.before) == 1, error
        text = text.replace(error.before, error.after)
    return text


def by_chunk(errors):
    """The errors of each chunk, by its id."""
    parsed = parse(read_document(DOCUMENT.read_bytes(), DOCUMENT.name))
    chunks = chunk_plan(parsed, ReviewerConfig().chunk)
    return {
        chunk.chunk_id: [error for error in errors if chunk.line_start <= error.line <= chunk.line_end]
        for chunk in chunks
    }


def rewritten(errors, kinds):
    """A reply of a worker that writes whole passages anew: one proposal for each block of one of these kinds.

    Errors elsewhere (a heading, a list item) are proposed one by one.
    """
    parsed = parse(read_document(DOCUMENT.read_bytes(), DOCUMENT.name))
    text, found = parsed.document.text, {}
    for error in errors:
        at = text.index(error.before)
        around = [
            block.span for block in parsed.blocks if block.kind in kinds and block.span.start <= at < block.span.end
        ]
        found.setdefault(around[-1] if around else Span(at, at + len(error.before)), []).append(error)
    proposals = []
    for span, here in found.items():
        before = after = text[span.start : span.end].strip()
        for error in here:
            after = after.replace(error.before, error.after)
        proposals.append(max((e.proposal for e in here), key=_gravity) | {"before": before, "after": after})
    return {"edits": proposals}


def _gravity(proposal):
    return ("punctuation", "typo", "grammar", "factual").index(proposal["kind"])


def in_markers(errors):
    """A reply of the marker-first form."""
    listed = json.dumps([error.proposal for error in errors], ensure_ascii=False)
    return f"BEGIN_EDIT_OPS\n{listed}\nEND_EDIT_OPS"


def as_json(errors):
    """A reply of the native form: the JSON value alone."""
    return {"edits": [error.proposal for error in errors]}


def as_lines(errors):
    """A reply to the plain prompt."""
    blocks = [
        f'[RVW] action=replace kind={error.proposal["kind"]}\nbefore="{error.before}"\nafter="{error.after}"\n'
        for error in errors
    ]
    return "".join(blocks) + ("END_EDIT_OPS" if errors else "NO CHANGES NEEDED\nEND_EDIT_OPS")


def script(path, reply, errors, *tutor):
    """Write a script in which each chunk is answered with its own errors, and each tutor's call with ``tutor``."""
    lines = [
        {"when": {"stage": "edit", "chunk": chunk_id}, "reply": reply(here)}
        for chunk_id, here in by_chunk(errors).items()
    ]
    lines += [*tutor, {"when": {"stage": "pyramid"}, "reply": "About the lock at Sandrigg."}]
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return path
