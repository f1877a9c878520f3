import pytest
from scan_cases import parsed

from reviewer.scan.language import detect_languages, normalise_code

ENGLISH = "The server reads the file and it will be closed by the client when there is an error.\n"
FRENCH = "Le serveur lit le fichier et il est fermé par le client dans une session qui ne répond pas.\n"


def language_at(text: str, needle: str, configured: str | None = None) -> str:
    return detect_languages(parsed(text), configured).at(text.index(needle))


@pytest.mark.parametrize(
    ("code", "expected"),
    [("fr-FR", "fr"), ("fr_CA", "fr"), ("EN", "en"), ("French", "fr"), ("eng", "en"), ("pt-BR", "pt"), ("", "und")],
)
def test_codes_are_reduced_to_their_primary_subtag(code: str, expected: str) -> None:
    assert normalise_code(code) == expected


def test_each_section_has_the_language_of_its_own_words() -> None:
    text = f"# Guide\n\n{ENGLISH}\n# Annexe\n\n{FRENCH}"
    assert language_at(text, "server") == "en"
    assert language_at(text, "serveur") == "fr"


def test_a_small_section_has_the_language_of_the_section_around_it() -> None:
    text = f"# Guide\n\n{ENGLISH}\n# Annexe\n\n{FRENCH}\n## Ports\n\n80, 443.\n"
    assert language_at(text, "443") == "fr"


def test_front_matter_is_the_default_and_configuration_is_stronger() -> None:
    text = f"---\ntitle: x\nlang: fr-CA\n---\n\n# Guide\n\n{ENGLISH}"
    assert language_at(text, "server") == "fr"
    assert language_at(text, "server", configured="en") == "en"


def test_language_is_the_other_name_of_the_front_matter_key_and_toml_counts_too() -> None:
    assert language_at('+++\nlanguage = "de"\n+++\n\nText.\n', "Text") == "de"


def test_a_comment_changes_the_language_from_there_on_whatever_else_is_said() -> None:
    text = f"---\nlang: fr\n---\n\n# Un\n\n{FRENCH}\n<!-- lang: en -->\n\n# Two\n\n{ENGLISH}\n# Three\n\nwords\n"
    assert language_at(text, "serveur") == "fr"
    assert language_at(text, "server reads") == "en"
    assert language_at(text, "words") == "en"


def test_a_comment_inside_code_is_text() -> None:
    text = f"{ENGLISH}\n```\n<!-- lang: fr -->\n```\n\nThe end of the file is the end of it.\n"
    assert language_at(text, "end of it") == "en"


@pytest.mark.parametrize("text", ["80, 443.\n", "# Setup\n", "Δοκιμή κειμένου.\n"])
def test_nothing_speaks_for_a_language(text: str) -> None:
    assert detect_languages(parsed(text), None).at(0) == "und"


def test_an_empty_document_has_no_language() -> None:
    assert detect_languages(parsed(""), None).at(0) == "und"
