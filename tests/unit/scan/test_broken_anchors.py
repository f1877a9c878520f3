"""broken-anchor: dead in-document links and the one target that is obviously meant."""

from collections.abc import Callable

import pytest
from found_by import findings, repaired, scan_of, texts
from growth import grows_linearly

from reviewer.scan.references.broken_anchor import RULES

RULE = "broken-anchor"


def dead(text: str) -> list[str]:
    return texts(RULES, RULE, text)


def mended(text: str) -> str:
    return repaired(RULES, RULE, text)


HEADINGS = (
    "# Guide\n\n## Plan — synthèse\n\n## 2.1 Error handling\n\n## The `to_local` output\n\n## Key exchange (draft)\n\n"
)


@pytest.mark.parametrize(
    "link",
    [
        "[a](#plan--synthèse)",
        "[a](#plan--synth%C3%A8se)",
        "[a](#21-error-handling)",
        "[a](#the-to_local-output)",
        "[a](#)",
        "[a](#top)",
        "[a](other.md#nowhere)",
        "[a](https://example.org/#nowhere)",
        "`[a](#nowhere)`",
        "```\n[a](#nowhere)\n```",
        "[a](#/route) [b](#!page) [c](#:~:text=x)",
        "![a](#nowhere)",
        '<a id="nowhere"></a> [a](#nowhere)',
        "## Extra {#nowhere}\n\n[a](#nowhere)",
        "[a][b]\n\n[b]: #guide",
    ],
)
def test_live_links_and_other_targets_are_left_alone(link: str) -> None:
    assert dead(HEADINGS + link + "\n") == []


@pytest.mark.parametrize(
    ("fragment", "target"),
    [
        ("#plan-synthèse", "#plan--synthèse"),
        ("#plan--synthese", "#plan--synthèse"),
        ("#Guide", "#guide"),
        ("#errorHandling", "#21-error-handling"),
        ("#error-handling", "#21-error-handling"),
        ("#21-error-handlnig", "#21-error-handling"),
        ("#the-to-local-output", "#the-to_local-output"),
        ("#the%20to_local%20output", "#the-to_local-output"),
    ],
)
def test_one_obvious_target_is_proposed(fragment: str, target: str) -> None:
    text = f"{HEADINGS}[here](#guide) and [there]({fragment}) and [x](#top)\n"
    assert mended(text) == text.replace(fragment, target)
    (item,) = findings(RULES, RULE, text)
    assert item.text == fragment
    assert [repair.kind for repair in item.repairs] == ["link"]


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("[Error handling](#faults)", "#21-error-handling"),
        ("[2.1 Error handling](#faults)", "#21-error-handling"),
        ("[Key exchange](#key-exchange)", "#key-exchange-draft"),
    ],
)
def test_the_title_as_link_text_names_the_target(link: str, target: str) -> None:
    assert mended(f"{HEADINGS}{link} [x](#guide)\n").count(f"({target})") == 1


@pytest.mark.parametrize(
    "link",
    ["[x](#nothing-like-it)", "[x](#12-error-handling-of-old)", "[Guide](#the-to_local-outputs)", "[x](#key-exchange)"],
)
def test_no_target_is_guessed(link: str) -> None:
    text = f"{HEADINGS}{link} [y](#guide)\n"
    assert len(dead(text)) == 1
    assert mended(text) == text


def test_two_possible_targets_are_not_decided() -> None:
    text = "# Set up\n\n# Setup\n\n[x](#set_u-p) [y](#setup)\n"
    assert dead(text) == ["#set_u-p"]
    assert mended(text) == text


def test_opposites_one_letter_apart_at_the_start_are_not_confused() -> None:
    text = "# Inbound\n\n# Format 2\n\n[x](#unbound) [y](#format-3) [z](#inbound)\n"
    assert mended(text) == text


def test_an_anchor_set_by_hand_that_nobody_uses_may_itself_be_wrong() -> None:
    text = '<a name="type-unon"></a>\n\n# A\n\n[x](#type-union) [y](#a)\n'
    assert dead(text) == ["#type-union"]
    assert mended(text) == text


def test_definitions_are_checked_and_only_advised_on() -> None:
    text = '# Late fees\n\n[x][f] [y](#late-fees)\n\n[f]: #late_fees "Fees"\n'
    (item,) = findings(RULES, RULE, text)
    assert (item.text, item.repairs) == ("#late_fees", ())
    assert item.advice is not None
    assert item.advice.after_text == "#late-fees"


