from collections.abc import Callable, Collection, Mapping

import pytest
from growth import grows_linearly
from scan_cases import found, parsed, repaired, scan_input, texts

from reviewer.config import ReviewerConfig, RuleConfig
from reviewer.markdown.source import read_document
from reviewer.model.finding import Severity
from reviewer.scan.words.indefinite_article import RULES
from reviewer.service.stages.pipeline import analyse
from reviewer.service.stages.ruled import ruled

RULE = "indefinite-article"


class Speller:
    identity = "test"

    def __init__(self, corrections: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._corrections = corrections or {}

    def corrections(self, words: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        return {word: fixes for word, fixes in self._corrections.items() if word in words}


def english(sentence: str) -> str:
    return f"# Notes\n\nThe gateway is the part of the system that keeps the log.\n\n{sentence}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It is performed on an third-party gateway.", "It is performed on a third-party gateway."),
        ("It must use an uniformly-weighted sample.", "It must use a uniformly-weighted sample."),
        ("This is an European standard.", "This is a European standard."),
        ("This is an one-off change.", "This is a one-off change."),
        ("It has an unique name and an useful one.", "It has a unique name and a useful one."),
        ("They add an union of the two sets.", "They add a union of the two sets."),
        ("It is an unidirectional link.", "It is a unidirectional link."),
        ("It returns an new list of the names.", "It returns a new list of the names."),
        ("It is sent to an high-level server.", "It is sent to a high-level server."),
        ("We compute the trace as a eigenvalue of the matrix.", "We compute the trace as an eigenvalue of the matrix."),
        ("It lasts for a hour or two.", "It lasts for an hour or two."),
        ("It is a honest answer to the question.", "It is an honest answer to the question."),
        ("If a error occurs, the log has it.", "If an error occurs, the log has it."),
        ("It is a unintended effect of the plan.", "It is an unintended effect of the plan."),
        ("It is a unimportant part of the plan.", "It is an unimportant part of the plan."),
        ("It needs a in-depth look at the log.", "It needs an in-depth look at the log."),
        ("This is a English text of the plan.", "This is an English text of the plan."),
        ("It is triggered by a\ninitial request.", "It is triggered by an\ninitial request."),
        ("It is **a *entirely* new** part of it.", "It is **a *entirely* new** part of it."),
        ("It is a *entirely* new part of it.", "It is an *entirely* new part of it."),
        ("- an user of the log", "- a user of the log"),
        ("It is an canvas for the team, as an file.", "It is a canvas for the team, as a file."),
        (
            "It is an hardware part of it, which has an well-tested plan.",
            "It is a hardware part of it, which has a well-tested plan.",
        ),
        ("It is not so. It is an user of the log.", "It is not so. It is a user of the log."),
        ("They create an union, and an user is in it.", "They create a union, and a user is in it."),
    ],
)
def test_the_other_article_is_put_in_and_its_case_kept(before: str, after: str) -> None:
    assert repaired(english(before), RULE) == english(after)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is an hour, an honest heir and an honour.",
        "It is a historic day, an historic day, an herb, a herb, an hotel and a hotel.",
        "It is a unit, a user, a union, a unique one, a European and a one-way street.",
        "It is an unintended, an unidentified or an unimportant effect.",
        "It has an npm package, an rvalue, an svg file, an fopen call, an nth part and an x-ray.",
        "It has an url and a url, an SQL query and a SQL query, an FAQ, an MIT licence.",
        "The points a and b are in the plan.",
        "In that case option a is taken, and vitamin a if needed.",
        "We see that a in the set is the same as a of the list.",
        "It returns a unchanged, and keeps a equal to the last one.",
        "The step (a) and the step (a eigenvalue) are the same.",
        "The set a, the letter a. All of them are here.",
        "If a exceeds the limit, and a equals the other one, it ends.",
        "The part a i of the list is a x of the plan.",
        "A asks the others. A accepted the answer and A immediately sends it to B.",
        "The pair is A and B. A offer is made by A when it has the key.",
        "It has `a` element and a `element` of the list.",
        "It is $a$ element and a $e$ of the list.",
        "It is a_element or a/element, an.user, an_user or a-element of the list.",
        "It is a element[0] of the list, and a option(x) of the call.",
        "It is a {element} of the list, and a {{ option }} of the call.",
        "The element is written as {a element} in the text of the page.",
        "It is known a priori, and a posteriori it is the same.",
        "They were sold by an by, an when it was an if.",
        "It is used to a automate the steps of the plan.",
        "It should be a accept one argument of the call.",
        "It raises a arse error in the call.",
        "The words a an the an user are in the list.",
        "It came from a unidentified source.",
        "They live in Hoi An town, and Dr. Nguyen An wrote of the Nghe An province.",
        "Yesterday An told us of the poem An die Freude (An die Musik).",
        "A input is for the key, and A output is for the lock.",
        "The value of a eventually becomes zero, and the signal from a arrived late.",
        "It was what a observed before, and the type of a ought to be an int.",
        "The result of a operator b is sent to the lock.",
        "Send a upstream, and pass a unmodified through it.",
        "If a initiate the protocol, then b has the key.",
        "Under a entity and b entity of the list it ends.",
        "It is a informação of the list.",
        "It is used a input of the call.",
        "We add a element-wise to b. Then the sum is read.",
        "From a infer b. Then the sum is read.",
        "For a integral, the sum of it is one.",
        "With a arbitrary, we get the limit of it.",
        "For a irrational and for b, the set is dense in it.",
        "Given a algebraic over the field, we find the degree of it.",
    ],
)
def test_what_is_right_or_may_be_no_article_is_passed_over(sentence: str) -> None:
    assert texts(english(sentence), RULE) == []


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The painting an marking of the walls is done in spring.", "an marking"),
        ("It was left without an changes to the plan.", "an changes"),
        ("It has an multiple of types in the list.", "an multiple"),
        ("It says that an refreshing the token failed.", "an refreshing"),
        ("It was by an large the same as the others.", "an large"),
        ("They can create an delete users of the log.", "an delete"),
        ("They can build an deploy it to the server.", "an deploy"),
        ("They can send an receive messages in the log.", "an receive"),
        ("It is built an tested daily by the team.", "an tested"),
        ("The job may be stopped at an time of the day.", "an time"),
        ("It is kept in an case of doubt.", "an case"),
        ("The system is used to create an delete users of the log.", "an delete"),
        ("It helps to build an deploy the service of the team.", "an deploy"),
        ("The editor can find an replace the text of the page.", "an replace"),
        ("The tool will install an configure the server.", "an configure"),
        ("The client may insert an delete rows of the table.", "an delete"),
        ("It can generate an compile the code of the page.", "an compile"),
        ("The app is able to send an track the letters.", "an track"),
        ("They produce an consume the messages of the queue.", "an consume"),
        ("It is there to get an validate the name.", "an validate"),
        ("You must add an double-check of the names.", "an double-check"),
        ("You have to add an pre-build of the service.", "an pre-build"),
        ("Then you log in an verify the name of the user.", "an verify"),
        ("You look at an compare the two lists of the page.", "an compare"),
        ("If the name is wrong, then an change of it is seen.", "an change"),
        ("It has a fault which an cause the loss of the log.", "an cause"),
        ("The service is built an tested by the same team.", "an tested"),
        ("The name was given an kept in the list.", "an kept"),
        ("The file is made an written by the tool.", "an written"),
        ("The value was an became the same as the other.", "an became"),
        ("They can accept an pardon men of the town.", "an pardon"),
        ("They can accept an galvanise men of the town.", "an galvanise"),
        ("It has to get an bamboozle men of the town.", "an bamboozle"),
        ("It can be of an colour that the team has.", "an colour"),
        ("The rows were created an deleted by the team.", "an deleted"),
        ("The form an texture of the part are the same.", "an texture"),
        ("The team has the support an budget of the firm.", "an budget"),
        ("The old one is used an budget of the team.", "an budget"),
        ("The supply an demand of the market are the same.", "an demand"),
        ("It is about creating an marking of the tools.", "an marking"),
        ("The team is typically an fully new one.", "an fully"),
        ("The fault of the tool is an due to the log.", "an due"),
        ("You have to build an ship the tools.", "an ship"),
        ("You have to build an pickle the tools.", "an pickle"),
        ("You have to write an categorize names.", "an categorize"),
        ("The list has an two of the names.", "an two"),
        ("It is better if the list has an longer than the others.", "an longer"),
        ("The form an function of the part are the same.", "an function"),
        ("The use an purpose of the tool is in the list.", "an purpose"),
        ("The team is good at building an deployment of the tools.", "an deployment"),
        ("The terms of the offer are just an reasonable for the team.", "an reasonable"),
        ("You can stop it at an time of the day.", "an time"),
        ("This is not so in an case of the list.", "an case"),
        ("It is sent for an reason of the team.", "an reason"),
        ("The list has values of an kind that is known.", "an kind"),
        ("The plan ends by an means that the team has.", "an means"),
        ("It holds for an positive number of the set.", "an positive"),
        ("The other one does not have an bearing on the plan.", "an bearing"),
        ("The team isn't given an budget for the plan.", "an budget"),
        ("You can write to us if you need an help with the plan.", "an help"),
        ("It is what the team does if it has an documentation.", "an documentation"),
        ("The old one is used an filter of the log.", "an filter"),
        ("an finally written log is sent to the team", "an finally"),
        ("an delete the rows that are in the table", "an delete"),
        ("The words of Smith Inc. an new firm of the town.", "an new"),
        ("The thing is an die of the list.", "an die"),
        ("You can create an use them in the plan.", "an use"),
        ("They may not have an user of the log.", "an user"),
        ("It is kept for an record of the list.", "an record"),
        ("They have an keep the keys.", "an keep"),
        ("They have an get it daily.", "an get"),
        ("It should be a user, not an user of the log.", "an user"),
        ("It is an user (sic) of the log.", "an user"),
        ("The old text has “this is an user of the log” in it.", "an user"),
        ("The article is wrong in this sentence of an user.", "an user"),
    ],
)
def test_what_may_be_another_word_or_is_shown_is_reported_and_not_repaired(sentence: str, text: str) -> None:
    (item,) = found(english(sentence), RULE)
    assert (item.text, item.repairs, item.severity) == (text, (), Severity.MINOR)


