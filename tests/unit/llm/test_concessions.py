"""What a server refused by name is left out from then on, for that model only."""

import pytest

from reviewer.llm.concessions import Concessions, Dispensable
from reviewer.llm.faults import Answer

BODY = {"model": "m", "temperature": 0.1, "tool": {"type": "tool"}}


def refusal(text, status=400):
    return Answer(status, {"error": {"message": text}})


@pytest.fixture
def concessions():
    return Concessions(
        Dispensable("temperature", ("temperature",)), Dispensable("tool", ("forced tool",), {"type": "auto"})
    )


def test_nothing_is_left_out_before_a_refusal(concessions):
    assert concessions.apply("m", BODY) == BODY


def test_a_refused_member_is_left_out_or_replaced(concessions):
    assert concessions.learn("m", BODY, refusal("`Temperature` is deprecated"))
    assert concessions.apply("m", BODY) == {"model": "m", "tool": {"type": "tool"}}
    assert concessions.learn("m", BODY, refusal("no forced tool use"))
    assert concessions.apply("m", BODY) == {"model": "m", "tool": {"type": "auto"}}


def test_another_model_is_asked_in_full(concessions):
    concessions.learn("m", BODY, refusal("temperature"))
    assert concessions.apply("other", BODY) == BODY


def test_two_calls_that_are_refused_at_once_may_both_go_on(concessions):
    assert concessions.learn("m", BODY, refusal("temperature"))
    assert concessions.learn("m", BODY, refusal("temperature"))


def test_what_was_left_out_already_is_no_reason_to_ask_again(concessions):
    concessions.learn("m", BODY, refusal("temperature"))
    assert not concessions.learn("m", concessions.apply("m", BODY), refusal("temperature"))


@pytest.mark.parametrize(
    "answer", [refusal("temperature", 500), refusal("too long"), Answer(400, None), Answer(400, "temperature")]
)
def test_other_refusals_teach_nothing(concessions, answer):
    assert not concessions.learn("m", BODY, answer)
