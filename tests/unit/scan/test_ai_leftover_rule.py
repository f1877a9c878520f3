import warnings

import pytest
from scan_cases import found, texts

from reviewer.user_pattern import NESTING


@pytest.mark.parametrize(
    ("paragraph", "phrase"),
    [
        ("Certainly! The table is below.", "Certainly!"),
        ("Absolutely! We can do that.", "Absolutely!"),
        ("Great question! Let us see.", "Great question"),
        ("Sure, here’s: the list", "Sure, here’s"),
        ("Sure! Here's: the list", "Sure! Here's"),
        ("Sure. Here is.", "Sure. Here is"),
        ("Sure, here’s the revised text:", "Sure, here’s the revised text"),
        ("Of course! Here is the shorter version of it:", "Of course! Here is the shorter version of it"),
        ("Certainly, here is your translation.", "Certainly, here is your translation"),
        ("I hope this helps!", "I hope this helps"),
        ("I hope this helps", "I hope this helps"),
        ("In conclusion: nothing.", "In conclusion"),
        ("As an AI, I cannot open files.", "As an AI"),
        ("As a language model, I have no opinion.", "As a language model"),
        ("As an AI language model, I have no opinion.", "As an AI"),
        ("**Certainly!** The table is below.", "Certainly!"),
    ],
)
def test_a_phrase_that_opens_a_paragraph_is_reported(paragraph: str, phrase: str) -> None:
    assert texts(f"# Cache\n\n{paragraph}\n", "ai-leftover") == [phrase]


@pytest.mark.parametrize(
    "paragraph",
    [
        "In conclusion, the second design is cheaper.",
        "As an AI engineer, I prefer short functions.",
        "As a language model grows, it needs more memory.",
        "Here is a list of ports.",
        "Of course, here is the catch: it costs more.",
        "Sure, here is the port, but it is closed.",
        "Of course! Here is the text that we sent, and what came of it: nothing.",
        "Certainly, here is where it ends.",
        "Of course, the version is old.",
        "Let me know if the port is taken.",
        "He said it. Certainly! And then he left.",
        "This works absolutely!",
        "`As an AI, I` is a phrase.",
    ],
)
def test_ordinary_prose_is_not(paragraph: str) -> None:
    assert texts(f"# Cache\n\n{paragraph}\n", "ai-leftover") == []


def test_headings_code_and_table_cells_are_not_looked_at() -> None:
    text = "# Certainly!\n\n```\nCertainly!\n```\n\n| Certainly! | b |\n|---|---|\n| Certainly! | 2 |\n"
    assert texts(text, "ai-leftover") == []


def test_list_items_and_quotes_are_paragraphs_too() -> None:
    assert texts("- Certainly! Yes.\n\n> I hope this helps.\n", "ai-leftover") == ["Certainly!", "I hope this helps"]


def test_the_finding_is_minor_and_has_no_repair() -> None:
    (item,) = found("Certainly! Yes.\n", "ai-leftover")
    assert (item.severity, item.repairs, item.advice) == ("minor", (), None)


def test_patterns_are_configuration() -> None:
    text = "Voici la réponse : oui.\n\nCertainly! Oui.\n"
    settings = {"style": {"ai_leftover_patterns": [r"(?i)\bVoici la réponse\b ?"]}}
    assert [item.strip() for item in texts(text, "ai-leftover", **settings)] == ["Voici la réponse"]


@pytest.mark.parametrize("pattern", ["[[a]x", "[a&&b]x", "(?i)[[a]x"])
def test_a_pattern_that_a_later_python_may_read_otherwise_is_used_without_a_warning(pattern: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert texts("# Cache\n\nax! That is it.\n", "ai-leftover", style={"ai_leftover_patterns": [pattern]}) == ["ax"]


@pytest.mark.parametrize("pattern", ["(?i)(?i)ax", "(?:" * NESTING + "ax" + ")" * NESTING])
def test_patterns_that_cannot_be_joined_are_asked_one_by_one(pattern: str) -> None:
    patterns = {"ai_leftover_patterns": ["by the way", pattern]}
    assert texts("# Cache\n\nax! That is it.\n", "ai-leftover", style=patterns) == ["ax"]
