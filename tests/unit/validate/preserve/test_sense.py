"""An edit that changes what a sentence demands is never silent, whatever it calls itself."""

from dataclasses import replace

import pytest
from growth import grows_linearly
from model_desk import edit, job_for

from reviewer.config import PreservationRules
from reviewer.model.edit import Source
from reviewer.model.position import Span
from reviewer.validate.preserve.around import Around
from reviewer.validate.preserve.rules import preserve
from reviewer.validate.preserve.sense import RULES
from reviewer.validate.verdicts import attention_reasons

WORKER = Source(type="worker", model="m")


ALL_TOLD = PreservationRules(**dict.fromkeys(PreservationRules.model_fields, "attention"))
"""No rule rejects, so that those behind it are reached."""


SENSE = {rule.key for rule in RULES}


def attention(before, after, kind="grammar", language="en"):
    text = f"# Rule\n\n{before}.\n"
    job = job_for(text, language=language)
    (op,), refused = job.places.place([edit(before, after, kind=kind, rationale="it reads better")], WORKER)
    assert refused == ()
    assert not op.needs_attention
    (told,) = preserve([op], Around(text, job.chunk.span), ALL_TOLD)
    return bool(attention_reasons(verdict for verdict in told.verdicts if verdict.validator in SENSE))


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


WEIGHTY_PAIRS = [
    ("a few millionths of it", "a few millions of it"), ("a third of it", "a thirds of it"),
    ("forty boats", "fourteen boats"), ("sixty boats", "six boats"), ("a quarter of it", "a quarters of it"),
    ("it is required to run", "it is requires to run"), ("it is recommended", "it is recommends"),
    ("it is optional", "it is options"), ("on the same day", "on the some day"), ("the other gate", "the outer gate"),
    ("qu'il doive sortir", "qu'il devine sortir"), ("quarante bateaux", "quatre bateaux"),
    ("treize bateaux", "trente bateaux"), ("la dernière porte", "la derrière porte"), ("mardi matin", "mars matin"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), WEIGHTY_PAIRS)
def test_number_words_and_words_of_duty_ask_for_attention_both_ways(before, after):
    assert attention(before, after)
    assert attention(after, before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("it is requierd here", "it is required here"), ("it is requird here", "it is required here"),
        ("it is optionnal here", "it is optional here"), ("fortty boats", "forty boats"),
        ("a few milionths of it", "a few millionths of it"), ("The gate open here", "The gate opens here"),
        ("The gate is close here", "The gate is closed here"), ("toute les portes", "toutes les portes"),
    ],
)  # fmt: skip
def test_slips_and_forms_of_such_words_are_plain_corrections(before, after):
    assert not attention(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("The client must not retry and the server may retry", "The client may retry and the server must not retry"),
        ("Do not stop and restart", "Do stop and not restart"),
        ("Open valve A before valve B", "Open valve B before valve A"),
        ("The cook salts the soup before the guest tastes", "The guest salts the soup before the cook tastes"),
    ],
)
def test_the_same_words_in_another_order_ask_for_attention(before, after):
    assert attention(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("5 mW", "5 MW"), ("5mW", "5MW"), ("8 Mb", "8 MB"), ("5 PA", "5 pA"), ("5 ppm", "5 ppb"), ("5 mV", "5 kV"),
        ("z ≤ 5", "z ≥ 5"), ("x<5", "x>5"), ("a + b", "a - b"), ("a - b", "a + b"),
        ("option A", "option B"), ("option B", "option A"), ("class II", "class III"), ("in HTML", "in HTTP"),
    ],
)  # fmt: skip
def test_units_signs_and_names_of_letters_ask_for_attention(before, after):
    for kind in ("typo", "capitalization"):
        assert attention(f"The value {before} is used", f"The value {after} is used", kind)


