"""What an edit does is told by what it does to words, and whether these are words."""

import pytest
from proofread_desk import Words, seen


@pytest.mark.parametrize(
    ("text", "old", "new", "kind", "op_kind"),
    [
        ("It is usefull.", "usefull", "useful", "unknown", "typo"),
        ("It is usefull.", "usefull", "usual", "rewrite", "grammar"),
        ("It is usefull.", "usefull", "usefuls", "unknown", "typo"),
        ("It is usefull.", "usefull", "useul", "unknown", "typo"),
        ("It is usefull.", "usefull", "usefe", "rewrite", "grammar"),
        ("In the the end.", "the the", "the", "repeat", "typo"),
        ("In the the end.", "the ", "", "repeat", "typo"),
        ("Of the current the current batch.", "the current ", "", "repeat", "typo"),
        ("Of the current the current batch.", "current the ", "", "repeat", "typo"),
        ("Of the current\nthe current batch.", "\nthe current", "", "repeat", "typo"),
        ("Of The current **the current** batch.", "**the current** ", "", "repeat", "typo"),
        ("Of the current the current batch.", "the current ", "a new ", "rewrite", "grammar"),
        ("Of the current batch, the current batch.", " the current", "", "rewrite", "grammar"),
        ("Every node have it.", "have", "has", "function", "grammar"),
        ("Every node own it.", "own", "owns", "inflection", "grammar"),
        ("On same host.", "On", "On the", "function", "grammar"),
        ("The lower bond of it.", "bond", "bound", "slip", "grammar"),
        ("The state of it.", "state", "stage", "slip", "grammar"),
        ("The context of it.", "context", "content", "slip", "grammar"),
        ("The physicist of it.", "physicist", "physician", "rewrite", "grammar"),
        ("The ammonia in it.", "ammonia", "ammonium", "rewrite", "grammar"),
        ("It carry it.", "carry", "carries", "inflection", "grammar"),
        ("It stop it.", "stop", "stopped", "inflection", "grammar"),
        ("Which should you chose.", "chose", "choose", "inflection", "grammar"),
        ("Pick the access.", "access", "accent", "rewrite", "grammar"),
        ("It is successful attached.", "successful", "successfully", "inflection", "grammar"),
        ("It keeps it's queue.", "it's", "its", "inflection", "grammar"),
        ("A bond of it.", "bond", "bind it", "rewrite", "grammar"),
        ("A casual link.", "casual", "causal", "rewrite", "grammar"),
        ("Compared with it.", "Compared", "Comparing", "rewrite", "grammar"),
        ("It is show there.", "show", "shown", "inflection", "grammar"),
        ("It is to late.", "to", "too", "rewrite", "grammar"),
        ("Take it of now.", "of", "off", "rewrite", "grammar"),
        ("It is usefull.", "usefull", "use-full", "rewrite", "grammar"),
        ("It can not.", "can not", "cannot", "rewrite", "spacing"),
        ("The end of the day.", "the ", "", "function", "grammar"),
        ("Ask the `c1` the day.", " the day", " day", "function", "grammar"),
        ("Ask the, the day.", " the day", " day", "function", "grammar"),
    ],
)
def test_classes(text, old, new, kind, op_kind):
    found = seen(text, old, new, Words("usefull"))
    assert (found.kind, found.op_kind) == (kind, op_kind)


def test_without_lists_no_word_is_unknown():
    assert seen("It is usefull.", "usefull", "useful", Words("usefull", languages=())).kind != "unknown"


@pytest.mark.parametrize(
    ("word", "language", "known"),
    [
        ("l'accès", "fr", True), ("qu’il", "fr", True), ("node's", "en", True), ("re-used", "en", True),
        ("usefull", "en", False), ("re-usefull", "en", False), ("x86_usefull", "en", True), ("pet-name", "en", True),
    ],
)  # fmt: skip
def test_words_are_looked_up_without_what_is_put_to_them(word, language, known):
    lists = Words("l'accès", "qu'il", "node's", "re-used", "usefull", "pet-name")
    assert seen("a", "a", "b", lists, language).known.word(word) == known


def test_names_that_people_use_are_known():
    assert seen("a", "a", "b", Words("borrowck")).known.word("borrowck") is False
    known = seen("a", "a", "b", Words("borrowck")).known
    assert type(known)(known.lexicon, "en", frozenset({"borrowck"})).word("Borrowck")