@pytest.mark.parametrize(
    ("heading", "link"),
    [
        ("Model", "[Modal](#modal)"),
        ("Model", "[the `modal`](#modal)"),
        ("Model", "[Modals](#modal)"),
        ("Model", "[Modal][m]\n\n[m]: #modal"),
        ("Model", "[modal]\n\n[modal]: #modal"),
        ("Format grammar", "[Formal grammar](#formal-grammar)"),
        ("Expert functions", "[Export](#export-functions)"),
        ("Clients setup", "[Client setup](#client-setup)"),
    ],
)
def test_where_text_and_fragment_agree_the_section_is_missing(heading: str, link: str) -> None:
    (item,) = findings(RULES, RULE, f"# Guide\n\n## {heading}\n\n[g](#guide) {link}\n")
    assert (item.repairs, item.advice) == ((), None)


@pytest.mark.parametrize("text", ["Model", "the models", "here", "1"])
def test_a_slip_in_the_fragment_alone_is_mended(text: str) -> None:
    source = f"# Guide\n\n## Model\n\n[{text}](#modle) [g](#guide)\n"
    assert mended(source) == source.replace("#modle", "#model")


@pytest.mark.parametrize(
    ("heading", "fragment"),
    [
        ("2023 budget", "2024-budget"),
        ("3. Fees", "2-fees"),
        ("Level 2 rules", "level-2-3-rules"),
        ("Fees", "2-fees"),
        ("Release 1.2", "release-21"),
    ],
)
def test_a_number_is_never_another_number(heading: str, fragment: str) -> None:
    text = f"# Guide\n\n## {heading}\n\n[it](#{fragment}) [g](#guide)\n"
    (item,) = findings(RULES, RULE, text)
    assert (item.text, item.repairs, item.advice) == (f"#{fragment}", (), None)


@pytest.mark.parametrize(
    ("heading", "link"),
    [("Phase 2", "[Phase 2](#phase-3)"), ("5. Checks", "[4. Checks](#4-checks)"), ("TLS 1.3", "[TLS 1.3](#tls-14)")],
)
def test_the_title_beside_another_number_is_advice(heading: str, link: str) -> None:
    (item,) = findings(RULES, RULE, f"# Guide\n\n## {heading}\n\n{link} [g](#guide)\n")
    assert item.repairs == ()
    assert item.advice is not None


def test_a_number_that_the_title_has_no_more_is_dropped_where_the_link_shows_the_title() -> None:
    text = "# Guide\n\n## Token format\n\n[Token format](#62-token-formats) [g](#guide)\n"
    assert mended(text) == text.replace("#62-token-formats", "#token-format")


def test_the_same_digits_are_the_same_number() -> None:
    text = "# Guide\n\n## Move to 2.4\n\n[m](#move-to-2-4) [g](#guide)\n"
    assert mended(text) == text.replace("#move-to-2-4", "#move-to-24")


def test_in_a_table_the_target_is_advice_only() -> None:
    text = "# Late fees\n\n[y](#late-fees)\n\n| a |\n|---|\n| [x](#Late-Fee) |\n"
    (item,) = findings(RULES, RULE, text)
    assert (item.line, item.repairs) == (7, ())
    text = text.replace("#Late-Fee)", "#latefees)")
    (item,) = findings(RULES, RULE, text)
    assert (item.repairs, item.withheld) == ((), True)
    assert item.advice is not None
    assert item.advice.after_text == "#late-fees"


def test_only_the_fragment_is_replaced() -> None:
    text = "# Éléments\n\n😀 [x](<#elements> 'title') [y](#éléments)\r\n"
    assert mended(text) == text.replace("<#elements>", "<#éléments>")


def test_an_emoji_leaves_no_hyphen_and_a_sign_leaves_one() -> None:
    text = "# A §1 B\n\n# 🚀 Start\n\n# ready🚀set\n\n[s](#a-1-b) [e](#-start) [m](#ready-set)\n"
    assert dead(text) == ["#ready-set"]
    assert mended(text) == text.replace("#ready-set", "#readyset")


