import pytest
from scan_cases import found, texts

RULE = "term-drift"


def drift(text: str, *glossary: str) -> list[str]:
    return texts(text, RULE, style={"glossary": list(glossary)})


def test_both_forms_in_one_section_are_one_finding_at_the_rarer_form() -> None:
    text = "# A\n\nThe refactoring is done. A refactoring helps. La refonte est finie. Refactorings cost.\n"
    (item,) = found(text, RULE)
    assert (item.text, item.severity, item.repairs) == ("refonte", "minor", ())
    assert "3×" in item.message


def test_one_form_a_section_is_no_drift() -> None:
    assert drift("# A\n\nThe refactoring is done.\n\n# B\n\nLa refonte est finie.\n") == []


def test_plural_and_capital_forms_count_and_longer_words_do_not() -> None:
    assert drift("Les tableaux de bord et un dashboard.\n") == ["dashboard"]
    assert drift("Le tableau de bord et les Dashboards.\n") == ["Dashboards"]
    assert drift("Le tableau de bord et le dashboarding.\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "Remove dead code (code mort) first.",
        "Le code mort, ou « dead code », disparaît.",
        "Le code mort / dead code disparaît.",
        "Le code mort disparaît. Il dit « dead code » souvent.",
        "Le code mort et `dead code` en anglais.",
        "Le code mort, voir [le guide](https://x.test/dead code).",
    ],
)
def test_a_translation_a_quotation_and_code_are_no_drift(text: str) -> None:
    assert drift(text + "\n") == []


def test_pairs_are_configuration() -> None:
    settings = {"style": {"term_pairs": [("courriel", "e-mail")]}}
    assert texts("Un courriel, puis un e-mail.\n", RULE, **settings) == ["e-mail"]


def test_other_spellings_of_a_glossary_term_are_reported() -> None:
    text = "We use Vue.js. VueJS is old, vue.js too; Vuejs and VUE.JS are wrong.\n"
    assert drift(text, "Vue.js") == ["VueJS", "vue.js", "Vuejs", "VUE.JS"]


def test_a_term_with_a_sign_at_its_edge_has_no_other_spelling() -> None:
    assert drift("We use .NET and C++ on the net, p.ex. with c and pex.\n", ".NET", "C++", "p.ex.") == []


def test_parts_of_addresses_paths_and_names_are_not_tokens() -> None:
    text = (
        "# .github\n\nFiles in .github and @github/codeql stay, as do github.com, a/github, github/b, git-hub-x, "
        "me@github.test, github_x, x-github and `github`. We host on github.\n"
    )
    (item,) = found(text, RULE, style={"glossary": ["GitHub"]})
    assert (item.line, item.text) == (3, "github")
    assert text[: item.span.start].endswith("host on ")


def test_tables_of_addresses_are_left_alone() -> None:
    text = "| ID | Mac |\n|---|---|\n| 1 | 52:85:1a:31:2a:3d |\n| 2 | 3d |\n\nThe 3D view is new; the 3d view is old.\n"
    (item,) = found(text, RULE, style={"glossary": ["3D"]})
    assert (item.line, item.text) == (6, "3d")


def test_a_lower_case_term_takes_a_capital_at_the_start_of_a_sentence() -> None:
    assert drift("Webhook calls are signed. A webhook is a call. A WebHook is not.\n", "webhook") == ["WebHook"]


def test_an_accepted_form_is_never_another_terms_drift() -> None:
    assert drift("Git is a tool, git is its command.\n", "Git", "git") == []


def test_terms_of_two_words_are_found() -> None:
    assert drift("GitHub Actions run. GitHub actions run.\n", "GitHub Actions") == ["GitHub actions"]


def test_a_glossary_term_written_as_two_words_or_after_an_elision_is_another_spelling() -> None:
    text = "The Open Gateway and l'Open-Gateway are the OpenGateway; open the gateway.\n"
    assert drift(text, "OpenGateway") == ["Open Gateway", "Open-Gateway"]


def test_short_terms_are_not_looked_for_as_two_words() -> None:
    assert drift("We are on call now.\n", "OnCall") == []


def test_a_short_term_with_a_sign_is_looked_for_as_two_words_there() -> None:
    text = "We use Vue.js; Vue js and vue JS are wrong, and so is Node js. A plan b is none, and a c is none.\n"
    assert drift(text, "Vue.js", "Node.js", "A-C") == ["Vue js", "vue JS", "Node js"]
