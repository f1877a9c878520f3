"""How a flow ends, and what its state may tell the API."""

import pytest
from prefect.logging import disable_run_logger

from flows.conclusion import NAMED, Unfinished, conclude, outcome_of
from flows.conclusion import refused as refused_parameters
from reviewer.errors import UserError
from reviewer.model.outcome import Counts, Outputs, ReviewOutcome
from reviewer.model.undo import FailedUndo, UndoOutcome


def outcome(**changes):
    outputs = Outputs(edited="/e", annotated="/a", report="/r", ledger="/l", patches="/p")
    fields = {
        "workspace": "/w",
        "document": "/d.md",
        "head": "sha256:0",
        "counts": Counts(changes=3),
        "outputs": outputs,
    }
    return ReviewOutcome(**{**fields, **changes})


def concluded(body, *, text_allowed=True):
    with disable_run_logger():
        return conclude(body, text_allowed=text_allowed)


def raising(error):
    def body():
        raise error

    return body


def test_a_whole_review_is_completed_and_tells_counts():
    state = concluded(outcome)
    assert (state.type.value, state.name) == ("COMPLETED", "Completed")
    assert state.message == "3 changes, 0 flags, 0 rejected"
    assert outcome_of(state) == outcome()


def test_a_review_with_failures_is_failed_and_still_has_its_outcome():
    partial = outcome(status="completed_with_failures", failures=("md_chunk: ValueError: a secret",))
    state = concluded(lambda: partial)
    assert (state.type.value, state.name) == ("FAILED", "completed_with_failures")
    assert state.message == "1 kernel or rule failed"
    assert outcome_of(state) == partial


def test_an_error_is_failed_with_its_code_and_raised_again_by_the_caller():
    error = UserError("missing-file", "'secret.md' does not exist", "check")
    state = concluded(raising(error))
    assert (state.type.value, state.name, state.message) == ("FAILED", "stopped", "missing-file")
    with pytest.raises(UserError) as caught:
        outcome_of(state)
    assert caught.value is error


def test_a_bug_is_failed_with_the_name_of_its_type_only():
    error = KeyError("a secret word of the document")
    state = concluded(raising(error), text_allowed=False)
    assert (state.type.value, state.name, state.message) == ("FAILED", "stopped", "KeyError")
    with pytest.raises(KeyError):
        outcome_of(state)


@pytest.mark.parametrize(
    ("status", "kind", "name"),
    [("completed", "COMPLETED", "Completed"), ("partial", "FAILED", "partial"), ("refused", "FAILED", "refused")],
)
def test_an_undo_ends_as_its_outcome_says(status, kind, name):
    undone = UndoOutcome(
        status=status, workspace="/w", document="/d.md", reverted=("RVW-0001",), head="h", outputs=outcome().outputs
    )
    state = concluded(lambda: undone)
    assert (state.type.value, state.name, state.message) == (kind, name, "1 reverted, 0 reapplied, 0 failed")
    assert outcome_of(state) == undone


def refused(*failed, status="refused"):
    return UndoOutcome(
        status=status, workspace="/w", document="/d.md", failed=failed, head="h", outputs=outcome().outputs
    )


NEEDED = FailedUndo(id="RVW-0001", reason="later changes stand on it", blocked_by=("RVW-0002", "RVW-0003"))


def test_what_was_not_undone_is_named_with_the_reason_and_what_is_in_the_way():
    state = concluded(lambda: refused(NEEDED))
    assert state.message == (
        "0 reverted, 0 reapplied, 1 failed; RVW-0001: later changes stand on it (RVW-0002, RVW-0003)"
    )


def test_of_very_many_only_the_first_are_named():
    many = [NEEDED.model_copy(update={"id": f"RVW-{number:04}"}) for number in range(1, NAMED + 6)]
    message = concluded(lambda: refused(*many)).message
    assert f"RVW-{NAMED:04}" in message
    assert f"RVW-{NAMED + 1:04}" not in message
    assert message.endswith("; and 5 more")
    long = refused(NEEDED.model_copy(update={"id": "x" * 500}))
    assert len(concluded(lambda: long).message) < 200


def test_a_dry_run_says_so():
    assert concluded(lambda: refused(status="completed").model_copy(update={"dry_run": True})).message == (
        "dry run, nothing was written: 0 reverted, 0 reapplied, 0 failed"
    )


def test_a_caller_that_asks_for_no_state_is_told_what_failed_and_why():
    undone = refused(NEEDED)
    with pytest.raises(Unfinished, match=r"RVW-0001: later changes stand on it \(RVW-0002") as caught:
        concluded(lambda: undone).result()
    assert caught.value.value is undone


@pytest.mark.parametrize(
    ("others", "said"),
    [((), "7 of 249 chunks failed"), (("md_x: y",), "7 of 249 chunks failed, 1 kernel or rule failed")],
)
def test_failed_chunks_are_told_of_all_chunks(others, said):
    lines = [f"chunk c{number}: timeout: too slow" for number in range(6)]
    lines.append("proofreading of chunk c6: unparsed: no list")
    counts = outcome().counts.model_copy(update={"chunks": 249, "chunks_failed": 7})
    partial = outcome(status="completed_with_failures", failures=(*lines, *others), counts=counts)
    assert concluded(lambda: partial).message == said


@pytest.mark.parametrize("text_allowed", [True, False])
def test_such_a_caller_gets_the_error_that_stopped_the_flow(text_allowed):
    error = UserError("missing-file", "'secret.md' does not exist", "check")
    state = concluded(raising(error), text_allowed=text_allowed)
    with pytest.raises(Unfinished, match=r"^missing-file$") as caught:
        state.result()
    assert caught.value.value is error
    assert caught.value.__cause__ is (error if text_allowed else None)
    assert "secret" not in repr(state)


def test_such_a_caller_of_a_review_gets_counts():
    partial = outcome(status="completed_with_failures", failures=("md_chunk: ValueError: a secret",))
    with pytest.raises(Unfinished, match=r"^1 kernel or rule failed$"):
        concluded(lambda: partial).result()


@pytest.mark.parametrize(("allowed", "said"), [(True, "it is wrong; mend it"), (False, "bad-value")])
def test_wrong_parameters_are_told_in_full_but_not_what_a_file_here_says(allowed, said):
    with disable_run_logger():
        state = refused_parameters(UserError("bad-value", "it is wrong", "mend it"), text_allowed=allowed)
    assert (state.type.value, state.name, state.message) == ("FAILED", "stopped", said)
    with pytest.raises(UserError):
        outcome_of(state)
