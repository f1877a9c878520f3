import pytest
from scan_cases import WORD_LIST, found, parsed, repaired, texts

from reviewer.config import ReviewerConfig
from reviewer.scan.runner import scan_input
from reviewer.scan.words.misspelling import spelling_words

RULE = "misspelling"
FRAME = "The server will {} the file and that is all of it."


def asked(text: str, *glossary: str) -> frozenset[str]:
    config = ReviewerConfig.model_validate({"style": {"glossary": list(glossary)}})
    return spelling_words(scan_input(parsed(text), config))


def test_a_misspelling_is_repaired_with_its_capitals() -> None:
    text = f"{FRAME.format('recieve')} Teh end. It did receive it, the end.\n"
    assert repaired(text, RULE) == text.replace("recieve", "receive").replace("Teh", "The")


@pytest.mark.parametrize(
    "word",
    [
        "`recieve`",
        "https://x.test/recieve",
        "<https://x.test/recieve>",
        "recieve.txt",
        "a/recieve",
        "recieve()",
        "recieve_all",
        "on_recieve",
        "recieveAll",
        "recieve2",
        "@recieve",
        "#recieve",
        "Re-recieve",
        "recieve-ID",
        "[x](recieve.md)",
        "![x](seperate.png)",
        "Recieve",
        "RECIEVE",
        "$recieve$",
        "<b title='recieve'>x</b>",
        "recieve@x.test",
        "recieve=1",
    ],
)
def test_parts_of_other_tokens_names_and_code_are_never_reported(word: str) -> None:
    assert texts(FRAME.format(f"read {word} from") + "\n", RULE) == []


@pytest.mark.parametrize("word", ["recieve,", "(recieve)", "*recieve*", "**recieve**", "re-recieve", "[recieve](x.md)"])
def test_punctuation_emphasis_and_hyphens_between_plain_words_do_not_hide_a_word(word: str) -> None:
    assert texts(FRAME.format(word) + "\n", RULE) == ["recieve"]


def test_a_word_that_the_document_uses_as_a_name_is_its_own_and_one_in_code_is_only_reported() -> None:
    in_code = found(f"{FRAME.format('recieve')} Call `onRecieve` then.\n", RULE)
    assert [(found.text, found.repairs) for found in in_code] == [("recieve", ())]
    assert in_code[0].advice is not None
    assert texts(f"{FRAME.format('ask thomson about')} By Anna Thomson, by the way.\n", RULE) == []
    assert texts(f"{FRAME.format('recieve')} It is `recieved` then.\n", RULE) == ["recieve"]


def test_names_inside_a_sentence_are_not_reported_even_when_listed() -> None:
    assert texts(FRAME.format("ask Thomson about") + "\n", RULE) == []


def test_several_corrections_are_a_finding_without_repair() -> None:
    (item,) = found(FRAME.format("keep consant") + "\n", RULE)
    assert (item.repairs, item.advice) == ((), None)
    assert "constant" in item.message
    assert "consent" in item.message


@pytest.mark.parametrize("word", ["homeworks", "constitued", "ourced"])
def test_corrections_that_change_the_ending_or_the_first_letter_are_not_applied(word: str) -> None:
    (item,) = found(FRAME.format(word) + "\n", RULE)
    assert item.repairs == ()


def test_a_lost_first_letter_is_mended_where_the_document_knows_the_word() -> None:
    text = "It was sourced last year. " + FRAME.format("be ourced from") + "\n"
    assert repaired(text, RULE) == text.replace(" ourced", " sourced")


def test_a_word_that_the_document_always_writes_so_is_a_term() -> None:
    text = "\n\n".join([FRAME.format("seperate")] * 4) + "\n"
    assert repaired(text, RULE) == text
    known = text + "\nKeep them separate.\n"
    assert repaired(known, RULE) == known.replace("seperate", "separate")


def test_a_capital_at_the_start_of_a_sentence_needs_a_known_correction_or_a_common_ending() -> None:
    assert repaired("Recieve is the file and it is the end.\n", RULE) == "Recieve is the file and it is the end.\n"
    text = "Recieve is the file and it is the end of what you receive.\n"
    assert repaired(text, RULE) == text.replace("Recieve", "Receive")
    assert repaired("Previouly it was in the file.\n", RULE) == "Previously it was in the file.\n"


def test_long_words_in_capitals_are_mended_where_the_right_form_is_used() -> None:
    text = "This is RECOMMNEDED and that is RECOMMENDED in the text.\n"
    assert repaired(text, RULE) == text.replace("RECOMMNEDED", "RECOMMENDED")
    assert texts("This is RECOMMNEDED in the text of it.\n", RULE) == ["RECOMMNEDED"]


