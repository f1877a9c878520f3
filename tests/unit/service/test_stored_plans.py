"""A plan is stored under the hash of its bytes; what a person chooses of it is applied, and nothing else, once."""

import hashlib
import json
from pathlib import Path

import pytest
from review_desk import TOOLS, FixedClock, edited, entries, replace, tree, workspace_of
from review_desk import apply as apply_ops
from review_desk import review as reviewed

from reviewer.config import ReviewerConfig
from reviewer.errors import IntegrityError, StaleHead, UserError
from reviewer.ledger.plain_line import plain_entry
from reviewer.model.choice import Choice, Decision
from reviewer.service.apply_stored import StoredRequest, apply_stored
from reviewer.service.plan_document import plan_document
from reviewer.service.review import ReviewRequest
from reviewer.service.verify import verify
from reviewer.service.workspace.outcomes_file import read_outcomes
from reviewer.service.workspace.plans import plan_of_run
from reviewer.service.workspace.run_record import read_record

TEXT = """# Crane handbook

The crane lifts the the container, and a operator watches every lock.

As an AI, I cannot say more about it.

See [the lift](#the-lift) for more, and the the rest.

## Lift
"""
"""Two words that stand twice (silent), an article and a leftover (attention), a dangling link (flag)."""


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "crane.md"
    file.write_text(TEXT, encoding="utf-8")
    return file


def plan(path, run="", again=False, **config):
    request = ReviewRequest(path, ReviewerConfig(no_llm=True, **config), again=again)
    return plan_document(request, TOOLS, run)


def apply(path, name="latest", reason="", operator="", config=None, **choice):
    decision = Decision(choice=Choice(**choice), reason=reason, operator=operator)
    return apply_stored(StoredRequest(path, name, decision, config or ReviewerConfig()), FixedClock())


def ops_of(path):
    made = plan(path)
    data = json.loads(workspace_of(path).plans.joinpath(made.plan.removeprefix("sha256:") + ".json").read_bytes())
    return data["plan"]["ops"], data["silent"]


def sound(path):
    return verify(workspace_of(path))["status"]


def test_a_plan_changes_nothing_and_its_name_is_the_hash_of_its_bytes(path):
    made = plan(path)
    assert path.read_text(encoding="utf-8") == TEXT
    assert entries(path) == []
    assert not workspace_of(path).edited.exists()
    assert "sha256:" + hashlib.sha256(Path(made.path).read_bytes()).hexdigest() == made.plan
    assert made.counts.silent >= 2
    assert made.counts.attention >= 1
    assert made.counts.flags >= 1
    assert sound(path) == "ok"


def test_the_same_plan_has_the_same_name_and_another_one_another(path):
    first, again, other = plan(path), plan(path), plan(path, rules={"disable": ["doubled-word"]})
    assert first.plan == again.plan != other.plan


def test_plan_and_apply_of_all_give_what_a_review_gives(path, tmp_path):
    made = plan(path)
    outcome = apply(path, made.plan)
    twin = tmp_path / "twin" / "crane.md"
    twin.parent.mkdir()
    twin.write_text(TEXT, encoding="utf-8")
    direct = reviewed(twin)
    assert edited(path) == edited(twin)
    assert outcome.applied == direct.applied
    assert (outcome.counts, outcome.flagged) == (direct.counts, direct.flagged)
    counts = made.counts
    assert (counts.changes, counts.flags, counts.silent, counts.rejected) == (
        direct.counts.changes,
        direct.counts.flags,
        direct.counts.silent,
        direct.counts.rejected,
    )
    volatile = {"actor", "entry_hash", "prev"}
    ours, theirs = (
        [{name: value for name, value in entry.items() if name not in volatile} for entry in entries(file)]
        for file in (path, twin)
    )
    assert ours == theirs
    assert workspace_of(path).annotated.read_bytes() == workspace_of(twin).annotated.read_bytes()
    assert sound(path) == "ok"


def test_only_the_silent_tier_is_applied_and_the_rest_is_told_as_not_chosen(path):
    ops, silent = ops_of(path)
    outcome = apply(path, tier="silent")
    assert {entry["op_id"] for entry in entries(path)} == set(silent)
    assert all(entry["silent"] for entry in entries(path))
    assert outcome.counts.not_chosen == len(ops) - len(silent)
    report = workspace_of(path).report.read_text(encoding="utf-8")
    section = report.partition("## Not chosen")[2]
    assert all(op["op_id"] in section for op in ops if op["op_id"] not in silent)
    assert not any(op_id in section for op_id in silent)
    assert sound(path) == "ok"


