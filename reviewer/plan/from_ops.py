"""Ops that were made elsewhere: the ``apply --ops`` format to located ops and refusals (issue A, Command line)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.json_text import repeated_key, shown
from reviewer.markdown.locate import Located, LocateFailure, Quote, resolve
from reviewer.model.chunk import ReviewChunk
from reviewer.model.document import Document
from reviewer.model.edit import Action, EditOp, RejectCode, Rejection, ReviewNote
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.plan.draft import Draft, edit_op
from reviewer.plan.flag_instead import proposed
from reviewer.plan.from_proposals import Proposals
from reviewer.plan.identity import fingerprint, op_id
from reviewer.plan.op_fields import OpFields, Refused, as_stored, claimed_hash_holds, read_fields
from reviewer.plan.place import Places
from reviewer.plan.proposal_fields import is_proposal, items_of, quote_of, text_of, two_readings
from reviewer.plan.refusal import rejection
from reviewer.plan.removal import removes_lines

_REMOVES = frozenset({Action.REPLACE, Action.DELETE})

_BLANK_LINES = 50
"""How many blank lines above an insertion are skipped to find what it hangs on."""


def ops_from_json(
    parsed: ParsedDocument,
    chunks: Sequence[ReviewChunk],
    data: object,
    config: ReviewerConfig,
    within: Span | None = None,
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops and refusals, both in input order. ``data`` is any JSON value; ``items_of`` says where ops are in it.

    An object in which a key stands twice (``json_text.mark_repeats``) is refused: which of them is meant is not said.
    Each is an op in full or a proposal that only quotes (``from_proposals``). One bad op never stops the rest (but for
    the ops of its own ``group``), and nothing is raised. With ``within``, quotes are sought in that span only. A
    refusal for a text that is not there (``REJECT_HASH``) still carries the op id that the op would have, so that a
    caller can see that it is already applied.
    """
    items = items_of(data)
    reason = two_readings(data)
    if items is None or reason:
        message = reason or "the ops must be a list, or an object with a list under 'ops'"
        return (), (Rejection(code=RejectCode.OTHER, message=message),)
    reader = _Reader(Places(parsed, chunks), config, within)
    results = reader.read_all(items)
    broken = {str(r.op["group"]) for r in results if isinstance(r, Rejection) and r.op and r.op.get("group")}
    results = [_without_its_group(r) if isinstance(r, EditOp) and r.group in broken else r for r in results]
    ops = tuple(result for result in results if isinstance(result, EditOp))
    return ops, tuple(result for result in results if isinstance(result, Rejection))


def _without_its_group(op: EditOp) -> Rejection:
    message = f"another op of its group {op.group[:40]!r} was refused"
    return rejection(op, RejectCode.OTHER, message)


@dataclass(frozen=True, slots=True)
class _Anchor:
    """What an op hangs on: ``snippet`` is part of its identity, ``sought`` is counted in the section before it."""

    start: int
    sought: str
    snippet: str


@dataclass(frozen=True, slots=True)
class _Given:
    """An item of the file, the op in full that it means (None: unknown), and why that cannot be applied, if so.

    ``index`` is its place in the file, from 1; 0 where there is no file.
    """

    index: int
    item: object
    op: object
    refusal: Refused | None = None


