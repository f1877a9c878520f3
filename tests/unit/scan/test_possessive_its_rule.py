from collections.abc import Callable, Collection, Mapping

import pytest
from growth import grows_linearly
from scan_cases import found, parsed, repaired, scan_input, texts

from reviewer.config import ReviewerConfig
from reviewer.markdown.source import read_document
from reviewer.model.finding import Severity
from reviewer.scan.words.possessive_its import RULES
from reviewer.service.stages.pipeline import analyse
from reviewer.service.stages.ruled import ruled

RULE = "possessive-its"


class Speller:
    identity = "test"

    def corrections(self, words: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        return {}


def english(sentence: str) -> str:
    return f"# Notes\n\nThe gateway is the part of the system that keeps the log.\n\n{sentence}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Each pump has it's own switch.", "Each pump has its own switch."),
        ("Each pump has it’s own\nswitch.", "Each pump has its own\nswitch."),
        ("It has no meaning on it's own.", "It has no meaning on its own."),
        ("It's own log is kept by the pump.", "Its own log is kept by the pump."),
        ("A pump in a class of it's own (see the log).", "A pump in a class of its own (see the log)."),
        ("The name of it's owner is kept.", "The name of its owner is kept."),
        ("We read the file with it's default parameters.", "We read the file with its default parameters."),
        ("It reads the list from it's parent.", "It reads the list from its parent."),
        ("A package is found by it's description.", "A package is found by its description."),
        ("It was not sent in it's entirety.", "It was not sent in its entirety."),
        ("The stream is reset to it's initial position.", "The stream is reset to its initial position."),
        ("The key is kept at it's original value.", "The key is kept at its original value."),
        ("The pump is at it's best in the spring.", "The pump is at its best in the spring."),
        ("The packet is on it's way to the server.", "The packet is on its way to the server."),
        ("We read it on the day of it's release.", "We read it on the day of its release."),
        ("The reader finds the key in it's folder.", "The reader finds the key in its folder."),
        ("The log with the key in it's header is kept.", "The log with the key in its header is kept."),
        ("The list is read into it's cache.", "The list is read into its cache."),
        ("It can be loaded through it's interface.", "It can be loaded through its interface."),
        ("We know that we read it from it's cache.", "We know that we read it from its cache."),
        ("It is checked via it's signature.", "It is checked via its signature."),
        ("The key is valid within it's service.", "The key is valid within its service."),
        ("The file is kept under it's name.", "The file is kept under its name."),
        ("The **name** of **it's owner** is kept.", "The **name** of **its owner** is kept."),
        ("It's version is checked by the server.", "Its version is checked by the server."),
        ("When a record is changed, it's version is checked.", "When a record is changed, its version is checked."),
        ("As we said above, it's job is to keep the log.", "As we said above, its job is to keep the log."),
        ("The plan is open and it's governance is set up.", "The plan is open and its governance is set up."),
        ("The key is old but it's users were told.", "The key is old but its users were told."),
        ("The pump runs; it's valve must be shut.", "The pump runs; its valve must be shut."),
        ("- it's contents may be read by all", "- its contents may be read by all"),
        ("The log may indicate its not clear if it is so.", "The log may indicate it is not clear if it is so."),
        ("We know that its the same as the other.", "We know that it is the same as the other."),
        ("The rule holds because its an exact copy.", "The rule holds because it is an exact copy."),
        ("We think its a good idea to keep the log.", "We think it is a good idea to keep the log."),
        ("Skip the check if its not needed.", "Skip the check if it is not needed."),
        ("Its not possible to read the log.", "It is not possible to read the log."),
        ("Its not in the list of the server.", "It is not in the list of the server."),
        ("Its the last part of the log.", "It is the last part of the log."),
        ("It is lost, so its not very likely that it is.", "It is lost, so it is not very likely that it is."),
    ],
)  # fmt: skip
def test_the_form_that_only_can_be_meant_is_put_in(before: str, after: str) -> None:
    assert repaired(english(before), RULE) == english(after)