def test_what_was_not_chosen_can_be_chosen_later_from_the_same_plan(path):
    made = plan(path)
    first = apply(path, made.plan, tier="silent")
    later = apply(path, made.plan)
    assert later.applied
    assert not set(first.applied) & set(later.applied)
    assert set(first.applied) <= set(later.already_applied)
    assert "## Not chosen" not in workspace_of(path).report.read_text(encoding="utf-8")
    assert sound(path) == "ok"


def test_also_where_the_first_choice_was_written_over_the_document(path):
    made = plan(path)
    in_place = ReviewerConfig(in_place=True)
    apply(path, made.plan, tier="silent", config=in_place)
    assert path.read_text(encoding="utf-8") != TEXT
    later = apply(path, made.plan, config=in_place)
    assert later.applied
    assert path.read_bytes() == edited(path)
    assert apply(path, made.plan, config=in_place).applied == ()
    assert sound(path) == "ok"


@pytest.mark.parametrize("in_place", [False, True])
def test_applied_again_nothing_happens_twice(path, in_place):
    config = ReviewerConfig(in_place=in_place)
    made = plan(path)
    first = apply(path, made.plan, config=config)
    before = tree(path.parent)
    again = apply(path, made.plan, config=config)
    assert (again.applied, again.flagged, again.head) == ((), (), first.head)
    assert set(again.already_applied) == {*first.applied, *first.flagged}
    assert any("in force already" in note for note in again.notes)
    assert tree(path.parent) == before


def test_ops_are_chosen_by_id_and_by_kind_and_left_out_by_both(path):
    ops, _ = ops_of(path)
    one = ops[0]["op_id"]
    assert apply(path, ops=[one]).counts.changes == 1
    assert [entry["op_id"] for entry in entries(path)] == [one]
    kind = ops[-1]["kind"]
    apply(path, kinds=[kind], but_ops=[one])
    expected = {op["op_id"] for op in ops if op["kind"] == kind} | {one}
    assert {entry["op_id"] for entry in entries(path)} == expected
    last = apply(path, but_kinds=[ops[0]["kind"]])
    untold = [op["op_id"] for op in ops if op["op_id"] not in {entry["op_id"] for entry in entries(path)}]
    assert last.counts.not_chosen == len(untold)
    assert read_record(workspace_of(path)).not_chosen == tuple(untold)
    assert {entry["op_id"] for entry in entries(path)} == expected | {
        op["op_id"] for op in ops if op["kind"] != ops[0]["kind"]
    }


def test_none_turns_a_plan_down_and_the_report_says_so(path):
    made = plan(path)
    outcome = apply(path, tier="none")
    assert (outcome.applied, entries(path)) == ((), [])
    assert outcome.counts.not_chosen == made.counts.changes + made.counts.flags
    assert "## Not chosen" in workspace_of(path).report.read_text(encoding="utf-8")


def test_the_decision_its_author_time_and_reason_are_in_the_ledger(path):
    made = plan(path)
    apply(path, operator="Ada", reason="typos only", tier="silent")
    actors = [entry["actor"] for entry in entries(path)]
    assert actors
    for actor in actors:
        assert (actor["plan"], actor["decision"]) == (made.plan, "silent")
        assert (actor["operator"], actor["reason"]) == ("Ada", "typos only")
    assert entries(path)[0]["timestamp"] == FixedClock().now()


def test_the_operator_is_who_applies_and_not_who_planned(path):
    plan(path, operator="the planner")
    apply(path, config=ReviewerConfig(operator="the approver"))
    assert {entry["actor"]["operator"] for entry in entries(path)} == {"the approver"}


def test_a_changed_document_is_refused_and_nothing_is_written(path):
    made = plan(path)
    path.write_text(TEXT + "\nMore.\n", encoding="utf-8")
    before = tree(path.parent)
    with pytest.raises(StaleHead) as caught:
        apply(path, made.plan)
    assert caught.value.code == "document-changed"
    assert tree(path.parent) == before


