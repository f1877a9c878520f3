"""broken-reference: "clause 14" and « l'article 14 » where a document calls its own sections so and has no such one."""

from collections.abc import Callable

import pytest
from found_by import scan_of, texts
from growth import grows_linearly

from reviewer.scan.references.broken_reference import RULES

EN, FR = "broken-reference", "broken-reference-fr"
BODY = "The parties meet once in each year.\n\n"
USED = "The fees of clause 2 and the terms of clause 3 apply.\n\n"


def outline(word: str = "", last: int = 9) -> str:
    return "# Agreement\n\n" + "".join(f"## {word}{n}. Title{n}\n\n{BODY}" for n in range(1, last + 1))


def found(text: str) -> list[str]:
    return texts(RULES, EN, text) + texts(RULES, FR, text)


@pytest.mark.parametrize(
    ("text", "rule", "expected"),
    [
        (outline("Clause ") + "The rest follows from clause 14.\n", EN, "clause 14"),
        (outline("Article ") + "The rest follows from Article 14 (2).\n", EN, "Article 14"),
        (outline("Article ") + "Le reste découle de l'article 14.\n", FR, "article 14"),
        (outline("Article ") + "Voir les articles 3 et 12.\n", FR, "12"),
        (outline() + USED + "The rest follows from clause 14.\n", EN, "clause 14"),
        (outline() + USED + "Clause 14 below says more.\n", EN, "Clause 14"),
        (outline() + "Les articles 2 et 3 valent, sauf l'article 14 ci-dessous.\n", FR, "article 14"),
    ],
)
def test_a_clause_or_article_beyond_the_last_one_is_found(text: str, rule: str, expected: str) -> None:
    assert texts(RULES, rule, text) == [expected]
    assert found(text) == [expected]


def test_a_number_beside_the_subsections_of_its_clause_is_found() -> None:
    text = outline() + "## 10. More\n\n### 10.1 A\n\n### 10.2 B\n\n" + USED
    assert found(text + "It follows from clause 10.4 alone.\n") == ["clause 10.4"]
    assert found(text + "It follows from clause 3.4 alone.\n") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The rest follows from clause 9.",
        "The rest follows from clause 14 of the lease.",
        "The rest follows from ISO 9001, clause 14.",
        "The rest follows from clause 14 of ISO 9001.",
        "The rest follows from clause 14 thereof.",
        "Schedule 2, clause 14 says more.",
        "The Sale of Goods Act says this. So does clause 14.",
        "The rest follows from clause 140.",
        "The rest follows from clause 44.",
        "Clause 14 has been deleted.",
        "What was clause 14 of the old draft is now clause 3; see clause 14.",
        "It said: “the rest follows from clause 14”.",
        "> The rest follows from clause 14.",
        "**Clause 14.** The rest.\n\nSee clause 14.",
        "- 14.1 The rest.\n\n14.1 The rest.\n\nSee clause 14.",
        "`clause 14`",
    ],
)
def test_what_may_be_anothers_or_is_there_is_left_alone(sentence: str) -> None:
    assert found(outline("Clause ") + sentence + "\n") == []
    assert found(outline() + USED + sentence + "\n") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Le reste découle de l'article 14 du code civil.",
        "Le reste découle de l'article 14 de la loi.",
        "Le reste découle de l'article 14 du RGPD.",
        "La loi le prévoit. L'article 14 en dispose.",
        "Le reste découle de l'article 1134.",
        "Le reste découle de l'article L. 14.",
        "Le RGPD le prévoit en son article 14.",
        "See Article 14 GDPR. Article 14 is long.",
    ],
)
def test_articles_of_laws_are_left_alone(sentence: str) -> None:
    assert found(outline("Article ") + sentence + "\n") == []


@pytest.mark.parametrize(
    "text",
    [
        outline() + "The rest follows from clause 14.\n",
        outline() + "The terms of clause 3 apply. The rest follows from clause 14.\n",
        outline() + "Voir l'article 14.\n",
        "# Agreement\n\nThe fees of clause 2 and the terms of clause 3 apply, not clause 14.\n",
        outline("Article ").replace("# Agreement", "# Notes on Directive 2016/680") + "See Article 14.\n",
        outline("Article ") + "See clause 14.\n",
        "# A\n\n" + "".join(f"## {n}. T\n\n{BODY}" for n in (6, 7, 8)) + "Clauses 6 and 7 hold, clause 14 not.\n",
    ],
)
def test_a_document_that_does_not_call_its_sections_so_is_asked_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "unit", ["clause 2 ", "clause 14, ", "article ", "clause ", "Clause 14\n\n", "## Clause 3\n\n"]
)
def test_looking_for_clauses_takes_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(outline("Clause ") + unit * count)
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 300)