class _Reader:
    def __init__(self, places: Places, config: ReviewerConfig, within: Span | None) -> None:
        self.document: Document = places.parsed.document
        self.places = places
        self.within = within
        self.proposals = Proposals(places.parsed, within)
        self.config = config
        self.unfound: Counter[tuple[str, int]] = Counter()

    def read_all(self, items: Sequence[object]) -> list[EditOp | Rejection]:
        """The answers in the order of ``items``. Read from the top of the document down: ordinals count upwards."""
        first = 1 if self.within is None else 0
        given = [self._given(index * first, item) for index, item in enumerate(items, 1)]
        downwards = sorted(range(len(given)), key=lambda index: _first_line(given[index].op))
        results = {index: self.read(given[index]) for index in downwards}
        return [results[index] for index in range(len(given))]

    def _given(self, index: int, item: object) -> "_Given":
        twice = repeated_key(item)
        if twice is not None:
            refusal = Refused(RejectCode.OTHER, f"the key {shown(twice)} stands twice in one object")
            return _Given(index, item, None, refusal)
        if not isinstance(item, dict) or not is_proposal(item):
            return _Given(index, item, item)
        try:
            full = self.proposals.full(item)
        except Refused as refusal:
            return _Given(index, item, None, refusal)
        return _Given(index, item, full.op, full.refusal)

    def read(self, given: "_Given") -> EditOp | Rejection:
        fields: OpFields | None = None
        mark = ""
        try:
            if given.op is None and given.refusal is not None:
                raise given.refusal
            fields = read_fields(given.op)
            _check_texts(fields)
            located = self._located(fields)
            mark = self._mark(fields, located)
            if given.refusal is not None:
                raise given.refusal
            if isinstance(located, LocateFailure):
                raise Refused(RejectCode.RANGE if located.reason == "range" else RejectCode.HASH, located.message)
            fields = _with_policy(fields, located, self.document, proposed=given.op is not given.item)
            return self._op(given, fields, located, mark)
        except Refused as refusal:
            given_op = as_stored(given.item)
            return Rejection(
                op_id=op_id(fields.action.value, *_quoted(fields), mark) if fields and mark else "",
                id=str(given_op.get("id") or "")[:40] if isinstance(given_op, dict) else "",
                code=refusal.code,
                message=refusal.message,
                op=given_op if isinstance(given_op, dict) else None,
                index=given.index,
                quote=quote_of(given.item),
                line=fields.line_start if fields else 0,
                before=text_of(given.item, "before"),
                after=text_of(given.item, "after"),
            )

    def _located(self, fields: OpFields) -> Located | LocateFailure:
        target = (fields.line_start, fields.line_end)
        quote = Quote(fields.action, *target, fields.before_text, fields.after_text, self.within)
        located = resolve(self.document, quote)
        if isinstance(located, Located) and not _hash_holds(fields):
            raise Refused(RejectCode.HASH, "before_hash is missing or is not the hash of before_text")
        return located

    def _mark(self, fields: OpFields, located: Located | LocateFailure) -> str:
        """The fingerprint. A text that is no longer there counts as it did when it was (earlier ones went too)."""
        if isinstance(located, LocateFailure) and located.reason == "range":
            return ""
        anchor = self._anchor(fields, located)
        section = self.places.section(anchor.start)
        ordinal = self.places.occurrences_before(anchor.sought, anchor.start)
        key = (anchor.snippet, section)
        if isinstance(located, LocateFailure) and located.reason == "missing":
            ordinal += self.unfound[key]
            self.unfound[key] += 1
        else:
            ordinal += self.unfound[key]
        return fingerprint(fields.kind, anchor.snippet, self.places.section_path(section), ordinal + 1)

    def _anchor(self, fields: OpFields, located: Located | LocateFailure) -> "_Anchor":
        if fields.action is Action.INSERT:
            return self._line_anchor(fields.line_end)
        if isinstance(located, LocateFailure):
            start = self.document.line_span(fields.line_start).start
            return _Anchor(start, _trimmed(fields.before_text), fields.before_text)
        return _Anchor(located.span.start, _trimmed(located.before), fields.before_text or located.before)

    def _line_anchor(self, line: int) -> "_Anchor":
        """An insertion hangs on the last line with text above it, and on how far below that it is."""
        above = line
        while above > 1 and line - above < _BLANK_LINES and not self.document.line_text(above).strip():
            above -= 1
        if not above:
            return _Anchor(0, "", "")
        text = self.document.line_text(above)
        return _Anchor(self.document.line_span(above).start, text, f"{text}\n{line - above}")

    def _op(self, given: _Given, fields: OpFields, located: Located, mark: str) -> EditOp:
        draft = Draft(
            action=fields.action,
            kind=fields.kind,
            severity=fields.severity,
            source=fields.source,
            quoted=_quoted(fields),
            mark=mark,
            explanation=_explanation(fields),
            needs_attention=True if fields.action is Action.DELETE else fields.needs_attention,
            note=fields.note if fields.note is None or fields.note.text else _named(fields, fields.note),
            id=fields.id,
            lines=(fields.line_start, fields.line_end) if fields.action is Action.INSERT else None,
            rationale=fields.rationale,
            confidence=fields.confidence,
            group=fields.group,
            index=given.index,
            quote=quote_of(given.item),
        )
        op = edit_op(draft, located, self.places, self.config)
        if op.action is Action.REPLACE and op.before_text == op.after_text:
            raise Refused(RejectCode.OTHER, "the op changes nothing")
        return op