@pytest.mark.parametrize(
    "text",
    [
        "# Notes\n\nLe plan est dans le local. Elle a envoyé un fichier une fois par an pour la ville.\n",
        "# Notes\n\nIl y a eu une panne dans la ville, et le local a été fermé pour la nuit.\n",
        "# Notizen\n\nDas ist an der Wand, und die Liste ist an den Tagen nicht da.\n",
        "# Notas\n\nEla não tem a imagem de um dia, e o plano é para a área da cidade.\n",
        english("The sentence *il y a eu une panne dans la ville* is the one that the page has."),
    ],
)
def test_other_languages_are_left_alone(text: str) -> None:
    assert texts(text, RULE) == []


def test_a_document_said_to_be_french_is_left_alone() -> None:
    text = english("It is an user of the log.")
    assert len(texts(text, RULE)) == 1
    assert texts(text, RULE, style={"language": "fr"}) == []


def test_line_ends_of_two_characters_and_the_bytes_around_stay() -> None:
    text = english("It is triggered by a\ninitial request of an\nuser.").replace("\n", "\r\n").rstrip()
    assert repaired(text, RULE) == text.replace("by a\r\n", "by an\r\n").replace("of an\r\n", "of a\r\n")


def test_an_article_with_a_capital_is_only_reported_where_a_sentence_begins() -> None:
    (item,) = found("An user of the gateway reads the log.\n", RULE)
    assert (item.text, item.repairs) == ("An user", ())
    (item,) = found(english("It ends. An user of it reads the log."), RULE)
    assert item.repairs == ()


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("A operator can switch the pump off at any time.", "A operator"),
        ("It is off. A hour may pass. A user of it must wait.", "A hour"),
        ("- A alarm\n  must be heard in the room.", "A alarm"),
    ],
)
def test_a_capital_a_is_reported_before_the_subject_of_a_sentence(sentence: str, text: str) -> None:
    (item,) = found(english(sentence), RULE)
    assert (item.text, item.repairs) == (text, ())


