"""A masked text and the way back: laws for any text, and what becomes of edits of what is shown."""

import re

import pytest
from growth import grows_linearly
from hypothesis import given
from hypothesis import strategies as st

from reviewer.config import ReviewerConfig
from reviewer.model.position import Span
from reviewer.plan.recipes.masked import Cover, MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import preflight, stripped, with_recipes
from reviewer.plan.recipes.rewritten import Altered, rewritten, tokens_in, unmasked
from reviewer.plan.recipes.tokens import MATH, TABLE, placeholders

CONFIG = ReviewerConfig()
PIECES = st.sampled_from([
    "> cite\n" * 6, "```py\nx = `1`\n```\n", "| a | b |\n|---|---|\n| 1 | $x$ |\n| 2 | 🔥 |\n| 3 | 4 |\n",
    "🔥", "👩‍💻", "⚠️", "$x$", "$$\ny^2\n$$\n", "$a$ et $b$ et $c$ font $d$.\n", "1 2 3\n" * 6,
    "attaque ", "Faille ", "mot de passe ", "**gras** ", "*mot* ", "`code` ", "### Titre\n", "###\n", "---\n",
    "- un\n", "1. deux\n", "\n\n\n", "\n", "\r\n", "\r", "Expression1 ", "Expression", "EXPRESSIONQ1", "Tableau1 ",
    "approche ", "[[TABLE_BLOCK_1]] ", "[MATH_1] ", "Symbole", "1", "le débit ", "fin. ", "_", "*", "\\*", "\ufeff",
    "İ", "ß", "\x00", "Titre\n=====\n", "<div>\n", "Q",
])  # fmt: skip
TEXTS = st.lists(PIECES | st.text(max_size=6), max_size=14).map("".join)
LANGUAGES = st.sampled_from(["fr", "en", "pt", "und"])


def forms(text, language="fr"):
    """The text as it is shown at each stage."""
    passage = MarkdownPassage(text, language, CONFIG)
    first = preflight(passage)
    masked = with_recipes(first, passage)
    return [first, masked, stripped(masked), stripped(first)]


@given(TEXTS, LANGUAGES)
def test_unmasking_what_is_shown_gives_the_text(text, language):
    for masked in forms(text, language):
        assert masked.source == text
        assert unmasked(masked, masked.text) == text


@given(TEXTS, LANGUAGES)
def test_covers_are_in_order_and_all_else_is_the_source(text, language):
    for masked in forms(text, language):
        at, shown = 0, 0
        for number, cover in enumerate(masked.covers):
            assert at <= cover.start <= cover.end <= len(text)
            assert masked.text[shown : masked.shown_start(number)] == text[at : cover.start]
            at, shown = cover.end, masked.shown_start(number) + len(cover.shown)
        assert masked.text[shown:] == text[at:]


@given(TEXTS, LANGUAGES)
def test_tokens_are_read_where_they_were_put_and_nowhere_else(text, language):
    for masked in forms(text, language):
        put = [(masked.shown_start(number), cover.shown) for number, cover in enumerate(masked.covers) if cover.name]
        assert [(token.start, token.shown) for token in tokens_in(masked, masked.text)] == put
        assert tokens_in(masked, text) == []


@given(TEXTS, LANGUAGES)
def test_a_stem_is_nowhere_in_the_text_in_any_case(text, language):
    for masked in forms(text, language):
        for stem in masked.stems:
            assert stem.casefold() not in text.casefold()
            assert stem.lower() not in text.lower()


@given(TEXTS, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.text(max_size=3)), max_size=8))
def test_any_covers_compose(text, wanted):
    masked = MaskedText(text)
    for start, end, shown in wanted:
        first, last = sorted((min(start, len(text)), min(end, len(text))))
        masked = masked.covered([Cover(first, last, shown)])
    assert unmasked(masked, masked.text) == text
    assert all(one.end <= other.start for one, other in zip(masked.covers, masked.covers[1:], strict=False))


