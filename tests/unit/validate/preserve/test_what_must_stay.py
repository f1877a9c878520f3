"""What an edit must leave as it is, rule by rule: each example is about one of them."""

from dataclasses import replace

import pytest
from growth import grows_linearly
from model_desk import edit, job_for

from reviewer.config import PreservationRules, ReviewerConfig, StyleRules
from reviewer.markdown.parse import parse
from reviewer.model.edit import Source
from reviewer.model.position import Span
from reviewer.validate.preserve.around import Around
from reviewer.validate.preserve.rules import preserve

WORKER = Source(type="worker", model="m")
ALL_TOLD = PreservationRules(**dict.fromkeys(PreservationRules.model_fields, "attention"))


def failed(text, before, after, *, tables=False, **more):
    """The rules that an edit fails; with ``tables`` these are open to edits."""
    job = job_for(text)
    if tables:
        config = ReviewerConfig(style=StyleRules(protect_tables=False))
        parsed = parse(job.places.parsed.document, config.style.unprotected)
        job = replace(job, places=replace(job.places, parsed=parsed, config=config))
    proposal = edit(before, after, **{"kind": "style", "rationale": "it reads better", **more})
    (op,), refused = job.places.place([proposal], WORKER)
    assert refused == ()
    parsed = job.places.parsed
    around = Around(text, job.chunk.span, "en", is_protected=lambda span: bool(parsed.protected_in(span)))
    (told,) = preserve([op], around, ALL_TOLD)
    return {verdict.validator for verdict in told.verdicts if verdict.decision != "approve"}


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ("on Monday", "on Tuesday", "dates"),
        ("in March", "in April", "dates"),
        ("5 kg", "5 g", "units"),
        ("5 kg", "6 kg", "numbers"),
        ("x < 3", "x > 3", "signs"),
        ("shall not", "shall", "negation"),
        ("shall not", "should not", "modal_verbs"),
        ("all gates", "some gates", "quantities"),
        ("with Anna", "with Berta", "names"),
        ("with Anna", "with Ana", "names"),
        ("a note", "a note[^2]", "footnote_marks"),
        ("a note", "a note [@smith2020]", "citations"),
        ("a note", "a `note`", "code_spans"),
        ("a note", "a [note](b.md)", "link_targets"),
        ("a note", "a note https://example.org/a", "link_targets"),
        ("a note", "a note $x^2$", "inline_math"),
        ("a note", "the $n$th note", "inline_math"),
        ("a note", "a note …", "ellipsis"),
        ("a note", "a note...", "ellipsis"),
        ("a note", "[MATH_1] note", "prompt_text"),
        ("a note", "a ⟦m1⟧ note", "prompt_text"),
        ("a note", "a note END_EDIT_OPS", "prompt_text"),
        ("a note", "Corrected version: a note", "prompt_text"),
        ("a note", "a note [RVW]", "prompt_text"),
    ],
)
def test_what_alters_it_fails_the_rule(before, after, rule):
    text = "# T\n\nWe met on Monday in March with Anna: 5 kg, x < 3, all gates shall not open, a note.\n"
    assert rule in failed(text, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a smal gate", "a small gate"),
        ("Febuary", "February"),
        ("wait...", "wait…"),
        ("sees `code` her", "sees `code` here"),
        ("cost $5 and $6 her", "cost $5 and $6 here"),
        ("cost 10$, not 15$ her", "cost 10$, not 15$ here"),
        ("set $HOME/bin:$PATH her", "set $HOME/lib:$PATH here"),
        ("a note[^1] her", "a note[^1] here"),
        ("Smal things", "Small things"),
    ],
)
def test_a_slip_fails_none_of_them(before, after):
    text = f"# T\n\nIn {before}.\n" if before[0].islower() or before == "Febuary" else f"# T\n\n{before}.\n"
    rules = {"dates", "code_spans", "inline_math", "footnote_marks", "citations", "link_targets", "ellipsis",
             "prompt_text", "block_structure", "numbers", "signs", "units", "negation"}  # fmt: skip
    assert failed(text, before, after, kind="typo") & rules == set()