@pytest.mark.parametrize(
    "sentence",
    [
        "A input must be open, and A output must be shut.",
        "A agent can be B, or C.",
        "The part is on. A alone may send it, and A immediately will.",
        "A open must be followed by the close of the file.",
        "In the plan A operator can switch it off.",
        "A operator's can is in the store.",
        "A operators must wait for the end of the test.",
    ],
)
def test_a_capital_a_that_may_be_a_name_is_passed_over(sentence: str) -> None:
    assert texts(english(sentence), RULE) == []


def test_a_person_is_told_of_every_repair() -> None:
    config = ReviewerConfig()
    analysis = analyse(read_document(english("It is an user of the log.").encode(), "t.md"), config, Speller())
    (op,) = ruled(analysis, config).ops
    assert (op.before_text, op.after_text, op.needs_attention, op.silent) == ("n", "", True, False)


@pytest.mark.parametrize("disabled", [(), ("misspelling",)])
def test_a_word_that_the_speller_would_begin_otherwise_is_left_whether_misspellings_are_reported_or_not(
    disabled: tuple[str, ...],
) -> None:
    config = ReviewerConfig(rules=RuleConfig(disable=disabled))
    document = read_document(english("It is a owrld of the log.").encode(), "t.md")
    findings = analyse(document, config, Speller({"owrld": ("world",)})).findings
    assert RULE not in {item.rule for item in findings}