@pytest.mark.parametrize(
    "pair",
    [
        "include exclude", "internal external", "import export", "inbound outbound", "ascending descending",
        "upstream downstream", "maximal minimal", "normal abnormal", "activate deactivate", "Encrypt Decrypt",
        "hypertension hypotension", "annually biannually", "enable disable", "locked unlocked", "attach detach",
        "start restart", "harmful harmless", "payer payee", "accelerate decelerate", "immigrants emigrants",
        "typical atypical", "affected effected", "manually annually", "accepts excepts", "causal casual", "hot cold",
        "activer désactiver", "interne externe", "myVar myvar", "MB Mb", "MB GB", "d'activer d'inactiver", "amont aval",
    ],
)  # fmt: skip
def test_opposites_and_other_words_ask_for_attention_both_ways(pair):
    one, other = pair.split()
    assert attention(f"See the {one} of it", f"See the {other} of it", "typo")
    assert attention(f"See the {other} of it", f"See the {one} of it", "typo")


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("open, except during the night", "open, during the night", "grammar"),
        ("fermé sauf la nuit", "fermé la nuit", "grammar"),
        ("holds A, B, C and D", "holds A, B and C", "grammar"),
        ("water, acid, base and salt", "water, acid and salt", "grammar"),
        ("le signal d'alarme sonne", "le signal sonne", "grammar"),
        ("a fail-safe gate", "a gate", "grammar"),
        ("l'arrivée du bateau", "l'entrée du bateau", "typo"),
        ("in use, not in the yard", "in use not, in the yard", "punctuation"),
        ("it is safe here", "it is saf e here", "spacing"),
        ("they are nowhere", "they are now here", "spacing"),
        ("The crew is here", "The crew \u0456s here", "grammar"),
        ("The crew is here", "The crew\tis here", "spacing"),
        ("The crew is here", "The crew\\ris here", "grammar"),
    ],
)
def test_what_is_taken_away_or_cut_asks_for_attention(before, after, kind):
    assert attention(before, after, kind)


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("They recieve the turbulance", "They receive the turbulence", "typo"),
        ("a seperate staton", "a separate station", "typo"),
        ("it works there fenders", "it works their fenders", "grammar"),
        ("A old mark", "An old mark", "grammar"),
        ("the master of lock", "the master of the lock", "grammar"),
        ("it costs more then that", "it costs more than that", "grammar"),
        ("Every child have a key", "Every child has a key", "grammar"),
        ("wait 5 day", "wait 5 days", "grammar"),
        ("built in 2019 The crew", "built in 2019 the crew", "capitalization"),
        ("long - and wide", "long – and wide", "punctuation"),
        ("the weir , the lock", "the weir, the lock", "punctuation"),
        ("l'ecluse est fermee", "l'écluse est fermée", "typo"),
        ("the well known lock", "the well-known lock", "punctuation"),
        ("le texte font foi", "le texte fait foi", "grammar"),
        ("see the lock lock", "see the lock", "typo"),
        ("l'arivée du bateau", "l'arrivée du bateau", "typo"),
        ("aujourdhui il arrive", "aujourd'hui il arrive", "typo"),
        ("the gate opend", "the gate opened", "typo"),
        ("the WARNING sign", "the warning sign", "capitalization"),
    ],
)
def test_plain_corrections_of_many_kinds_stay_as_they_are(before, after, kind):
    assert not attention(before, after, kind)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Müller wrote it", "Muller wrote it"),
        ("by Müller there", "by Muller there"),
        ("L'Évêque vient", "L'Eveque vient"),
    ],
)
def test_a_name_that_loses_its_accent_asks_for_attention(before, after):
    assert attention(before, after, "typo")


@pytest.mark.parametrize(("before", "after"), [("Etat de fait", "État de fait"), ("préésent ici", "présent ici")])
def test_an_accent_that_is_put_in_at_the_beginning_is_a_plain_correction(before, after):
    assert not attention(before, after, "typo", "fr")


def test_work_is_linear_in_the_edit():
    def prepare(size):
        text = "# Yard\n\n" + "".join(f"Crew {i} wait for teh barge - at {i} km of noon. " for i in range(size)) + "\n"
        job = job_for(text)
        span = Span(0, len(text))
        places = replace(job.places, chunk=job.chunk.model_copy(update={"span": span}))
        before = text[8:-2]
        ops, _ = places.place([edit(before, before.replace("teh", "the").replace("wait", "waits"))], WORKER)
        return lambda: preserve(ops * 5, Around(text, span), ALL_TOLD)

    assert grows_linearly(prepare, 60)
