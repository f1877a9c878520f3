"""Overlapping proposals: who wins, who loses and who is told."""

import random

from growth import grows_linearly
from merging import settled

from reviewer.hashing import content_hash
from reviewer.model.edit import Action, EditOp, RejectCode, Source, Target
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.plan.merge import merge


def op(start, end, after, source="human", name="", *, group="", action="replace"):
    return EditOp(
        op_id=name or f"op-{start}-{end}-{after}",
        action=Action(action),
        target=Target(line_start=1, line_end=1),
        span=Span(start, end),
        before_hash=content_hash(""),
        before_text="",
        after_text=after,
        needs_attention=False,
        kind="typo",
        severity=Severity.MINOR,
        silent=True,
        source=Source(type=source),
        group=group,
    )


def names(ops):
    return [o.after_text for o in ops]


def test_touching_edits_apply_inserts_keep_their_order_and_the_overlap_names_its_winner():
    ops = [op(0, 3, "X"), op(3, 6, "Y"), op(3, 3, "i1"), op(3, 3, "i2"), op(2, 4, "Z")]
    kept, (lost,) = settled(ops)
    text = "abcdef"
    for item in reversed(kept):
        text = text[: item.span.start] + item.after_text + text[item.span.end :]
    assert text == "Xi1i2Y"
    assert lost.code is RejectCode.OVERLAP
    assert lost.op_id == "op-2-4-Z"
    assert "op-0-3-X" in lost.message or "op-3-6-Y" in lost.message


def test_the_stronger_source_wins_whatever_the_order():
    ops = [op(0, 4, "w", "worker"), op(1, 5, "t", "tutor"), op(2, 6, "f", "fixer"), op(3, 7, "h", "human")]
    for order in (ops, ops[::-1], ops[2:] + ops[:2]):
        kept, lost = settled(order)
        assert names(kept) == ["h"]
        assert {r.op_id for r in lost} == {"op-0-4-w", "op-1-5-t", "op-2-6-f"}


def test_an_equal_op_is_a_duplicate_and_no_loser():
    merged = merge([op(0, 3, "X", "worker", "op-w"), op(0, 3, "X", "fixer", "op-f")])
    assert [o.op_id for o in merged.ops] == ["op-f"]
    assert merged.overlapped == ()
    assert [(dropped.op_id, kept) for dropped, kept in merged.duplicates] == [("op-w", "op-f")]


def test_an_insertion_inside_a_replaced_text_loses_or_wins_by_strength():
    kept, lost = settled([op(0, 4, "X"), op(2, 2, "i")])
    assert (names(kept), len(lost)) == (["X"], 1)
    kept, lost = settled([op(0, 4, "X", "worker"), op(2, 2, "i")])
    assert (names(kept), len(lost)) == (["i"], 1)


def test_a_group_is_taken_or_lost_as_a_whole():
    ops = [op(0, 2, "h"), op(1, 3, "a", "fixer", group="g"), op(8, 9, "b", "fixer", group="g"), op(8, 9, "w", "worker")]
    kept, lost = settled(ops)
    assert names(kept) == ["h", "w"]
    assert [r.op_id for r in lost] == ["op-1-3-a", "op-8-9-b"]
    assert all("op-0-2-h" in r.message for r in lost)


def test_a_group_whose_own_ops_overlap_is_lost():
    kept, lost = settled([op(0, 3, "a", group="g"), op(2, 4, "b", group="g")])
    assert (kept, len(lost)) == ((), 2)


def test_flags_stand_beside_everything():
    kept, lost = settled([op(0, 4, "X"), op(1, 3, "", action="flag_only")])
    assert (len(kept), lost) == (2, ())


def test_what_is_kept_never_overlaps_and_every_loser_overlaps_a_kept_one():
    rng = random.Random(7)
    for _ in range(300):
        spans = [sorted((rng.randrange(12), rng.randrange(12))) for _ in range(8)]
        ops = [op(*s, str(i), rng.choice(["human", "fixer", "worker"])) for i, s in enumerate(spans)]
        kept, lost = settled(ops)
        by_id = {o.op_id: o for o in ops}
        for i, first in enumerate(kept):
            assert not any(first.span.overlaps(second.span) for second in kept[i + 1 :])
        for rejection in lost:
            winner = next(o for o in kept if f" {o.op_id}, " in rejection.message)
            assert winner.span.overlaps(by_id[rejection.op_id].span)
        assert len(kept) + len(lost) == len(ops)


def test_ten_thousand_ops_merge_in_linear_time():
    def prepare(count):
        ops = [op(3 * i, 3 * i + 2, "x") for i in range(count)]
        return lambda: kept.append(len(settled(ops)[0]))

    kept = []
    assert grows_linearly(prepare, 2_500)
    assert set(kept) == {2_500, 10_000}


def test_many_insertions_at_one_place_merge_in_linear_time():
    text = "The cat is here.\nThe end.\n"

    def prepare(count):
        ops = [op(17, 17, f"Line {number}.\n", name=f"op-{number}", action="insert") for number in range(count)]
        return lambda: kept.append(len(merge(ops, text).ops))

    kept = []
    assert grows_linearly(prepare, 500)
    assert set(kept) >= {500, 2_000}


def test_of_insertions_that_would_make_one_word_the_first_is_made_however_many_stand_there():
    many = [op(4, 4, f"({number}) ", name=f"op-{number}", action="insert") for number in range(50)]
    first, second = op(4, 4, "big", name="first", action="insert"), op(4, 4, "ger ", name="second", action="insert")
    merged = merge([first, *many, second], "The  cat.")
    assert [lost.op.op_id for lost in merged.overlapped] == ["second"]
    assert [lost.winner for lost in merged.overlapped] == ["first"]
    assert len(merged.ops) == 51


def test_two_ops_with_one_unchanged_mark_between_them_do_not_make_one_word():
    ops = [op(0, 1, "2", name="first"), op(3, 3, "500", name="second", action="insert")]
    assert [lost.op.op_id for lost in merge(ops, "X, now").overlapped] == []
    ops = [op(0, 1, "2", name="first"), op(2, 3, "500", name="second")]
    assert [lost.op.op_id for lost in merge(ops, "X,# now").overlapped] == ["second"]


def test_parts_of_a_proposal_that_no_model_made_are_merged_as_any_ops():
    ops = [op(0, 3, "the", name="op-1"), op(4, 7, "dog", name="op-2"), op(4, 7, "cow", name="op-3")]
    ops = [one.model_copy(update={"proposal": "p"}) if one.op_id != "op-2" else one for one in ops]
    for text in ("", "teh cat is here"):
        assert names(merge([ops[1], ops[0], ops[2]], text).ops) == ["the", "dog"]
