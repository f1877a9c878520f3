"""Deletion by another name: what programs may not do silently (seed §6, invariant 5)."""

import pytest


@pytest.mark.parametrize("blank", ["", " ", "\t"])
def test_a_program_that_blanks_a_line_deletes_it(make, blank):
    text = "keep\n\nThis goes.\n\nkeep\n"
    one = make.op(text, "This goes.", blank, source="worker", kind="style")
    (accepted,) = make.plan(make.empty(text), one).accepted
    assert accepted.op.action == ("replace" if blank else "delete")
    assert (accepted.op.severity, accepted.op.silent, accepted.op.needs_attention) == ("deletion", False, True)
    assert accepted.op.review_note.alert == "CAUTION"


SENTENCES = "It is red. The gate opens at noon. See e.g. the sill. It is big.\n"


@pytest.mark.parametrize(
    ("before", "deletion"),
    [
        ("The gate opens at noon. ", True),
        (" The gate opens at noon.", True),
        ("The gate opens at noon. See e.g. the sill. ", True),
        ("at noon", False),
        ("e.g. ", False),
        ("noon.", False),
    ],
)
def test_a_model_that_takes_a_sentence_away_deletes_it(make, before, deletion):
    one = make.op(SENTENCES, before, "", source="worker", kind="duplicate")
    (accepted,) = make.plan(make.empty(SENTENCES), one).accepted
    assert (accepted.op.severity == "deletion") is deletion
    assert (accepted.op.review_note is not None and accepted.op.review_note.alert == "CAUTION") is deletion


def test_a_sentence_that_is_written_anew_is_no_deletion(make):
    one = make.op(SENTENCES, "The gate opens at noon.", "At noon it opens.", source="worker", kind="style")
    (accepted,) = make.plan(make.empty(SENTENCES), one).accepted
    assert (accepted.op.action, accepted.op.severity) == ("replace", "minor")


@pytest.mark.parametrize(
    ("before", "after", "deletion"),
    [
        ("is red. The gate opens at noon. See", "is green. See", True),
        ("It is red. The gate opens at noon.", "It was red.", True),
        ("It is red. The gate opens at noon.", "It is red, and the gate opens at noon.", False),
        ("It is red. The gate opens at noon.", "It was red. The gates open at noon.", False),
    ],
)
def test_a_sentence_that_goes_while_others_are_written_anew_is_a_deletion(make, before, after, deletion):
    one = make.op(SENTENCES, before, after, source="worker", kind="style")
    (accepted,) = make.plan(make.empty(SENTENCES), one).accepted
    assert (accepted.op.action, accepted.op.severity == "deletion") == ("replace", deletion)
    assert (accepted.op.review_note is not None and accepted.op.review_note.alert == "CAUTION") is deletion


def test_a_person_may_write_less(make):
    one = make.op(SENTENCES, "It is red. The gate opens at noon.", "It was red.", source="human", kind="style")
    (accepted,) = make.plan(make.empty(SENTENCES), one).accepted
    assert accepted.op.severity == "minor"