@given(TEXTS, st.data())
def test_an_edit_of_text_that_is_shown_as_it_is_is_that_edit_of_the_source(text, data):
    """Behind the last cover a word is put in: the same in both."""
    for masked in forms(text):
        last = max((cover.end for cover in masked.covers), default=0)
        tail = text[last:]
        put = data.draw(st.sampled_from(["mot", " mot ", "."]))
        if not tail or any(stem.casefold() in (tail + put).casefold() for stem in masked.stems):
            continue
        shown = Span(len(masked.text) - len(tail), len(masked.text))
        if masked.text[shown.start - 1 : shown.start].isdigit() or put[0].isalnum():
            put = f" {put}"
        span, after = rewritten(masked, shown, tail + put)
        assert text[: span.start] + after + text[span.end :] == text + put


@given(TEXTS, st.data())
def test_whatever_is_written_no_token_reaches_the_document_and_nothing_that_is_masked_is_lost(text, data):
    for masked in forms(text):
        size = len(masked.text)
        start, end = sorted((data.draw(st.integers(0, size)), data.draw(st.integers(0, size))))
        words = [*(cover.shown for cover in masked.covers), "mot ", "Expression2", "\n", "*"]
        put = "".join(data.draw(st.lists(st.sampled_from(words), max_size=3)))
        try:
            result = unmasked(masked, masked.text[:start] + put + masked.text[end:])
        except Altered:
            continue
        assert tokens_in(masked, result) == []
        for stem in masked.stems:
            assert not re.search(rf"{stem}[\W_]?\d", result, re.IGNORECASE)
        at = 0
        for cover in masked.covers:
            if cover.name:
                at = result.index(text[cover.start : cover.end], at) + cover.end - cover.start


# What becomes of edits

SOURCE = "Le débit $q$ est nul, et $v$ aussi ; $w$2 non."


def math(text=SOURCE):
    spans = [match.span() for match in re.finditer(r"\$\w\$", text)]
    return placeholders(MaskedText(text), spans, MATH, "fr", "math_mask")


def test_a_masked_span_is_shown_as_a_noun():
    assert math().text == "Le débit Expression1 est nul, et Expression2 aussi ; Expression32 non."
    assert [cover.name for cover in math().covers] == ["[MATH_1]", "[MATH_2]", "[MATH_3]"]


def test_an_edit_beside_placeholders_keeps_them():
    after = math().text.replace("est nul", "n'est pas nul")
    assert unmasked(math(), after) == SOURCE.replace("est nul", "n'est pas nul")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Expression1 ", "", "leaves out 'Expression1'"),
        ("Expression1", "expression1", "leaves out 'Expression1'"),
        ("Expression1", "[MATH_1]", "leaves out 'Expression1'"),
        ("est nul", "est Expression1", "writes 'Expression1' more often"),
        ("Expression1 est nul, et Expression2", "Expression2 est nul, et Expression1", "moves 'Expression1'"),
        ("est nul", "est Expression4", "stands for nothing"),
        ("est nul", "est Expression nul", "stands for nothing"),
        ("est nul", "est Expression", "stands for nothing"),
        ("est nul", "est nul (expression 4)", "stands for nothing"),
        ("est nul", "est EXPRESSION_4", "stands for nothing"),
        ("est nul", "est nul Expression", "stands for nothing"),
        ("Expression2 ", "Expression25 ", "stands for nothing"),
        ("Expression32", "Expression3", "stands for nothing"),
    ],
)
def test_an_edit_that_loses_doubles_or_moves_one_is_refused(old, new, why):
    assert old in math().text
    with pytest.raises(Altered, match=why):
        unmasked(math(), math().text.replace(old, new))


@pytest.mark.parametrize(
    "put", ["est l'expression nulle", "est une des expressions", "est nul. Expression", "expressif"]
)
def test_the_noun_as_a_word_is_no_placeholder(put):
    assert unmasked(math(), math().text.replace("est nul", put)) == SOURCE.replace("est nul", put)


def test_a_stem_that_is_no_word_is_a_placeholder_whatever_follows():
    masked = math("Une expression : $x$ est nul.")
    with pytest.raises(Altered, match="stands for nothing"):
        unmasked(masked, masked.text.replace("nul", "nul. ExpressionQ"))


@pytest.mark.parametrize(("stem", "word"), [("Table", "suitable"), ("Symbol", "symbolic"), ("Figures", "figures")])
def test_a_word_that_holds_a_noun_is_none(stem, word):
    masked = MaskedText("A wrod, $x$.").covered([Cover(8, 11, f"{stem}1", "[MATH_1]")], stem)
    assert unmasked(masked, masked.text.replace("wrod", word)) == f"A {word}, $x$."