def test_a_table_cell_gets_advice_and_no_repair() -> None:
    (item,) = found("The end of the file is it.\n\n| a | b |\n|---|---|\n| we recieve it | x |\n", RULE)
    assert item.repairs == ()
    assert item.advice is not None
    assert (item.advice.before_text, item.advice.after_text, item.withheld) == ("recieve", "receive", True)
    code = "`recieve`: the end of it.\n\n| a | b |\n|---|---|\n| we recieve it | x |\n"
    assert [item.withheld for item in found(code, RULE)] == [False]


def test_a_heading_that_is_linked_to_and_a_reference_label_get_advice() -> None:
    linked = "The way to [it](#how-we-recieve-it) is the end.\n\n## How we recieve it\n\nIt is so.\n"
    assert repaired(linked, RULE) == linked
    assert (found(linked, RULE)[0].advice is not None, found(linked, RULE)[0].withheld) == (True, False)
    label = "The [seperate] file is the end of it.\n\n[seperate]: x.md\n"
    assert repaired(label, RULE) == label
    free = "## How we recieve it\n\nThe end of it is so.\n"
    assert repaired(free, RULE) == free.replace("recieve", "receive")


@pytest.mark.parametrize("mark", ['"{}"', "“{}”", "« {} »", "'{}'"])
def test_quoted_words_are_found_and_not_repaired(mark: str) -> None:
    text = FRAME.format("write " + mark.format("we recieve it") + " to") + "\n"
    (item,) = found(text, RULE)
    assert (item.repairs, item.advice) == ((), None)


def test_only_english_passages_are_checked() -> None:
    french = "Le langage est dans le fichier et il ne doit pas changer pour nous.\n"
    english = "The langage of the file is the same and that will not change.\n"
    assert texts(f"# Un\n\n{french}\n# Two\n\n{english}", RULE) == ["langage"]
    assert texts(f"---\nlang: fr\n---\n\n{english}", RULE) == []
    assert texts(f"---\nlang: fr\n---\n\n{english}\n<!-- lang: en -->\n\n{english}", RULE) == ["langage"]


def test_a_french_sentence_in_an_english_section_is_not_corrected() -> None:
    english = "The file is the same and that will not change for you.\n" * 3
    assert texts(f"{english}\nLe langage est dans le fichier pour nous.\n", RULE) == []


FOREIGN = (
    "Die Datei wird nicht mit der langage geladen.",
    "El servidor no es langage del cliente.",
    "Il langage non è nel progetto di questo cliente.",
    "De langage is niet in het bestand van de gebruiker.",
    "O langage não é do cliente.",
)


@pytest.mark.parametrize("sentence", FOREIGN)
@pytest.mark.parametrize("place", ["{english} {foreign} {english}", "{english}\n{foreign}", "{english} (“{foreign}”)"])
def test_a_foreign_sentence_in_an_english_paragraph_is_not_corrected(sentence: str, place: str) -> None:
    english = "The file is the same and that will not change for you, so keep it."
    assert texts(place.format(english=english, foreign=sentence) + "\n", RULE) == []


@pytest.mark.parametrize(
    "phrase", ["“langage del pueblo”", "*langage del pueblo*", "(el langage)", "‘langage con los otros’"]
)
def test_a_foreign_phrase_that_is_marked_as_one_is_not_corrected(phrase: str) -> None:
    assert texts(f"The motto of the office is {phrase} and that will not change for you.\n", RULE) == []


@pytest.mark.parametrize("phrase", ["(no seperate step)", "(per seperate file)", "*seperate*", "“seperate den”"])
def test_marks_alone_make_no_foreign_phrase(phrase: str) -> None:
    assert texts(f"The plan of the office is {phrase} and that will not change for you.\n", RULE) == ["seperate"]


def test_in_an_english_paragraph_a_long_sentence_without_an_english_word_is_left_to_a_person() -> None:
    english = "The file is the same and that will not change for you, so keep it."
    (item,) = found(f"{english} Användaren kan inte öppna filen eftersom langage saknas helt.\n", RULE)
    assert item.repairs == ()
    text = f"{english} Wrong langage.\n"
    assert repaired(text, RULE) == text.replace("langage", "language")


def test_an_undecided_document_counts_as_english_when_nothing_speaks_against_it() -> None:
    assert texts("# A\n\nText teh.\n", RULE) == ["teh"]
    assert texts("# A\n\nNous avons teh.\n", RULE) == []


