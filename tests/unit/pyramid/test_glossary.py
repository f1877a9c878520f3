"""The terms of a document."""

import pytest
from pyramid_desk import read

from reviewer.model.pyramid import GlossaryEntry
from reviewer.pyramid.glossary import MOST, glossary_of
from reviewer.pyramid.outline import pyramid_jobs


def terms(text: str, *configured: str) -> dict[str, GlossaryEntry]:
    parsed = read(text)
    return {entry.name: entry for entry in glossary_of(parsed, pyramid_jobs(parsed, 4), configured)}


def long_forms(text: str) -> dict[str, str]:
    return {name: entry.aliases[0] for name, entry in terms(text).items() if entry.aliases}


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We set a service level objective (SLO) here.", "SLO", "service level objective"),
        ("Each SLO (service level objective) is set.", "SLO", "service level objective"),
        ("Many service level objectives (SLOs) are set.", "SLO", "service level objectives"),
        ("The Internet of Things (IoT) grows.", "IoT", "Internet of Things"),
        ("Ask the Food and Drug Administration (FDA).", "FDA", "Food and Drug Administration"),
        ("The Hypertext Transfer Protocol (HTTP) is old.", "HTTP", "Hypertext Transfer Protocol"),
        ("With end-to-end encryption (E2EE) all is well.", "E2EE", "end-to-end encryption"),
        ("A **wide-area network** (WAN) connects.", "WAN", "wide-area network"),
        ("A **WAN** (*wide-area network*, see below) connects.", "WAN", "wide-area network"),
        ("La taxe sur la valeur ajoutée (TVA) augmente.", "TVA", "taxe sur la valeur ajoutée"),
        ("Le système d'information (SI) est audité.", "SI", "système d'information"),
        ("L'Électricité de France (EDF) répond.", "EDF", "Électricité de France"),
        ("La TVA (taxe sur la valeur ajoutée) augmente.", "TVA", "taxe sur la valeur ajoutée"),
        ("Les DAB (distributeurs automatiques de billets) ferment.", "DAB", "distributeurs automatiques de billets"),
        ("L'Agence nationale de la sécurité des systèmes d’information (ANSSI) publie.", "ANSSI",
         "Agence nationale de la sécurité des systèmes d’information"),
    ],
)  # fmt: skip
def test_an_abbreviation_and_its_long_form_are_found_either_way(text: str, short: str, long: str) -> None:
    assert long_forms(text) == {short: long}


@pytest.mark.parametrize(
    "text",
    [
        "The results were good (SD).",
        "Other information (IT) follows.",
        "A word (see) and a number (42) and nothing ().",
        "A service. Level objective (SLO).",
        "The value `service` level objective (SLO).",
        "It is the objective (the SLO).",
        "THIS (is shouted).",
        "A plan (A) and one (a).",
    ],
)
def test_other_parentheses_are_no_abbreviations(text: str) -> None:
    assert terms(text) == {}


@pytest.mark.parametrize(
    ("text", "name", "meaning"),
    [
        ("**Gateway**: a server that forwards requests. More.", "Gateway", "a server that forwards requests."),
        ("**Gateway:** a server that forwards requests", "Gateway", "a server that forwards requests"),
        ("- **Gateway** — a server that forwards requests.", "Gateway", "a server that forwards requests."),
        ("* __Gateway__ - a server that forwards requests.", "Gateway", "a server that forwards requests."),
        ("> **Gateway** means a server that forwards.", "Gateway", "a server that forwards."),
        ("A **gateway** is a server that forwards.", "gateway", "a server that forwards."),
        ("**“Gateway”**: a server that forwards requests.", "Gateway", "a server that forwards requests."),
        ("**`num_ctx`**: how many tokens a model reads.", "num_ctx", "how many tokens a model reads."),
        ("**Passerelle** : serveur qui transmet les requêtes.", "Passerelle", "serveur qui transmet les requêtes."),
        ("**Passerelle** désigne un serveur qui transmet.", "Passerelle", "un serveur qui transmet."),
        ("La **passerelle** est un serveur qui transmet.", "passerelle", "un serveur qui transmet."),
        ("1. **Passerelle** : serveur qui\n   transmet tout.", "Passerelle", "serveur qui transmet tout."),
    ],
)  # fmt: skip
def test_a_bold_term_with_what_it_is_is_a_definition(text: str, name: str, meaning: str) -> None:
    assert {entry.name: entry.definition for entry in terms(text).values()} == {name: meaning}


