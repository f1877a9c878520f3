"""Builders of small documents, ops and histories; every test states its own texts."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from reviewer.hashing import content_hash
from reviewer.ledger.commit import CommitContext, CommitPolicy, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction
from reviewer.ledger.fold import fold
from reviewer.markdown.parse import parse
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp, ReviewNote, Source, Target
from reviewer.model.position import Span

STAMP = Stamp("doc.md", "2026-02-06T14:23:01.234567+00:00", "t1", "tester")


def document_of(text):
    return read_document(text.encode(), "doc.md")


def empty(text):
    return fold(document_of(text), ())


def op(text, before, after, *, at=None, action=None, source="human", note=None, **fields):
    """An op that replaces ``before`` (the first, or at offset ``at``) in ``text``; an empty ``before`` inserts."""
    start = text.index(before) if at is None else at
    span = Span(start, start + len(before))
    document = document_of(text)
    first, last = document.lines_of(span)
    if action is None:
        action = Action.REPLACE if before else Action.INSERT
    given = {
        "op_id": f"op-{action.value}-{start}-{before}-{after}",
        "action": action,
        "target": Target(line_start=first, line_end=last),
        "span": span,
        "before_hash": content_hash(before),
        "before_text": before,
        "after_text": after,
        "needs_attention": False,
        "kind": "typo",
        "severity": "minor",
        "silent": False,
        "review_note": ReviewNote(alert="NOTE", text=note) if note else None,
        "source": Source(type=source),
        **fields,
    }
    return EditOp(**given)


def plan(history, *ops, view=None, structure=structure_violations, refused=(), **policy):
    context = CommitContext(
        current=parse(read_document(history.bytes, "doc.md")),
        parse=parse,
        structure=structure,
        view=view,
        policy=CommitPolicy(**policy),
        refused=refused,
    )
    return plan_commit(history, ops, context)


def committed(history, *ops, txn=None, **policy):
    """The history after committing ops; every op must have been accepted."""
    result = plan(history, *ops, **policy)
    assert not result.rejected, result.rejected
    stamp = replace(STAMP, txn=txn or f"t{history.next_seq}")
    return build_transaction(history, result, stamp).history


@pytest.fixture
def make():
    return SimpleNamespace(document=document_of, empty=empty, op=op, plan=plan, committed=committed, stamp=STAMP)
