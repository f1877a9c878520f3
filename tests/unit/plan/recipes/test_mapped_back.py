"""Proposals about what was shown, placed in the document: the laws, and each kind of proposal."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Source
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import preflight, stripped, with_recipes

CONFIG = ReviewerConfig()
WORKER = Source(type="worker", model="m")


def forms(text):
    passage = MarkdownPassage(text, "fr", CONFIG)
    first = preflight(passage)
    masked = with_recipes(first, passage)
    return [first, masked, stripped(masked)]


def placed(text, item, form=0):
    """The text with a proposal about one form of its last chunk made, what that showed, and what was refused."""
    parsed = parse(read_document(text.encode(), "doc.md"))
    chunk = chunk_plan(parsed, CONFIG.chunk)[-1]
    masked = forms(text[chunk.span.start : chunk.span.end])[form]
    ops, refused = ChunkPlaces(chunk, parsed, CONFIG, masked).place([item], WORKER)
    for op in ops:
        if op.action.value != "flag_only":
            text = text[: op.span.start] + op.after_text + text[op.span.end :]
    return text, ops, refused


def item(before, after, action="replace", **more):
    return {"action": action, "before": before, "after": after, "kind": "grammar", "rationale": "car", **more}


WORDS = st.sampled_from([
    "le débit", "$q_1$", "est", "**neuf**", "`code`", "🔥", "attaque", "mot de passe", "et", "dit", "$x$", "*ici*", ".",
])  # fmt: skip
LINES = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
PASSAGES = st.lists(LINES, min_size=1, max_size=5).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\n\n"]).map(lambda end: end.join(lines))
)


@given(PASSAGES, st.integers(0, 2), st.data())
def test_a_word_that_is_put_in_stands_where_it_was_meant(lines, form, data):
    """A word of its own is put behind one that is shown as it is; the document gets it behind that very word."""
    text = f"# T\n\n{lines} jalon.\n"
    masked = forms(text)[form]
    at = masked.text.find("jalon")
    assume(at >= 0)
    quoted = masked.text[data.draw(st.integers(max(at - 30, 0), at)) : at + len("jalon")]
    result, ops, refused = placed(text, item(quoted, f"{quoted} nouveau"), form)
    if refused:
        assert refused[0].message.startswith(("its quote ends inside", "it changes markup", "the quoted text"))
        return
    assert len(ops) == 1
    assert result == text.replace("jalon", "jalon nouveau")


TWICE = "# T\n\nLe débit $q$ sont nul.\n\nLe débit $r$ sont nul.\n"


def test_a_quote_finds_the_place_that_its_token_stands_for():
    text, _, refused = placed(TWICE, item("débit Expression2 sont", "débit Expression2 est"))
    assert (text, refused) == (TWICE.replace("$r$ sont", "$r$ est"), ())


def test_a_line_chooses_among_lines_that_were_shown():
    text = "# T\n\n$$\na\n\nb\n$$\n\nIl sont là.\n\nIl sont là.\n"
    assert placed(text, item("Il sont", "Il est", line=7))[0] == text[::-1].replace("tnos lI", "tse lI", 1)[::-1]
    assert placed(text, item("Il sont", "Il est"))[2][0].message.startswith("the quoted text matches 2 times")


@pytest.mark.parametrize("before", ["", "# A\n\nUne pompe.\n\n"])
@pytest.mark.parametrize("form", [0, 1, 2])
@pytest.mark.parametrize("hidden", ["$q$ est nul", "$$\na\n\nb\n$$", "| a | $b$ |\n|---|---|\n" + "| 1 | 2 |\n" * 4])
def test_a_refusal_tells_lines_of_the_document(hidden, form, before):
    text = f"{before}# T\n\n{hidden}\n\n> Il **sont** là.\n\n- Il **sont** là.\n"
    quote = "Il sont là." if form > 1 else "Il **sont** là."
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if "sont" in line]
    (refused,) = placed(text, item(quote, "Il est là."), form)[2]
    assert f"(at line {lines[0]}, {lines[1]})" in refused.message
    (refused,) = placed(text, item(f"{quote[:-1]} aussi.", "Il est là."), form)[2]
    assert f"the nearest is line {lines[0]}:" in refused.message


def test_line_ends_and_a_quote_over_wrapped_lines():
    text = "# T\r\n\r\nLe débit $q$\r\nsont nul.\r\n"
    assert placed(text, item("Expression1 sont", "Expression1 est"))[0] == text.replace("sont", "est")
    assert placed(text, item("Expression1\nsont", "Expression1\nest"))[0] == text.replace("sont", "est")


def test_a_deletion_takes_what_was_quoted_and_no_token():
    text = "# T\n\nLe débit $q$ est est nul.\n"
    assert placed(text, item("est ", "", "delete"))[2][0].message.startswith("the quoted text matches 2 times")
    assert placed(text, item("Expression1 est ", "", "delete"))[2][0].message.startswith("it leaves out '$q$'")
    assert placed("# T\n\nLe débit $q$ est nul nul.\n", item(" nul.", "", "delete"))[0].endswith("$q$ est nul\n")


def test_an_insertion_behind_a_token_holds_none():
    text = "# T\n\nLe débit $q$ est nul.\n\nFin.\n"
    made, _, _ = placed(text, item("débit Expression1", "Une ligne.", "insert"))
    assert "Une ligne." in made
    _, _, refused = placed(text, item("débit Expression1", "Expression1 encore.", "insert"))
    assert refused[0].message == "it writes a placeholder that stands for nothing there"


@pytest.mark.parametrize("before", ["le $q$", "[MATH_1]", "Expression9 sont"])
def test_what_was_not_shown_cannot_be_quoted(before):
    text, ops, refused = placed(TWICE, item(before, "autre"))
    assert (text, ops) == (TWICE, ())
    assert refused[0].code.value == "REJECT_HASH"


def test_markup_that_was_not_shown_stays_around_an_edit():
    text = "# T\n\n> - Le **débit** sont `nul`.\n"
    assert placed(text, item("Le débit sont nul", "Le débit est nul"), 2)[0] == text.replace("sont", "est")
    assert placed(text, item("débit", "débits"), 2)[0] == text.replace("débit", "débits")


@pytest.mark.parametrize(
    ("quote", "line"),
    [("un mot", "• Un autre."), ("un mot", "- Un autre."), ("Le débit", "Un autre."), ("un mot", "**Un** autre.")],
)
def test_an_insertion_that_was_shown_otherwise_or_stands_among_marks_is_refused(quote, line):
    text = "# T\n\n- Le **débit** est nul.\n\nPuis un mot.\n"
    made, ops, refused = placed(text, item(quote, line, "insert"), 2)
    assert (made, ops) == (text, ())
    assert refused[0].message == "it changes markup that was not shown"
    assert "Un autre." in placed(text, item("un mot", "Un autre.", "insert"), 2)[0]


def test_a_slip_in_the_noun_of_a_mask_is_mended():
    text = "# T\n\nLe débit $q$ est une des expresions.\n"
    assert placed(text, item("des expresions", "des expressions"))[0] == text.replace("expresions", "expressions")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Expression2 is plural", "$r$ is plural"),
        ("expression1 and EXPRESSION02, Expression1s", "$q$ and $r$, $q$s"),
        ("Expression9, expressions and Expression", "Expression9, expressions and Expression"),
    ],
)
def test_what_is_told_to_people_has_no_token_in_it(said, told):
    (op,) = placed(TWICE, item("débit Expression2 sont", "débit Expression2 est", rationale=said))[1]
    assert op.rationale == told
    (refused,) = placed(TWICE, item(said, "autre"))[2]
    assert refused.quote == told
