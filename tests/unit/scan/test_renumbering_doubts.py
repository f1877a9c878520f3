"""No renumbering where the document speaks against it: dates, inserted numbers, other works, extracts, includes."""

from collections.abc import Callable

import pytest
from found_by import findings, repaired, scan_of
from growth import grows_linearly

from reviewer.scan.numbering.section_numbering import RULES

RULE = "section-numbering"
TEXT = "The clerk opened the meeting and read the notes of the last one to all.\n\n"


def row(*titles: str, title: str = "Agreement", intro: str = "") -> str:
    return f"# {title}\n\n{intro}" + "".join(f"## {one}\n\n{TEXT}" for one in titles)


def is_only_flagged(text: str) -> bool:
    items = findings(RULES, RULE, text)
    return bool(items) and not any(item.repairs for item in items)


@pytest.mark.parametrize(
    "numbers", [("1. Terms", "2. Fees", "4. Law"), ("1. Terms", "2. Fees", "2. Notices", "3. Law"), ("5. A", "5. B")]
)
def test_a_plain_document_is_renumbered(numbers: tuple[str, ...]) -> None:
    text = row(*numbers, intro="The parties agree on the sections that follow.\n\n")
    assert repaired(RULES, RULE, text) != text


@pytest.mark.parametrize(
    "days",
    [
        ("1 June", "2 June", "4 June"),
        ("1 June", "3 June"),
        ("1. Mai", "2. Mai", "4. Mai"),
        ("1er juin", "2 juin", "4 juin 2025", "5 juin"),
        ("1 de mayo", "2 de mayo", "4 de mayo"),
        ("1 maggio", "2 maggio", "4 maggio"),
        ("1 mei", "2 mei", "4 mei"),
        ("3 March", "4 March", "6 March", "1 April", "3 April", "4 April"),
        ("1 Dec.", "2 Dec.", "5 Dec."),
    ],
)
def test_dates_are_no_sequence(days: tuple[str, ...]) -> None:
    assert findings(RULES, RULE, row(*days)) == []


@pytest.mark.parametrize("title", ["3. May I sublet?", "3. Sept principes", "3. March on", "3. Mars"])
def test_a_title_that_reads_like_a_date_leaves_no_gap(title: str) -> None:
    assert findings(RULES, RULE, row("1. Terms", "2. Fees", title, "4. Law")) == []


