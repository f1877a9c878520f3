"""Edits that damage text are refused by rule, whoever proposes them; corrections pass."""

from dataclasses import replace

import pytest
from growth import grows_linearly
from model_desk import edit, job_for

from reviewer.config import ReviewerConfig
from reviewer.model.edit import Action, RejectCode, Source
from reviewer.model.position import Span
from reviewer.plan.preserved import preserved
from reviewer.validate.preserve.around import Around

TEXT = """# Yard

The gate is 62 metres long and it opens slowly. The crew are waiting for the barge.
The barge comes at noon. A diver looks at the sill before the gate is moved.

- Read the upper gauge.
- Read the upper gauge and
  the *lower* gauge.

The barge comes at noon. Nobody may stand on the gate.
"""
WORKER = Source(type="worker", model="m")


def judged(ops, text, chunk, **around):
    """What may go on, as op ids, and refusals."""
    kept, refused = preserved(ops, Around(text, chunk, **around), ReviewerConfig())
    return tuple(op.op_id for op in kept), refused


def ids(ops):
    return tuple(op.op_id for op in ops)


def passed(proposal, text=TEXT, language="en"):
    """The op of a proposal if it passes, else the name of the rule that refuses it."""
    job = job_for(text, language=language)
    ops, refused = job.places.place([proposal], WORKER)
    assert refused == ()
    kept, gone = preserved(ops, Around(text, job.chunk.span), ReviewerConfig())
    assert len(kept) + len(gone) == 1
    if kept:
        return kept[0]
    assert gone[0].code is RejectCode.OTHER
    assert gone[0].op_id == ops[0].op_id
    return gone[0].message.rsplit("(", 1)[1].rstrip(")")


HALL = "# Hall\n\nThis hinge squeaks in warm water, at 1,000 m. We don't sit, and 50% recieved cats.\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("is h", "are h"),
        ("arm", "harm"),
        ("squeak", "squeaks"),
        ("000 m", "500 m"),
        ("cat", "cats"),
    ],
)
def test_a_quote_that_ends_inside_a_word_changes_nothing_there(before, after):
    assert passed(edit(before, after, kind="factual"), HALL) == "cut_word"


@pytest.mark.parametrize(
    ("before", "after"),
    [("recieve", "receive"), ("hinge squeak", "hinge speak"), ("ge squeaks", "ge squeak"), ("50", "60")],
)
def test_an_end_inside_a_word_that_is_not_changed_does_no_harm(before, after):
    assert not isinstance(passed(edit(before, after, kind="factual"), HALL), str)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("etat", "état"), ("ecole", "école"), ("company", "firm"), ("Year", "year"), ("KM", "km"), ("word", "words"),
        ("il arrive", "elle arrive"), ("50", "60"), ("emtpy", "empty"), ("delted", "deleted"),
    ],
)  # fmt: skip
def test_a_word_without_what_only_stands_at_it_is_quoted_whole(before, after):
    french = "L'etat et l'ecole, qu'il arrive."
    text = f"# Yard\n\n{french}\n\nThe company's 10-Year plan, 5KM, **word**s, 50%, emtpy, delted.\n"
    assert not isinstance(passed(edit(before, after, kind="terminology"), text), str)


@pytest.mark.parametrize("put", ["None", "null", "N/A", "(none)", "[deleted]", "…", "undefined", " none "])
def test_a_word_that_stands_for_no_text_is_not_put_there(put):
    assert passed(edit("opens slowly", put, kind="style")) == "placeholder"


@pytest.mark.parametrize(("before", "after"), [("None", "N/A"), ("N/A here", "None here"), ("none is", "nothing is")])
def test_such_a_word_may_be_corrected_and_stand_among_others(before, after):
    text = "# Yard\n\nNone or N/A here, and none is open.\n"
    assert not isinstance(passed(edit(before, after, kind="terminology"), text), str)