def test_glossary_words_are_accepted_as_whole_words_only() -> None:
    text = FRAME.format("recieve") + "\n"
    assert texts(text, RULE, style={"glossary": ["recieve"]}) == []
    assert texts(text, RULE, style={"glossary": ["recie", "ve"]}) == ["recieve"]


def test_words_to_ask_about_leave_out_code_short_words_capitals_and_the_glossary() -> None:
    words = asked("The user id of `codeword` is ABCDEF, naïve and mixedCase, see the admin page.\n", "admin")
    assert {"user", "page"} <= words
    assert words.isdisjoint({"codeword", "id", "ABCDEF", "naïve", "mixedCase", "admin"})


def test_no_words_of_french_sections_are_asked_about() -> None:
    words = asked("# Un\n\nLe langage est dans le fichier pour nous.\n\n# Two\n\nThe word is in the file of it.\n")
    assert "langage" not in words
    assert "word" in words


@pytest.mark.parametrize(
    "line", ["Fix typo recieve -> receive in it.", "The misspelled recieve is gone from the text."]
)
def test_a_line_about_a_misspelling_keeps_it(line: str) -> None:
    assert repaired(line + "\n", RULE) == line + "\n"


def test_a_hyphenated_name_is_not_looked_into_unless_its_other_part_is_a_word_of_the_text() -> None:
    assert texts(FRAME.format("run macosx-recieve on") + "\n", RULE) == []
    assert texts(FRAME.format("run test-recieve-all on") + "\n", RULE) == []
    assert texts(FRAME.format("run client-recieve on the client, read") + "\n", RULE) == ["recieve"]
    assert texts(FRAME.format("be non-recieve") + "\n", RULE) == ["recieve"]


def test_a_short_unknown_word_needs_a_known_correction() -> None:
    assert repaired(FRAME.format("ask tpye for") + "\n", RULE) == FRAME.format("ask tpye for") + "\n"
    text = FRAME.format("ask the tpye for") + " It has a type." + "\n"
    assert repaired(text, RULE) == text.replace("tpye", "type")


def test_accepted_variants_are_not_replaced() -> None:
    text = FRAME.format("be writeable, not writable,") + "\n"
    assert repaired(text, RULE) == text


ENGLISH = f"# Doc\n\n{FRAME.format('separate')} They were there when we did this, and you will receive what you need.\n"


@pytest.mark.parametrize(
    "line",
    [
        "- Teh Wei Ling (chair)",
        "## Teh Wei Ling",
        "Author: Teh Wei Ling",
        "Author: Recieve, A. B.",
        "It was written by Mr. Teh. Ask Dr. Recieve.",
        "- Seperate Ltd.",
        "- Recieve & Co",
        "- Seperate GmbH and others are there",
        "- Occured Oy is the supplier",
        "- [Recieve Martin](https://x.test)",
        "Use certifi with it.",
        "- One thing (Ada King)\n- Two (Bo Li)\n- Three (Cy Ho)\n- Four (ana chari p)",
    ],
)
def test_what_stands_like_a_name_is_not_reported(line: str) -> None:
    assert texts(f"{ENGLISH}\n{line}\n", RULE) == []


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("Teh Wei Ling wrote it.", "Teh"),
        ("Teh Linux kernel is there.", "Teh"),
        ("## Recieve Old Messages", "Recieve"),
        ("**Teh**: it is the chair.", "Teh"),
        ("It is from J. Recieve", "Recieve"),
        ("It was reviewed by teh team.", "teh"),
        ("Contact: teh wei", "teh"),
        ("The tool is called recieve.", "recieve"),
        ("It is what the teh is.", "teh"),
        ("The adn test is there.", "adn"),
        ("It is the end of teh, they say.", "teh"),
        ("Vulnerabilty Fixed: it is there.", "Vulnerabilty"),
    ],
)
def test_what_may_be_a_name_is_left_to_a_person(line: str, word: str) -> None:
    (item,) = found(f"{ENGLISH}\n{line}\n", RULE)
    assert (item.text, item.repairs) == (word, ())


def test_initials_in_a_list_are_not_made_into_words() -> None:
    text = f"{ENGLISH}\nReviewed by teh, adn and teh (initials). Seen by adn and teh, too.\n"
    assert repaired(text, RULE) == text


@pytest.mark.parametrize(
    "document",
    [
        "# Notes\n\nResponsable developpement : Jean.\n",
        "# Notes\n\n- independance : voir plus haut\n",
        "# Notes\n\n- Environement\n- Conflit\n- Hopital\n",
        "# Notas\n\n- direccion, independance\n",
        f"{ENGLISH}\n- Definition du developpement\n- l\u2019idée, developpement\n- Budget : developpement\n",
        f"{ENGLISH}\n- Mode et independance\n",
    ],
)
def test_a_line_that_does_not_speak_english_is_not_corrected_into_it(document: str) -> None:
    assert texts(document, RULE) == []