def parts(first: tuple[str, ...], second: tuple[str, ...]) -> str:
    heads = "".join(f"### {one}\n\n{TEXT}" for one in first), "".join(f"### {one}\n\n{TEXT}" for one in second)
    return f"# Manual\n\n## Basics\n\n{heads[0]}## Advanced\n\n{heads[1]}"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("1. Start", "2. Stop", "4. Pause"), ("5. Tune", "6. Clean")),
        (("1. Start", "2. Stop", "3. Pause"), ("4. Tune", "6. Clean")),
        (("Article 1", "Article 2", "Article 4"), ("Article 5", "Article 6")),
    ],
)
def test_numbers_that_run_on_under_the_next_heading_are_not_renumbered_in_part(
    first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    assert is_only_flagged(parts(first, second))


def test_numbers_that_begin_again_under_each_heading_are_renumbered() -> None:
    text = parts(("1. Start", "2. Stop", "4. Pause"), ("1. Tune", "2. Clean"))
    assert repaired(RULES, RULE, text) == text.replace("4. Pause", "3. Pause")


@pytest.mark.parametrize("gone", ["[Revoked]", "(Revoked)", "Revoked", "[Rescinded]"])
def test_a_revoked_part_keeps_its_number_and_so_do_the_others(gone: str) -> None:
    assert is_only_flagged(row("1. Citation", f"2. {gone}", "3. Cards", "5. Loans"))


@pytest.mark.parametrize(
    "titles",
    [
        ("1. Nom", "2. But", "2 bis. Siège", "3. Membres"),
        ("Article 1 – Nom", "Article 2 – But", "Article 2 bis – Siège", "Article 3 – Membres"),
        ("Article 1", "Article 2", "Article 2 ter", "Article 3", "Article 4"),
        ("§ 1 Nom", "§ 2 But", "§ 2 bis Siège", "§ 3 Membres"),
        ("Article 1 A", "Article 2 B", "Article 2-1 C", "Article 3 D"),
        ("1. A", "2. B", "2A. C", "3. D"),
        ("Article L. 111-1", "Article L. 111-2", "Article L. 111-4"),
        ("1. A", "2. B", "3.–4. Spare", "5. D"),
        ("Article 1 A", "Article 2 B", "Articles 3 et 4", "Article 5 D"),
    ],
)
def test_inserted_numbers_ranges_and_articles_of_codes_are_sound(titles: tuple[str, ...]) -> None:
    assert findings(RULES, RULE, row(*titles)) == []


@pytest.mark.parametrize(
    "titles",
    [
        ("Article 1 A", "Article 2 B", "Article 2A C", "Article 4 D", "Article 5 E"),
        ("1. A", "2. B", "2A. C", "4. D", "5. E"),
        ("1 A", "2 B", "2a C", "3 D", "5 E"),
        ("Article 1", "Article 2", "Article 2 bis", "Article 4"),
        ("1. A", "2. B", "4. C", "4 bis. D"),
    ],
)
def test_a_gap_beside_an_inserted_number_is_only_flagged(titles: tuple[str, ...]) -> None:
    assert is_only_flagged(row(*titles))


def test_an_inserted_number_speaks_for_the_whole_document() -> None:
    text = "# Statuts\n\n## A\n\n### Article 1\n\n### Article 2\n\n### Article 2 bis\n\n## B\n\n#### Article 5\n\nx\n\n"
    assert is_only_flagged(f"{text}#### Article 7\n\nx\n")


@pytest.mark.parametrize(
    ("title", "intro"),
    [
        ("GDPR checklist", ""),
        ("RGPD : points à vérifier", ""),
        ("Notes on RFC 9110", ""),
        ("Gap analysis against ISO 9001:2015", ""),
        ("Reading notes on Capital", ""),
        ("Response to the consultation", ""),
        ("Title 17 (selected)", ""),
        ("Deed (extract)", ""),
        ("By-laws (consolidated)", ""),
        ("Deed (redacted for publication)", ""),
        ("Excerpt", ""),
        ("Code civil (extraits)", ""),
        ("Checklist", "We list the articles of the GDPR.\n\n"),
        ("Reply", "We answer the questions that affect our members.\n\n"),
        ("Reading", "Notes on the chapters that we read.\n\n"),
        ("By-law", "The following sections of By-law 12 are replaced:\n\n"),
        ("Loi", "Les articles suivants de la loi sont remplacés :\n\n"),
        ("Deed", "Clauses not relevant here are not reproduced.\n\n"),
        ("Deed", "Numbering follows the model agreement of the Law Society.\n\n"),
        ("Deed", "This extract shows the clauses that were negotiated.\n\n"),
        ("Deed", "Only clauses with findings are reported.\n\n"),
        ("Deed", "Clause numbers follow the standard.\n\n"),
        ("Deed", "Only selected sections are shown.\n\n"),
        ("Acte", "Les articles sans objet ne sont pas reproduits.\n\n"),
        ("Acte", "La numérotation suit celle du modèle.\n\n"),
        ("Deed", "[…]\n\n"),
        ("Deed", "(Repealed)\n\n"),
    ],
)
def test_numbers_of_a_larger_work_and_of_extracts_are_only_flagged(title: str, intro: str) -> None:
    assert is_only_flagged(row("1. Terms", "2. Fees", "4. Notices", title=title, intro=intro))


@pytest.mark.parametrize("title", ["…", "[...]", "Intentionally omitted", "[Redacted]", "(omis)"])
def test_a_heading_that_stands_for_what_is_left_out_forbids_it(title: str) -> None:
    assert is_only_flagged(row("1. Terms", "2. Fees", title, "4. Notices"))


def test_an_unnumbered_heading_above_the_row_may_name_another_document_but_a_topic_does_not() -> None:
    under = "## {}\n\n### 1 A\n\nx\n\n### 2 B\n\nx\n\n### 4 C\n\nx\n"
    assert is_only_flagged(f"# T\n\n{under.format('ISO 27001:2022')}")
    own = "# T\n\n## 1 Scope\n\nx\n\n## 2 GDPR\n\n### 2.1 A\n\nx\n\n### 2.3 B\n\nx\n"
    assert repaired(RULES, RULE, own) == own.replace("2.3", "2.2")


INCLUDES = (
    '{% include "03-timeouts.md" %}',
    "{% include_relative c.md %}",
    "{{< include c.md >}}",
    "{{#include c.md}}",
    "!include c.md",
    "<!-- include c.md -->",
    '--8<-- "c.md"',
    "![[Timeouts]]",
    "[!INCLUDE [x](c.md)]",
    "```{include} c.md\n```",
)


@pytest.mark.parametrize("mark", INCLUDES)
def test_no_number_is_missing_where_another_text_comes_in(mark: str) -> None:
    head, tail = row("1 Scope", "2 Limits"), f"## 4 Retries\n\n{TEXT}"
    assert findings(RULES, RULE, f"{head}{mark}\n\n{tail}") == []
    assert is_only_flagged(f"{head}{tail}## 5 Logging\n\n{mark}\n")


@pytest.mark.parametrize("mark", ['`{% include "c.md" %}`', "```text\n!include c.md\n```", "![[plan.png]]"])
def test_an_include_that_is_an_example_or_a_picture_changes_nothing(mark: str) -> None:
    text = f"{row('1 Scope', '2 Limits')}{mark}\n\n## 4 Retries\n\n{TEXT}"
    assert repaired(RULES, RULE, text) != text


@pytest.mark.parametrize(
    "tail",
    [
        "See [Timeouts](03-timeouts.md), which is maintained apart.",
        "See [Timeouts](parts/3_timeouts.md#x).",
        "See [Retries](4-retries.md).",
        "<!-- ## 3 Timeouts\n\nto be written -->",
    ],
)
def test_a_file_or_comment_that_has_the_number_holds_it(tail: str) -> None:
    assert is_only_flagged(row("1 Scope", "2 Limits", "4 Retries") + tail + "\n")


@pytest.mark.parametrize(
    "tail", ["See [x](2024-plan.md).", "See [x](https://a.org/3-x.html).", "![x](3-x.png)", "See [x](a3.md)."]
)
def test_other_links_do_not(tail: str) -> None:
    assert not is_only_flagged(row("1 Scope", "2 Limits", "4 Retries") + tail + "\n")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fees (Option A)", "Fees (Option B)"),
        ("The fees", "The fees, if any"),
        ("Monthly rates [Alternative 1]", "Yearly rates [Alternative 2]"),
        ("Prix, variante courte", "Droits"),
        ("Draft by the seller", "Text of the buyer"),
    ],
)
def test_alternatives_share_a_number(one: str, other: str) -> None:
    assert is_only_flagged(row("1. Terms", f"2. {one}", f"2. {other}", "3. Law"))


