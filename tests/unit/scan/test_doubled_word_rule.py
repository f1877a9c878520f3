from collections.abc import Callable

import pytest
from found_by import scan_of
from growth import grows_linearly
from scan_cases import found, repaired, texts

from reviewer.scan.words.doubled_word import RULES

RULE = "doubled-word"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("It is is clear.", "It is clear."),
        ("All is is clear.", "All is clear."),
        ("It ends. This is is clear.", "It ends. This is clear."),
        ("Cela concerne le le service.", "Cela concerne le service."),
        ("The the start.", "The start."),
        ("We can can it (the the end).", "We can it (the end)."),
        ("Lines of\nof text.", "Lines of\ntext."),
        ("The wrapped line has the\nthe noun.", "The wrapped line has the\nnoun."),
        ("a list of\nof - dashes", "a list of - dashes"),
        ("The text to to be read with with a lamp.", "The text to be read with with a lamp."),
        ("It is a text with with a title.", "It is a text with a title."),
        ("The server reads from from the disk.", "The server reads from the disk."),
        ("It can be be read and it has been been read.", "It can be read and it has been read."),
        ("There are are two ways, and they always always work.", "There are two ways, and they always work."),
        ("If the plans can can change, we stop.", "If the plans can change, we stop."),
        ("Elle est est prête et ils sont sont là.", "Elle est prête et ils sont là."),
        ("La liste des des noms de de la base est là.", "La liste des noms de la base est là."),
        ("Le site est en place en en quelques minutes.", "Le site est en place en quelques minutes."),
        ("The name of the of the object is free.", "The name of the object is free."),
        ("Keep the packet. Then drop the packet packet.", "Keep the packet. Then drop the packet."),
        ("Prêt à être\u00a0être lu.", "Prêt à être lu."),
        ("Les les élèves sont là.", "Les élèves sont là."),
        ("# The the title", "# The title"),
        ("- it was was here", "- it was here"),
        ("A text for for the loop.", "A text for the loop."),
        ("See the the in-depth view.", "See the in-depth view."),
        ("It is a list of of the blocks.", "It is a list of the blocks."),
        ("The text was written by by the clerk.", "The text was written by the clerk."),
        ("Handled by by the help desk.", "Handled by the help desk."),
        ("The tool is used for for the search.", "The tool is used for the search."),
        ("The house is located in in the town.", "The house is located in the town."),
        ("The sum is based on on the plan.", "The sum is based on the plan."),
        ("It is due within within ten days.", "It is due within ten days."),
        ("The lock lies under under the bridge.", "The lock lies under the bridge."),
        ("Please write it as soon as as possible.", "Please write it as soon as possible."),
        ("It is made of of the best.", "It is made of the best."),
        ("The deed, which which was signed, is here.", "The deed, which was signed, is here."),
        ("Une une copie est remise à la mairie.", "Une copie est remise à la mairie."),
        ("Le texte est remis dans un un délai court.", "Le texte est remis dans un délai court."),
        ("Les parties ont ont signé le contrat.", "Les parties ont signé le contrat."),
        ("C'est c'est la fin de la liste.", "C'est la fin de la liste."),
        ("C’est c’est la fin de la liste.", "C’est la fin de la liste."),
        ("Il faut le plan d'un d'un bâtiment de la ville.", "Il faut le plan d'un bâtiment de la ville."),
        ("Le texte dit qu'il\nqu'il vient.", "Le texte dit qu'il\nvient."),
    ],
)
def test_a_repeated_word_is_found_and_the_second_one_removed(before: str, after: str) -> None:
    assert repaired(before + "\n", RULE) == after + "\n"


@pytest.mark.parametrize(
    ("sentence", "pair"),
    [
        ("Is is detected by the unit?", "Is is"),
        ("Does does it work?", "Does does"),
        ("It's it's own thing.", "It's it's"),
        ("We don't don't know.", "don't don't"),
        ("Voici ce que c'est c'est la fin.", "c'est c'est"),
        ("Voilà de l'eau l'eau claire.", "l'eau l'eau"),
    ],
)
def test_capitals_and_apostrophes_hide_no_pair_and_what_is_unsure_stays(sentence: str, pair: str) -> None:
    (item,) = found(sentence + "\n", RULE)
    assert (item.text, item.repairs) == (pair, ())


@pytest.mark.parametrize(
    "sentence",
    [
        "Will will come to the end of it.",
        "May may be the month of the end.",
        "L'un l'autre, l'un d'un autre, c'est qu'il l'est.",
        "He said that's it's own.",
        "On l'a l'air de rien.",
        "The dogs' dogs' tails are long.",
        "'is' 'is' and x'is x'isn",
    ],
)
def test_other_words_with_apostrophes_and_names_are_no_pairs(sentence: str) -> None:
    assert texts(sentence + "\n", RULE) == []