def test_a_quote_that_ends_inside_a_placeholder_is_refused():
    with pytest.raises(Altered, match="ends inside 'Expression1'"):
        rewritten(math(), Span(0, 15), "Le courant Expres")


def test_a_noun_that_is_in_the_text_is_not_the_stem():
    masked = math("Une EXPRESSION : $x$.")
    assert masked.text == "Une EXPRESSION : ExpressionQ1."


def test_a_second_transform_takes_the_first_in():
    text = "avant $x$ milieu $y$ fin"
    first = placeholders(MaskedText(text), [(6, 9), (17, 20)], MATH, "fr", "math_mask")
    both = placeholders(first, [(3, 12)], TABLE, "fr", "table_mask")
    assert both.text == "avaTableau1lieu Expression2 fin"
    assert unmasked(both, both.text.replace("fin", "bout")) == "avant $x$ milieu $y$ bout"


SAFE = "Une attaque par mot de passe ; l'Attaque échoue, une faille reste."


def words(text=SAFE):
    passage = MarkdownPassage(text, "fr", CONFIG)
    return with_recipes(preflight(passage), passage)


def test_a_synonym_maps_back_at_its_own_place():
    masked = words()
    assert masked.text == "Une approche par mot de repère ; l'Approche échoue, une fente reste."
    after = masked.text.replace("reste", "subsiste")
    assert unmasked(masked, after) == SAFE.replace("reste", "subsiste")
    with pytest.raises(Altered, match="more often"):
        unmasked(masked, masked.text.replace("échoue", "échoue, sans fente"))
    with pytest.raises(Altered, match="leaves out 'fente'"):
        unmasked(masked, masked.text.replace("une fente", "des fentes"))


def test_a_synonym_that_is_in_the_text_is_not_used():
    assert "attaque" in words("Une attaque ; une approche.").text


STRIP = "### Le **titre**\n\n> - le **mot** *juste* et `code`\n\n---\n\n\n1. fin"


def plain(text=STRIP):
    return stripped(MaskedText(text))


def test_nine_steps_give_plain_text():
    assert plain().text == "Le titre:\n\n• le mot juste et code\n\n• fin"


@pytest.mark.parametrize(
    ("shown", "now", "was", "becomes"),
    [
        ("le mot", "un mot", "- le", "- un"),
        ("mot juste", "mots juste", "**mot**", "**mots**"),
        ("fin", "fins", "fin", "fins"),
        ("titre", "titres", "titre", "titres"),
        ("Le titre", "Voici Le titre", "### Le", "### Voici Le"),
    ],
)
def test_an_edit_of_plain_text_keeps_the_markup(shown, now, was, becomes):
    assert unmasked(plain(), plain().text.replace(shown, now)) == STRIP.replace(was, becomes)


@pytest.mark.parametrize(("old", "new"), [("mot juste", "motjuste"), ("•", "*"), ("titre:", "titre"), (" mot", "")])
def test_an_edit_of_markup_that_is_not_shown_is_refused(old, new):
    with pytest.raises(Altered, match="markup"):
        unmasked(plain(), plain().text.replace(old, new, 1))


def test_a_chunk_with_math_is_shown_with_nouns():
    masked = preflight(MarkdownPassage("Le débit $q$ croît.\n\n$$\nq = v\n$$\n\n| $a$ |\n|---|\n| b |\n", "fr", CONFIG))
    assert masked.text == "Le débit Expression1 croît.\n\nExpression2\n\n| Expression3 |\n|---|\n| b |\n"


def test_masking_grows_with_the_text_not_faster():
    def mask(size):
        text = "Le débit $q$ et 🔥 et une attaque. **Gras** `code`.\n\n" * size
        return lambda: forms(text)

    assert grows_linearly(mask, 20)


def test_reading_an_edit_grows_with_the_text_not_faster():
    def read(size):
        masked = forms("Le débit $q$ et 🔥 est **nul**, une `pompe` aussi.\n\n" * size)[2]
        return lambda: unmasked(masked, masked.text.replace("nul", "faible", 1))

    assert grows_linearly(read, 20)