def _explanation(fields: OpFields) -> str:
    """Why, and of a model's flag what it would write there."""
    why = fields.rationale or f"{fields.action.value} ({fields.kind})"
    change = fields.before_text, fields.after_text
    only_told = fields.from_model and fields.action is Action.FLAG_ONLY and fields.after_text
    return f"{why} {proposed(change)}" if only_told and change[0] != change[1] else why


def _first_line(item: object) -> int:
    target = item.get("target") if isinstance(item, dict) else None
    line = target.get("line_start") if isinstance(target, dict) else None
    return line if isinstance(line, int) else 0


def _quoted(fields: OpFields) -> tuple[str, str]:
    """Before and after as given, with LF line ends, so that the op id does not depend on the document's.

    Two flags on one text are the same when they say the same.
    """
    after = fields.after_text
    if fields.action is Action.FLAG_ONLY:
        after = fields.note.text if fields.note else fields.rationale
    return _lf(fields.before_text), _lf(after)


def _trimmed(text: str) -> str:
    return text.rstrip("\r\n") or text


def _lf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _named(fields: OpFields, note: ReviewNote) -> ReviewNote:
    return note.model_copy(update={"text": fields.rationale or f"{fields.action.value} ({fields.kind})"})


def _check_texts(fields: OpFields) -> None:
    """What each action needs to say."""
    if fields.action in _REMOVES and not fields.before_text:
        raise Refused(RejectCode.OTHER, f"a {fields.action.value} needs before_text: the line alone is no anchor")
    if fields.action is Action.DELETE and fields.after_text:
        raise Refused(RejectCode.OTHER, "a delete has an empty after_text")
    if fields.action is Action.INSERT and not fields.after_text:
        raise Refused(RejectCode.OTHER, "an insert needs after_text")


def _hash_holds(fields: OpFields) -> bool:
    """Hash of the text as given. A model's is not asked for: its text was just found, exactly once (HASH_RECOMPUTE)."""
    if fields.from_model:
        return True
    if fields.action not in _REMOVES and not fields.before_hash:
        return True
    return claimed_hash_holds(fields)


def _with_policy(fields: OpFields, located: Located, document: Document, *, proposed: bool) -> OpFields:
    """Attention and deletion policy (seed, invariants 5 and 6). A model's missing note is written (NOTE_INJECT).

    A deletion is one by what it leaves, not by its name. The rationale of a proposal is its note.

    Raises:
        Refused: ``REJECT_SCHEMA_NOTE``.
    """
    removes = fields.action is Action.REPLACE and removes_lines(document, located)
    deletes = removes or fields.action is Action.DELETE
    if deletes and proposed and fields.rationale and fields.note is None:
        fields = fields._replace(note=ReviewNote(alert="CAUTION", text=fields.rationale))
    if fields.from_model:
        return fields
    if fields.needs_attention and fields.note is None:
        raise Refused(RejectCode.SCHEMA_NOTE, "needs_attention is true, but there is no review_note")
    if not deletes:
        return fields
    if proposed and fields.note is None:
        raise Refused(RejectCode.SCHEMA_NOTE, "a proposal that deletes needs a rationale: it becomes the note")
    if fields.note is None or fields.note.alert != "CAUTION" or fields.needs_attention is False:
        raise Refused(RejectCode.SCHEMA_NOTE, "a deletion needs needs_attention and a review_note with alert CAUTION")
    return fields._replace(needs_attention=True)
