"""Random lives of a document: commits located in any recorded file, hand edits of any file, undo."""

import os
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewer.hashing import content_hash
from reviewer.ledger.commit import CommitContext, CommitPolicy, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction, transaction_of
from reviewer.ledger.external import plan_external
from reviewer.ledger.fold import fold
from reviewer.ledger.store import entry_line, parse_ledger
from reviewer.ledger.undo import reapply_draft, revert_draft
from reviewer.ledger.verify import verify_replay
from reviewer.markdown.parse import parse
from reviewer.markdown.source import encode, read_document
from reviewer.model.edit import Action, EditOp, ReviewNote, Source, Target
from reviewer.model.position import Span
from reviewer.patch import relations

STAMP = Stamp("doc.md", "2026-01-01T00:00:00+00:00", "t", "tester")
NIGHTLY = int(os.environ.get("REVIEWCTL_NIGHTLY_LIVES", "5000"))
WORDS = st.text("ab\n\r é", max_size=5)


def document_of(text, bom=False):
    return read_document(encode(text, bom=bom), "doc.md")


def random_op(data, text, number):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 6, len(text))))
    document = document_of(text)
    first, last = document.lines_of(Span(start, end)) if text else (1, 1)
    action = Action.INSERT if start == end else data.draw(st.sampled_from([Action.REPLACE, Action.FLAG_ONLY]))
    return EditOp(
        op_id=f"op-{number}",
        action=action,
        target=Target(line_start=first, line_end=max(first, last)),
        span=Span(start, end),
        before_hash=content_hash(text[start:end]),
        before_text=text[start:end],
        after_text=data.draw(WORDS),
        needs_attention=action is Action.FLAG_ONLY,
        kind="style",
        severity="minor",
        silent=False,
        review_note=ReviewNote(alert="NOTE", text="look"),
        source=Source(type="human"),
        group=data.draw(st.sampled_from(["", "", "", "g"])),
    )


class Life:
    def __init__(self, text):
        self.history = fold(document_of(text), ())
        self.files = {text}
        self.number = 0

    def commit(self, data):
        """Ops given in the text of any file that exists; what is accepted is in the result, the rest is named."""
        text = data.draw(st.sampled_from(sorted(self.files)))
        view = self.history.view_of(document_of(text))
        assert self.history.replay.materialise(view) == text
        ops = []
        for _ in range(data.draw(st.integers(1, 3))):
            self.number += 1
            ops.append(random_op(data, text, self.number))
        current = parse(document_of(self.history.text))
        context = CommitContext(current, parse, None, view, CommitPolicy(allow_empty=True))
        result = plan_commit(self.history, ops, context)
        rest = len(ops) - len(result.accepted) - len(result.rejected)  # two equal ops may both be one change already
        assert min(rest, 1) <= len(result.already_applied) <= rest
        self.add(build_transaction(self.history, result, self.stamp()), result.text)

    def edit_by_hand(self, data):
        """A file changes by hand: its text is known afterwards, and in the current text nothing of it is missing."""
        text = data.draw(st.sampled_from(sorted(self.files)))
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 8, len(text))))
        present = text[:start] + data.draw(WORDS) + text[end:]
        self.files.discard(text)
        observed = document_of(present)
        if self.history.view_of(observed) is None:
            view = self.history.view_of(document_of(text))
            self.add(plan_external(self.history, observed, view, self.stamp()))
        assert self.history.replay.materialise(self.history.view_of(observed)) == present
        self.files.add(present)

    def undo(self, data):
        known = sorted(self.history.replay.records)
        if not known:
            return
        ids = relations.cascade(self.history.replay, [data.draw(st.sampled_from(known))])
        twin, taken = self.history.replay.clone(), set(self.history.by_id)
        drafts = [revert_draft(twin, name, taken, "asked for") for name in ids]
        self.add(transaction_of(self.history, drafts, self.stamp()))

    def redo(self, data):
        """Any subset that was undone: refused by name, or in force again with the text that it had."""
        replay = self.history.replay
        gone = sorted(set(replay.records) - replay.active)
        if not gone:
            return
        ids = data.draw(st.lists(st.sampled_from(gone), min_size=1, max_size=3, unique=True))
        refused = relations.reapply_refusals(replay, ids)
        if refused:
            assert all(refusal.blocked_by for refusal in refused)
            return
        wanted = replay.materialise(replay.active | set(ids))
        twin, taken = replay.clone(), set(self.history.by_id)
        drafts = [reapply_draft(twin, name, taken, "asked for") for name in relations.in_order(replay, ids)]
        self.add(transaction_of(self.history, drafts, self.stamp()), wanted)

    def stamp(self):
        return replace(STAMP, txn=f"t{self.history.next_seq}")

    def add(self, transaction, text=None):
        if transaction is None:
            return
        self.history = transaction.history
        assert text is None or self.history.text == text
        self.files.add(self.history.text)

    def assert_sound(self):
        history = self.history
        data = b"".join(entry_line(entry) for entry in history.entries)
        entries = parse_ledger(data, history.snapshot.doc_hash).entries
        assert entries == history.entries
        again = fold(history.snapshot, entries, checked=True)
        assert (again.text, again.head, again.active) == (history.text, history.head, history.active)
        assert verify_replay(history.snapshot, entries) == ""
        for name in again.flags:
            span = again.replay.span_of(name)
            assert 0 <= span.start <= span.end <= len(again.text)


STEPS = ["commit", "commit", "edit_by_hand", "undo", "redo"]


def live(text, data):
    life = Life(text)
    for step in data.draw(st.lists(st.sampled_from(STEPS), max_size=8)):
        getattr(life, step)(data)
    life.assert_sound()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text("xyz\n\r ", max_size=20), data=st.data())
def test_ledger_alone_gives_every_life_again(text, data):
    live(text, data)


@pytest.mark.slow
@settings(max_examples=NIGHTLY, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text("xyz\n\r ", max_size=20), data=st.data())
def test_ledger_alone_gives_thousands_of_lives_again(text, data):
    live(text, data)