def wrong(before, after, kind="grammar", **more):
    return edit(before, after, **{"kind": kind, **more})


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("crew are", "crew is", "grammar"),
        ("gate is 62", "gates are 62", "typo"),
        ("slowly", "slowely", "typo"),
        ("slowly. The", "slowly; the", "punctuation"),
        ("The gate is", "THE gate is", "capitalization"),
        ("at noon. A", "at noon.  A", "spacing"),
        ("waiting for the barge", "waiting for a barge", "grammar"),
        ("looks at the sill", "looks closely at the sill", "grammar"),
        ("stand on the gate", "stand at all on the gate", "typo"),
        ("62 metres", "26 metres", "factual"),
        ("*lower* gauge", "lower gauge", "structure"),
        ("opens slowly", "moves quietly", "style"),
        ("opens", "opened", "grammar"),
    ],
)  # fmt: skip
def test_an_edit_that_is_what_it_says_passes(before, after, kind):
    assert passed(wrong(before, after, kind)).action is Action.REPLACE


VERBS = [
    ("have went", "have gone"), ("they seen", "they saw"), ("He buyed", "He bought"), ("it goed", "it went"),
    ("was tore", "was torn"), ("she thinked", "she thought"), ("it flied", "it flew"), ("had ate", "had eaten"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after"), VERBS)
def test_another_form_of_an_irregular_verb_is_grammar_and_no_typo(before, after):
    text = f"# Dock\n\nHere {before} it to the dock at noon.\n"
    made = passed(wrong(before, after), text)
    assert made.action is Action.REPLACE
    assert not made.needs_attention


@pytest.mark.parametrize(
    ("before", "after"), [("have went", "have taken"), ("He bought", "He sold"), ("it fell", "it rose")]
)
def test_another_irregular_verb_is_none(before, after):
    text = f"# Dock\n\nHere {before} it to the dock at noon.\n"
    assert passed(wrong(before, after), text) == "not_its_kind"


@pytest.mark.parametrize("kind", ["typo", "grammar", "style", "factual"])
def test_a_sentence_is_not_replaced_by_another(kind):
    assert passed(wrong("A diver looks at the sill before the gate", "It", kind)) == "sentence_lost"


@pytest.mark.parametrize("kind", ["typo", "grammar", "style", "duplicate"])
def test_a_range_is_not_replaced_by_one_of_its_sentences(kind):
    whole = TEXT[TEXT.index("The gate is 62") : TEXT.index("\n\n- Read")]
    assert passed(wrong(whole, "The gate is 62 metres long and it opens slowly.", kind)) == "sentence_lost"


def test_a_repeat_of_a_sentence_that_stays_may_go():
    gone = "The barge comes at noon. Nobody"
    assert passed(wrong(gone, "Nobody", "duplicate")).action is Action.REPLACE
    assert passed(wrong(gone, "Nobody", "grammar")) == "sentence_lost"


def test_what_a_model_left_behind_may_go():
    text = "# Yard\n\nHere is the corrected text for you. The gate is long.\n"
    said = "Here is the corrected text for you. The"
    assert passed(wrong(said, "The", "ai_leftover"), text).action is Action.REPLACE
    assert passed(wrong(said, "The", "style"), text) == "sentence_lost"


def test_a_deletion_says_why_and_is_no_correction():
    sentence = "A diver looks at the sill before the gate is moved."
    told = {"action": "delete", "before": sentence, "after": ""}
    why = "contradicts the safety chapter"
    assert passed({**told, "kind": "logic_flow", "rationale": why}).action is Action.DELETE
    assert passed({**told, "kind": "logic_flow", "rationale": "why"}) == "sentence_lost"
    assert passed({**told, "kind": "typo", "rationale": why}) == "sentence_lost"


def test_a_sentence_does_not_stand_twice():
    doubled = wrong("sill before", "sill. The crew are waiting for the barge. It waits before", "style")
    assert passed(doubled) == "sentence_doubled"
    inserted = {"action": "insert", "before": "- Read the upper gauge.", "after": "- Read the upper gauge."}
    assert passed(inserted) == "sentence_doubled"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Read the upper gauge and", "Read the upper gauge and the lower gauge"),
        ("The crew are waiting", "The crew are waiting for the barge"),
        ("opens slowly", "opens opens slowly"),
    ],
)
def test_what_follows_the_quote_is_not_said_again(before, after):
    assert passed(wrong(before, after, "style"), TEXT.replace("*", "")) == "words_repeated"


@pytest.mark.parametrize("marked", ["**gate**", "*gate*", "_gate_", "__gate__", "~~gate~~", "***gate***"])
def test_a_word_that_is_marked_is_not_said_again_beside_it(marked):
    text = TEXT.replace("The gate", f"The {marked}")
    assert passed(wrong(f"The {marked} is", f"The {marked} gate is", "style"), text) == "words_repeated"
    assert passed(wrong(f"The {marked} is", f"The gate {marked} is", "style"), text) == "words_repeated"
    assert passed(wrong(f"The {marked} is", f"The {marked} was", "style"), text).after_text


