"""An edit that changes what a sentence demands is never silent, whatever it calls itself."""

import pytest
from model_desk import edit, job_for

from reviewer.config import ReviewerConfig
from reviewer.model.edit import Source
from reviewer.plan.sense import tell_what_alters_sense

WORKER = Source(type="worker", model="m")


def attention(before, after, kind="grammar", language="en"):
    text = f"# Rule\n\n{before}.\n"
    job = job_for(text, language=language)
    (op,), refused = job.places.place([edit(before, after, kind=kind, rationale="it reads better")], WORKER)
    assert refused == ()
    assert not op.needs_attention
    (told,) = tell_what_alters_sense([op], text, job.chunk.span, ReviewerConfig())
    assert (told.review_note is None) is not told.needs_attention
    return told.needs_attention


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("A boat may not pass", "A boat may pass"),
        ("The gate is never left", "The gate is left"),
        ("A crew must wait", "A crew may wait"),
        ("It can move", "It cannot move"),
        ("It doesn't move", "It does move"),
        ("red and green", "red or green"),
        ("before noon", "after noon"),
        ("turn it left", "turn it right"),
        ("a safe gate", "an unsafe gate"),
        ("a regular check", "an irregular check"),
        ("increase the flow", "decrease the flow"),
        ("take 5 mg of it", "take 5 g of it"),
        ("wait ten hours", "wait two hours"),
        ("it costs 1,700 pounds", "it costs 1.700 pounds"),
        ("at -5 degrees", "at 5 degrees"),
        ("il ne faut pas sortir", "il faut sortir"),
        ("le quai avec eau", "le quai sans eau"),
        ("il doit sortir", "il peut sortir"),
    ],
)
def test_words_that_decide_ask_for_attention(before, after):
    assert attention(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The crew wait untill noon", "The crew wait until noon"),
        ("A boat may not passes", "A boat may not pass"),
        ("The gate open slowly", "The gate opens slowly"),
        ("it is 12 metres long,and wide", "it is 12 metres long, and wide"),
        ("les bateau passent", "les bateaux passent"),
        ("wait for a the boat", "wait for the boat"),
    ],
)
def test_plain_corrections_stay_as_they_are(before, after):
    assert not attention(before, after)
