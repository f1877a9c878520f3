"""The statistics of a whole model review, and what people are told of the breaker."""

from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Outcome
from reviewer.model.edit import Action, EditOp, RejectCode, Rejection, Source, Target
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.service.models.chunk_reviews import NOT_SENT
from reviewer.service.models.told import SHOWN, refused_whole, what_failed
from reviewer.service.models.totals import ModelTotals, breaker_note, model_totals


def chunk(name, outcome=Outcome.OPS, template="review", reason="", **metrics):
    return ChunkEdits(chunk_id=name, outcome=outcome, template=template, reason=reason, metrics=ChunkMetrics(**metrics))


def test_rates_are_of_what_was_answered():
    totals = model_totals(
        [
            chunk("a", ops_proposed=3, ops_accepted=1, parse_success=True, extraction_method="json_strict"),
            chunk("b", ops_proposed=1, ops_accepted=1, parse_success=True, extraction_method="json_strict"),
            chunk("c", Outcome.UNPARSED),
            chunk("d", Outcome.BACKEND_ERROR),
            chunk("e", Outcome.CLEAN, reason=f"heading only{NOT_SENT}"),
        ]
    )
    assert totals == ModelTotals(
        chunks_answered=3,
        acceptance_rate=0.5,
        parse_success_rate=0.6667,
        extraction_method_distribution={"json_strict": 2, "none": 1},
        circuit_breaker_tripped=False,
    )


def test_nothing_asked_and_nothing_proposed_have_no_rates():
    assert model_totals([chunk("d", Outcome.BACKEND_ERROR)]) == ModelTotals()
    assert model_totals([chunk("a", Outcome.CLEAN, parse_success=True)]).acceptance_rate is None


def test_a_breaker_that_trips_is_told_with_the_first_chunk_it_concerns():
    chunks = [chunk("one"), chunk("two", template="review_plain"), chunk("three", template="review_plain")]
    assert model_totals(chunks).circuit_breaker_tripped
    assert "from chunk two on" in breaker_note(chunks)
    assert breaker_note(chunks[:1]) == ""


def test_a_chunk_that_failed_is_told_by_what_it_gave_all_the_same():
    refused = Rejection(code=RejectCode.HASH, message="not there")
    nothing = ChunkEdits(chunk_id="c", outcome=Outcome.TRUNCATED, reason="cut")
    assert what_failed(nothing) == "got no usable reply (truncated): cut"
    bad = nothing.model_copy(update={"refused": (refused,)})
    assert what_failed(bad).startswith("was not reviewed to its end (truncated): cut;")
    op = EditOp(
        op_id="op-1", action=Action.REPLACE, target=Target(line_start=1, line_end=1), span=Span(0, 1), before_hash="",
        before_text="a", after_text="b", needs_attention=False, kind="typo", severity=Severity.MINOR, silent=True,
        source=Source(type="worker"),
    )  # fmt: skip
    assert what_failed(nothing.model_copy(update={"ops": (op,)})).startswith("was reviewed in part (truncated): cut;")


def test_chunks_left_without_any_proposal_are_told_and_many_of_them_together():
    refused = Rejection(code=RejectCode.HASH, message="not there")
    metrics = ChunkMetrics(ops_proposed=2)
    chunks = tuple(
        ChunkEdits(chunk_id=f"c{number}", outcome=Outcome.OPS, refused=(refused, refused), metrics=metrics)
        for number in range(SHOWN + 5)
    )
    lines = refused_whole(chunks)
    assert lines[0] == "Chunk c0: all 2 proposals of the model were refused."
    assert lines[SHOWN:] == ["5 chunks were left without any proposal as well: all were refused."]
