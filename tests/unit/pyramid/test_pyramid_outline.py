"""Which nodes a document has, and what each of them reads."""

import pytest
from pyramid_desk import jobs_of, read

from reviewer.pyramid.outline import NodeIndex, pyramid_jobs

WHOLE = (
    "Before.\n\n# Doc\n\nIntro.\n\n## One\n\nFirst.\n\n### Deep\n\nDeeper.\n\n#### Deepest\n\nBottom.\n\n"
    "## Two\n\nSecond.\n"
)


def shape(text: str, levels: int = 4) -> dict[str, tuple[int, str, tuple[str, ...]]]:
    return {name: (job.level, job.text, job.children) for name, job in jobs_of(text, levels).items()}


def test_a_single_first_level_heading_is_the_abstract_and_its_sections_are_level_one() -> None:
    assert shape(WHOLE) == {
        "S1.1.1": (3, "Bottom.", ()),
        "S1.1": (2, "Deeper.", ("S1.1.1",)),
        "S0": (1, "Before.", ()),
        "S1": (1, "First.", ("S1.1",)),
        "S2": (1, "Second.", ()),
        "S": (0, "Intro.", ("S0", "S1", "S2")),
    }


def test_several_first_level_headings_are_level_one_below_an_abstract_without_text() -> None:
    assert shape("# A\n\nOf a.\n\n## Sub\n\nOf sub.\n\n# B\n\nOf b.\n") == {
        "S1.1": (2, "Of sub.", ()),
        "S1": (1, "Of a.", ("S1.1",)),
        "S2": (1, "Of b.", ()),
        "S": (0, "", ("S1", "S2")),
    }


def test_the_abstract_has_the_title_of_the_section_that_holds_everything() -> None:
    whole, several = jobs_of("# Doc\n\nText.\n")["S"], jobs_of("# A\n\nText.\n\n# B\n\nText.\n")["S"]
    assert (whole.heading, whole.anchor) == ("Doc", "doc")
    assert (several.heading, several.anchor) == ("", "")


def test_each_level_less_drops_the_deepest_and_folds_its_text_with_its_titles_into_the_level_above() -> None:
    assert shape(WHOLE, 3) == {
        "S1.1": (2, "Deeper.\n\nDeepest: Bottom.", ()),
        "S0": (1, "Before.", ()),
        "S1": (1, "First.", ("S1.1",)),
        "S2": (1, "Second.", ()),
        "S": (0, "Intro.", ("S0", "S1", "S2")),
    }
    assert shape(WHOLE, 2) == {
        "S0": (1, "Before.", ()),
        "S1": (1, "First.\n\nDeep: Deeper.\n\nDeepest: Bottom.", ()),
        "S2": (1, "Second.", ()),
        "S": (0, "Intro.", ("S0", "S1", "S2")),
    }
    assert shape(WHOLE, 1) == {
        "S": (
            0,
            "Before.\n\nIntro.\n\nOne: First.\n\nDeep: Deeper.\n\nDeepest: Bottom.\n\nTwo: Second.",
            (),
        ),
    }


def test_headings_below_level_three_fold_into_it() -> None:
    text = "# A\n\n## B\n\n### C\n\nOf c.\n\n#### D\n\nOf d.\n\n##### E\n\nOf e.\n\n###### F\n\nOf f.\n\n# Z\n\nOf z.\n"
    assert shape(text)["S1.1.1"] == (3, "Of c.\n\nD: Of d.\n\nE: Of e.\n\nF: Of f.", ())


def test_a_section_counts_from_its_parent_however_many_heading_levels_it_skips() -> None:
    assert shape("# Doc\n\n#### Far down\n\nText.\n")["S1"] == (1, "Text.", ())


def test_a_section_that_has_only_subsections_with_prose_is_a_node_without_text() -> None:
    assert shape("# Doc\n\n## Holder\n\n### Held\n\nText.\n")["S1"] == (1, "", ("S1.1",))


def test_a_document_of_headings_alone_has_an_abstract_alone() -> None:
    for levels in (1, 2, 3, 4):
        assert shape("# A\n\n## B\n\n### C\n\n#### D\n", levels) == {"S": (0, "", ())}


def test_an_empty_document_has_an_empty_abstract() -> None:
    for levels in (1, 2, 3, 4):
        assert shape("", levels) == {"S": (0, "", ())}


def test_code_tables_html_and_front_matter_are_no_prose() -> None:
    text = "---\ntitle: T\n---\n\n# A\n\n```\ncode\n```\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n<div>\nhtml\n</div>\n"
    assert shape(text) == {"S": (0, "", ())}


def test_list_items_quotes_and_footnotes_are_prose_without_their_marks() -> None:
    text = "# A\n\n- one\n  more\n- two\n\n> three\n> four\n\nText[^1].\n\n[^1]: Five.\n"
    assert shape(text)["S"][1] == "one more\n\ntwo\n\nthree four\n\nText.\n\nFive."


def test_inline_code_and_formulas_are_read_and_addresses_tags_and_comments_are_not() -> None:
    text = "# A\n\nSet `num_ctx` to $2^{13}$, see [the guide](https://example.org/g), <b>now</b><!-- later -->.\n"
    assert shape(text)["S"][1] == "Set `num_ctx` to $2^{13}$, see [the guide], now."


def test_line_ends_of_any_kind_are_spaces() -> None:
    assert shape("# A\r\n\r\none\r\n`two`\r\n")["S"][1] == "one `two`"


@pytest.mark.parametrize("levels", [0, 5, -1])
def test_other_numbers_of_levels_are_refused(levels: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 levels"):
        pyramid_jobs(read("text"), levels)


def test_a_place_belongs_to_the_deepest_section_that_has_a_node() -> None:
    text = "# Doc\n\nIntro.\n\n## One\n\n### Empty\n\n### Deep\n\nText.\n\n## Two\n\nMore.\n"
    nodes = NodeIndex(pyramid_jobs(read(text), 4))
    at = {word: nodes.at(text.index(word)) for word in ("# Doc", "Intro", "## One", "### Empty", "### Deep", "More")}
    assert {word: node.node_id if node else None for word, node in at.items()} == {
        "# Doc": "S", "Intro": "S", "## One": "S1", "### Empty": "S1", "### Deep": "S1.2", "More": "S2",
    }  # fmt: skip


def test_there_is_no_node_outside_the_document() -> None:
    nodes = NodeIndex(pyramid_jobs(read("# A\n"), 4))
    assert nodes.at(3) is not None
    assert nodes.at(4) is None
    assert nodes.at(-1) is None
    assert NodeIndex(pyramid_jobs(read(""), 4)).at(0) is None
    assert NodeIndex(()).at(0) is None