@pytest.mark.parametrize(
    "text",
    [
        "**Note:** all of this is only a draft.",
        "**Step 2:** open the file and read it.",
        "**Étape 3** : ouvrir le fichier puis lire.",
        "**Remarque :** ceci n'est pas une définition.",
        "**Author:** A. Smith",
        "**How it runs:** with all of the rights.",
        "**Query, Type**: the names that we chose here.",
        "**Gateway** forwards all of the requests.",
        "**Gateway** is mandatory in all of the cases.",
        "**Never open this file by hand when others work on it**: it breaks.",
        "**Really?** : that is what they all said.",
        "The **gateway**",
        "****: nothing at all stands in between.",
        "Somewhere **gateway**: a server that forwards requests.",
    ],
)
def test_other_bold_text_is_no_definition(text: str) -> None:
    assert terms(text) == {}


@pytest.mark.parametrize(
    ("head", "row", "name", "meaning"),
    [
        ("Term | Definition", "Gateway | a server that forwards. More.", "Gateway", "a server that forwards."),
        ("Terme | Définition", "Passerelle | serveur", "Passerelle", "serveur"),
        ("**Terms** | Meaning", "**Gateway** | a server", "Gateway", "a server"),
        ("Word | Kind | Description", "gateway | noun | a server", "gateway", "a server"),
        ("Notion | Explication", "`num_ctx` | le contexte de `k` \\| `n`", "num_ctx", "le contexte de `k` | `n`"),
        (
            "Term | Definition",
            "[Gateway](#gw) | a <b>server</b>, see [there](x.md)",
            "Gateway",
            "a server, see [there]",
        ),
        ("Term | Definition", "Result | what comes out", "", ""),
        ("Term | Definition", "Gateway |", "", ""),
        ("Term | Definition", " | a server", "", ""),
        ("Name | Definition", "port | a number", "", ""),
        ("Term | Number", "Gateway | 3", "", ""),
        ("Definition | Term", "a server | Gateway", "", ""),
    ],
)
def test_a_table_of_terms_is_read_row_by_row(head: str, row: str, name: str, meaning: str) -> None:
    rule = "|".join(["---"] * (head.count("|") + 1))
    found = terms(f"| {head} |\n|{rule}|\n| {row} |\n")
    assert {entry.name: entry.definition for entry in found.values()} == ({name: meaning} if name else {})


def test_a_table_of_abbreviations_gives_their_long_forms() -> None:
    table = "Sigle | Signification\n---|---\nTVA | Taxe sur la valeur ajoutée\nSI | système d'information\n"
    assert long_forms(table) == {"TVA": "Taxe sur la valeur ajoutée", "SI": "système d'information"}


def test_a_term_in_a_table_has_the_abbreviation_that_stands_beside_it() -> None:
    (entry,) = terms("Term | Definition\n---|---\nService level agreement (SLA) | a contract\n").values()
    assert (entry.name, entry.aliases, entry.definition) == ("Service level agreement", ("SLA",), "a contract")


def test_rows_of_a_table_belong_to_the_section_of_the_table() -> None:
    text = "# D\n\n## One\n\nText.\n\nTerm | Definition\n---|---\nGateway | a server\n\n## Two\n\nText.\n"
    assert terms(text)["Gateway"].source == "S1"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gateway\n:   a server", {"Gateway": "a server"}),
        ("**Passerelle**\n: serveur qui\n  transmet", {"Passerelle": "serveur qui transmet"}),
        ("Gateway\n:a server", {}),
        ("It reads: gateway\n: a server", {}),
        ("One line.\n: a server", {}),
    ],
)
def test_a_line_that_begins_with_a_colon_defines_the_line_above(text: str, found: dict[str, str]) -> None:
    assert {entry.name: entry.definition for entry in terms(text).values()} == found


def test_bold_text_before_several_different_texts_is_a_label() -> None:
    items = "".join(f"**Effect:** it does this and that {number}.\n\n" for number in range(3))
    assert terms(items) == {}
    assert set(terms("**Effect:** it does this and that.\n\n" * 3)) == {"Effect"}


