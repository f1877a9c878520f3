"""The laws of DESIGN §5 as a state machine, against a character-by-character oracle that shares no code with us."""

import os

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from reviewer.model.position import Span
from reviewer.patch import pieces, relations
from reviewer.patch.replay import NO_FOOTING, Footing, Replay
from reviewer.patch.view import View

TEXTS = st.text(alphabet="ab\n\r\u2028é", min_size=1, max_size=6)


SIZES = (pieces.PIECE_SIZE, pieces.BLOCK_PIECES, pieces.GROUP_BLOCKS)
"""The real sizes; the machine also runs with tiny ones, so that short histories split blocks and groups."""


class Naive:
    """Every character ever, in a list; places by scanning. Written from DESIGN §5, with indexes instead of pieces."""

    def __init__(self, text):
        self.chars = [{"c": c, "by": None, "dead": []} for c in text]
        self.active = set()
        self.txns = {}
        self.needs = {}
        self.excluded = set()

    def live(self, char, active=None):
        active = self.active if active is None else active
        return (char["by"] is None or char["by"] in active) and not set(char["dead"]) & set(active)

    def text(self, active=None):
        return "".join(c["c"] for c in self.chars if self.live(c, active))

    def change(self, name, txn, start, end, text):
        shown = [i for i, c in enumerate(self.chars) if self.live(c)]
        self.begin(name, txn)
        if end > start:
            first, at = shown[start], shown[end - 1] + 1
            self.delete(name, shown[start:end], range(first, at))
        else:
            at = self.gap_place(shown[start - 1] + 1 if start else 0, txn)
            self.needs[name] |= self.deleters_in_gap(at, txn)
        self.insert(name, at, text)

    def change_at(self, name, txn, at, text):
        self.begin(name, txn)
        self.insert(name, at, text)

    def begin(self, name, txn):
        self.txns[name] = txn
        self.needs[name] = set()

    def delete(self, name, chosen, run):
        """Needs whose text it deletes and who made the run contiguous; cannot be with who deleted or stood there."""
        for i in run:
            char = self.chars[i]
            if i in chosen:
                self.needs[name] |= {char["by"]} - {None}
                self.exclude(name, char["dead"])
            else:
                self.needs[name] |= set(char["dead"]) & self.active
                self.exclude(name, [] if set(char["dead"]) & self.active else [char["by"]])
        for i in chosen:
            self.chars[i]["dead"].append(name)

    def insert(self, name, at, text):
        """Strictly inside whose text or deleted run: some of it stands before the place and some behind."""
        self.active.add(name)
        if not text:
            return
        before, after = self.chars[:at], self.chars[at:]
        self.needs[name] |= ({c["by"] for c in before} & {c["by"] for c in after}) - {None}
        self.exclude(name, {d for c in before for d in c["dead"]} & {d for c in after for d in c["dead"]} - {name})
        self.chars[at:at] = [{"c": c, "by": name, "dead": []} for c in text]

    def exclude(self, name, others):
        self.excluded |= {frozenset((name, other)) for other in others}

    def deleters_in_gap(self, at, txn):
        found = set()
        for run in (reversed(self.chars[:at]), self.chars[at:]):
            for char in run:
                if self.live(char) or txn in map(self.txns.get, char["dead"]):
                    break
                found |= set(char["dead"]) & self.active
        return found

    def all_needs(self, name):
        found, waiting = set(), [name]
        while waiting:
            for other in self.needs[waiting.pop()] - found:
                found.add(other)
                waiting.append(other)
        return found

    def barred(self, name):
        """Changes in force that cannot be together with ``name``."""
        return {other for other in self.active if frozenset((name, other)) in self.excluded}

    def gap_place(self, at, txn):
        place = self.after_undone_replacements(at)
        for i in range(at, len(self.chars)):
            char = self.chars[i]
            if self.live(char):
                break
            if self.txns.get(char["by"]) == txn or txn in map(self.txns.get, char["dead"]):
                place = max(place, i + 1)
        return place

    def after_undone_replacements(self, at):
        """What replaced the left neighbour and was undone would stand in its place: skip it with all inside it."""
        left = self.chars[at - 1]["dead"] if at else []
        while at < len(self.chars) and self.chars[at]["by"] in left and self.chars[at]["by"] not in self.active:
            owner = self.chars[at]["by"]
            at = max(i for i, char in enumerate(self.chars) if char["by"] == owner) + 1
        return at