def test_a_word_that_stands_more_than_twice_is_one_finding_and_left_to_a_person() -> None:
    (item,) = found("It saw the the the cat.\n", RULE)
    assert (item.text, item.repairs) == ("the the the", ())


@pytest.mark.parametrize(
    "text",
    [
        "Vous vous sentez bien. Nous nous en occupons.",
        "Il faut que vous vous inscriviez.",
        "We had had enough, and that that matters.",
        "What it is is a list.",
        "It is very very slow, no no.",
        "Duran Duran and New New York.",
        "See 10 10 and 5 5.",
        "Plan a a b b.",
        "The end. End of it. end, end; end",
        "The `the` the.",
        "You can use [release variables](vars.md) variables in a step.",
        "Use **the** the *the* thing.",
        "The word the-the and the the-rest.",
        "Path a/the the/b.",
        "Il l'a dit : c'est est-il.",
        "line end  \nend of verse",
        "`is is` and https://is.test is",
    ],
)
def test_what_is_no_error_is_not_reported(text: str) -> None:
    assert texts(text + "\n", RULE) == []


@pytest.mark.parametrize(
    "text",
    [
        "You log in in the morning and check in in the hall.",
        "Fans are turned on on reset; you turn it on on Sundays. It came about about a year ago.",
        "They carry on on the next day, step by step.",
        "What the parser does does not matter here.",
        "All the files there are are in the list.",
        "It is clear who the owner is is the question.",
        "Whatever is is good, and where it already is is fine.",
        "Those who can can also help.",
        "Will will write and May may answer.",
        "The car was passed by by a bus.",
        "It was so so good, and I know that that is right.",
        "Without it it is slow.",
        "Le texte avance en en gardant le sens, tout en en changeant la forme.",
        "Ce qui est est écrit, ce qu'il peut peut suffire, et il y a a priori de la place.",
        "Il a a priori tort. On a a posteriori vérifié les comptes. Cela a a minima un coût pour les communes.",
        "The type std::swap swap and the class Box::Open open are there.",
        "It is the class Move move that we meant.",
    ],
)
def test_what_grammar_or_a_name_explains_is_not_reported(text: str) -> None:
    assert texts(text + "\n", RULE) == []


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("The port the proxy listens to to accept calls is shut.", "to to"),
        ("The rule it is read with with care is this.", "with with"),
        ("He is the person to talk to to get in.", "to to"),
        ("She is referred to to avoid doubt.", "to to"),
        ("It was unheard of of late in the town.", "of of"),
        ("The logical and and or operators are here.", "and and"),
        ("The while while was removed from the code.", "while while"),
        ("The records the judges have have no value.", "have have"),
        ("The large can can hold the water.", "can can"),
        ("Free will will win in the end.", "will will"),
        ("Plug the file file descriptor leak.", "file file"),
        ("This is the error error.", "error error"),
        ("Nous avons voté pour pour cette raison.", "pour pour"),
        ("Le discours de de Gaulle est dans la salle.", "de de"),
        ("Il baisse son son pour la nuit.", "son son"),
        ("La façade est est exposée au vent.", "est est"),
        ("Le juge juge la cause dans les délais.", "juge juge"),
        ("Il met à la une une photo de la ville.", "une une"),
        ("Dolor sit in in elit velit.", "in in"),
        ("The plan for for loops is open.", "for for"),
        ("We wrote if if statements in it.", "if if"),
        ("They keep because because clauses out.", "because because"),
        ("The parser takes with with blocks now.", "with with"),
        ("The check for if if else branches is here.", "if if"),
        ("The use of of in names is free.", "of of"),
        ("We have from from and to in it.", "from from"),
        ("Use the the in titles of the text.", "the the"),
        ("Nous avons la boucle pour pour et la suite.", "pour pour"),
        ("Nous parlons des des dans les noms.", "des des"),
        ("They waited so so that the rest came.", "so so"),
        ("We say that that the rest is here.", "that that"),
        ("The tool that he was cared for for years is here.", "for for"),
        ("He was laughed at at the school.", "at at"),
        ("The plan the sum is based on on these days is old.", "on on"),
        ("The town it is located in in the north is old.", "in in"),
        ("The rule that the town is governed by by law is old.", "by by"),
        ("The sound came from within within a day.", "within within"),
        ("He serves as a clerk as well as as a cook.", "as as"),
        ("The lights are on on the tree.", "on on"),
        ("The chord is a a minor chord.", "a a"),
        ("La clause de de minimis est là.", "de de"),
        ("Il en est aussi un un peu plus loin, dans un coin.", "un un"),
        ("La commission a a décidé de le dire.", "a a"),
    ],
)
def test_a_pair_that_a_clause_may_explain_is_left_to_a_person(text: str, pair: str) -> None:
    (item,) = found(text + "\n", RULE)
    assert (item.text, item.repairs) == (pair, ())


@pytest.mark.parametrize(
    "text",
    ["---\nlang: de\n---\n\nDie Daten, die die Firma hat.\n", "Das ist der Teil, der der Firma nicht mit dem Haus.\n"],
)
def test_pairs_of_other_languages_are_not_reported(text: str) -> None:
    assert texts(text, RULE) == []