def test_a_term_defined_with_its_abbreviation_is_one_entry() -> None:
    text = "**Service level objective (SLO)**: a target for a service.\n\nThe SLO (service level objective) holds.\n"
    (entry,) = terms(text).values()
    assert (entry.name, entry.aliases) == ("Service level objective", ("SLO",))
    assert entry.definition == "a target for a service."


def test_a_definition_beats_a_long_form_and_the_first_definition_the_second() -> None:
    text = (
        "The service level objective (SLO) counts.\n\n**SLO**: a target for a service.\n\n"
        "**SLO**: something else than a target.\n\nA slow loading object (SLO).\n"
    )
    assert terms(text)["SLO"] == GlossaryEntry(
        name="SLO", aliases=("service level objective",), definition="a target for a service.", source="S0"
    )


def test_the_configuration_beats_the_document_and_the_document_fills_in_the_rest() -> None:
    text = "# Doc\n\n**Github actions**: what runs when somebody pushes.\n"
    (first, second) = terms(text, "GitHub Actions", "Unused").values()
    assert first == GlossaryEntry(
        name="GitHub Actions", definition="what runs when somebody pushes.", source="configuration",
        aliases=(),
    )  # fmt: skip
    assert second == GlossaryEntry(name="Unused", source="configuration")


def test_configured_terms_come_first_and_count_once() -> None:
    assert list(terms("The service level objective (SLO).\n", "zebra", "Alpha", "ZEBRA")) == ["zebra", "Alpha", "SLO"]


def test_the_source_is_the_node_where_a_term_is_found() -> None:
    text = (
        "# Doc\n\nThe first time use (FTU).\n\n## A\n\n### B\n\n#### C\n\n##### D\n\n- The last time use (LTU).\n\n"
        "## E\n\n> **Gateway**: a server that forwards.\n"
    )
    assert {name: entry.source for name, entry in terms(text).items()} == {
        "FTU": "S", "LTU": "S1.1.1", "Gateway": "S2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("definition", "more", "plurals"),
    [
        ("**budget**: what may be spent at most.", "Two budgets.", ("budgets",)),
        ("**error budget**: what may go wrong still.", "Two error\nbudgets.", ("error budgets",)),
        ("**policy**: what is allowed and what not.", "Two policies.", ("policies",)),
        ("**index**: where to find which word.", "Indexes are large.", ("indexes",)),
        ("**journal** : liste de ce qui arrive.", "Les journaux.", ("journaux",)),
        ("**réseau privé** : ce qui relie nos machines.", "Les réseaux privés.", ("réseaux privés",)),
        ("**point d'accès** : ce qui ouvre le réseau.", "Les points d'accès.", ("points d'accès",)),
        ("The service level objective (SLO) counts.", "SLOs are service level objectives.",
         ("SLOs", "service level objectives")),
        ("**budget**: what may be spent at most.", "Budgetsx, xbudgets.", ()),
        ("The information technology (IT) counts.", "It is what its name says.", ()),
    ],
)  # fmt: skip
def test_plurals_are_those_that_the_document_writes(definition: str, more: str, plurals: tuple[str, ...]) -> None:
    (entry,) = terms(f"{definition}\n\n{more}\n").values()
    assert entry.plurals == plurals


def test_code_tables_and_headings_define_nothing() -> None:
    text = "# The last time use (LTU)\n\n```\nthe last time use (LTU)\n```\n\n| the last time use (LTU) |\n|---|\n"
    assert terms(text) == {}


def test_a_long_definition_is_cut_and_ends_with_its_first_sentence() -> None:
    (entry,) = terms("**Gateway**: " + "a server " * 100 + ". More.").values()
    assert len(entry.definition) <= 200
    assert entry.definition.endswith("server …")


def test_there_are_at_most_so_many_terms() -> None:
    text = "".join(f"**term{number}**: a thing that is number {number}.\n\n" for number in range(MOST + 50))
    assert len(terms(text)) == MOST
    assert len(terms("", *(f"c{number}" for number in range(MOST + 50)))) == MOST


def test_an_empty_document_has_the_configured_terms() -> None:
    assert glossary_of(read(""), (), ("A",)) == (GlossaryEntry(name="A", source="configuration"),)
