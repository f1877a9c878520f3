from collections.abc import Callable, Collection, Mapping

import pytest
from growth import grows_linearly
from scan_cases import found, parsed, repaired, scan_input, texts

from reviewer.config import ReviewerConfig
from reviewer.markdown.source import read_document
from reviewer.model.finding import Severity
from reviewer.scan.words.abbreviation_stops import RULES
from reviewer.service.stages.pipeline import analyse
from reviewer.service.stages.ruled import ruled

RULE = "abbreviation-stops"


class Speller:
    identity = "test"

    def corrections(self, words: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        return {}


def english(sentence: str) -> str:
    return f"# Notes\n\nThe gateway is the part of the system that keeps the log.\n\n{sentence}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Some parts, eg. the log, are kept.", "Some parts, e.g. the log, are kept."),
        ("Some parts (ie. the log) are kept.", "Some parts (i.e. the log) are kept."),
        ("Some parts (eg., the log) are kept.", "Some parts (e.g., the log) are kept."),
        ("A server (eg. Postgres) is kept.", "A server (e.g. Postgres) is kept."),
        ("The servers, ie. Postgres, are kept.", "The servers, i.e. Postgres, are kept."),
        ("The servers – eg. Postgres – are kept.", "The servers – e.g. Postgres – are kept."),
        ("It is eg. in the hall, ie.\nin the house.", "It is e.g. in the hall, i.e.\nin the house."),
        ("We keep it (eg.: the log) in the hall.", "We keep it (e.g.: the log) in the hall."),
        ("It is kept here (ie. in the browser).", "It is kept here (i.e. in the browser)."),
        ("It is kept in eg. the hall, and eg. the house.", "It is kept in e.g. the hall, and e.g. the house."),
        ("We keep the log, eg. `a.log`, in the hall.", "We keep the log, e.g. `a.log`, in the hall."),
    ],
)  # fmt: skip
def test_both_stops_are_put_in(before: str, after: str) -> None:
    assert repaired(english(before), RULE) == english(after)


@pytest.mark.parametrize(
    "sentence",
    [
        "Some parts, e.g. the log, are kept, i.e. not lost.",
        "Some parts, eg the log, are kept, ie not lost.",
        "We keep it in the file eg. The gateway is not read.",
        "We keep it in the file eg.",
        "We keep some parts, eg.:",
        "The {part, eg. the log} is kept.",
        "We keep it in the file (eg.) and in the file ie.; it is there.",
        "The file a.eg. and the host x.ie. are in the list.",
        "The file eg.txt and the call ie.open are in the list.",
        "It weighs 5 eg. of the list.",
        "It is an egg. It is a pie. It is a leg. in the list.",
        "It is Eg. the one and IE. the other of the list.",
        "It is in eg._x and in `eg. the` and in /eg. of the list.",
        "The three etc. cf. vs. are in the list.",
        "It is peg. or die. in the list.",
        "It is not kept in ie. please read the log of it.",
        "It is read with ff, the log and ie. the rest is not.",
        "The log of ie. is not in the list.",
        "That is what we call an ie. or an eg. of the list.",
        "The two are ie. and eg. or the log of it.",
        "It is kept, ie. and the log, in the list.",
    ],
)
def test_what_is_right_another_style_or_may_be_another_word_is_passed_over(sentence: str) -> None:
    assert texts(english(sentence), RULE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "We test it on Chrome, ie. the log is not read there.",
        "The browser, ie. is not in the list.",
        "The domain was ie. in the list.",
    ],
)
def test_where_browsers_and_domains_are_spoken_of_it_may_be_the_name_of_one(sentence: str) -> None:
    assert [(item.text, item.repairs) for item in found(english(sentence), RULE)] == [("ie.", ())]


@pytest.mark.parametrize(
    "sentence",
    [
        "The old text has “some parts, eg. the log” in it.",
        "The abbreviation (eg. the first) is wrong in the text.",
        "See [there](#the-parts-eg-the-log).\n\n## The parts, eg. the log",
        "> Some parts, eg. the log of it, are kept.",
        "We fix a typo, eg. the one in the log.",
    ],
)
def test_what_is_shown_spoken_of_or_linked_to_is_reported_and_not_repaired(sentence: str) -> None:
    items = found(english(sentence), RULE)
    assert [(item.text, item.repairs, item.severity) for item in items] == [("eg.", (), Severity.MINOR)]


@pytest.mark.parametrize(
    "text",
    [
        "# Notes\n\nLe plan est dans le local, eg. le local de la ville et de son ami.\n",
        "# Notizen\n\nDas ist an der Wand, ie. die Liste ist an den Tagen nicht da.\n",
        english("```\na, eg. the log\n```\n\n| a, eg. the log | b |\n|---|---|\n| (eg. the log) | a |\n"),
    ],
)
def test_other_languages_code_and_tables_are_left_alone(text: str) -> None:
    assert texts(text, RULE) == []


def test_a_term_of_the_glossary_is_left_alone() -> None:
    assert texts(english("Some parts, eg. the log, are kept."), RULE, style={"glossary": ["eg."]}) == []


def test_a_person_is_told_of_every_repair() -> None:
    config = ReviewerConfig()
    document = read_document(english("Some parts, eg. the log, are kept.").encode(), "t.md")
    (op,) = ruled(analyse(document, config, Speller()), config).ops
    assert (op.kind, op.needs_attention, op.silent) == ("grammar", True, False)


@pytest.mark.parametrize("unit", ["(eg. the log) ", "eg. ", "ie.\neg., "])
def test_many_of_them_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        data = scan_input(parsed(english(unit * count)), ReviewerConfig())
        return lambda: list(RULES[0].find(data))

    assert grows_linearly(prepare, 250)
