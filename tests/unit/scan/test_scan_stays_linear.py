from collections.abc import Callable

import pytest
from growth import grows_linearly
from scan_cases import WordList, parsed

from reviewer.config import ReviewerConfig
from reviewer.scan.paragraphs import ai_leftover, duplicate_paragraph
from reviewer.scan.runner import run_rules, scan_input
from reviewer.scan.tables import number_contradiction, table_columns, table_percent_sum
from reviewer.scan.words import (
    abbreviation_stops,
    doubled_word,
    indefinite_article,
    misspelling,
    possessive_its,
    term_drift,
)

RULES = tuple(
    rule
    for module in (
        abbreviation_stops,
        ai_leftover,
        doubled_word,
        duplicate_paragraph,
        indefinite_article,
        misspelling,
        number_contradiction,
        possessive_its,
        table_columns,
        table_percent_sum,
        term_drift,
    )
    for rule in module.RULES
)
SHAPES = {
    "one line": "the cat sees teh cat cat ",
    "unclosed quotes": "the “a «b \"c 'd teh is is ",
    "quotations": "\" the the \" ''a teh '' ``the the'' 'is is' “of of” ",
    "html quotations": "<q>the the <q>teh\n\n",
    "pairs": "the the of of in in is is to to the of the of ",
    "names": "Teh Teh (teh adn) and nad teh, ",
    "nouns": "the error error. the error. the can can ",
    "paragraphs": "We have dead code, code mort, github and five modules.\n\n",
    "one table": "| `x || y` | 3 % |\n",
    "tables": "five modules\n\n| a | 5 % |\n|--|--|\n| `x || y` | 3 % |\n\n",
    "directives": "<!-- reviewctl-disable misspelling -->\n\nteh the is is\n\n",
    "code between": "`x` all is is `y` teh\n\n",
    "hyphens": "teh-",
    "articles": "is a error, (an user an\nuser a *entirely ",
    "its": "of it's owner and it's log is its not clear if its a log (it’s own ",
    "stops": "the log (eg. the key, ie. it, ",
    "joined": "ofthe log inthe canbe ",
    "sections": "# bad the\n\nteh is is the the\n\n",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_four_times_the_text_takes_about_four_times_the_work(shape: str) -> None:
    unit = SHAPES[shape]
    head = "| a | 5 % |\n|--|--|\n" if unit.startswith("|") else ""
    config = ReviewerConfig.model_validate({"style": {"glossary": ["GitHub", "Vue.js"]}})

    def prepare(count: int) -> Callable[[], object]:
        words = WordList().corrections(frozenset({"teh", "recieve"}))
        data = scan_input(parsed(head + unit * count), config, words)
        return lambda: run_rules(data, rules=RULES)

    assert grows_linearly(prepare, 250)
