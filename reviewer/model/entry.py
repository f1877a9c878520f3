"""The ledger entry: final from its first version. New capabilities add event values, never fields (DESIGN §4)."""

from collections import defaultdict
from collections.abc import Container, Iterable
from typing import Any, Literal

from pydantic import Field

from reviewer.model.frozen import Frozen
from reviewer.model.position import Span


class LedgerEntry(Frozen):
    """One line of ``review/ledger.jsonl``.

    The first block is the seed's schema, the second DESIGN §4. ``span`` is code points in the state before this entry;
    ``doc_hash_before/after`` are file hashes at the transaction's borders; ``state_hash`` is the tree hash of the live
    pieces after this entry; ``prev`` is the previous entry's ``entry_hash`` (the genesis entry: hash of the snapshot).
    """

    id: str
    doc: str
    doc_hash_before: str
    doc_hash_after: str
    timestamp: str
    actor: dict[str, str]
    scope: dict[str, str]
    kind: str
    severity: str
    silent: bool
    summary: str
    rationale: str
    patch_forward: str
    patch_inverse: str
    review_note: dict[str, str] | None = None
    is_revert: bool = False
    reverted_id: str = ""

    schema_version: Literal[1] = Field(default=1, alias="schema")
    seq: int
    event: str
    action: str
    before_text: str
    after_text: str
    span: Span
    op_id: str
    source: dict[str, Any]
    fingerprint: str
    refs: tuple[str, ...] = ()
    reason: str = ""
    basis_seq: int | None = None
    observed_hash: str | None = None
    verdicts: tuple[dict[str, Any], ...] = ()
    prev: str
    entry_hash: str
    txn: str
    txn_index: int
    txn_size: int
    state_hash: str


def of_one_proposal(entries: Iterable[LedgerEntry], in_force: Container[str]) -> dict[str, tuple[str, ...]]:
    """For each change and flag that is a part of a model's proposal, the ids of the others that are in force.

    They may have been made in other runs: a part that was undone, or gave way, and is made later.
    """
    wholes: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        if entry.event in {"change", "flag"} and entry.source.get("proposal"):
            wholes[entry.source["proposal"]].append(entry.id)
    return {
        name: tuple(other for other in parts if other != name and other in in_force)
        for parts in wholes.values()
        for name in parts
    }