@pytest.mark.parametrize("after", ["opens slowly * slowly", "opens slowly_slowly slow"])
def test_a_sign_between_words_is_no_emphasis(after):
    assert passed(wrong("opens slowly", after, "style")) != "words_repeated"


@pytest.mark.parametrize(
    "after",
    [
        'opens slowly.", "kind": "style',
        "opens slowly.', 'rationale': 'x",
        'opens slowly.",\n ,kind": "typo',
        'opens slowly.", after: "x',
    ],
)
@pytest.mark.parametrize("kind", ["typo", "style", "grammar"])
def test_fields_of_a_reply_are_no_text(after, kind):
    assert passed(wrong("opens slowly.", after, kind)) in {"reply_fields", "not_its_kind"}
    assert passed(wrong("opens slowly.", after, "style")) == "reply_fields"


def test_fields_that_the_document_shows_may_be_mended():
    text = '# Yard\n\nWrite "a", "kind": "tpyo" in it.\n'
    assert passed(wrong('"a", "kind": "tpyo"', '"a", "kind": "typo"', "typo"), text).after_text


def test_repeats_that_were_there_are_not_held_against_an_edit():
    text = "# Yard\n\nThe crew had had enough of it and goed home.\n"
    assert passed(wrong("goed home", "went home", "style"), text).action is Action.REPLACE


@pytest.mark.parametrize("kind", ["typo", "punctuation", "capitalization", "spacing", "grammar"])
def test_numbers_stay_in_what_nobody_is_told_about(kind):
    assert passed(wrong("62 metres", "63 metres", kind)) == "number_changed"


def test_a_number_may_be_written_otherwise():
    text = "# Yard\n\nIt holds 1,700 cubic metres of water.\n"
    assert passed(wrong("1,700 cubic", "1 700 cubic", "punctuation"), text).action is Action.REPLACE


def test_markup_stays():
    assert passed(wrong("*lower* gauge", "lower gauge", "punctuation")) == "markup_changed"
    assert passed(wrong("crew are", "**crew** are", "typo")) == "markup_changed"


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("62 metres long and", "62 metres and", "typo"),
        ("opens slowly", "opens in a second", "typo"),
        ("opens slowly", "moves quietly", "grammar"),
        ("for the barge", "for the steamer", "grammar"),
    ],
)
def test_a_correction_does_not_put_another_word_in(before, after, kind):
    assert passed(wrong(before, after, kind)) == "not_its_kind"


@pytest.mark.parametrize("kind", ["typo", "grammar"])
def test_new_lines_are_no_correction(kind):
    told = {"action": "insert", "before": "- Read the upper gauge.", "after": "- and", "kind": kind}
    assert passed(told) == "not_its_kind"
    assert passed({**told, "kind": "structure"}).action is Action.INSERT


def test_a_blank_line_may_be_put_in():
    told = {"action": "insert", "before": "- Read the upper gauge.", "after": "\n", "kind": "spacing"}
    assert passed(told).action is Action.INSERT


def test_a_doubled_word_may_go():
    text = "# Yard\n\nThe crew waits for the barge barge at the gate.\n"
    assert passed(wrong("barge barge", "barge", "typo"), text).action is Action.REPLACE


def test_agreement_in_french_is_grammar():
    text = "# Port\n\nLes bateaux doit rester à quai, et la liste sont prête.\n"
    assert passed(wrong("doit rester", "doivent rester"), text, "fr").action is Action.REPLACE
    assert passed(wrong("sont prête", "est prête", "typo"), text, "fr").action is Action.REPLACE


def test_a_flag_passes_whatever_it_says():
    flag = {"action": "flag_only", "before": "A diver looks at the sill before the gate is moved.", "after": ""}
    assert passed({**flag, "kind": "typo", "rationale": "odd"}).action is Action.FLAG_ONLY


def test_work_is_linear_in_the_passage_for_each_edit():
    def prepare(size):
        text = "# Yard\n\n" + "The gate opens... slowly, and the crew waits !!!?! for it" * size + " untill noon.\n"
        job = job_for(text)
        span = Span(0, len(text))
        ops, _ = replace(job.places, chunk=job.chunk.model_copy(update={"span": span})).place(
            [edit("untill", "until")], WORKER
        )
        return lambda: judged(ops * 20, text, span)

    assert grows_linearly(prepare, 200)