@pytest.mark.parametrize("word", ["developpement", "independance", "environement", "direccion", "hopital"])
def test_a_word_that_other_languages_share_needs_an_english_line(word: str) -> None:
    alone = f"{ENGLISH}\n- Mode, {word}\n\n## {word.capitalize()}\n"
    assert repaired(alone, RULE) == alone
    assert word in texts(alone, RULE)
    spoken = f"{ENGLISH}\n- the mode of {word}\n- their {word}\n"
    assert repaired(spoken, RULE) == spoken.replace(word, WORD_LIST[word][0])


def test_a_slip_that_no_language_shares_is_mended_in_a_short_line_too() -> None:
    text = f"{ENGLISH}\n- udpate tools\n- recieve data\n"
    assert repaired(text, RULE) == text.replace("udpate", "update").replace("recieve", "receive")


@pytest.mark.parametrize(
    "text",
    [
        "We renamed langage to language in the interface of the server.",
        "This release replaced langage with language in the messages.",
        "Many of them write language instead of langage in the form.",
        "The spelling of langage was the reason for the change.",
        "The column langage holds what the users of the form have given.",
        "The field langage was renamed to language by the team.",
    ],
)
def test_a_word_that_is_spoken_of_is_found_and_not_repaired(text: str) -> None:
    assert [item.text for item in found(f"{text}\n", RULE)] == ["langage"]
    assert repaired(f"{text}\n", RULE) == f"{text}\n"


def test_a_word_beside_its_right_form_is_repaired_where_nothing_sets_them_against_each_other() -> None:
    text = "The langage of the server is the language that the users of it have.\n"
    assert repaired(text, RULE) == text.replace("langage", "language")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Recieve the file and it is the end.", "Receive the file and it is the end."),
        ("It ends. Seperate your files from these.", "It ends. Separate your files from these."),
        ("Untill today it was in the file.", "Until today it was in the file."),
        ("Thier adress is in the file and it is short.", "Their adress is in the file and it is short."),
        ("Recievers must ignore what is in the file.", "Receivers must ignore what is in the file."),
    ],
)
def test_a_capital_at_the_start_of_a_sentence_is_no_name_before_what_no_name_stands_before(
    wrong: str, right: str
) -> None:
    assert repaired(f"{wrong}\n", RULE) == f"{right}\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "Recieve is the tool that we have in the office.",
        "Untill released the file in the spring of the year.",
        "Thier wrote the file in the spring of the year.",
        "Untill and the others are in the file of the year.",
        "Recievers has the file and it is the end.",
        "Recieve Old is the tool that we have in the office.",
        "Seperate plays in the hall of the town.",
        "It is what they say. Recieve’s file is the end of it.",
    ],
)
def test_a_capital_at_the_start_of_a_sentence_may_be_that_of_a_name(sentence: str) -> None:
    assert repaired(f"{sentence}\n", RULE) == f"{sentence}\n"


@pytest.mark.parametrize(
    "line",
    [
        "Use {recieve} for it.",
        "Use ${recieve} for it.",
        "Use #{recieve} for it.",
        "Use {recieve: 1} for it.",
        "The value recieve->x is set to it.",
        "The value x->recieve is set to it.",
    ],
)
def test_placeholders_and_members_are_names(line: str) -> None:
    assert texts(f"The gateway is used by all of them.\n\n{line}\n", "misspelling") == []


@pytest.mark.parametrize(
    "line",
    [
        "It stands at [recieve] in it.",
        "The value recieve[0] is set to it.",
        "Run recieve --help to see it.",
        "We SELECT recieve FROM x to see it.",
        "Install the package recieve first.",
        "The service recieve is started by the server.",
        "Send it to the topic recieve then.",
    ],
)
def test_what_may_be_a_name_is_not_repaired(line: str) -> None:
    text = f"The gateway is used by all of them.\n\n{line}\n"
    assert texts(text, "misspelling") == ["recieve"]
    assert repaired(text, "misspelling") == text


@pytest.mark.parametrize(
    "line",
    ["They recieve [it](x.md) all.", "They [recieve](x.md) it all.", "{x} We recieve it."],
)
def test_links_and_notes_beside_a_word_do_not_make_it_a_name(line: str) -> None:
    text = f"The gateway is used by all of them.\n\n{line}\n"
    assert repaired(text, "misspelling") == text.replace("recieve", "receive")
