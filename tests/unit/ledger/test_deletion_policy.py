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