@pytest.mark.parametrize(
    "told", [{"kind": "typo"}, {"kind": "duplicate"}, {"kind": "style", "rationale": "all in the past"}]
)
def test_work_is_linear_in_the_edit(told):
    def prepare(size):
        text = "# Yard\n\n" + "".join(f"Crew {i} wait for teh barge of noon. " for i in range(size)) + "\n"
        job = job_for(text)
        span = Span(0, len(text))
        places = replace(job.places, chunk=job.chunk.model_copy(update={"span": span}))
        before = text[8:-2]
        after = before.replace("teh", "the").replace("wait", "had waited")
        ops, refused = places.place([edit(before, after, **told)], WORKER)
        assert refused == ()
        return lambda: judged(ops * 5, text, span)

    assert grows_linearly(prepare, 60)


def test_in_a_short_sentence_a_word_that_changes_its_form_is_not_lost():
    text = "The door is green.\n"
    assert passed(wrong("The door is green.", "The doors are green."), text).action is Action.REPLACE
    assert passed(wrong("The door is green.", "Nobody knows."), text) == "sentence_lost"


@pytest.mark.parametrize("kind", ["typo", "style", "structure"])
@pytest.mark.parametrize("unseen", ["\x00", "\x07", "\u202e", "\u200b", "\ufeff", "\u00ad", "\u2028"])
def test_a_character_that_nobody_sees_does_not_come_in(unseen, kind):
    assert passed(wrong("crew are", f"crew {unseen}is", kind)) == "unseen_character"


def test_a_character_that_nobody_sees_may_stay_and_go():
    text = "The crew\u200b are here.\n"
    assert passed(wrong("crew\u200b are", "crew\u200b is"), text).action is Action.REPLACE
    assert passed(wrong("crew\u200b are", "crew are"), text).action is Action.REPLACE


@pytest.mark.parametrize("kind", ["factual", "style", "terminology", "structure", "logic_flow", "duplicate", "typo"])
@pytest.mark.parametrize(
    ("before", "after"), [("Do not run. Open", "Open"), ("Wait ten minutes. Then open the gate.", "Open the gate.")]
)
def test_a_short_sentence_is_not_lost_either(before, after, kind):
    text = "Do not run. Open the sluice. Wait ten minutes. Then open the gate.\n"
    assert passed(wrong(before, after, kind), text) == "sentence_lost"


def test_short_sentences_may_be_joined_and_reworded():
    text = "It stops. Then it opens. Halt here. E.g. at noon.\n"
    assert passed(wrong("It stops. Then it opens.", "It stops, then it opens.", "style"), text).action is Action.REPLACE
    assert passed(wrong("Halt here.", "Stop there.", "style"), text).action is Action.REPLACE
    assert passed(wrong("E.g. at noon.", "For example at noon.", "style"), text).action is Action.REPLACE


@pytest.mark.parametrize("kind", ["typo", "punctuation", "spacing", "grammar"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("25 ms", "52 ms"),
        ("10 and 50", "50 and 10"),
        ("10 and 50", "105 and 0"),
        ("8080 with 1234", "1234 with 8080"),
        ("2024-03-05", "2024-05-03"),
        ("3.14", "314"),
        ("10.1.2.3", "10.12.3"),
        ("5 m²", "5 m2"),
        ("5 m²", "5 m³"),
    ],
)
def test_whole_numbers_stay_in_their_order(before, after, kind):
    text = f"# Yard\n\nIt takes {before} of it here.\n"
    assert passed(wrong(f"takes {before}", f"takes {after}", kind), text) == "number_changed"
    assert passed(wrong(f"takes {before}", f"takes {after}", "factual"), text).action is Action.REPLACE


def test_sentences_that_change_their_places_do_not_keep_their_numbers_in_order():
    text = "# Yard\n\nPump 1 runs first. Pump 2 runs next.\n"
    swapped = ("Pump 1 runs first. Pump 2 runs next.", "Pump 2 runs next. Pump 1 runs first.")
    assert passed(wrong(*swapped), text) == "number_changed"
    assert passed(wrong(*swapped, "logic_flow"), text).action is Action.REPLACE


