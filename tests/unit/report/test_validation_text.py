"""The report shows which validators objected; those that only approved are one line."""

from reviewer.model.validation import ValidatorCount
from reviewer.report.validation import validation_text


def count(validator, execution="deterministic", **decided):
    return ValidatorCount(validator=validator, execution=execution, **decided)


def test_what_objected_is_a_table_and_the_others_are_one_line():
    text = validation_text([
        count("proposal_shape", approve=8), count("no_effect", approve=7, reject=1), count("negation", attention=2),
        count("protected_terms", approve=5), count("editorial_review", "model", unavailable=3),
    ])  # fmt: skip
    alone, by_model = text.split("By a model:")
    assert [line.split(" |")[0] for line in alone.split("\n") if line.startswith("| `")] == [
        "| `no_effect`", "| `negation`",
    ]  # fmt: skip
    assert "2 validators approved everything that they judged (so many edits): `proposal_shape` (8), " in alone
    assert "`protected_terms` (5)." in alone
    assert "| `editorial_review` | 0 | 0 | 0 | 3 |" in by_model
    assert "approved everything" not in by_model


def test_where_all_approved_there_is_no_table():
    text = validation_text([count("proposal_shape", approve=1)])
    assert "|" not in text
    assert text.endswith("1 validator approved everything that it judged (so many edits): `proposal_shape` (1).")


def test_where_nothing_was_proposed_nothing_is_said():
    assert validation_text([]) == ""
