"""A proposal that is written over a whole sentence becomes its independent corrections, each an op of its own."""

import pytest
from model_desk import edit, job_for, run

from reviewer.model.edit import Action, Source
from reviewer.plan.merge import merge
from reviewer.plan.parts import independent_changes

TEXT = "# Pumps\n\nThe pumps recieve water from teh tank, and it are cooled by air in the the winter and summer.\n"
SENTENCE = "The pumps recieve water from teh tank, and it are cooled by air in the the winter and summer."
RIGHT = "The pumps receive water from the tank, and it is cooled by air in the winter and summer."
PARTS = [("recieve", "receive"), ("teh", "the"), ("it are", "it is"), ("in the the winter", "in the winter")]


def made(text, *edits, **config):
    job = job_for(text)
    if config:
        places = job.places
        changed = places.config.model_copy(update=config)
        return run(job, {"reply": list(edits)}, places=type(places)(places.chunk, places.parsed, changed))
    return run(job, {"reply": list(edits)})


def applied(text, ops):
    for op in sorted(ops, key=lambda op: op.span, reverse=True):
        text = text[: op.span.start] + op.after_text + text[op.span.end :]
    return text


def by_a_fixer(op):
    return op.model_copy(update={"source": Source(type="fixer", rule="misspelling"), "op_id": "op-fixer"})


def test_each_correction_of_a_rewritten_sentence_is_an_op_and_together_they_are_the_sentence():
    whole = made(TEXT, edit(SENTENCE, RIGHT, kind="grammar", rationale="errors", confidence=0.7))
    assert applied(TEXT, whole.ops) == TEXT.replace(SENTENCE, RIGHT)
    assert len(whole.ops) == len(PARTS)
    assert len({op.op_id for op in whole.ops}) == len(PARTS)
    assert len({op.fingerprint for op in whole.ops}) == len(PARTS)
    (proposal,) = {op.proposal for op in whole.ops}
    assert proposal.startswith("op-")
    assert {(op.kind, op.rationale, op.confidence, op.group) for op in whole.ops} == {("grammar", "errors", 0.7, "")}
    assert {op.needs_attention for op in whole.ops} == {True}
    assert all(TEXT[op.span.start : op.span.end] == op.before_text for op in whole.ops)
    assert (whole.metrics.ops_proposed, whole.metrics.ops_accepted) == (1, 1)


def test_parts_are_the_same_edits_as_small_proposals():
    whole = made(TEXT, edit(SENTENCE, RIGHT, kind="grammar"))
    small = made(TEXT, *(edit(*part, kind="grammar") for part in PARTS))
    merged = merge((*small.ops, *whole.ops), TEXT)
    assert [dropped for dropped, _ in merged.duplicates] == list(whole.ops)


def test_what_a_fixer_does_already_is_a_duplicate_and_the_other_corrections_are_made():
    (fixed,) = made(TEXT, edit("recieve", "receive")).ops
    whole = made(TEXT, edit(SENTENCE, RIGHT, kind="grammar"))
    merged = merge((by_a_fixer(fixed), *whole.ops), TEXT)
    assert applied(TEXT, merged.ops) == TEXT.replace(SENTENCE, RIGHT)
    assert len(merged.duplicates) == 1


def test_a_part_that_overlaps_a_fixers_edit_and_has_its_words_loses_alone():
    (fixed,) = made(TEXT, edit("recieve", "receive")).ops
    whole = made(TEXT, edit(SENTENCE, RIGHT.replace("receive water", "receive the water"), kind="grammar"))
    merged = merge((by_a_fixer(fixed), *whole.ops), TEXT)
    assert [lost.winner for lost in merged.overlapped] == ["op-fixer"]
    assert applied(TEXT, merged.ops) == TEXT.replace(SENTENCE, RIGHT)


def test_the_id_of_a_part_depends_on_no_place_and_not_on_the_rest_of_the_sentence():
    first = made(TEXT, edit(SENTENCE, RIGHT, kind="grammar")).ops
    moved = made(TEXT.replace("# Pumps\n", "Before.\n\n# Pumps\n"), edit(SENTENCE, RIGHT, kind="grammar")).ops
    assert [op.op_id for op in first] == [op.op_id for op in moved]
    half = made(TEXT, edit("The pumps recieve water from teh", "The pumps receive water from the", kind="grammar")).ops
    assert [op.op_id for op in half] == [op.op_id for op in first[:2]]


def test_equal_parts_of_one_sentence_have_ids_of_their_own():
    text = "# Gates\n\nWe wait untill noon by the old gate, then they wait untill one.\n"
    ops = made(text, edit(text[9:-1], text[9:-1].replace("untill", "until"))).ops
    assert [op.before_text for op in ops] == ["l", "l"]
    assert ops[0].op_id != ops[1].op_id


