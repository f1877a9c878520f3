"""What was said of an edit and why a person is told of it are parted again: the first cannot cut off the other."""

from validators import op

from reviewer.config import ReviewerConfig
from reviewer.model.verdict import Verdict
from reviewer.plan.attention import loud
from reviewer.report.asking import told
from reviewer.validate.verdicts import attention_reasons

TEXT = "The gaet are open.\n"


def asks(*reasons):
    return attention_reasons(
        Verdict(validator="negation", execution="deterministic", decision="attention", reason=reason)
        for reason in reasons
    )


def test_what_loud_joined_is_parted_also_where_it_was_said_in_two_rounds():
    first, second = asks("one ] and\n[two", "b"), asks("c")
    edit = loud(loud(op(TEXT, "gaet", "gate", rationale="see [1]"), ReviewerConfig(), first), ReviewerConfig(), second)
    said, why = told(edit.review_note.text, first + second)
    assert (said, why) == ("see [1]", "[one ] and [two (negation); b (negation)] [c (negation)]")


def test_a_note_that_holds_no_reason_is_what_was_said():
    assert told("see [1]", asks("b")) == ("see [1]", "")
    assert told("see [1]", ()) == ("see [1]", "")