def test_a_noun_is_removed_only_where_the_text_has_it_by_itself_and_not_in_code() -> None:
    alone = "Then drop the packet packet.\n"
    assert repaired(alone, RULE) == alone
    in_code = "Keep the packet. Call `packet` then. Then drop the packet packet.\n"
    assert repaired(in_code, RULE) == in_code


def test_words_of_two_blocks_are_not_a_pair() -> None:
    assert texts("the end\n\nend of\n\n- of\n- of\n\n# of\n\nof\n", RULE) == []


def test_code_is_left_alone_and_a_table_cell_gets_a_finding_without_repair() -> None:
    assert texts("```\nthe the\n```\n\n    the the\n", RULE) == []
    (item,) = found("| a | b |\n|---|---|\n| the the | x |\n", RULE)
    assert (item.text, item.repairs, item.severity) == ("the the", (), "minor")


@pytest.mark.parametrize("newline", ["\r\n", "\r", "\n"])
def test_every_line_end_is_kept(newline: str) -> None:
    text = f"It reads from{newline}from the file.{newline}"
    assert repaired(text, RULE) == f"It reads from{newline}the file.{newline}"


def test_a_pair_across_quoted_lines_loses_the_mark_with_the_second_word() -> None:
    text = "> **Note:** the end of\n> of it.\n"
    assert repaired(text, RULE) == "> **Note:** the end of\n> it.\n"


def test_the_position_is_exact_after_an_astral_character_and_a_bom() -> None:
    (item,) = found("\ufeff😀 we saw the the cat\n", RULE)
    assert (item.line, item.column, item.end_column) == (1, 10, 17)


def test_the_edit_kind_is_typo() -> None:
    (item,) = found("We saw the the cat.\n", RULE)
    assert [(one.kind, one.before_text, one.after_text) for one in item.repairs] == [("typo", " the", "")]


@pytest.mark.parametrize(
    "text",
    [
        "The question is is it safe to upgrade the server.",
        "If it does does it matter to the users of the server?",
        "Le sens de et et de ou est précisé dans la norme.",
        "Les opérateurs et et ou sont pris en charge par le serveur.",
        "La préposition pour pour le but est dans la liste des mots.",
    ],
)
def test_words_that_are_spoken_of_and_questions_are_never_shortened(text: str) -> None:
    assert repaired(f"{text}\n", RULE) == f"{text}\n"


_ENGLISH = (
    "of at from with on to in for by as into within under is are the a an and or which between upon without against"
    " during has have was were must shall we they our"
)
_FRENCH = "de du des le la les un une à au aux en et ou par pour sur dans avec qui que dont sans chez selon ont sont"


@pytest.mark.parametrize("word", _ENGLISH.split())
def test_every_plain_function_word_of_english_is_reported(word: str) -> None:
    assert texts(f"The people of the town and their friends {word} {word} other things were here.\n", RULE) == [
        f"{word} {word}"
    ]


@pytest.mark.parametrize("word", _FRENCH.split())
def test_every_plain_function_word_of_french_is_reported(word: str) -> None:
    assert texts(f"Les gens de la ville et leurs amis {word} {word} autres choses étaient là.\n", RULE) == [
        f"{word} {word}"
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "Vérifiée à à 6 bar dans le local.",
        "Le local est ouvert de 8 h à à 12 h.",
        "Ils viennent dans le local, à à condition de signer.",
        "À à 6 bar la pompe est dans le local.",
        "Le local (à à la rue) est ouvert.",
        "Le local est ouvert à\nà 6 h.",
    ],
)
def test_the_french_preposition_of_one_letter_is_always_reported(sentence: str) -> None:
    assert len(found(f"# Notes\n\nLa pompe est dans le local de la ville.\n\n{sentence}\n", "doubled-word")) == 1


def test_more_than_two_of_it_are_one_finding() -> None:
    (item,) = found("# Notes\n\nLa pompe est remise à à à chaque membre de la ville.\n", "doubled-word")
    assert (item.text, item.repairs) == ("à à à", ())


def test_a_pair_in_the_label_of_a_reference_stays_and_one_beside_it_does_not() -> None:
    text = "See [a pump], the the [the the pump] and the the end.\n\n[the the pump]: #a\n[a pump]: #b\n"
    fixed = "See [a pump], the [the the pump] and the end.\n\n[the the pump]: #a\n[a pump]: #b\n"
    assert repaired(text, RULE) == fixed


def test_pairs_beside_many_labels_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of("See [pump] and the the end. " * count + "\n\n[pump]: #a\n")
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 500)


def test_a_pair_opens_a_text_or_follows_another() -> None:
    assert texts("the the pump\n", RULE) == ["the the"]
    assert texts("We saw it it the the pump (is is) so.\n", RULE) == ["it it", "the the", "is is"]