@pytest.mark.parametrize(
    ("before", "after"), [("1000", "1,000"), ("1 000 000", "1,000,000"), ("3.14", "3,14"), ("25ms", "25 ms")]
)
def test_the_separators_of_a_number_may_change(before, after):
    text = f"# Yard\n\nIt takes {before} of it here.\n"
    assert passed(wrong(f"takes {before}", f"takes {after}", "spacing"), text).action is Action.REPLACE


ONCE = "# Yard\n\nThe valve is open. It must never be closed by hand. It is red.\n"


@pytest.mark.parametrize("kind", ["duplicate", "ai_leftover", "transcript"])
@pytest.mark.parametrize("sentence", ["It must never be closed by hand.", "It is red."])
@pytest.mark.parametrize("action", ["delete", "replace"])
def test_a_sentence_that_stands_once_is_no_repeat_and_no_leftover(action, sentence, kind):
    told = {
        "action": action,
        "before": f" {sentence}",
        "after": "",
        "kind": kind,
        "rationale": "said twice in the text",
    }
    assert passed(told, ONCE) == "sentence_lost"


@pytest.mark.parametrize("action", ["delete", "replace"])
def test_a_repeat_is_the_same_but_for_case_and_spaces(action):
    told = {"action": action, "after": "", "kind": "duplicate", "rationale": "said twice in the text"}
    text = ONCE.replace("It is red.", "it must never  be closed by hand. It is red.")
    assert passed({**told, "before": " it must never  be closed by hand."}, text).action.value == action
    other = text.replace("it must never  be closed", "It must never be opened")
    assert passed({**told, "before": " It must never be opened by hand."}, other) == "sentence_lost"
    cold = "# Yard\n\nKeep it at -5 degrees there. Keep it at 5 degrees there.\n"
    assert passed({**told, "before": " Keep it at 5 degrees there."}, cold) == "sentence_lost"


def test_of_a_sentence_that_stands_twice_one_stays():
    text = "# Yard\n\nThe gate opens slowly. The crew waits. The gate opens slowly. The end is near.\n"
    told = {"action": "replace", "after": "The crew waits.", "kind": "duplicate"}
    both = "The gate opens slowly. The crew waits. The gate opens slowly."
    assert passed({**told, "before": both}, text) == "sentence_lost"
    job = job_for(text)
    quotes = (("The gate opens slowly. The crew", "The crew"), ("The gate opens slowly. The end", "The end"))
    ops, _ = job.places.place([wrong(*quote, "duplicate") for quote in quotes], WORKER)
    kept, refused = judged(ops, text, job.chunk.span)
    assert len(ops) == 2
    assert (kept, len(refused)) == (ids(ops[:1]), 1)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("I hope this helps you all.", "ai_leftover"),
        ("Certainly!", "ai_leftover"),
        ("**Sure, here's the text for you.**", "ai_leftover"),
        ("Let me know if you need more.", "transcript"),
        ("[00:12:03] Speaker 2: [inaudible]", "transcript"),
        ("Um, you know, okay, uh.", "transcript"),
        ("Thanks for watching.", "transcript"),
        ("[rires] Euh, voilà, euh, bon.", "transcript"),
    ],
)
def test_what_a_model_or_a_transcript_left_behind_may_go(said, kind):
    text = f"# Yard\n\n{said}\n\nIt stays here.\n"
    told = {"action": "delete", "before": said, "after": "", "kind": kind, "rationale": "no text"}
    assert passed(told, text).action is Action.DELETE


@pytest.mark.parametrize("said", ["[00:12:03] Speaker 2: close the valve by hand.", "Okay, never open the red valve."])
def test_what_is_said_in_a_transcript_stays(said):
    text = f"# Yard\n\n{said} It stays here.\n"
    told = {"action": "delete", "before": said, "after": "", "kind": "transcript", "rationale": "is a leftover here"}
    assert passed(told, text) == "sentence_lost"


def test_leftovers_are_the_configured_ones():
    text = "# Yard\n\nBeep boop says the machine. It stays here.\n"
    job = job_for(text)
    ops, _ = job.places.place([wrong("Beep boop says the machine. It", "It", "ai_leftover")], WORKER)
    assert judged(ops, text, job.chunk.span)[0] == ()
    assert judged(ops, text, job.chunk.span, leftovers=("(?i)beep boop",))[0] == ids(ops)