class Algebra(RuleBasedStateMachine):
    @initialize(text=st.text(alphabet="xyz\n", max_size=12), sizes=st.sampled_from([(1, 2, 2), (3, 4, 2), SIZES]))
    def start(self, text, sizes):
        pieces.PIECE_SIZE, pieces.BLOCK_PIECES, pieces.GROUP_BLOCKS = sizes
        self.replay, self.naive = Replay(text), Naive(text)
        self.original, self.seen, self.counter, self.txn = text, {}, 0, 0
        self.history = []

    def random_span(self, data, length):
        start = data.draw(st.integers(0, length))
        return Span(start, data.draw(st.integers(start, min(start + 4, length))))

    def make(self, span, text, txn):
        self.counter += 1
        name = f"c{self.counter}"
        before = self.replay.text()
        edit = self.replay.change(name, txn, span, text)
        self.naive.change(name, txn, span.start, span.end, text)
        assert edit.before_text == before[span.start : span.end]
        assert self.replay.text() == before[: span.start] + text + before[span.end :]
        self.check_needs(name)
        self.history.append(("change", name, txn, span, text, NO_FOOTING, self.replay.state_hash()))
        return before, name

    def check_needs(self, name):
        """The same needs as the oracle's, counting what they need themselves; all of it is in force."""
        found, waiting = set(), [name]
        while waiting:
            for other in self.replay.records[waiting.pop()].depends - found:
                found.add(other)
                waiting.append(other)
        assert found == self.naive.all_needs(name)
        assert found <= self.replay.enabled

    @rule(data=st.data(), text=st.one_of(st.just(""), TEXTS), same=st.booleans())
    def edit(self, data, text, same):
        span = self.random_span(data, self.replay.length)
        if span.start == span.end and not text:
            return
        if not same:
            self.txn += 1
        before, name = self.make(span, text, f"t{self.txn}")
        assert self.replay.materialise(self.replay.active - {name}) == before
        assert relations.revert_refusals(self.replay, [name]) == ()

    @rule(data=st.data(), text=TEXTS)
    def edit_in_view(self, data, text):
        if not self.seen:
            return
        active = data.draw(st.sampled_from(sorted(self.seen, key=sorted)))
        view = View(self.replay, active)
        assert view.text == self.naive.text(active)
        span = self.random_span(data, len(view.text))
        translation = view.translate(span)
        if translation.span is None:
            assert translation.blocked_by
            return
        current = self.replay.text()
        moved = current[translation.span.start : translation.span.end]
        assert moved == view.text[span.start : span.end]
        self.txn += 1
        if translation.place is None:
            self.make(translation.span, text, f"t{self.txn}")
        else:
            self.make_at(translation, text, view.text[: span.start] + text + view.text[span.end :], active)

    def make_at(self, translation, text, wanted, active):
        """An insertion with an exact place: the view shows it where it was asked for, and nobody has to stay for it."""
        self.counter += 1
        name = f"c{self.counter}"
        self.replay.change(name, f"t{self.txn}", translation.span, text, Footing(translation.place))
        self.naive.change_at(name, f"t{self.txn}", translation.place, text)
        assert self.replay.materialise(active | {name}) == wanted
        self.check_needs(name)
        self.history.append(
            (
                "change",
                name,
                f"t{self.txn}",
                translation.span,
                text,
                Footing(translation.place),
                self.replay.state_hash(),
            )
        )

    @rule(data=st.data())
    def revert(self, data):
        if not self.replay.records:
            return
        ids = data.draw(st.lists(st.sampled_from(sorted(self.replay.records)), min_size=1, max_size=3, unique=True))
        refused = relations.revert_refusals(self.replay, ids)
        if refused:
            for refusal in refused:
                assert refusal.blocked_by or refusal.reason == "inactive"
            ids = list(relations.cascade(self.replay, ids))
            assert relations.revert_refusals(self.replay, ids) == ()
        self.toggle(ids, False)

    @rule(data=st.data())
    def reapply(self, data):
        if not self.replay.records:
            return
        ids = data.draw(st.lists(st.sampled_from(sorted(self.replay.records)), min_size=1, max_size=3, unique=True))
        refused = relations.reapply_refusals(self.replay, ids)
        for refusal in refused:
            assert refusal.blocked_by or refusal.reason == "active"
        if not refused:
            self.toggle(ids, True)

    def toggle(self, ids, on):
        self.txn += 1
        for name in ids:
            before = self.replay.text()
            edit = self.replay.toggle(name, on)
            (self.naive.active.add if on else self.naive.active.discard)(name)
            assert before[edit.span.start : edit.span.end] == edit.before_text
            assert self.replay.text() == before[: edit.span.start] + edit.after_text + before[edit.span.end :]
            self.history.append(("toggle", name, on, self.replay.state_hash()))

    @rule(data=st.data())
    def flag(self, data):
        self.counter += 1
        span = self.random_span(data, self.replay.length)
        self.replay.mark(f"f{self.counter}", span)
        self.history.append(("mark", f"f{self.counter}", span, self.replay.state_hash()))
        if span.end > span.start:
            assert self.replay.span_of(f"f{self.counter}") == span

    @invariant()
    def same_as_naive(self):
        if not hasattr(self, "replay"):
            return
        text = self.replay.text()
        assert text == self.naive.text()
        assert self.replay.length == len(text)
        assert self.replay.materialise(frozenset()) == self.original
        key = self.replay.active
        assert self.seen.setdefault(key, text) == text

    @invariant()
    def active_set_is_sound(self):
        if not hasattr(self, "replay"):
            return
        for name in self.replay.enabled:
            record = self.replay.records[name]
            assert record.depends <= self.replay.enabled
            assert not relations.excluded_by(self.replay, record, self.replay.enabled)

    @invariant()
    def redo_is_refused_as_the_oracle_says(self):
        if not hasattr(self, "replay"):
            return
        for name in set(self.replay.records) - self.replay.enabled:
            refusal = relations.reapply_refusals(self.replay, [name])
            missing = self.naive.needs[name] - self.replay.enabled
            barred = self.naive.barred(name)
            assert bool(refusal) == bool(missing or barred)
            if not self.naive.all_needs(name) - self.replay.enabled:
                assert {n for r in refusal for n in r.blocked_by} == barred

    @invariant()
    def sums_hold(self):
        if not hasattr(self, "replay"):
            return
        position = lines = 0
        for piece in self.replay.tape:
            assert self.replay.tape.offset_of(piece) == position
            assert self.replay.tape.lines_before(piece) == lines
            if piece.live:
                position += len(piece.text)
                lines += piece.text.count("\n")
        for record in self.replay.records.values():
            assert "".join(p.text for p in record.inserted) == "".join(
                c["c"] for c in self.naive.chars if c["by"] == record.id
            )

    def teardown(self):
        """Every step replays to its state hash, and a clone behaves like its original."""
        try:
            if hasattr(self, "replay"):
                self.replay_again()
        finally:
            pieces.PIECE_SIZE, pieces.BLOCK_PIECES, pieces.GROUP_BLOCKS = SIZES

    def replay_again(self):
        twin = self.replay.clone()
        assert (twin.text(), twin.state_hash()) == (self.replay.text(), self.replay.state_hash())
        fresh = Replay(self.original)
        for kind, *arguments, state_hash in self.history:
            getattr(fresh, kind)(*arguments)
            assert fresh.state_hash() == state_hash
        for name in sorted(twin.enabled):
            if not relations.revert_refusals(twin, [name]):
                assert twin.toggle(name, False) == fresh.toggle(name, False)
        assert twin.state_hash() == fresh.state_hash()


COMMON = {"deadline": None, "suppress_health_check": list(HealthCheck), "stateful_step_count": 25}


def test_the_laws_hold_on_a_few_hundred_histories():
    run_state_machine_as_test(Algebra, settings=settings(max_examples=200, **COMMON))


@pytest.mark.slow
def test_the_laws_hold_on_twenty_thousand_histories():
    count = int(os.environ.get("REVIEWCTL_NIGHTLY_HISTORIES", "20000"))
    run_state_machine_as_test(Algebra, settings=settings(max_examples=count, print_blob=True, **COMMON))
