"""Inputs that once got a wrong answer: false alarms, missed defects, repairs that would have done harm."""

import pytest
from scan_cases import found, parsed, repaired, texts

ENGLISH = "The server reads the file and it will be closed by the client when that is over."
NUMBERED = f"# Doc\n\n## 1 Intro\n\n{ENGLISH}\n\n## 2 Work\n\n{{}}\n"
ROWS = "| m | d |\n|---|---|\n| a | 1 |\n| b | 1 |\n| c | 1 |\n"


@pytest.mark.parametrize(
    "text",
    [
        "# API\n\nNotre langage.\n",
        f"{ENGLISH}\n\n*Choix de langage*\n",
        f"{ENGLISH} They are from the Laboratoire de langage et projet.\n",
        f"{ENGLISH}\n\nL'interface du langage retenu est simple.\n",
        "- Langage\n- Notes\n",
    ],
)
def test_a_word_that_is_right_in_french_is_no_misspelling_outside_clear_english(text: str) -> None:
    assert texts(text, "misspelling") == []


@pytest.mark.parametrize(
    "word", ["{{ recieve }}", "{% recieve %}", "{{< recieve >}}", "[[recieve]]", "--recieve", "-recieve", "^recieve"]
)
def test_templates_wiki_links_options_and_block_ids_are_not_spelt(word: str) -> None:
    assert texts(f"{ENGLISH} It has {word} in it.\n", "misspelling") == []


def test_a_letter_with_a_combining_accent_is_not_cut_off_its_word() -> None:
    assert texts(f"{ENGLISH} It is recieve\u0301 and e\u0301recieve.\n", "misspelling") == []


@pytest.mark.parametrize("word", ["_recieve_", "<b>recieve</b>", "<span>recieve</span>"])
def test_emphasis_by_underscores_and_text_tags_do_not_hide_a_misspelling(word: str) -> None:
    text = f"{ENGLISH} We {word} it.\n"
    assert repaired(text, "misspelling") == text.replace("recieve", "receive")


def test_a_key_cap_is_still_code() -> None:
    assert texts(f"{ENGLISH} Press <kbd>recieve</kbd> then.\n", "misspelling") == []


def test_a_slip_for_the_is_mended_however_often_it_stands() -> None:
    text = "\n\n".join(f"Part {n} has teh error." for n in range(7)) + "\n"
    assert repaired(text, "misspelling") == text.replace("teh", "the")


def test_the_code_of_an_mdx_export_is_never_edited() -> None:
    text = f"export const words = {{\n  teh: 1,\n}}\n\n{ENGLISH}\n"
    assert repaired(text, "misspelling") == text


def test_spanish_or_portuguese_looking_words_do_not_hide_english() -> None:
    assert texts("Para line\n[x]: not a definition since in a paragraph teh\n", "misspelling") == ["teh"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This is a a test of it.\n", ["a a"]),
        ("Il pense à à peu près tout.\n", ["à à"]),
        ("Vectors a a b.\n", []),
        ("Use {% raw raw %} here.\n", []),
        ("It is the the\u0301 end.\n", []),
    ],
)
def test_doubled_words_of_one_letter_and_in_templates(text: str, expected: list[str]) -> None:
    assert texts(text, "doubled-word") == expected


def test_a_doubled_word_in_a_heading_that_is_linked_to_is_only_reported() -> None:
    text = "## Of the the end\n\nSee [it](#of-the-the-end).\n"
    assert texts(text, "doubled-word") == ["the the"]
    assert repaired(text, "doubled-word") == text


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Sections 7-8 apply.", ["Sections 7", "8"]),
        ("See §§ 7-8.", ["§§ 7", "8"]),
        ("See Sec. 9.", ["Sec. 9"]),
        ("It took 30 sec. 9 times.", []),
        ("See _Section 9_.", ["Section 9"]),
        ("Section 9's rules.", ["Section 9"]),
        ("See Section&nbsp;9.", ["Section&nbsp;9"]),
        ("When a user is deleted, see Section 9.", ["Section 9"]),
        ("Data removed by hand: Section 9 says how.", ["Section 9"]),
        ("Section 9 was removed. Sections 7 and 8 have been deleted.", []),
        ("Removed: Section 9.", []),
        ("Section 9-1 and Sections 2-1.", []),
        ("Sections 6-1 and 6-2.", []),
    ],
)
def test_references_in_other_clothes(sentence: str, expected: list[str]) -> None:
    text = NUMBERED.format(sentence)
    assert texts(text, "broken-reference") == expected


def test_section_signs_number_headings() -> None:
    assert [s.number for s in parsed("# § 1 A\n\n# §2 B\n\n# § 2.1\n").sections[1:]] == ["1", "2", "2.1"]


@pytest.mark.parametrize(
    "text",
    [
        "_Figure 1. One_\n\n_Figure 3. Three_\n",
        "Figure&nbsp;1&nbsp;: un\n\nFigure&nbsp;3&nbsp;: trois\n",
    ],
)
def test_captions_in_underscores_and_with_entities_count(text: str) -> None:
    assert len(found(text, "figure-sequence")) == 1


@pytest.mark.parametrize(
    "claim",
    [
        "It has **five** modules:",
        "It has five (5) modules:",
        "It has 5\u00a0modules:",
        "Il y a cinq\u202fmodules :",
    ],
)
def test_claims_in_other_clothes_are_compared_with_the_table(claim: str) -> None:
    assert len(found(f"{claim}\n\n{ROWS}", "number-contradiction")) == 1


@pytest.mark.parametrize(
    "claim",
    [
        "It has 3 to 5 modules:",
        "It has between 3 and 5 modules:",
        "It has 2–5 modules:",
        "It takes 5 MB files:",
        "Il y a plus de cinq modules :",
        "It has up to five modules:",
    ],
)
def test_ranges_bounds_and_units_are_no_claims(claim: str) -> None:
    assert found(f"{claim}\n\n{ROWS}", "number-contradiction") == []


def test_a_row_that_is_short_in_a_small_table_is_reported() -> None:
    assert texts("| a | b | c |\n|---|---|---|\n| 1 | 2 |\n", "table-columns") == ["| 1 | 2 |"]


def test_kramdown_attributes_under_a_table_are_no_row_to_complain_about() -> None:
    assert texts("| a | b |\n|---|---|\n| 1 | 2 |\n{: .wide}\n", "table-columns") == []


@pytest.mark.parametrize(
    ("link", "target"),
    [("#ete-a-paris", "#été-à-paris"), ("#plan-b", "#plan--b"), ("#Late-fees", "#late-fees")],
)
def test_one_dead_link_is_told_even_where_another_renderer_would_know_it(link: str, target: str) -> None:
    (item,) = found(f"# Été à Paris\n\n# Plan — B\n\n# Late fees\n\n[x]({link})\n", "broken-anchor")
    assert item.text == link
    assert target in item.message or item.advice is None


@pytest.mark.parametrize(
    "text",
    [
        '<h1 align="center">\n  My <b>Tool</b>\n</h1>\n\n[up](#my-tool)\n',
        "# A {: #here }\n\n[x](#here)\n",
        "Text.\n{: #here}\n\n[x](#here)\n",
        "[](){#here} [x](#here)\n",
        "(here)=\n# A\n\n[x](#here)\n",
    ],
)
def test_html_headings_and_attributes_of_other_dialects_are_live_anchors(text: str) -> None:
    assert texts(text, "broken-anchor") == []


def test_a_leftover_may_be_wrapped() -> None:
    assert texts("As an AI\nlanguage model, I cannot do so.\n", "ai-leftover") == ["As an AI"]