CITED = (
    "See (Smith, 2019), (see Berg & Oak 2020a; von Amt et al., 1998, p. 4) and Smyth (2021), in March (2019 was wet), "
    "and more (In 2019 it rained).\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(Smith, 2019)", "(Smyth, 2019)"),
        ("(Smith, 2019)", "(Smith, 2018)"),
        ("See (Smith, 2019), (see", "See (see"),
        ("Berg & Oak 2020a", "Berg & Oak 2020b"),
        ("von Amt et al.", "von Arnt et al."),
        ("Smyth (2021)", "Smith (2021)"),
        ("and more", "and more (Berg, 2000)"),
    ],
)
def test_a_citation_by_author_and_year_is_told(before, after):
    for kind in ("typo", "style"):
        assert "author_citations" in failed(f"# T\n\n{CITED}", before, after, kind=kind)


@pytest.mark.parametrize(
    ("before", "after"), [("was wet", "was dry"), ("it rained", "it snowed"), ("and more", "and much"), ("See", "Read")]
)
def test_what_stands_beside_a_citation_is_none(before, after):
    assert "author_citations" not in failed(f"# T\n\n{CITED}", before, after)


def test_long_rows_of_names_and_brackets_take_linear_time():
    def prepare(size):
        text = "# T\n\n" + "(Berg, Oak and van der Amt (Smith & " * size + "gate open.\n"
        job = job_for(text)
        span = Span(0, len(text))
        places = replace(job.places, chunk=job.chunk.model_copy(update={"span": span}))
        ops, _ = places.place([edit("gate open", "gate opens", kind="style")], WORKER)
        assert len(ops) == 1
        return lambda: preserve(ops * 5, Around(text, span, "en"), ALL_TOLD)

    assert grows_linearly(prepare, 60)


BLOCKS = "# T\n\nA first line.\n\nA second line of it.\n\n- an item\n- another\n"


@pytest.mark.parametrize(
    ("before", "after", "kind", "fails"),
    [
        ("A first line.", "# A first line.", "style", True),
        ("A first line.", "- A first line.", "style", True),
        ("A first line.", "A first line.\n\nMore of it.", "style", True),
        ("A first line.", "```\nA first line.", "style", True),
        ("- an item\n- another", "- an item\n\nanother", "style", True),
        ("A first line.", "# A first line.", "structure", False),
        ("A first line.", "A better line.", "style", False),
        ("an item", "one item", "style", False),
        ("A first line.\n\nA second line of it.", "A second line of it.", "duplicate", False),
        ("A first line.\n\nA second line of it.", "A second line of it.", "style", True),
    ],
)
def test_blocks_stay_what_they_are(before, after, kind, fails):
    assert ("block_structure" in failed(BLOCKS, before, after, kind=kind)) is fails


ROWS = "# T\n\nA note.\n\n| aa | bb |\n|----|----|\n| cc | dd |\n"


@pytest.mark.parametrize(
    ("before", "after", "fails"),
    [
        ("cc", "c|c", True),
        ("cc |", "cc", True),
        ("| cc | dd |", "| cc | dd | ee |", True),
        ("cc", "c c", False),
        ("cc", "c\\|c", False),
        ("| cc | dd |", "| cc | dd |\n| ee | ff |", False),
        ("A note.", "A small|note.", False),
    ],
)
def test_rows_of_open_tables_keep_their_cells(before, after, fails):
    assert ("block_structure" in failed(ROWS, before, after, tables=True)) is fails


def test_an_insertion_may_add_blocks_and_change_none():
    add = {"action": "insert", "kind": "style", "before": "A first line.", "rationale": "it is missing"}
    job = job_for(BLOCKS)

    def rules(after):
        (op,), _ = job.places.place([{**add, "after": after}], WORKER)
        (told,) = preserve([op], Around(BLOCKS, job.chunk.span, "en"), ALL_TOLD)
        return {verdict.validator for verdict in told.verdicts if verdict.decision != "approve"}

    assert "block_structure" not in rules("\nA paragraph more.\n")
    assert "block_structure" in rules("\n```\nnever closed\n")


def test_a_document_that_speaks_of_prompts_may_be_corrected():
    text = "# T\n\nThe corrected version holds END_EDIT_OPS and recieves it.\n"
    assert "prompt_text" not in failed(text, "recieves", "receives")
