import pytest
from scan_cases import found, repaired, texts

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
        ("Lines end\nend.", "Lines end."),
        ("a list of\nof - dashes", "a list of - dashes"),
        ("Prêt à être\u00a0être lu.", "Prêt à être lu."),
        ("Les les élèves sont là.", "Les élèves sont là."),
        ("# The the title", "# The title"),
        ("- it was was here", "- it was here"),
    ],
)
def test_a_repeated_word_is_found_and_the_second_one_removed(before: str, after: str) -> None:
    assert repaired(before + "\n", RULE) == after + "\n"


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
    text = "> **Note:** it ends\n> ends.\n"
    assert repaired(text, RULE) == "> **Note:** it ends.\n"


def test_the_position_is_exact_after_an_astral_character_and_a_bom() -> None:
    (item,) = found("\ufeff😀 we saw the the cat\n", RULE)
    assert (item.line, item.column, item.end_column) == (1, 10, 17)


def test_the_edit_kind_is_typo() -> None:
    (item,) = found("We saw the the cat.\n", RULE)
    assert [(one.kind, one.before_text, one.after_text) for one in item.repairs] == [("typo", " the", "")]
