"""Random lives of short texts: no word ever stands there that was in no text that somebody wrote or saw."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.ledger.commit import CommitContext, CommitPolicy, plan_commit
from reviewer.ledger.entries import Stamp, build_transaction, transaction_of
from reviewer.ledger.external import plan_external
from reviewer.ledger.fold import fold
from reviewer.ledger.undo import undo_drafts
from reviewer.markdown.parse import parse
from reviewer.markdown.source import encode, read_document
from reviewer.markdown.word_reach import is_joined, is_letter
from reviewer.model.edit import Action, EditOp, Source, Target
from reviewer.model.position import Span
from reviewer.plan.merge import merge
from reviewer.service.undo.plan import plan_reapply, plan_revert
from reviewer.service.undo.soundness import Judge, Leave

STAMP = Stamp("doc.md", "2026-01-01T00:00:00+00:00", "t", "tester")
PLENTY = CommitPolicy(allow_empty=True)
SIGNS = ["ab1 ,-.'$\n", "a1 .,*'-(", "ab12 :/-"]


def words_of(text):
    """All that holds together, from one border to the next, and has a letter or a digit."""
    borders = [at for at in range(len(text) + 1) if not is_joined(text, at)]
    pieces = (text[start:end] for start, end in pairwise(borders))
    return {piece for piece in pieces if any(map(is_letter, piece))}


def document_of(text):
    return read_document(encode(text, bom=False), "doc.md")


class Life:
    """A document, what was written in it, and the states that a file may still have."""

    def __init__(self, data, signs):
        self.data = data
        self.signs = signs
        self.history = fold(document_of(self.draw(self.some_text(12))), ())
        self.written = words_of(self.history.text)
        self.views = [frozenset()]
        self.ops = 0

    def draw(self, strategy):
        return self.data.draw(strategy)

    def some_text(self, most):
        return st.text(self.signs, max_size=most)

    def go_on(self):
        self.draw(st.sampled_from([self.by_hand, self.by_hand, self.by_ops, self.by_ops, self.undo, self.redo]))()
        self.views.append(self.history.active)
        assert words_of(self.history.text) <= self.written

    def take(self, transaction):
        if transaction is not None:
            self.history = transaction.history

    def by_hand(self):
        view = self.draw(st.sampled_from([*self.views[-3:], self.history.active]))
        text = self.history.replay.materialise(view)
        for _ in range(self.draw(st.integers(1, 2))):
            span = self.somewhere(text)
            text = text[: span.start] + self.draw(self.some_text(3)) + text[span.end :]
        self.written |= words_of(text)
        self.take(plan_external(self.history, document_of(text), view, STAMP))

    def by_ops(self):
        view = self.draw(st.sampled_from([None, *self.views[-3:]]))
        text = self.history.text if view is None else self.history.replay.materialise(view)
        ops = [self.op(text) for _ in range(self.draw(st.integers(1, 3)))]
        for one in merge(ops, text).ops:
            self.written |= words_of(text[: one.span.start] + one.after_text + text[one.span.end :])
        context = CommitContext(parse(document_of(self.history.text)), parse, None, view, PLENTY)
        result = plan_commit(self.history, merge(ops, text).ops, context)
        self.take(build_transaction(self.history, result, STAMP))

    def op(self, text):
        self.ops += 1
        span = self.somewhere(text)
        before, after = text[span.start : span.end], self.draw(self.some_text(3))
        if not before and text:  # only whole lines are put in by ops without a quote
            span = Span(max(span.start - 1, 0), max(span.end, 1))
            before = text[span.start : span.end]
            after = before + after
        elif not before:
            after += "\n"
        action = Action.INSERT if not before else Action.REPLACE if after else Action.DELETE
        return EditOp(
            op_id=f"op-{self.ops}",
            action=action,
            target=Target(line_start=1, line_end=max(text.count("\n"), 1)),
            span=span,
            before_hash=content_hash(before),
            before_text=before,
            after_text=after,
            needs_attention=False,
            kind="style",
            severity="minor",
            silent=True,
            rationale="it is better",
            source=Source(type=self.draw(st.sampled_from(["human", "fixer", "worker"]))),
        )

    def somewhere(self, text):
        start = self.draw(st.integers(0, len(text)))
        return Span(start, self.draw(st.integers(start, min(start + 3, len(text)))))

    def undo(self):
        self.switch(self.history.active, on=False)

    def redo(self):
        self.switch(self.history.replay.records.keys() - self.history.active, on=True)

    def switch(self, names, *, on):
        if not names:
            return
        asked = self.draw(st.lists(st.sampled_from(sorted(names)), min_size=1, unique=True))
        cascade, external = self.draw(st.booleans()), self.draw(st.booleans())
        if on:
            plan = plan_reapply(self.history, asked, cascade=cascade)
        else:
            plan = plan_revert(self.history, asked, cascade=cascade, external=external)
        going, refused = Judge(self.history, ReviewerConfig(), on=on, leave=Leave(cascade, external)).settle(plan.ids)
        assert all(item.blocked_by for item in refused)
        self.take(transaction_of(self.history, undo_drafts(self.history, going, "", on=on), STAMP))


@pytest.mark.parametrize("signs", SIGNS)
@settings(max_examples=150)
@given(data=st.data())
def test_no_step_makes_a_word_that_nobody_wrote_or_saw(data, signs):
    life = Life(data, signs)
    for _ in range(data.draw(st.integers(2, 7))):
        life.go_on()
    assert fold(life.history.snapshot, life.history.entries, checked=True).text == life.history.text