def test_without_a_speller_nothing_is_repaired() -> None:
    data = scan_input(parsed(english("It is an user of the log.")), ReviewerConfig())
    (item,) = RULES[0].find(data.answered({}, "there is none"))
    assert item.repairs == ()


def test_an_article_at_the_end_of_a_paragraph_has_no_next_word() -> None:
    assert texts(english("It is an\n\nuser of the log that is a\n\n- element of the list."), RULE) == []


@pytest.mark.parametrize("term", ["user", "User story"])
def test_words_of_the_glossary_are_left_alone(term: str) -> None:
    text = english("It is an user of the log.")
    assert texts(text, RULE, style={"glossary": [term]}) == []
    assert texts(text, RULE, style={"glossary": ["users"]}) == ["an user"]


def test_a_word_whose_first_letter_the_speller_doubts_is_left_alone() -> None:
    assert texts(english("It is a udpate of the log."), RULE) == []
    assert texts(english("It is an recieve of the log."), RULE) == []
    data = scan_input(parsed(english("It is a aevent of the log.")), ReviewerConfig())
    assert list(RULES[0].find(data.answered({"aevent": ("event",)}))) == []


def test_code_tables_and_comments_are_left_alone() -> None:
    text = english("```\nIt is an user.\n```\n\n| an user | b |\n|---|---|\n| an user | a error |\n\n<!-- an user -->")
    assert texts(text, RULE) == []


def test_a_heading_that_is_linked_to_is_only_reported() -> None:
    text = english("See [there](#an-user-of-the-log).\n\n## An user of the log\n\nIt is the end of it.")
    (item,) = found(text, RULE)
    assert (item.text, item.repairs) == ("An user", ())


@pytest.mark.parametrize("text", ["## There is an user of the log\n", "- an vielen Orten\n", "- an jedem Tag\n"])
def test_headings_and_paragraphs_without_english_words_are_never_repaired(text: str) -> None:
    assert repaired(english(text), RULE) == english(text)


def test_a_bad_section_is_only_reported() -> None:
    text = english("## Bad\n\nThis is an user of the log.")
    (item,) = found(text, RULE)
    assert item.repairs == ()


def test_the_message_says_how_the_word_is_spoken() -> None:
    (item,) = found(english("It is an user of the log."), RULE)
    assert item.message == "'an' stands before 'user', which is spoken with a consonant at its beginning"
    assert [(repair.before_text, repair.after_text, repair.kind) for repair in item.repairs] == [("an", "a", "grammar")]


@pytest.mark.parametrize(
    "unit", ["an user ", "a error, ", "is a *entirely ", "(an user an\nuser ", "a unchanged. A asks "]
)
def test_many_articles_in_one_line_take_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        data = scan_input(parsed(english(unit * count)), ReviewerConfig())
        return lambda: list(RULES[0].find(data))

    assert grows_linearly(prepare, 250)
