"""Drafts of undoing: made on the history's own replay, which is afterwards what it was."""

import pytest

from reviewer.ledger.undo import undo_drafts

TEXT = "# T\n\none teh two adn three\n"


@pytest.fixture
def history(make):
    return make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the"), make.op(TEXT, "adn", "and"))


def state_of(replay):
    return replay.text(), replay.state_hash(), replay.active, replay.spans()


def test_drafts_say_what_each_does_after_those_before_it(history):
    drafts = undo_drafts(history, ("RVW-0002", "RVW-0001"), "why", on=False)
    assert [(draft.id, draft.span, draft.before_text, draft.after_text) for draft in drafts] == [
        ("REVERT-RVW-0002", (18, 20), "nd", "dn"),
        ("REVERT-RVW-0001", (10, 12), "he", "eh"),
    ]


def test_the_history_is_as_it_was_also_where_one_of_them_cannot_be_made(history):
    before = state_of(history.replay)
    undo_drafts(history, ("RVW-0002", "RVW-0001"), "", on=False)
    assert state_of(history.replay) == before
    with pytest.raises(KeyError):
        undo_drafts(history, ("RVW-0002", "RVW-0009"), "", on=False)
    assert state_of(history.replay) == before
