"""With a perfect worker every planted error outside protected text is mended, and nothing else changes."""

import json
from functools import partial
from pathlib import Path

import pytest
from planted_errors import DOCUMENT, as_json, as_lines, by_chunk, corrected, in_markers, planted, rewritten, script

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.llm.script_file import read_script
from reviewer.llm.scripted import ScriptedClient
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import BlockKind
from reviewer.model.position import Span
from reviewer.plan.chunk_job import Models
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import GuardedClient, ModelEdge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.spelling import TyposSpeller

ERRORS = planted()
OPEN = [error for error in ERRORS if not error.protected]
TRAPS = [error for error in ERRORS if error.protected]
ACCEPTED = {"when": {"stage": "tutor"}, "reply": "VERDICT: ACCEPTED\nREASON: all are right"}
FORMS = {"marked": in_markers, "native": as_json, "plain": as_lines}


class Constraining(ScriptedClient):
    """A scripted backend that is asked in the native form."""

    constrains = True


@pytest.fixture
def review(tmp_path):
    """Review a copy of the document with a script; what came of it, and what its status lines say."""

    def run(script_path, *, native=False, tutor="", **fields):
        path = tmp_path / DOCUMENT.name
        path.write_bytes(DOCUMENT.read_bytes())
        config = ReviewerConfig(
            llm=LLMConfig(backend="scripted", script=str(script_path), tutor_model=tutor or None), **fields
        )
        client = (Constraining if native else ScriptedClient)(read_script(script_path))
        edge = ModelEdge(GuardedClient(client, 2), Models("w", "", tutor, ""), "w", "")
        tools = ModelTools(edge, partial(pool_runs, 2), lambda _: None, lambda: 0.0)
        outcome = review_document(ReviewRequest(path, config), Tools(TyposSpeller(), SystemClock(), models=tools))
        lines = next(tmp_path.glob(".review/*/stage2/ops/status.jsonl")).read_text(encoding="utf-8")
        return outcome, [json.loads(line) for line in lines.splitlines()]

    return run


def text_of(outcome):
    return Path(outcome.outputs.edited).read_text(encoding="utf-8")


def test_the_list_says_what_is_in_the_document():
    parsed = parse(read_document(DOCUMENT.read_bytes(), DOCUMENT.name))
    text = parsed.document.text
    for error in ERRORS:
        assert text.count(error.before) == 1, error
        assert error.before in parsed.document.line_text(error.line), error
        start = text.index(error.before)
        assert bool(parsed.protected_in(Span(start, start + len(error.before)))) is error.protected, error
    assert len(OPEN) >= 24
    assert len(TRAPS) >= 8
    assert {error.kind for error in OPEN} >= {
        "misspelling", "agreement", "grammar", "doubled word", "wrong word", "punctuation", "number contradiction"
    }  # fmt: skip
    assert {error.place for error in OPEN} >= {"introduction", "heading", "list item", "paragraph"}
    assert sum(1 for here in by_chunk(ERRORS).values() if here) >= 15


@pytest.mark.parametrize("fixers", [True, False], ids=["after-the-rules", "alone"])
@pytest.mark.parametrize("tutor", ["", "t"], ids=["no-tutor", "tutor"])
@pytest.mark.parametrize("form", FORMS)
def test_a_perfect_worker_mends_all_that_is_not_protected_and_nothing_else(review, tmp_path, form, tutor, fixers):
    answers = script(tmp_path / "script.jsonl", FORMS[form], ERRORS, ACCEPTED)
    outcome, status = review(answers, native=form == "native", tutor=tutor, fixers=fixers)
    assert text_of(outcome) == corrected(OPEN)
    assert outcome.counts.chunks_failed == 0
    assert {line["outcome"] for line in status} == {"ops", "clean"}
    assert {line["form"] for line in status} == {"native" if form == "native" else "marked"}


@pytest.mark.parametrize("fixers", [True, False], ids=["after-the-rules", "alone"])
@pytest.mark.parametrize("tutor", ["", "t"], ids=["no-tutor", "tutor"])
def test_a_perfect_worker_that_writes_whole_paragraphs_anew_mends_as_much(review, tmp_path, tutor, fixers):
    reply = partial(rewritten, kinds={BlockKind.PARAGRAPH})
    answers = script(tmp_path / "script.jsonl", reply, OPEN, ACCEPTED)
    outcome, status = review(answers, native=True, tutor=tutor, fixers=fixers)
    assert text_of(outcome) == corrected(OPEN)
    assert {line["outcome"] for line in status} == {"ops", "clean"}


def test_what_is_planted_in_protected_text_is_flagged_with_the_proposal(review, tmp_path):
    answers = script(tmp_path / "script.jsonl", in_markers, ERRORS)
    outcome, _ = review(answers, fixers=False)
    annotated = Path(outcome.outputs.annotated).read_text(encoding="utf-8")
    # a chunk of front matter alone is not sent, and math is not shown: no quote can be of it
    shown = [trap for trap in TRAPS if trap.place not in {"front matter", "math"}]
    assert annotated.count("Not applied: it would touch") == len(shown)
    for obstacle in ("table", "inline code", "code fence", "autolink", "html block"):
        assert f"it would touch the {obstacle} on line" in annotated, obstacle
    assert [refused.message.split(" is not in")[0] for refused in outcome.rejected] == ["the quoted text 'meteres a'"]


def test_open_tables_are_mended_too(review, tmp_path):
    answers = script(tmp_path / "script.jsonl", in_markers, ERRORS)
    style = ReviewerConfig().style.model_copy(update={"protect_tables": False})
    outcome, _ = review(answers, style=style)
    assert text_of(outcome) == corrected([e for e in ERRORS if not e.protected or e.place == "table cell"])


def test_a_perfect_tutor_makes_up_for_a_worker_that_mends_wrongly(review, tmp_path):
    tutor = [
        {
            "when": {"stage": "tutor", "chunk": chunk_id},
            "reply": "VERDICT: CORRECTED\nREASON: wrong word\nCORRECTION: "
            + json.dumps([error.proposal for error in here], ensure_ascii=False),
        }
        for chunk_id, here in by_chunk(OPEN).items()
        if here
    ]

    def wrong(errors):
        return as_json(errors) | {"edits": [error.proposal | {"after": error.after + " not"} for error in errors]}

    outcome, _ = review(script(tmp_path / "script.jsonl", wrong, OPEN, *tutor), tutor="t", fixers=False)
    assert text_of(outcome) == corrected(OPEN)


def test_the_rules_alone_mend_those_that_the_list_gives_to_them(review, tmp_path):
    nobody = tmp_path / "script.jsonl"
    nobody.write_text('{"when": {}, "reply": []}\n', encoding="utf-8")
    outcome, _ = review(nobody, skip_pyramid=True)
    assert text_of(outcome) == corrected([error for error in ERRORS if error.fixer])