def test_a_document_that_was_written_in_place_and_then_edited_is_refused(path):
    made = plan(path)
    in_place = ReviewerConfig(in_place=True)
    apply(path, made.plan, tier="silent", config=in_place)
    path.write_text(path.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    with pytest.raises(StaleHead):
        apply(path, made.plan, config=in_place)


def test_so_is_one_that_another_edit_was_written_into(path):
    made = plan(path)
    in_place = ReviewerConfig(in_place=True)
    apply(path, made.plan, tier="silent", config=in_place)
    apply_ops(path, replace(1, "Crane", "Big crane"), in_place=True)
    with pytest.raises(StaleHead):
        apply(path, made.plan, config=in_place)


@pytest.mark.parametrize("harm", ["flip", "cut", "empty"])
def test_a_damaged_plan_is_told_and_nothing_is_applied(path, harm):
    made = plan(path)
    file = workspace_of(path).plans / (made.plan.removeprefix("sha256:") + ".json")
    body = file.read_bytes()
    file.write_bytes(
        {"flip": body.replace(b'"silent":true', b'"silent":null', 1), "cut": body[:-9], "empty": b""}[harm]
    )
    with pytest.raises(IntegrityError) as caught:
        apply(path, made.plan)
    assert caught.value.code == "bad-plan"
    assert entries(path) == []


@pytest.mark.parametrize("name", ["sha256:" + "0" * 64, "0" * 64, "latest-one", "../../etc/passwd", "", "abc"])
def test_an_unknown_plan_is_told(path, name):
    plan(path)
    with pytest.raises(UserError) as caught:
        apply(path, name)
    assert caught.value.code == "unknown-plan"


def test_without_any_plan_latest_is_told(path):
    reviewed(path)
    with pytest.raises(UserError) as caught:
        apply(path)
    assert caught.value.code == "unknown-plan"


def test_a_plan_is_found_by_the_beginning_of_its_hash(path):
    made = plan(path)
    assert apply(path, made.plan.removeprefix("sha256:")[:8]).applied


@pytest.mark.parametrize("choice", [{"ops": ["op-0000000000000000"]}, {"but_ops": ["op-1"]}, {"kinds": ["typoo"]}])
def test_a_choice_of_what_is_not_there_applies_nothing(path, choice):
    plan(path)
    with pytest.raises(UserError) as caught:
        apply(path, **choice)
    assert caught.value.code in {"unknown-op", "unknown-kind"}
    assert entries(path) == []


def test_few_plans_are_kept_and_the_one_that_was_applied_stays(path):
    made = plan(path)
    apply(path, made.plan, tier="silent")
    for number in range(4):
        plan(path, plans_kept=2, lock_timeout=float(number + 1))
    kept = sorted(file.stem for file in workspace_of(path).plans.glob("*.json") if file.name != "index.json")
    assert len(kept) == 3
    assert made.plan.removeprefix("sha256:") in kept
    assert apply(path, made.plan).applied


def test_a_run_finds_its_own_plan_also_when_another_one_came_later(path):
    mine, other = plan(path, run="run-1"), plan(path, run="run-2", lock_timeout=7.0)
    workspace = workspace_of(path)
    found = [plan_of_run(workspace, run) for run in ("run-1", "run-2")]
    assert [(one.plan, one.counts) for one in found] == [(mine.plan, mine.counts), (other.plan, other.counts)]
    assert plan_of_run(workspace, "run-3") is None


def test_a_review_after_it_forgets_the_plan_in_record_and_report(path):
    plan(path)
    apply(path, tier="silent")
    reviewed(path)
    record = read_record(workspace_of(path))
    assert (record.plan, record.not_chosen) == ("", ())
    assert "## Not chosen" not in workspace_of(path).report.read_text(encoding="utf-8")


def test_the_configuration_of_the_plan_holds_not_that_of_who_applies(path):
    plan(path)
    apply(path, tier="silent", config=ReviewerConfig(style={"silent_allowlist": []}))
    assert entries(path)
    assert all(entry["silent"] for entry in entries(path))


def test_a_person_can_read_the_plan(path):
    ops, _ = ops_of(path)
    text = workspace_of(path).readable_plan.read_text(encoding="utf-8")
    assert all(op["op_id"] in text for op in ops)
    assert "reviewctl apply" in text
    assert text.startswith("# Plan for crane.md\n")
    assert "| `the the` | `the` |" in text


def test_what_was_undone_is_not_brought_back_by_the_plan(path):
    from reviewer.model.selection import Selection
    from reviewer.service.revert import UndoRequest, undo

    made = plan(path)
    first = apply(path, made.plan, tier="silent")
    undo(UndoRequest(path, Selection(ids=(first.applied[0],)), ReviewerConfig()), FixedClock())
    again = apply(path, made.plan, tier="silent")
    assert again.applied == ()
    assert first.applied[0] not in again.already_applied


def test_entries_of_a_plan_are_read_the_fast_way(path):
    plan(path)
    apply(path, tier="silent", reason="why not")
    lines = workspace_of(path).ledger.read_bytes().split(b"\n")
    assert all(plain_entry(line) for line in lines if line)


def test_the_report_says_of_each_finding_what_was_chosen_of_it(path):
    plan(path)
    first = apply(path, kinds=("link",))
    told = {(one.rule, bool(one.entries), one.left) for one in read_outcomes(workspace_of(path))}
    assert ("doubled-word", False, "not chosen of the plan so far") in told
    apply(path, tier="silent")
    told = {(one.rule, one.left) for one in read_outcomes(workspace_of(path)) if one.entries}
    assert ("doubled-word", "") in told
    assert first.flagged == () or any(rule == "broken-anchor" for rule, _ in told)