@pytest.mark.parametrize(
    "sentence",
    [
        "It's clear that it's not the same, and it's been so for years.",
        "When the lamp is on it's safe to open the valve.",
        "Once you log in it's time to read the list.",
        "Once you log in it's users that you see first.",
        "If you turn it on it's ready in a minute.",
        "Turn it on it's fun for all of them.",
        "The tool we build on it's software of old.",
        "The desk that they sat at it's oak of the hall.",
        "The house I live in it's brick.",
        "The one thing it's short of it's fuel.",
        "Every time we moved in it's chaos.",
        "The day it came in it's engineers who noticed.",
        "Now that the server is on it's users who complain.",
        "With the lid on it's water that boils faster.",
        "From then on it's automatic, and from now on it's code that decides.",
        "From here on it's duty of the server to read it.",
        "What it is made of it's hard to say.",
        "What the pump is made of it's plastic for the most part.",
        "You need not read it if you do not want to it's text that all know.",
        "The place where it came from it's empty now.",
        "For what it's worth, it's fine with us.",
        "We chose it for it's cheap, and as it's known we kept it.",
        "It is larger than it's been before it's opened.",
        "Wait until it's time, since it's early and it's like that.",
        "The reason is that in it's what we call the log.",
        "In the end, it's people that decide on it.",
        "In the end it's fun is what they say of the game.",
        "It's true is all that the log says.",
        "It's really is not what they say.",
        "It's running is what the log says.",
        "It's finished is the last line of the log.",
        "It's why can is a verb in the text.",
        "It's how is what we ask.",
        "The pump is new, it's time is not yet here.",
        "Some say that it's the valve that must be shut.",
        "The pump runs because it's rain that must be led away.",
        "It's users who must be told of the change.",
        "It's own goals that we see in the game.",
        "They said that it's own or be owned.",
        "It's easy to use, it's fast, and it's free.",
        "It's two can play that is said here.",
        "It's Python is the language of the plan.",
        "With care it's possible to read it, and in time it's done.",
        "Within a day it's gone, and by then it's late.",
        "By noon it's hot, and at night it's cold in the hall.",
        "To us it's nothing, and to them it's everything.",
        "With that, it's done and it's over with it's.",
        "The lamp that they turned on it's bright in the hall of it's.",
        "What they come up with it's always good.",
        "We would not go without it's absolute madness.",
        "The city I come from it's rain all year, and the set we start from it's users and roles.",
        "All I can think of it's food in the evening.",
        "The more you think of it it's chaos in there, and when it comes down to it it's politics.",
        "It's way too long, and with it on it's way too slow.",
        "The pump has its own valve, and its version is checked.",
        "Its name is the name of its owner in its entirety.",
        "Its not-null constraint is kept, and its a priori value too.",
        "We speak of its not insignificant cost in the plan.",
        "There is a risk of its not being read by the server.",
        "The plan fails because of its not having a key.",
        "They know its not only large but heavy valve.",
        "Its a value is zero when its b value is one.",
        "We think its a and b parts are the same.",
        "If you leave the lamp on it's users that pay for it.",
        "Its a side faces the b side of the log.",
        "Its a priori estimate was read.",
        "Its a side is longer than the part of it.",
        "The {name of it's owner} is kept in the log.",
        "Its A record is in the zone, and its The End is a title.",
        "If its a-record is read, it ends.",
        "The name is read from its the file of the plan.",
        "We saw that its NOT operator is slow, and that its an-entry is kept.",
        "That its not null columns are read is known.",
        "The value of it's_own and of its.not and of it's/owner is kept.",
        "The value of `it's` owner and of {it's owner} is kept.",
        "IT'S OWN name is in capitals here, as is THE NAME OF IT'S OWNER.",
        "It is a bit's own value, a unit's owner and a commit's name of the list.",
    ],
)
def test_what_is_right_or_may_be_is_passed_over(sentence: str) -> None:
    assert texts(english(sentence), RULE) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The old text has “each pump has it's own valve” in it.",
        "Each pump has it's own valve (sic) in the text.",
        "The word it's own is wrong in the text.",
        "The possessive has no apostrophe: each pump has it's own valve.",
        "> Each pump has it's own valve and its part of the log.",
        "See [there](#it-has-its-own-log).\n\n## It has it's own log",
        "## Bad\n\nEach pump has it's own valve in the hall.",
    ],
)
def test_what_is_shown_spoken_of_or_linked_to_is_reported_and_not_repaired(sentence: str) -> None:
    items = found(english(sentence), RULE)
    assert [(item.text, item.repairs, item.severity) for item in items] == [("it's", (), Severity.MINOR)]


@pytest.mark.parametrize(
    "text",
    [
        "# Notes\n\nLe plan est dans le local. Il a envoyé it's own pour la ville de son ami.\n",
        "# Notizen\n\nDas ist an der Wand, und die Liste ist it's own an den Tagen nicht da.\n",
        english("```\nIt has it's own log.\n```\n\n| it's own | b |\n|---|---|\n| it's own | a |\n\n<!-- it's own -->"),
    ],
)
def test_other_languages_code_tables_and_comments_are_left_alone(text: str) -> None:
    assert texts(text, RULE) == []


def test_a_term_of_the_glossary_is_left_alone() -> None:
    text = english("Each pump has it's own valve.")
    assert texts(text, RULE) == ["it's"]
    assert texts(text, RULE, style={"glossary": ["It's"]}) == []
    assert texts(text, RULE, style={"language": "fr"}) == []


def test_a_person_is_told_of_every_repair() -> None:
    config = ReviewerConfig()
    document = read_document(english("Each pump has it's own valve.").encode(), "t.md")
    (op,) = ruled(analyse(document, config, Speller()), config).ops
    assert (op.kind, op.needs_attention, op.silent) == ("grammar", True, False)


def test_line_ends_of_two_characters_stay() -> None:
    text = english("Each pump has it's\nown valve.").replace("\n", "\r\n").rstrip()
    assert repaired(text, RULE) == text.replace("it's", "its")


@pytest.mark.parametrize(
    "unit", ["of it's owner ", "its a ", "it's ", "if it's own, its not clear if ", "what if when it's x "]
)
def test_many_of_them_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        data = scan_input(parsed(english(unit * count)), ReviewerConfig())
        return lambda: list(RULES[0].find(data))

    assert grows_linearly(prepare, 250)