@pytest.mark.parametrize(
    "text",
    [
        "# Coûts et délais\n\n# Été\n\n[a](#couts-et-delais) [b](#ete)\n",
        "# Set & get\n\n# Plan — B\n\n# C\n\n[a](#set-get) [b](#plan-b) [c](#c)\n",
        "# Settings Keys\n\n# Merging\n\n[a](#Settings_Keys) [b](#Merging)\n",
        "# Errors\n\n# Errors\n\n[a](#errors) [b](#errors_1)\n",
    ],
)
def test_documents_for_other_renderers_are_left_alone(text: str) -> None:
    assert dead(text) == []


def test_in_a_document_for_another_renderer_only_what_is_dead_there_too_is_told() -> None:
    text = "# Set & get\n\n# Plan — B\n\n[a](#set-get) [b](#plan-b) [c](#c-c)\n"
    assert dead(text) == ["#c-c"]
    assert mended(text) == text


def test_where_other_files_are_included_only_obvious_targets_are_told() -> None:
    text = "# Late fees\n\n{% include more.md %}\n\n[a](#late_fees) [b](#from-the-other-file) [c](#late-fees)\n"
    assert dead(text) == ["#late_fees"]


def test_an_include_shown_in_code_changes_nothing() -> None:
    text = "# Late fees\n\n```\n{% include more.md %}\n```\n\n[b](#from-the-other-file) [c](#late-fees)\n"
    assert dead(text) == ["#from-the-other-file"]


def test_accents_are_mended_where_other_links_keep_theirs() -> None:
    text = "# Coûts\n\n# Été\n\n[a](#couts) [b](#été)\n"
    assert mended(text) == text.replace("#couts", "#coûts")


@pytest.mark.parametrize(
    "text",
    [
        "It says “see [the guide](#giude) first”.",
        'It says "[the guide](#giude)".',
        'Il écrit " voir [le guide](#giude) ".',
        "It says <q>see [the guide](#giude)</q>.",
        "> See [the guide](#giude) first.",
        "## Bad\n\nSee [the guide](#giude) first.",
        "## Wrong\n\n### Links\n\nSee [the guide][g] first.\n\n[g]: #giude",
        "Bad: see [the guide](#giude) first.",
        "<blockquote>\n\nSee [the guide](#giude).\n\n</blockquote>",
    ],
)
def test_a_link_in_a_quotation_or_a_bad_example_gets_advice_and_no_repair(text: str) -> None:
    (item,) = findings(RULES, RULE, f"# Guide\n\n{text}\n")
    assert (item.text, item.repairs) == ("#giude", ())
    assert item.advice is not None
    assert item.advice.after_text == "#guide"


def test_a_link_beside_a_quotation_is_mended() -> None:
    text = "# Guide\n\n“No.” See [the guide](#giude), not “yes”.\n\n> **Note:** see [it](#giude).\n"
    assert mended(text) == text.replace("#giude", "#guide")


def test_thousands_of_dead_links_take_linear_time() -> None:
    def prepare(count: int) -> Callable[[], object]:
        heads = "".join(f"## Option name number {i:04d}x\n\n" for i in range(count))
        links = "".join(f"[x](#option-name-nmuber-{i:04d}y) [y](#option-name-number-{i:04d}x)\n" for i in range(count))
        scan = scan_of(heads + links)
        return lambda: found.append(sum(1 for _ in RULES[0].find(scan)))

    found: list[int] = []
    assert grows_linearly(prepare, 400)
    assert set(found) == {400, 1600}


def test_a_link_that_keeps_the_titles_capitals_is_repaired_where_other_links_are_githubs() -> None:
    text = "# Alpha Beta\n\n## Retry Policy\n\n## Dead Letters\n\nGo [here](#Retry-Policy){}.\n"
    for beside in ("", ", and [there](#alpha-beta)"):
        (alone,) = findings(RULES, RULE, text.format(beside))
        assert (alone.repairs, alone.advice and alone.advice.after_text) == ((), "#retry-policy")
    beside = text.format(", and [there](#alpha-beta), and [so on](#dead-letters)")
    assert mended(beside) == beside.replace("#Retry-Policy", "#retry-policy")


@pytest.mark.parametrize("fragment", ["L7", "L30-L31", "L3C24-L88"])
def test_lines_of_a_file_on_github_are_no_anchors(fragment: str) -> None:
    assert dead(f"# A\n\n[x](#{fragment}) and [y](#{fragment}x)\n") == [f"#{fragment}x"]
