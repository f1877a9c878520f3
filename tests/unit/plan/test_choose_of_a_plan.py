"""What a choice takes of a plan: whole groups, nothing that it does not name, and the rest is left."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.errors import UserError
from reviewer.hashing import content_hash
from reviewer.model.choice import Choice
from reviewer.model.edit import Action, EditOp, EditPlan, Overlapped, Source, Target
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.plan.choose import choose

KINDS = ("typo", "style", "numbering")


def op(number, kind="typo", group=""):
    return EditOp(
        op_id=f"op-{number}",
        action=Action.REPLACE,
        target=Target(line_start=number + 1, line_end=number + 1),
        span=Span(number, number + 1),
        before_hash=content_hash("a"),
        before_text="a",
        after_text="b",
        needs_attention=False,
        kind=kind,
        severity=Severity.MINOR,
        silent=True,
        source=Source(type="fixer"),
        group=group,
    )


def planned(*ops, overlapped=()):
    return EditPlan(doc_hash="sha256:d", ledger_head="sha256:h", ops=ops, overlapped=overlapped)


def taken(plan, silent=(), **choice):
    return [one.op_id for one in choose(plan, Choice(**choice), silent).plan.ops]


@st.composite
def cases(draw):
    count = draw(st.integers(0, 8))
    ops = [op(n, draw(st.sampled_from(KINDS)), draw(st.sampled_from(["", "g1", "g2"]))) for n in range(count)]
    names = [one.op_id for one in ops]
    some = st.lists(st.sampled_from(names), unique=True) if names else st.just([])
    kinds = st.lists(st.sampled_from(KINDS), unique=True)
    choice = {"but_ops": draw(some), "but_kinds": draw(kinds)}
    if draw(st.booleans()):
        choice["ops"] = draw(some)
    if not choice.get("ops"):
        choice |= {"tier": draw(st.sampled_from(["all", "silent", "none"])), "kinds": draw(kinds)}
    return planned(*ops), Choice(**choice), frozenset(draw(some))


@given(cases())
def test_what_is_taken_and_what_is_left_are_the_plan_and_groups_stay_whole(case):
    plan, choice, silent = case
    chosen = choose(plan, choice, silent)
    took = [one.op_id for one in chosen.plan.ops]
    assert sorted([*took, *chosen.left]) == sorted(one.op_id for one in plan.ops)
    for group in ("g1", "g2"):
        members = {one.op_id for one in plan.ops if one.group == group}
        assert members & set(took) in (set(), members)
    for one in chosen.plan.ops:
        assert one.op_id not in choice.but_ops
        assert one.kind not in choice.but_kinds
        if not choice.ops:
            assert choice.tier == "all" or (choice.tier == "silent" and one.op_id in silent)
            assert not choice.kinds or one.kind in choice.kinds


def test_a_named_op_brings_its_group_and_a_kind_takes_no_half_of_one():
    plan = planned(op(0, "numbering", "g"), op(1, "link", "g"), op(2))
    assert taken(plan, ops=["op-0"]) == ["op-0", "op-1"]
    assert taken(plan, kinds=["numbering"]) == []
    assert taken(plan, kinds=["numbering", "link"]) == ["op-0", "op-1"]
    assert taken(plan, silent={"op-0", "op-2"}, tier="silent") == ["op-2"]


def test_what_gave_way_is_taken_by_name_and_waits_behind_a_winner_that_is_chosen_too():
    plan = planned(op(0), overlapped=[Overlapped(op=op(1), winner="op-0")])
    by_name = choose(plan, Choice(ops=("op-1",)), ()).plan
    assert ([one.op_id for one in by_name.ops], by_name.overlapped) == (["op-1"], ())
    both = choose(plan, Choice(), ()).plan
    assert ([one.op_id for one in both.ops], len(both.overlapped)) == (["op-0"], 1)
    without = choose(plan, Choice(but_ops=("op-0",)), ()).plan
    assert (without.ops, without.overlapped) == ((), ())


@pytest.mark.parametrize("choice", [{"ops": "op-7"}, {"but_ops": "op-0,op-7"}, {"kinds": "typos"}, {"but_kinds": "x"}])
def test_what_is_not_there_is_refused(choice):
    with pytest.raises(UserError):
        taken(planned(op(0)), **choice)


@pytest.mark.parametrize("value", ["", " , ", [""], ["op-1", " "]])
@pytest.mark.parametrize("field", ["ops", "kinds", "but_ops", "but_kinds"])
def test_an_empty_name_is_not_all(field, value):
    with pytest.raises(ValueError, match="names nothing"):
        Choice(**{field: value})


@pytest.mark.parametrize("choice", [{"ops": "op-0", "tier": "silent"}, {"ops": "op-0", "kinds": "typo"}])
def test_op_ids_are_not_mixed_with_what_narrows_them(choice):
    with pytest.raises(ValueError, match="op ids"):
        Choice(**choice)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({}, "all"),
        ({"tier": "silent", "but_ops": "op-1"}, "silent but 1 op"),
        ({"ops": "op-1, op-2"}, "2 ops"),
        ({"kinds": "typo,grammar"}, "kinds grammar, typo"),
        ({"tier": "silent", "kinds": "typo", "but_kinds": "style"}, "silent, kinds typo but kinds style"),
    ],
)
def test_a_choice_is_described_in_a_few_words(choice, said):
    assert Choice(**choice).described() == said
