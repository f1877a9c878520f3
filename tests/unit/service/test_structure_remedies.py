"""What a refusal by structure names is what really is in the way: done as told, the undo goes through."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from review_desk import apply, edited, insert, replace
from undo_desk import blocked, fits, reapply, revert

from reviewer.service.undo import soundness

PARTS = "# T\n\npara one\n\npara two\n\n## U\n\npara three alpha\n\npara four\n"


@pytest.fixture
def doc(tmp_path: Path) -> Path:
    return tmp_path / "doc.md"


def then(doc: Path, *ops: object) -> None:
    """Apply ops to the present state, as a later person who has adopted it."""
    doc.write_bytes(edited(doc))
    outcome = apply(doc, *ops)
    assert (outcome.rejected, len(outcome.applied)) == ((), len(ops))


def told(doc: Path, way: str, *names: str) -> str:
    """Undo or redo, and as long as that is refused do as the refusal says; which commands that took."""
    act = {"revert": revert, "reapply": reapply}
    done = []
    for _ in range(4):
        outcome = act[way](doc, *names)
        if not outcome.failed:
            done.append(f"{way} {' '.join(names)}")
            assert fits(doc)
            return ", ".join(done)
        (item,) = outcome.failed
        assert item.blocked_by, item
        if "first" in item.reason:
            other = "revert" if way == "reapply" else "reapply"
            assert f"{'undo' if way == 'reapply' else 'redo'} " in item.reason
            first = tuple(name for name in item.blocked_by if name in item.reason) or item.blocked_by
            assert act[other](doc, *first, **({"cascade": True} if other == "reapply" else {})).failed == ()
            done.append(f"{other} {' '.join(first)}")
        else:
            flag = "cascade_external" if "--cascade-external" in item.reason else "cascade"
            assert f"--{flag.replace('_', '-')}" in item.reason
            outcome = act[way](doc, *names, **{flag: True})
            assert outcome.failed == ()
            assert set(item.blocked_by) <= {*outcome.reverted, *outcome.reapplied}
            assert fits(doc)
            return ", ".join([*done, f"{way} {' '.join(names)} --{flag}"])
    raise AssertionError(f"still refused after {done}")


def fenced(doc: Path, *others: object, group: str = "fence") -> None:
    """Two insertions of which neither is good without the other, and a change that has nothing to do with them."""
    doc.write_text(PARTS)
    ops = [insert(2, "```\n", group=group), insert(5, "```\n", group=group), replace(9, "alpha", "beta"), *others]
    assert apply(doc, *ops).rejected == ()


@pytest.mark.parametrize("group", ["fence", ""])
def test_a_redo_that_lacks_its_other_half_names_that_and_nothing_innocent(doc, group):
    fenced(doc, group=group)
    assert revert(doc, "RVW-0001", "RVW-0002").failed == ()
    outcome = reapply(doc, "RVW-0001")
    assert blocked(outcome) == {"RVW-0001": ("RVW-0002",)}
    assert "redo them too with --cascade" in outcome.failed[0].reason
    done = reapply(doc, "RVW-0001", cascade=True)
    assert (done.reapplied, done.cascaded) == (("RVW-0001", "RVW-0002"), ("RVW-0002",))
    assert fits(doc)


def test_the_same_holds_where_nothing_else_is_in_force(doc):
    fenced(doc)
    assert revert(doc, all=True).failed == ()
    assert blocked(reapply(doc, "RVW-0002")) == {"RVW-0002": ("RVW-0001",)}
    assert told(doc, "reapply", "RVW-0002") == "reapply RVW-0002 --cascade"
    assert edited(doc).decode() == PARTS.replace("para one", "```\npara one").replace("para two\n", "para two\n```\n")


def test_both_halves_named_go_together_beside_one_that_cannot(doc):
    fenced(doc)
    revert(doc, all=True)
    outcome = reapply(doc, "RVW-0001", "RVW-0002", "RVW-0009", keep_going=True)
    assert (outcome.reapplied, list(blocked(outcome))) == (("RVW-0001", "RVW-0002"), ["RVW-0009"])


@pytest.mark.parametrize("name", ["RVW-0001", "RVW-0002"])
def test_an_undo_of_one_half_names_the_other(doc, name):
    fenced(doc)
    other = {"RVW-0001": "RVW-0002", "RVW-0002": "RVW-0001"}[name]
    outcome = revert(doc, name)
    assert blocked(outcome) == {name: (other,)}
    assert "undo them too with --cascade" in outcome.failed[0].reason
    assert revert(doc, name, cascade=True).cascaded == (other,)
    assert edited(doc).decode() == PARTS.replace("alpha", "beta")


def test_halves_far_apart_find_each_other_among_many_changes(doc):
    rows = "".join(f"para {n} alpha\n" for n in range(20))
    long = "long\n" * 20
    doc.write_text(f"# T\n\n{rows}\n{long}\n{rows}\nEnd.\n")
    others = [replace(line, "alpha", "beta") for line in (*range(3, 23), *range(45, 65))]
    first = apply(doc, *others, insert(23, "~~~\n", group="g"), insert(43, "~~~\n", group="g"))
    assert first.rejected == ()
    ends = first.applied[20:22]
    assert blocked(revert(doc, ends[0])) == {ends[0]: (ends[1],)}
    assert revert(doc, *ends).failed == ()
    assert blocked(reapply(doc, ends[1])) == {ends[1]: (ends[0],)}


def test_a_redo_in_a_place_that_was_fenced_since_says_what_to_undo_first(doc):
    doc.write_text(PARTS)
    assert apply(doc, insert(4, "> quoted\n\n")).applied == ("RVW-0001",)
    revert(doc, "RVW-0001")
    then(doc, insert(2, "```\n", group="f"), insert(5, "```\n", group="f"))
    then(doc, replace(11, "alpha", "beta"))
    outcome = reapply(doc, "RVW-0001")
    assert "undo them first" in outcome.failed[0].reason
    assert set(blocked(outcome)["RVW-0001"]) == {"RVW-0002", "RVW-0003"}
    assert told(doc, "reapply", "RVW-0001") == "revert RVW-0002 RVW-0003, reapply RVW-0001"


def test_a_hand_edit_in_the_way_is_named_with_the_option_that_undoes_it(doc):
    doc.write_text("# T\n\nrun teh command\n\nEnd.\n")
    apply(doc, replace(3, "teh", "the"), in_place=True)
    doc.write_text("# T\n\n```\nrun the command\n```\n\nEnd.\n")
    outcome = revert(doc, "RVW-0001")
    assert outcome.status == "refused"
    assert "--cascade-external" in outcome.failed[0].reason
    assert revert(doc, "RVW-0001", cascade=True).status == "refused"
    assert told(doc, "revert", "RVW-0001") == "revert RVW-0001 --cascade_external"
    assert doc.read_text() == "# T\n\nrun teh command\n\nEnd.\n"


@pytest.mark.parametrize("checks", [1, 2, 5, 60])
def test_a_refusal_names_what_helps_also_where_little_may_be_tried(doc, checks, monkeypatch):
    fenced(doc)
    monkeypatch.setattr(soundness, "TRIALS", checks)
    told(doc, "revert", "RVW-0002")
    fenced(doc.with_name("other.md"))
    other = doc.with_name("other.md")
    revert(other, "RVW-0001", "RVW-0002")
    told(other, "reapply", "RVW-0001")


LINES = ["```\n", "~~~\n", "> x\n", "- y\n", "---\n", "para\n", "\n", "<!--\n", "-->\n", "# H\n", "    code\n"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from(LINES), st.booleans()), min_size=2, max_size=6), st.data())
def test_whatever_is_done_as_told_goes_through(tmp_path_factory, rows, data):
    doc = tmp_path_factory.mktemp("told") / "doc.md"
    doc.write_text(PARTS)
    ops = [insert(line, text, **({"group": "g"} if grouped else {})) for line, text, grouped in rows]
    names = list(apply(doc, *ops).applied)
    for _ in range(3):
        if not names:
            return
        name = data.draw(st.sampled_from(names))
        way = data.draw(st.sampled_from(["revert", "reapply"]))
        outcome = (revert if way == "revert" else reapply)(doc, name)
        if outcome.failed and "structure" in outcome.failed[0].reason:
            told(doc, way, name)
