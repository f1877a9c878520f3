"""A unified diff as ops: the person who applies it made the edits. No fuzz: a hunk fits exactly once, or not at all."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby

from reviewer.config import ReviewerConfig
from reviewer.hashing import is_git_blob
from reviewer.markdown.locate import Located
from reviewer.model.edit import Action, EditOp, RejectCode, Rejection, ReviewNote, Source
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.plan.diffs.diff_text import Diff, Hunk
from reviewer.plan.diffs.hunk_parts import Compare, Part, in_own_line_ends, parts_of
from reviewer.plan.diffs.hunk_place import HunkPlaces, named
from reviewer.plan.draft import Draft, edit_op
from reviewer.plan.identity import fingerprint, op_id
from reviewer.plan.op_fields import Refused, as_stored
from reviewer.plan.place import Places
from reviewer.plan.proposal_fields import shortened

KIND = "style"
"""A diff does not say why: its ops ask for attention."""


def ops_from_diff(
    places: Places, diff: Diff, config: ReviewerConfig, compare: Compare, *, based: bool = False
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops of the diff's hunks in order, and a refusal for each hunk that does not fit.

    Promised: a hunk's ops together make exactly its new text of its old text; they form a group. The old text stands
    exactly once in the document, or the diff was made on this very document (``based``, or git's blob name) and it
    stands at the stated line. A hunk without context needs that, unless it is about the whole document. The ops are a
    human's, of kind ``style``; deleted whole lines carry a CAUTION note that says that a diff deleted them.

    An op's identity is its hunk as it stands in the diff, stated line included: two diffs may make the same edit at
    two equal places. A refused hunk carries the id of its first op, so that one that was applied before is known again.
    """
    based = based or bool(diff.blob and is_git_blob(places.parsed.document.raw, diff.blob))
    reader = _Reader(places, config, HunkPlaces(places.parsed.document, based=based))
    seen: Counter[tuple[str, str]] = Counter()
    ops: list[EditOp] = []
    refused: list[Rejection] = []
    for number, hunk in enumerate(diff.hunks, 1):
        content = _content(hunk)
        seen[content] += 1
        said = _Said(number, content, fingerprint(KIND, hunk.old, (), seen[content]), quote_of_hunk(hunk))
        exact = hunk if based else in_own_line_ends(hunk)
        parts = parts_of(exact, compare)
        try:
            ops += reader.read(exact, parts, said)
        except Refused as refusal:
            refused.append(_rejection(hunk, refusal, said, said.op_id(parts[0]) if parts else ""))
    return tuple(ops), tuple(refused)


@dataclass(frozen=True, slots=True)
class _Said:
    """A hunk as it stands in the diff: its number (from 1), its old and new text, fingerprint, first changed line."""

    number: int
    content: tuple[str, str]
    mark: str
    quote: str

    def op_id(self, first: Part) -> str:
        """The id of the hunk's first op."""
        return op_id(first.action.value, *self.content, self.mark)


def _content(hunk: Hunk) -> tuple[str, str]:
    return f"@@ {hunk.start}\n{hunk.old}", hunk.new


def quote_of_hunk(hunk: Hunk) -> str:
    """The first line that goes, or else comes."""
    texts = [text for wanted in "-+ " for sign, text in hunk.rows if sign == wanted]
    return shortened(texts[0].rstrip("\r\n")) if texts else ""


def _rejection(hunk: Hunk, refusal: Refused, said: _Said, identity: str) -> Rejection:
    given = as_stored({"diff_line": hunk.line, "before_text": hunk.old, "after_text": hunk.new})
    return Rejection(
        op_id=identity, code=refusal.code, message=refusal.message, op=given, index=said.number, quote=said.quote
    )


class _Reader:
    def __init__(self, places: Places, config: ReviewerConfig, hunks: HunkPlaces) -> None:
        self.places = places
        self.config = config
        self.hunks = hunks

    def read(self, hunk: Hunk, parts: tuple[Part, ...], said: _Said) -> list[EditOp]:
        """The ops of a hunk. Raises: Refused."""
        if not parts:
            raise Refused(RejectCode.OTHER, f"{named(hunk)} changes nothing")
        start = self.hunks.start(hunk)
        if start + parts[0].start < 0:
            raise Refused(RejectCode.OTHER, f"{named(hunk)} would move the byte order mark")
        group = f"hunk {said.number}" if len(parts) > 1 else ""
        ops = []
        for index, part in enumerate(parts):
            draft = replace(_draft(hunk, part, said), part=index, group=group)
            op = self._op(draft, part, start + part.start)
            ops.append(op.model_copy(update={"around": _around(op, hunk, start)}))
        return ops

    def _op(self, draft: Draft, part: Part, at: int) -> EditOp:
        located = Located(Span(at, at + len(part.before)), part.before, part.after)
        if part.action is Action.INSERT:
            line = self.places.parsed.document.lines_of(Span(at - 1, at))[0] if at else 0
            draft = replace(draft, lines=(line, line))
        return edit_op(draft, located, self.places, self.config)


def _around(op: EditOp, hunk: Hunk, at: int) -> tuple[int, int]:
    """What else of the lines that the hunk takes away stands before and behind the op: these it quotes.

    Context is no quote: three lines on either side are there whatever the edit is.
    """
    start = at
    for gone, rows in groupby(hunk.rows, key=lambda row: row[0] == "-"):
        end = start + sum(len(text) for sign, text in rows if sign != "+")
        if gone and start <= op.span.start and op.span.end <= end:
            return op.span.start - start, end - op.span.end
        start = end
    return 0, 0


def _draft(hunk: Hunk, part: Part, said: _Said) -> Draft:
    why = f"deleted by a diff ({named(hunk)})" if part.removes else f"from a diff ({named(hunk)})"
    return Draft(
        action=part.action,
        kind=KIND,
        severity=Severity.DELETION if part.removes else Severity.MINOR,
        source=Source(type="human"),
        quoted=said.content,
        mark=said.mark,
        explanation=why,
        needs_attention=True if part.removes else None,
        note=ReviewNote(alert="CAUTION", text=why) if part.removes else None,
        rationale=why,
        index=said.number,
        quote=said.quote,
    )