WHOLE = [
    ("The red and heavy pump of the old mill runs well all day.",
     "The heavy and red pump of the old mill runs well all day."),
    ("Slowly the pump of the old mill runs dry in the long summer.",
     "The pump of the old mill slowly runs dry in the long summer."),
    ("The pump one of the oldest runs in the mill by the river.",
     "The pump, one of the oldest, runs in the mill by the river."),
    ("The pump one of the oldest runs in the mill by the river.",
     "The pump (one of the oldest) runs in the mill by the river."),
    ("They run dry. And then the men come to the mill with oil.",
     "They run dry, and then the men come to the mill with oil."),
    ("We has went to the mill by the river on a cold Monday.",
     "We had gone to the mill by the river on a cold Monday."),
    ("Pump old run dry.",
     "The old pump runs dry."),
    ("A man do some thing in this mill.",
     "Men do all things in the mill."),
    ("Every work order of the old mill are kept in the office.",
     "All work orders of the old mill are kept in the office."),
    ("They answer each long query of the old mill on a cold Monday.",
     "They answer all long queries of the old mill on a cold Monday."),
    ("Le canal de ce vieux moulin sont gardés au bureau du village.",
     "Les canaux de ce vieux moulin sont gardés au bureau du village."),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), WHOLE)
def test_what_hangs_together_stays_one_op(before, after):
    text = f"# Mill\n\n{before}\n"
    ops = made(text, edit(before, after, kind="style", rationale="it reads better so")).ops
    assert [(op.proposal, applied(text, [op])) for op in ops] == [("", f"# Mill\n\n{after}\n")]


def test_a_sentence_that_is_made_anew_stays_one_op_beside_the_corrections_of_the_next():
    anew = ("A man do some thing in this mill.", "Men do all things in the mill.")
    text = f"# Mill\n\n{anew[0]} They wait untill the old bell has rung and teh gate opens.\n"
    after = text.replace(*anew).replace("untill", "until").replace("teh", "the")
    ops = made(text, edit(text[8:-1], after[8:-1], kind="style", rationale="it reads better so")).ops
    assert len(ops) == 3
    assert applied(text, ops) == after


def test_parts_begin_and_end_between_words():
    text = "# Mill\n\nThe men's mill dont run, and it are a long time since teh well-known day.\n"
    after = text.replace("dont", "don't").replace("it are", "it is").replace("teh", "the")
    ops = made(text, edit(text[8:-1], after[8:-1], kind="grammar")).ops
    assert applied(text, ops) == after
    assert len(ops) == 3


def test_corrections_on_both_sides_of_code_are_made_and_what_is_in_it_is_flagged():
    text = "# Mill\n\nThe pumps recieve the value of `teh` and stop untill the next day of the week.\n"
    ops = made(text, edit(text[8:-1], text[8:-1].replace("recieve", "receive").replace("untill", "until"))).ops
    assert [op.action for op in ops] == [Action.REPLACE] * 2
    worse = text.replace("recieve", "receive").replace("untill", "until").replace("`teh`", "`the`")
    ops = made(text, edit(text[8:-1], worse[8:-1])).ops
    assert [op.action for op in ops] == [Action.REPLACE, Action.FLAG_ONLY, Action.REPLACE]
    assert "“the”" in ops[1].review_note.text


def test_strict_refuses_the_part_in_code_alone():
    text = "# Mill\n\nThe pumps recieve the value of `teh` and stop untill the next day of the week.\n"
    worse = text.replace("recieve", "receive").replace("untill", "until").replace("`teh`", "`the`")
    edits = made(text, edit(text[8:-1], worse[8:-1]), strict=True)
    assert [op.action for op in edits.ops] == [Action.REPLACE] * 2
    assert [item.code.value for item in edits.refused] == ["REJECT_PROTECTED"]


def test_of_a_rewrite_with_one_harmful_correction_the_others_are_made():
    edits = made(TEXT, edit(SENTENCE, RIGHT.replace("air", "steam"), kind="grammar", confidence=0.7))
    assert applied(TEXT, edits.ops) == TEXT.replace(SENTENCE, RIGHT)
    assert len({op.proposal for op in edits.ops}) == 1
    (refused,) = edits.refused
    assert (refused.before, refused.after) == ("air", "steam")
    assert refused.message.endswith("(not_its_kind)")
    assert (edits.metrics.ops_proposed, edits.metrics.ops_accepted) == (1, 1)


def test_corrections_that_hang_together_are_refused_together():
    before = "The old pump one of the first runs dri in the mill by the river, and nobody looks at it."
    after = "The new pump, one of the first, runs dry in the mill by the river, and nobody looks at it."
    text = f"# Mill\n\n{before}\n"
    edits = made(text, edit(before, after, kind="grammar"))
    assert edits.ops == ()
    assert len(edits.refused) == 1


