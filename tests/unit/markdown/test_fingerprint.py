"""Features of chunks. Counts are counted by hand."""

import pytest

from reviewer.config import ChunkConfig, FingerprintConfig, ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.fingerprint import fingerprints
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.structure import ProtectedKind

CONFIG = ReviewerConfig()


def prints(text, config=CONFIG):
    parsed = parse(read_document(text.encode(), "t.md"))
    return fingerprints(parsed, chunk_plan(parsed, ChunkConfig()), config)


def one(text, config=CONFIG):
    (found,) = prints(text, config)
    return found


def test_plain_text_has_no_features_and_triggers_nothing():
    found = one("Just a few words.\n")
    assert (found.table_rows, found.math_count, found.emoji_count, found.triggers_recipe) == (0, 0, 0, False)
    assert found.content_tokens == len("Just a few words.\n") // 4


def test_table_rows_are_data_rows():
    found = one("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n")
    assert (found.table_count, found.table_rows) == (1, 2)
    assert not found.triggers_recipe


def test_math_is_counted_displayed_and_inline():
    found = one("Let $a$ and $b$ be.\n\n$$\na + b\n$$\n")
    assert found.math_count == 3


def test_math_in_cells_is_counted_once_and_prices_are_not():
    text = "| a | b |\n|---|---|\n| $x$ | $5 to $10 |\n| $5 | 10$ |\n"
    parsed = parse(read_document(text.encode(), "t.md"), frozenset({ProtectedKind.TABLE}))
    (open_,) = fingerprints(parsed, chunk_plan(parsed, ChunkConfig()), CONFIG)
    assert (one(text).math_count, open_.math_count) == (1, 1)


def test_bullets_fences_and_quoted_lines_are_counted():
    found = one("- a\n- b\n  1. c\n\n> one\n> two\n>> three\n\n```\n- not a bullet\n> not a quote\n```\n")
    assert (found.bullet_count, found.blockquote_lines, found.code_fence_count) == (3, 3, 1)


def test_digit_density_is_digits_per_visible_character():
    assert one("ab 12\n").digit_density == 0.5


def test_each_chunk_counts_its_own():
    first, second = prints("# A\n\n```\nx\n```\n\n# B\n\ntext\n")
    assert (first.code_fence_count, second.code_fence_count) == (1, 0)


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("An Attack, an ATTACK.\n", 2),
        ("attacks attacker\n", 0),
        ("Une vulnérabilité et une faille.\n", 2),
        ("Le mot de\npasse est long.\n", 1),
        ("larme, alarme\n", 0),
    ],
)
def test_safety_words_are_whole_words_in_any_case_in_english_and_french(text, hits):
    assert one(text).safety_keyword_hits == hits


def test_the_safety_words_are_configuration():
    config = ReviewerConfig(fingerprint=FingerprintConfig(safety_keywords=("c++ (old)",)))
    assert one("We use C++ (old) and attack.\n", config).safety_keyword_hits == 1
    assert one("attack\n", ReviewerConfig(fingerprint=FingerprintConfig(safety_keywords=()))).safety_keyword_hits == 0


TABLE = "| a |\n|---|\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TABLE + "| 1 |\n" * 2, False),
        (TABLE + "| 1 |\n" * 3, True),
        (TABLE + "| 1 |\n\n$x$\n", True),
        ("$x$ and $y$\n", False),
        ("$x$ and $y$ and $z$\n", True),
        ("🙂🙂🙂🙂\n", False),
        ("🙂🙂🙂🙂🙂\n", True),
        ("> a\n" * 4, False),
        ("> a\n" * 5, True),
        ("```\nx\n```\n", True),
    ],
)
def test_triggers_are_those_of_version_7_3(text, expected):
    assert one(text).triggers_recipe is expected
