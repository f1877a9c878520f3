"""A model's proposals about one chunk, located in the document (DESIGN §7: it quotes, the kernel locates).

A quote must match exactly once in the chunk's text; a line, counted from 1 within the chunk, only chooses among several
matches. Nothing is ever edited at a line that was only named, or at a text that is only like the quote: such a
proposal is refused, and the refusal names the nearest line.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.count_text import counted, verb
from reviewer.model.chunk import ReviewChunk
from reviewer.model.edit import EDIT_KINDS, Action, EditOp, RejectCode, Rejection, Source
from reviewer.model.parsed import ParsedDocument, ProtectedRegion
from reviewer.model.position import Span
from reviewer.plan.flag_instead import flag_instead, obstacle_of
from reviewer.plan.from_ops import ops_from_json
from reviewer.plan.good_parts import Judge, Placed, good_parts
from reviewer.plan.merge import Distinct
from reviewer.plan.op_fields import Refused, as_stored
from reviewer.plan.place import Places
from reviewer.plan.proposal_fields import ACTIONS, ALIASES, changes_nothing, plain_name, text_of
from reviewer.plan.recipes.mapped_back import MappedBack
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.plain_words import plain_words
from reviewer.plan.refusal import rejection
from reviewer.plan.split import Splitter
from reviewer.plan.twins import others_than_refused, passed_at, surest_first, twins_of

MOST = 1_000
"""Proposals for one chunk that are read; the others are refused together."""

_LINES = frozenset((*ALIASES["line"], "lines", "line_range"))
_KERNEL_ONLY = frozenset(
    ("id", "op_id", "group", "source", "silent", "span", "fingerprint", "before_hash", "chunk_id", "node_path", "doc",
     "line_end", "target", "review_note", *ALIASES["section"])
)  # fmt: skip
"""What a model may not say: ids, hashes, positions, other places. It is passed over, never obeyed."""

_ACTIONS = frozenset(name for names in ACTIONS.values() for name in names)
_NOTE_ID = re.compile(r"[ \t]*REVIEWER:?[ \t]*(?:RVW-\d+\b)?[ \t—–:-]*", re.IGNORECASE | re.ASCII)
_RATIONALE = 600
_FIRST_NUMBER = re.compile(r"[^\d-]{0,12}(\d{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of proposals. ``duplicates`` counts those that say nothing that another does not say, ``no_effect``
    those whose two texts are the same."""

    ops: tuple[EditOp, ...]
    refused: tuple[Rejection, ...]
    duplicates: int
    no_effect: int = 0


def place_in_chunk(
    items: Sequence[dict[str, Any]],
    chunk: ReviewChunk,
    parsed: ParsedDocument,
    source: Source,
    config: ReviewerConfig | None = None,
) -> Placed:
    """Ops and refusals, each in the order of ``items``. See ``ChunkPlaces.place``."""
    return ChunkPlaces(chunk, parsed, config or ReviewerConfig()).place(items, source)


