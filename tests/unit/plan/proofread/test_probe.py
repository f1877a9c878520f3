"""Places of doubt are found where a model copies, and what it would write there is one local edit or nothing."""

import math

import pytest

from reviewer.model.chat import TokenChoice
from reviewer.plan.proofread.probe import Doubt, completed, doubts, followed, word_at

SOURCE = "Every node have a queue, and the the scheduler owns informatin."


def row(text, **alternatives):
    """Tokens as words with the space before; ``alternatives`` by word."""
    words = [(" " if number else "") + word for number, word in enumerate(text.split(" "))]
    tops = {word: ((alternative, math.log(0.25)),) for word, alternative in alternatives.items()}
    return [TokenChoice(text=word, logprob=-0.1, top=tops.get(word.strip(), ())) for word in words]


def test_doubts_come_from_the_end_with_their_place_in_the_source():
    found = doubts(SOURCE, SOURCE, row(SOURCE, have=" has", owns=" own"))
    assert [(doubt.text, SOURCE[doubt.at :].split(maxsplit=1)[0], round(doubt.alt, 2)) for doubt in found] == [
        (" own", "owns", 0.25),
        (" has", "have", 0.25),
    ]


@pytest.mark.parametrize("alternative", [" Have", ".", " ", "have"])
def test_marks_and_other_cases_are_no_doubts(alternative):
    assert doubts(SOURCE, SOURCE, row(SOURCE, have=alternative)) == ()


def test_doubts_of_a_rewritten_answer_are_those_of_what_it_copied():
    answer = SOURCE.replace("have", "has").replace("informatin", "information")
    found = doubts(SOURCE, answer, row(answer, has=" had", owns=" own"))
    assert [(doubt.text, SOURCE[doubt.at :].split(maxsplit=1)[0]) for doubt in found] == [(" own", "owns")]


def test_tokens_that_are_parts_of_characters_do_not_move_the_others():
    source = "Un été ici."
    tokens = [TokenChoice(text="Un ", logprob=0), TokenChoice(text="", logprob=0), TokenChoice(text="té", logprob=0)]
    tokens.append(TokenChoice(text=" ici", logprob=-1, top=((" là", -1.0),)))
    assert [source[doubt.at :] for doubt in doubts(source, source, tokens)] == [" ici."]


@pytest.mark.parametrize(
    ("at", "text", "reply", "expected"),
    [
        (" have", " has", " a queue, and the the", "Every node has a queue, and the the scheduler owns informatin."),
        (" the scheduler", " scheduler", " owns informatin", SOURCE.replace("the the", "the")),
        ("informatin", "information", ".", SOURCE.replace("informatin", "information")),
        ("atin", "ation", ".", SOURCE.replace("informatin", "information")),
        (" owns", " then", " owns informatin.", SOURCE.replace("owns", "then owns")),
        (" node", " nodes", " have one queue each, and", None),
        (" queue", " line", " that nobody has ever seen before and", None),
        (" have", " have", " a queue, and", None),
    ],
)
def test_a_doubt_is_followed_until_it_is_back_in_the_source(at, text, reply, expected):
    edit = followed(
        SOURCE, Doubt(SOURCE.index(at), text, 0.2), reply, ended=reply.endswith(".") and "owns" not in reply
    )
    assert (edit.applied(SOURCE) if edit is not None else None) == expected


@pytest.mark.parametrize(
    ("word", "at", "text", "expected"),
    [
        ("typicaly", " typicaly", " typically", "typically"),
        ("typicaly", "ly", "lly", "typically"),
        ("occuring", " occuring", " occur", None),
        ("occuring", " occuring", " occurring", "occurring"),
        ("running", " running", " ruining", None),
        ("typicaly", " typicaly", " classically", None),
        ("typicaly", " typicaly", " typicallly", None),
    ],
)
def test_a_misspelt_word_may_be_completed_by_the_doubt_alone(word, at, text, expected):
    source = f"It is {word} so."
    known = {"typically", "occur", "occurring", "running", "ruining", "classically"}
    edit = completed(source, Doubt(source.index(at), text, 0.3), known.__contains__)
    assert (edit.new if edit else None) == expected
    assert edit is None or edit.applied(source) == f"It is {expected} so."


def test_a_doubt_at_the_end_is_back_when_the_answer_ends():
    source = "It holds informatin"
    doubt = Doubt(source.index("atin"), "ation", 0.5)
    edit = followed(source, doubt, "", ended=True)
    assert edit is not None
    assert edit.applied(source) == "It holds information"
    assert followed(source, doubt, " and mo", ended=False) is None


@pytest.mark.parametrize(("at", "word"), [(" have", "have"), ("ave", "have"), ("queue", "queue"), (", and", ",")])
def test_a_token_is_of_the_word_that_it_begins_or_stands_in(at, word):
    start, end = word_at(SOURCE, SOURCE.index(at))
    assert SOURCE[start:end] == word
