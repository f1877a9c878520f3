"""From accepted ops to ledger entries: one transaction, sealed and ready to be appended (DESIGN §4)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reviewer.hashing import bytes_hash
from reviewer.ledger.commit import AcceptedOp, CommitResult
from reviewer.ledger.events import BARS, NEEDS, PLACE, steps
from reviewer.ledger.fold import History
from reviewer.ledger.store import sealed
from reviewer.markdown.source import encode
from reviewer.model.edit import MODELS, Action
from reviewer.model.entry import LedgerEntry
from reviewer.model.position import Span
from reviewer.model.verdict import compact
from reviewer.patch.replay import NO_FOOTING, Footing

IN_PLACE = "in-place"
"""Value of ``actor.output`` where the reviewed document itself is to be written: a repair must know it."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who commits, when, to which document; ``txn`` is unique in the ledger. ``noted`` goes into ``actor`` as it is."""

    doc: str
    timestamp: str
    txn: str
    operator: str
    tool: str = "reviewctl"
    in_place: bool = False
    noted: tuple[tuple[str, str], ...] = ()

    @property
    def actor(self) -> dict[str, str]:
        """The entry's ``actor``."""
        actor = {"tool": self.tool, "operator": self.operator, **dict(self.noted)}
        return {**actor, "output": IN_PLACE} if self.in_place else actor


@dataclass(frozen=True, slots=True)
class Draft:
    """What is particular to one entry; the rest follows from its place in the ledger."""

    id: str
    event: str
    action: str
    span: Span
    before_text: str = ""
    after_text: str = ""
    fields: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Transaction:
    """Entries to append, with their lines, and the history after them; ``raw`` is the document to write."""

    entries: tuple[LedgerEntry, ...]
    lines: tuple[bytes, ...]
    history: History

    @property
    def raw(self) -> bytes:
        """The document's bytes after the transaction."""
        return self.history.bytes


def build_transaction(history: History, result: CommitResult, stamp: Stamp) -> Transaction | None:
    """The transaction that commits ``result``; None when nothing was accepted. ``history`` is left as it is."""
    return transaction_of(history, drafts_of(result.accepted), stamp)


def drafts_of(accepted: Iterable[AcceptedOp]) -> list[Draft]:
    """Drafts in document order; spans move with the text that earlier ones put in or took away.

    A flag inside text that is replaced before it points behind what replaced it.
    """
    drafts, shift, changed_to, added = [], 0, 0, 0
    for item in accepted:
        op = item.op
        start = max(item.span.start, changed_to)
        span = Span(start + shift, max(item.span.end, start) + shift)
        flag = op.action is Action.FLAG_ONLY
        scope = {"anchor": op.target.anchor, "node_path": op.target.node_path, **scope_of(item.footing, added)}
        drafts.append(
            Draft(
                item.id,
                "flag" if flag else "change",
                op.action.value,
                span,
                op.before_text,
                op.before_text if flag else op.after_text,
                (("scope", scope), *_op_fields(item).items()),
            )
        )
        if not flag:
            shift += len(op.after_text) - (span.end - span.start)
            added += len(op.after_text)
            changed_to = item.span.end
    return drafts


def scope_of(footing: Footing, added: int) -> dict[str, str]:
    """What ``scope`` tells of a change's footing, before whose place ``added`` characters were put on the tape."""
    if footing is NO_FOOTING:
        return {}
    place = "" if footing.place is None else str(footing.place + added)
    told = {PLACE: place, NEEDS: " ".join(footing.needs), BARS: " ".join(footing.bars)}
    return {key: text for key, text in told.items() if text}