@dataclass(frozen=True, slots=True)
class ChunkPlaces:
    """One chunk of a document, in which proposals are placed. ``config``: what is silent, what alerts notes are.

    ``masked``: how the chunk was shown, where proposals quote that; None where it was shown as it is.
    """

    chunk: ReviewChunk
    parsed: ParsedDocument
    config: ReviewerConfig = field(default_factory=ReviewerConfig)
    masked: MaskedText | None = None

    def place(self, items: Sequence[dict[str, Any]], source: Source, *, attention: bool = False) -> Placed:
        """Ops and refusals, each in the order of ``items``; nothing is raised, one bad proposal never stops the rest.

        Fields are read as ``proposal_fields`` says; what only the kernel decides is passed over. An op that would touch
        protected text is a flag with its proposal in the note, with ``config.strict`` it is refused. ``silent`` is
        False: a commit sets it. ``attention``: every op asks for attention.

        Refusals: ``REJECT_OTHER`` for a proposal that contradicts itself, lacks a text, has a value of the wrong type
        or changes nothing; ``REJECT_HASH`` for a quote that is not in the chunk, or more than once;
        ``REJECT_PROTECTED``.
        """
        ops, refused = self._located(items, source, attention=attention)
        allowed = [self._allowed(op) for op in ops]
        return _ops_in(allowed), (*refused, *_refusals_in(allowed))

    def judge(
        self, items: Sequence[dict[str, Any]], source: Source, judge: Judge, *, attention: bool = False
    ) -> Judged:
        """As ``place``, but ``judge`` decides of each whole proposal, and then its independent parts are ops.

        Of a proposal that it refuses for one of its parts, it decides of each (``Splitter.apart``): the good ones are
        made, and the others refused in the place of the whole.

        A proposal that touches protected text goes on with the parts that do not; those that do are flags. One that has
        nothing of its own beside surer ones is a duplicate. One that has keeps what another proposes, too: ``merge``,
        which makes that once, knows by it that the two agree. One that changes nothing is neither made nor refused: it
        says that the text is good.
        """
        said = [item for item in items if not changes_nothing(item)]
        located, refused = self._located(said, source, attention=attention)
        text, splitter = self.parsed.document.text, self._splitter()
        kept, saved, harmful, duplicates = self._judged(located, splitter, judge)
        whole = [*map(splitter.parts, kept), *saved]
        seen, bad = Distinct(text), [*refused, *harmful]
        parts: dict[int, tuple[EditOp, ...]] = {}
        for at in (*surest_first(kept, self.config.validation), *range(len(kept), len(whole))):
            allowed = [self._allowed(part) for part in whole[at]]
            wanted = _ops_in(allowed)
            new = [part for part in wanted if seen.add(part)]
            duplicates += not new and bool(wanted)
            bad += _refusals_in(allowed)
            parts[at] = wanted if new else ()
        made = (part for at in sorted(parts) for part in parts[at])
        return Judged(tuple(made), tuple(bad), duplicates, len(items) - len(said))

    def _judged(
        self, located: Sequence[EditOp], splitter: Splitter, judge: Judge
    ) -> tuple[list[EditOp], list[tuple[EditOp, ...]], list[Rejection], int]:
        """The whole ops that may go on, in order, good parts of others (``good_parts``), refusals, and how many were
        not looked at as an equal one was.

        Of equal ones the surest is judged, and the next one only where that is refused.
        """
        kept: dict[int, EditOp] = {}
        saved: list[tuple[EditOp, ...]] = []
        refused: list[Rejection] = []
        judged, waiting = 0, twins_of(located, self.parsed.document.text, self.config.validation)
        while waiting:
            turn = sorted(twins[0] for twins in waiting)
            whole = {at: self._whole(located[at], splitter) for at in turn}
            asked = {at: op for at, op in whole.items() if isinstance(op, EditOp)}
            passed, harmful = judge(tuple(asked.values()))
            good, bad = good_parts(tuple(asked.values()), harmful, splitter, judge)
            saved += good
            refused += [*_refusals_in(tuple(whole.values())), *bad]
            kept |= passed_at(asked, tuple(asked.values()), passed)
            judged += len(turn)
            others = [others_than_refused(located, twins) for twins in waiting if twins[0] not in kept]
            waiting = [twins for twins in others if twins]
        return [kept[at] for at in sorted(kept)], saved, refused, len(located) - judged

    def plain(self, text: str) -> str:
        """What a model wrote for people, without the tokens of a masked text."""
        return text if self.masked is None else plain_words(self.masked, text)

    def _splitter(self) -> Splitter:
        return Splitter(Places(self.parsed, [self.chunk]), self.chunk.span, self.config)

    def _whole(self, op: EditOp, splitter: Splitter) -> EditOp | Rejection:
        """The op as it is to be judged: as it is where a part of it is free, else a flag or a refusal."""
        if self._obstacles(op) and all(map(self._obstacles, splitter.parts(op))):
            return self._allowed(op)
        return op.model_copy(update={"silent": False})

    def _located(self, items: Sequence[dict[str, Any]], source: Source, *, attention: bool) -> Placed:
        told = [self._told(item, source, attention=attention) for item in items[:MOST]]
        read, lost = self._mapped_back(told)
        ops, refused = ops_from_json(self.parsed, [self.chunk], read, self.config, self.chunk.span)
        refused = (*lost, *refused)
        if len(items) > MOST:
            more = len(items) - MOST
            left = f"{counted(more, 'proposal')} beyond the first {MOST} for one passage"
            message = f"{left} {verb(more, 'was', 'were')} not read"
            refused = (*refused, Rejection(code=RejectCode.OTHER, message=message))
        return ops, refused

    def _mapped_back(self, items: Sequence[dict[str, Any]]) -> tuple[Sequence[dict[str, Any]], Sequence[Rejection]]:
        """What quotes the masked text, in the words of the document; and refusals for what cannot be said so."""
        if self.masked is None:
            return items, ()
        back = MappedBack(self.masked, self.parsed.document, self.chunk.span)
        read, lost = [], []
        for item in items:
            try:
                read.append(back.item(item))
            except Refused as refused:
                texts = {name: back.plain(text_of(item, name)) for name in ("before", "after")}
                message = back.plain(refused.message)
                lost.append(
                    Rejection(code=refused.code, message=message, op=as_stored(item), quote=texts["before"], **texts)
                )
        return read, lost

    def _obstacles(self, op: EditOp) -> Sequence[ProtectedRegion]:
        return self.parsed.protected_in(op.span) if op.action is not Action.FLAG_ONLY else ()

    def _allowed(self, op: EditOp) -> EditOp | Rejection:
        hit = self._obstacles(op)
        if not hit:
            return op.model_copy(update={"silent": False})
        obstacle = obstacle_of(hit[0])
        if self.config.strict:
            return rejection(op, RejectCode.PROTECTED, f"it would touch {obstacle}")
        return flag_instead(op, self.parsed.document.text, obstacle, self.config.severity_alert_map)

    def _told(self, item: Mapping[str, Any], source: Source, *, attention: bool) -> dict[str, Any]:
        """The proposal without what a model may not say, its line counted in the document."""
        told: dict[str, Any] = {}
        for key, value in item.items():
            name = plain_name(key)
            if name in _LINES:
                told[key if name in ALIASES["line"] else "line"] = self._line(value)
            elif name not in _KERNEL_ONLY:
                told[key] = _decorative(name, value)
        names = {plain_name(key): key for key in told}
        target = item.get("target")
        if isinstance(target, dict) and "line_start" not in names:
            told["line_start"] = self._line(target.get("line_start"))
        said = names.get("type")
        if said is not None and plain_name(told[said]) not in _ACTIONS:
            kind = _decorative("kind", told.pop(said))
            told |= {} if "kind" in names else {"kind": kind}
        if not names.keys() & set(ALIASES["rationale"]):
            told["rationale"] = _note_text(item.get("review_note"))
        told["needs_attention"] = True if attention or told.get("needs_attention") is True else None
        told["source"] = source.model_dump()
        return told

    def _line(self, value: object) -> int | None:
        """A line of the chunk as one of the document; None for what is no line of the chunk: it can choose nothing.

        A line of a masked text stays one of it, until the proposal is mapped back.
        """
        if isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str):
            match = _FIRST_NUMBER.match(value)
            value = int(match[1]) if match is not None else None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 1 <= value <= 10**9:
            return None
        return int(value) if self.masked is not None else self.chunk.line_start + int(value) - 1


