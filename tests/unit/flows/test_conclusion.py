"""How a flow ends, and what its state may tell the API."""

import pytest
from prefect.logging import disable_run_logger

from flows.conclusion import conclude, outcome_of
from reviewer.errors import UserError
from reviewer.model.outcome import Counts, Outputs, ReviewOutcome
from reviewer.model.undo import UndoOutcome


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
    assert state.message == "1 kernels or rules failed, 0 chunks failed"
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
