"""Running text is proofread in its own language; what is left out is counted, by why."""

from dataclasses import replace

import pytest
from proofread_desk import REWRITE, job, run

from reviewer.model.chunk_edits import Outcome
from reviewer.plan.proofread.review import NOT_PROOFREAD

PROSE = "Every node of the cluster has a queue, which is kept on the same host."


@pytest.mark.parametrize("text", [PROSE, f"- {PROSE}", f"> {PROSE}", f"1. Do.\n\n   {PROSE}", f"[^1]: {PROSE}"])
def test_paragraphs_items_quotes_and_notes_are_read(text):
    chosen, _ = job(text + "\n", REWRITE).paragraphs
    assert [one.paragraph.text for one in chosen] == [PROSE]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Two words.", "short"),
        ("1 + 2 = 3, x y z w 4711 0815 3.14 2.71 ((()))", "letters"),
        ("Jeder Knoten hat eine Schlange, und die ist auf dem Rechner, der nicht ist.", "language"),
    ],
)
def test_others_are_left_out_and_counted(text, why):
    found = run(job(text + "\n", REWRITE), {"reply": "not asked"})
    assert (found.outcome, found.metrics.worker_calls, found.metrics.left_out) == (Outcome.CLEAN, 0, {why: 1})
    assert found.reason.startswith(NOT_PROOFREAD)


@pytest.mark.parametrize(("language", "why"), [("und", "unrecognised"), ("", "unrecognised"), ("fi", "language")])
def test_a_language_that_nobody_recognised_is_no_language_without_examples(language, why):
    asked = job("Node cluster queue host server file.\n", REWRITE, language=language)
    assert [one.why for one in asked.paragraphs[1]] == [why]


def test_a_paragraph_that_does_not_fit_into_the_context_is_left_out():
    asked = job(PROSE + "\n", REWRITE)
    llm = asked.config.llm.model_copy(update={"num_ctx": 512})
    small = replace(asked, config=asked.config.model_copy(update={"llm": llm}))
    assert [one.why for one in small.paragraphs[1]] == ["long"]


def test_headings_and_tables_are_not_read():
    chosen, left = job(f"# {PROSE}\n\n| a | b |\n|---|---|\n| {PROSE} | c |\n", REWRITE).paragraphs
    assert (chosen, left) == ((), ())


def test_a_paragraph_that_speaks_another_language_is_asked_about_in_that_one():
    french = "Le client envoie une requête et le serveur ne répond pas avant la fin de la première."
    chosen, _ = job(f"{PROSE}\n\n{french}\n", REWRITE).paragraphs
    assert [one.language for one in chosen] == ["en", "fr"]