def test_so_do_a_text_and_its_translation() -> None:
    english = "## 2. Fees\n\nThe fees are those that the council has set for the year, and they must be paid.\n\n"
    french = "## 2. Prix\n\nLes prix sont ceux que le conseil a fixés pour l'année, et ils doivent être payés.\n\n"
    assert is_only_flagged(f"# A\n\n## 1. Terms\n\n{TEXT}{english}{french}## 3. Law\n\n{TEXT}")


def test_numbers_that_are_given_in_pairs_are_those_of_two_languages() -> None:
    titles = ("1. Purpose", "1. Objet", "2. Fees", "2. Prix", "3. Law", "3. Droit")
    assert findings(RULES, RULE, row(*titles)) == []
    below = "## 1. A\n\n### 1.1 B\n\nx\n\n## 1. C\n\n### 1.1 D\n\nx\n\n## 2. E\n\nx\n\n## 2. F\n\nx\n"
    assert findings(RULES, RULE, below) == []


FEES = (
    "2. Fees\n\nThe fees are those that the council has set for the year.",
    "2. Prix\n\nLes prix sont ceux que le conseil a fixés pour l'année.",
)
LAW = (
    "3. Law\n\nThis is the law that is to be applied by the court.",
    "3. Droit\n\nVoici la loi qui est appliquée par le tribunal et ses juges.",
)


@pytest.mark.parametrize(
    "titles",
    [
        ("1. Terms", *FEES, *LAW, "4. End"),
        ("1. Terms", "2. Fees (EN)", "2. Prix (FR)", "3. Law (EN)", "3. Droit (FR)"),
        ("1. Terms", "2. Fees – English", "2. Prix – Français", "3. Law – English", "3. Droit – Français"),
        ("1. Terms", "2. Working hours", "2. Durée du travail", "3. Law of the sea", "3. Droit de la mer"),
    ],
)
def test_a_row_that_is_paired_in_part_is_bilingual_where_the_twins_languages_differ(titles: tuple[str, ...]) -> None:
    assert findings(RULES, RULE, row(*titles)) == []


@pytest.mark.parametrize(
    "titles",
    [
        ("1. A", "2. B", "2. C", "3. D", "3. E"),
        ("1. Scope", "2. Working hours", "2. Holidays", "3. Wages", "3. Law of the sea"),
        ("1. Objet", "2. Durée du travail", "2. Congés payés", "3. Salaire", "3. Droit de la mer"),
    ],
)
def test_pairs_in_one_language_are_repetitions(titles: tuple[str, ...]) -> None:
    items = findings(RULES, RULE, row(*titles))
    assert [(item.text, item.repairs) for item in items] == [("2", ()), ("3", ())]


def test_a_comment_may_tell_the_languages_of_the_twins() -> None:
    text = row("1. A", "2. B", "2. C", "3. D", "3. E")
    for title in ("2. B", "3. D"):
        text = text.replace(f"## {title}", f"<!-- lang: en -->\n\n## {title}")
    for title in ("2. C", "3. E"):
        text = text.replace(f"## {title}", f"<!-- lang: fr -->\n\n## {title}")
    assert "lang: fr" in text
    assert findings(RULES, RULE, text) == []


def test_a_single_pair_is_found() -> None:
    (item,) = findings(RULES, RULE, row("1. A", "2. B", "2. C", "3. D"))
    assert item.message.startswith("number 2 is given twice")


@pytest.mark.parametrize(
    "unit",
    [
        "sections ",
        "only the ",
        "numbering ",
        "clauses not ",
        "…\n\n",
        "![[",
        "{% include",
        "[a](1-b.md) ",
        "## 2A x\n\n",
    ],
)
def test_reading_a_document_for_doubts_takes_linear_time(unit: str) -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of(row("1 Scope", "2 Limits", "4 Retries", intro=unit * count + "\n\n"))
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 500)


def test_many_paired_and_repeated_numbers_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        scan = scan_of("# T\n\n" + "".join(f"## {n % 900}. A\n\n## {n % 900}. B\n\n" for n in range(count)))
        return lambda: [list(rule.find(scan)) for rule in RULES]

    assert grows_linearly(prepare, 200)