def _ops_in(results: Sequence[EditOp | Rejection]) -> tuple[EditOp, ...]:
    return tuple(result for result in results if isinstance(result, EditOp))


def _refusals_in(results: Sequence[EditOp | Rejection]) -> tuple[Rejection, ...]:
    return tuple(result for result in results if isinstance(result, Rejection))


def salvaged_op(places: ChunkPlaces, prose: str, source: Source) -> EditOp:
    """Prose in which nothing could be read, as one flag on the chunk's first line with text (seed §7, level 6)."""
    document, chunk = places.parsed.document, places.chunk
    text = document.text[chunk.span.start : chunk.span.end]
    start = chunk.span.start + len(text) - len(text.lstrip())
    line = document.lines_of(Span(start, max(start, chunk.span.end)) if text.strip() else chunk.span)[0]
    op: dict[str, Any] = {
        "action": "flag_only",
        "target": {"line_start": line, "line_end": line},
        "after_text": "",
        "rationale": _decorative("rationale", places.plain(prose)),
        "source": source.model_dump(),
    }
    quotes = (document.text[start : min(document.line_span(line).end, chunk.span.end)].strip(), "")
    tried = [{**op, "before_text": quote} for quote in quotes]
    ops = [op for one in tried for op in ops_from_json(places.parsed, [chunk], [one], places.config, chunk.span)[0]]
    return ops[0].model_copy(update={"salvaged": True})


def _decorative(name: str, value: Any) -> Any:
    """Fields that explain and decide nothing: written otherwise than asked is no reason to lose the edit.

    An unknown severity is one: it decides what a person sees.
    """
    if name in ALIASES["rationale"]:
        text = " ".join(value.encode("utf-8", "replace").decode("utf-8").split()) if isinstance(value, str) else ""
        return (text if len(text) <= _RATIONALE else text[: _RATIONALE - 1] + "…") or None
    if name == "confidence":
        number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        return value if number else None
    if name == "kind":
        kind = plain_name(value) if isinstance(value, str) else None
        return kind if kind in EDIT_KINDS else None
    if name == "severity" and isinstance(value, str):
        return value.strip().casefold()
    return value


def _note_text(note: object) -> str | None:
    """What a model wrote as a note, without the id that it made up."""
    text = note.get("text") if isinstance(note, dict) else note
    if not isinstance(text, str):
        return None
    start = _NOTE_ID.match(text)
    rationale: str | None = _decorative("rationale", text[start.end() :] if start is not None else text)
    return rationale
