"""Each recipe by itself: from where on it masks, what it shows, how it is called, and how it is switched off."""

import pytest

from reviewer.config import ContentRecipes, MdStrip, ReviewerConfig
from reviewer.plan.recipes.md_strip import Density, density
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import RECIPES, applied, preflight, with_recipes

QUOTE = "> a\n> b\n> c\n> d\n> e"
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |"
FENCE = "```mermaid\nA --> B\n```"
MATH = "On a $a$, $b$ et $c$ ici."
FIGURES = "1 20 300\n4 50 600\n7 80 900\n1 20 300\n4 50 600 fin"


def shown(text, language="fr", **recipes):
    config = ReviewerConfig(content_recipes=ContentRecipes(**recipes))
    passage = MarkdownPassage(f"Avant.\n\n{text}\n\nAprès.\n", language, config)
    return with_recipes(preflight(passage), passage)


def framed(text):
    return f"Avant.\n\n{text}\n\nAprès.\n"


@pytest.mark.parametrize(
    ("text", "token", "recipe", "name"),
    [
        (QUOTE, "Citation1", "blockquote_flatten", "[[QUOTE_BLOCK_1]]"),
        (FENCE, "Extrait1", "code_fence_mask", "[[CODE_BLOCK_1]]"),
        (TABLE, "Tableau1", "table_mask", "[[TABLE_BLOCK_1]]"),
        ("🔥", "Symbole1", "emoji_mask", "[[EMOJI_1]]"),
        (MATH, "Calcul1", "math_consolidate", "[[FORMULA_BLOCK_1]]"),
        (FIGURES, "Chiffres1", "digit_truncation", "[[NUMERIC_TRUNCATED_1]]"),
    ],
)
def test_what_each_masks_and_how_it_is_called(text, token, recipe, name):
    masked = shown(text)
    assert masked.text == framed(token)
    assert applied(masked) == (recipe,)
    assert [cover.name for cover in masked.named] == [name]
    assert [masked.source[cover.start : cover.end] for cover in masked.named] == [text]


@pytest.mark.parametrize(
    "text",
    [
        QUOTE.removesuffix("\n> e"),
        TABLE.removesuffix("\n| 5 | 6 |"),
        "On a 1 2 ici.\n" * 5,
        "\n".join(FIGURES.split("\n")[:4]),
    ],
    ids=["quote", "table", "few digits", "few lines"],
)
def test_below_its_threshold_none_masks(text):
    assert shown(text).text == framed(text)


def test_less_math_is_not_one_block():
    assert shown("On a $a$ et $b$ ici.").text == framed("On a Expression1 et Expression2 ici.")


@pytest.mark.parametrize(
    ("text", "off"),
    [
        (QUOTE, {"blockquote_flatten": False}),
        (QUOTE, {"blockquote_min_lines": 6}),
        (FENCE, {"code_fence_mask": False}),
        (FENCE, {"code_fence_min_count": 2}),
        (TABLE, {"table_mask": False}),
        (TABLE, {"table_mask_min_rows": 4}),
        ("🔥", {"emoji_mask": False}),
        (FIGURES, {"digit_truncation": False}),
        (FIGURES, {"digit_truncation_min_lines": 6}),
        (FIGURES, {"digit_truncation_threshold": 0.99}),
        ("Une attaque.", {"synonym_map_enabled": False}),
        ("Une attaque.", {"synonyms": ()}),
    ],
)
def test_each_can_be_switched_off(text, off):
    assert shown(text, **off).text == framed(text)


def test_the_order_is_the_seeds():
    assert [name for name, _ in RECIPES] == [
        "blockquote_flatten", "code_fence_mask", "table_mask", "emoji_mask", "math_consolidate", "digit_truncation",
        "synonym_map",
    ]  # fmt: skip


def test_what_an_earlier_one_hid_is_not_looked_into():
    masked = shown("> 🔥 attaque $x$\n" * 6 + f"\n{TABLE} 🔥")
    assert masked.text == framed("Citation1\n\nTableau1")
    assert applied(masked) == ("blockquote_flatten", "table_mask")


@pytest.mark.parametrize(
    ("language", "token"), [("en", "Table1"), ("de", "Tabelle1"), ("und", "Table1"), ("xx", "Table1")]
)
def test_tokens_are_nouns_of_the_language(language, token):
    assert token in shown(TABLE, language).text


@pytest.mark.parametrize(
    ("word", "as_shown"),
    [("ATTAQUE", "APPROCHE"), ("Mot de\npasse", "Mot de repère"), ("attaques", "attaques"), ("Kill", "Stop")],
)
def test_a_synonym_is_written_as_the_word_was(word, as_shown):
    assert shown(f"Un {word} là.").text == framed(f"Un {as_shown} là.")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("**a** __b__ *c*", {"bold_markers": 2}),
        ("`a` ``b``", {"backtick_count": 6, "code_span_count": 2}),
        ("###\n\n# \n\n#\tTitre\n", {"empty_heading_count": 2}),
        ("---\n\n***\n\n_ _ _\n\n--\n", {"hr_count": 3}),
    ],
)
def test_density_counts_what_is_left_of_markup(text, counts):
    assert density(text) == Density(**counts)


def test_any_threshold_or_all_together_pass():
    config = MdStrip(bold_threshold=3, combined_threshold=5)
    assert Density(bold_markers=2).passed(config) == ()
    assert Density(bold_markers=3).passed(config) == ("bold_markers 3 >= 3",)
    assert Density(bold_markers=2, code_span_count=3).passed(config) == ("combined 5 >= 5",)