def test_where_no_correction_is_good_the_whole_is_refused_once():
    edits = made(TEXT, edit(SENTENCE, SENTENCE.replace("water", "milk").replace("winter", "desert"), kind="typo"))
    assert edits.ops == ()
    (refused,) = edits.refused
    assert refused.message.endswith("(not_its_kind)")


@pytest.mark.parametrize(
    ("after", "rule"),
    [
        ("The crew waits at the lock. It is red. So they go home at noon.", "sentence_lost"),
        (
            "The crew waits at the lock. The gate of it opens at noon and the barge comes in. The gate of it opens at "
            "noon and the barge comes in. So they go home.",
            "sentence_doubled",
        ),
        ("The crew waits at the lock. The gate of it opens at noon and the barge barge comes in. So they walk home.",
         "words_repeated"),
    ],
)  # fmt: skip
def test_what_shows_on_the_whole_refuses_the_whole(after, rule):
    before = "The crew waits at teh lock. The gate of it opens at noon and the barge comes in. So they go home."
    text = f"# Lock\n\n{before}\n"
    edits = made(text, edit(before, after, kind="grammar"))
    assert edits.ops == ()
    (refused,) = edits.refused
    assert refused.message.endswith(f"({rule})")


def test_a_tutor_sees_the_good_parts_and_not_the_bad_one():
    job = job_for(TEXT, tutor="t")
    lines = (
        {"when": {"stage": "edit"}, "reply": [edit(SENTENCE, RIGHT.replace("air", "steam"), kind="grammar")]},
        {"when": {"stage": "tutor", "contains": "steam"}, "reply": "REJECTED"},
        {"when": {"stage": "tutor"}, "reply": "ACCEPTED\nfine"},
    )
    edits = run(job, *lines)
    assert edits.metrics.tutor_verdict == "accepted"
    assert applied(TEXT, edits.ops) == TEXT.replace(SENTENCE, RIGHT)


def test_equal_proposals_are_duplicates_and_counted_so():
    """Five, not more: a reply that says one thing again and again is ended."""
    edits = made(TEXT, *[edit(SENTENCE, RIGHT, kind="grammar")] * 5)
    metrics = edits.metrics
    assert (metrics.ops_proposed, metrics.ops_accepted, metrics.ops_duplicate) == (5, 1, 4)
    assert len(edits.ops) == len(PARTS)


def test_a_proposal_that_says_nothing_new_is_a_duplicate():
    edits = made(TEXT, edit(SENTENCE, RIGHT, kind="grammar"), edit("pumps recieve", "pumps receive"))
    assert (edits.metrics.ops_accepted, edits.metrics.ops_duplicate) == (1, 1)
    edits = made(
        TEXT, edit("pumps recieve", "pumps receive"), edit("the the", "the"), edit("the the winter", "the winter")
    )
    assert (edits.metrics.ops_accepted, edits.metrics.ops_duplicate) == (2, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "The small pump costs 10 EUR here and the large pump costs 20 EUR.",
            "The small pump costs 20 EUR here and the large pump costs 10 EUR.",
        ),
        (
            "The lenght of it and then the widht of it are on the plate here.",
            "The width of it and then the length of it are on the plate here.",
        ),
        (
            "The valve that is in the cellar must be shut in the winter season.",
            "The valve that is in the cellar must not be shut in the summer season, never.",
        ),
        (
            "Il doit couper le courant avant de partir le soir en hiver.",
            "Il ne doit pas couper le courant avant de partir le soir en hiver.",
        ),
        (
            "La vanne de la cave est ouverte tout le temps en hiver ici.",
            "La vanne de la cave n'est pas ouverte tout le temps en hiver ici.",
        ),
        (
            "Either the first of the pumps or the second of the pumps will run.",
            "Neither the first of the pumps nor the second of the pumps will run.",
        ),
        (
            "The plan - as the board said in the spring of last year - is old.",
            "The plan, as the board said in the spring of last year, is old.",
        ),
        (
            "The pump that stands in the cellar of the old house is new.",
            "The pumps that stands in the cellar of the old house are new.",
        ),
        (
            "The bill of 80 EUR is on page 8080 of the long report.",
            "The bill of 8080 EUR is on page 80 of the long report.",
        ),
    ],
)
def test_changes_that_need_each_other_are_one_op(old, new):
    """One of them alone would say what nobody means."""
    assert len(independent_changes(old, new)) < 2


def test_two_doubled_words_side_by_side_are_both_taken_away():
    text = "# T\n\nThe private private types types are in in the the list of the parts that we have.\n"
    right = "The private types are in the list of the parts that we have."
    whole = made(text, edit(text.split("\n")[2], right, kind="grammar"))
    merged = merge(whole.ops, text)
    assert merged.overlapped == ()
    assert applied(text, merged.ops) == f"# T\n\n{right}\n"