def _op_fields(item: AcceptedOp) -> dict[str, Any]:
    op = item.op
    note = dict(op.review_note) if op.review_note else None
    source = dict(op.source)
    if op.confidence is not None:
        source["confidence"] = op.confidence
    if op.group:
        source["group"] = op.group
    if op.proposal:
        source["proposal"] = op.proposal
    if op.source.type in MODELS:
        source["quoted"] = list(op.whole if op.proposal else op.around)
    return {
        "kind": op.kind,
        "severity": op.severity.value,
        "silent": op.silent,
        "rationale": op.rationale,
        "review_note": note,
        "op_id": op.op_id,
        "source": source,
        "fingerprint": op.fingerprint,
        "verdicts": compact(op.verdicts),
    }


def summary_of(action: str, before: str, after: str) -> str:
    """One line that says what happened, for the report's table."""
    old, new = _short(before), _short(after)
    if action == Action.FLAG_ONLY.value:
        return f"flagged {old}" if before else "flagged"
    if not before:
        return f"inserted {new}"
    return f"replaced {old} with {new}" if after else f"removed {old}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return f"'{flat if len(flat) <= 60 else flat[:59] + '…'}'"


def transaction_of(history: History, drafts: Sequence[Draft], stamp: Stamp) -> Transaction | None:
    """Entries of any events as one transaction, with all hashes; None without drafts."""
    if not drafts:
        return None
    stamp = replace(stamp, txn=free_txn(history, stamp.txn))
    replay = history.replay.clone()
    bare = _bare(history, drafts, stamp)
    hashes = [replay.state_hash() for _ in steps(replay, bare)]
    raw = encode(replay.text(), bom=history.snapshot.bom)
    entries, lines, prev, after = [], [], history.head, bytes_hash(raw)
    for unsealed, state_hash in zip(bare, hashes, strict=True):
        entry, line = sealed(unsealed, doc_hash_after=after, state_hash=state_hash, prev=prev)
        entries.append(entry)
        lines.append(line)
        prev = entry.entry_hash
    by_id = {**history.by_id, **{entry.id: entry for entry in entries}}
    after_history = replace(history, entries=(*history.entries, *entries), replay=replay, by_id=by_id)
    return Transaction(tuple(entries), tuple(lines), after_history)


def free_txn(history: History, txn: str) -> str:
    """``txn``, or with ``.2``, ``.3`` when the ledger has it: what was committed together must stay told apart."""
    taken = {entry.txn for entry in history.entries}
    name, nth = txn, 1
    while name in taken:
        nth += 1
        name = f"{txn}.{nth}"
    return name


def _bare(history: History, drafts: Sequence[Draft], stamp: Stamp) -> list[LedgerEntry]:
    """The entries without what follows from all of them: states, hashes and the chain."""
    shared: dict[str, Any] = {
        "doc": stamp.doc,
        "doc_hash_before": history.doc_hash,
        "doc_hash_after": "",
        "timestamp": stamp.timestamp,
        "actor": stamp.actor,
        "prev": "",
        "entry_hash": "",
        "txn": stamp.txn,
        "txn_size": len(drafts),
        "state_hash": "",
        **_UNSAID,
    }
    first = history.next_seq
    return [
        LedgerEntry(**{**shared, "seq": first + index, "txn_index": index, **_own(draft)})
        for index, draft in enumerate(drafts)
    ]


_UNSAID: dict[str, Any] = {
    "scope": {},
    "kind": "",
    "severity": "minor",
    "silent": False,
    "rationale": "",
    "op_id": "",
    "source": {},
    "fingerprint": "",
}
"""What an entry holds of which its draft says nothing."""


def _own(draft: Draft) -> dict[str, Any]:
    patch = f"review/patches/{draft.id}" if draft.before_text != draft.after_text else ""
    return {
        "id": draft.id,
        "patch_forward": f"{patch}.patch" if patch else "",
        "patch_inverse": f"{patch}.inverse.patch" if patch else "",
        "event": draft.event,
        "action": draft.action,
        "before_text": draft.before_text,
        "after_text": draft.after_text,
        "span": draft.span,
        "summary": summary_of(draft.action, draft.before_text, draft.after_text),
        **dict(draft.fields),
    }
