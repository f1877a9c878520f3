"""Sections: ids, anchors, spans, titles."""

import pytest

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.markdown.structure import structure
from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"))


def headings(text: str) -> list[tuple[str, int, str]]:
    return [(s.id, s.level, s.title) for s in read(text).sections[1:]]


def test_a_single_first_heading_of_level_one_is_s_itself() -> None:
    assert headings("# Doc\n\n## One\n\n### Deep\n\n## Two\n") == [
        ("S", 1, "Doc"), ("S1", 2, "One"), ("S1.1", 3, "Deep"), ("S2", 2, "Two"),
    ]  # fmt: skip


def test_several_roots_are_numbered_from_one() -> None:
    assert headings("# A\n\n## B\n\n# C\n") == [("S1", 1, "A"), ("S1.1", 2, "B"), ("S2", 1, "C")]


def test_a_heading_of_level_one_after_another_root_is_no_whole() -> None:
    assert headings("## Early\n\n# Late\n\n## Sub\n") == [("S1", 2, "Early"), ("S2", 1, "Late"), ("S2.1", 2, "Sub")]


def test_a_skipped_level_still_counts_children_from_one() -> None:
    assert headings("# A\n\n#### B\n\n## C\n") == [("S", 1, "A"), ("S1", 4, "B"), ("S2", 2, "C")]


def test_the_preamble_is_always_first_even_when_empty() -> None:
    empty, full = read("# A\n"), read("Intro.\n\nMore.\n\n# A\n")
    assert (empty.sections[0].id, empty.sections[0].anchor, empty.sections[0].span) == ("S0", "top", Span(0, 0))
    assert full.document.text[slice(*full.sections[0].span)] == "Intro.\n\nMore.\n\n"
    assert (full.sections[0].line_start, full.sections[0].line_end) == (1, 4)


def test_section_spans_hold_subsections_and_own_text_ends_before_them() -> None:
    parsed = read("# A\n\na\n\n## B\n\nb\n\n# C\n")
    text = parsed.document.text
    first = parsed.sections[1]
    assert text[slice(*first.span)] == "# A\n\na\n\n## B\n\nb\n\n"
    assert text[slice(*first.own)] == "# A\n\na\n\n"
    assert (first.line_start, first.line_end) == (1, 8)
    assert "".join(text[slice(*s.own)] for s in parsed.sections) == text


def test_headings_in_lists_and_quotes_are_no_sections_but_use_up_an_anchor() -> None:
    parsed = read("> ## Setup\n\n- # Setup\n\n## Setup\n")
    assert [s.anchor for s in parsed.sections[1:]] == ["setup-2"]
    assert parsed.anchors == {"setup", "setup-1", "setup-2"}


def test_setext_headings_over_several_lines_are_one_heading() -> None:
    parsed = read("A title over\ntwo lines\n=========\n\nNext\n---\n")
    assert [(s.level, s.title, s.line_start) for s in parsed.sections[1:]] == [
        (1, "A title over two lines", 1),
        (2, "Next", 5),
    ]


def test_rules_after_blank_lines_lists_and_front_matter_are_no_headings() -> None:
    parsed = read("---\nkey: value\n---\n\n# Only\n\ntext\n\n---\n\n1. item\n---\n\n| a |\n|---|\n")
    assert [s.title for s in parsed.sections[1:]] == ["Only"]


def test_indented_empty_and_closed_headings_are_headings() -> None:
    assert headings("   ## In\n\n##\n\n## Closed ##\n\n#no\n\n    # code\n") == [
        ("S1", 2, "In"), ("S2", 2, ""), ("S3", 2, "Closed"),
    ]  # fmt: skip


def test_a_form_feed_or_line_separator_does_not_begin_a_heading() -> None:
    assert headings("# T\n\nbreak\f## no\n\nmore\u2028## no\x85## no\n") == [("S", 1, "T")]


def test_a_title_is_the_rendered_text() -> None:
    parsed = read("## *Big* `a_b` [link](http://x.org) ![pic](p.png)<br> &amp; \\*so\\* ~~old~~\n")
    assert parsed.sections[1].title == "Big a_b link  & *so* old"
    assert parsed.sections[1].anchor == "big-a_b-link---so-old"


@pytest.mark.parametrize(
    ("heading", "title", "anchor"),
    [
        ("Table of Contents <!-- omit in toc -->", "Table of Contents", "table-of-contents-"),
        ("Two  <!-- spaces -->", "Two", "two--"),
        ('Introduction <a name="x"></a>', "Introduction", "introduction-"),
        ('<img src="a.png"> Logo', "Logo", "-logo"),
        ("Build ![state](b.svg)", "Build", "build-"),
        ("Plain *words* ", "Plain words", "plain-words"),
    ],
)
def test_white_space_beside_what_is_not_shown_is_a_hyphen_of_the_anchor(heading: str, title: str, anchor: str) -> None:
    parsed = read(f"## {heading}\n")
    assert (parsed.sections[1].title, parsed.sections[1].anchor) == (title, anchor)
    assert parsed.anchors >= {anchor, anchor.strip("-")}


def test_link_targets_do_not_enter_an_anchor() -> None:
    assert read("## [the guide](http://x.org) here\n").sections[1].anchor == "the-guide-here"


def test_the_title_span_is_the_heading_without_its_marks() -> None:
    parsed = read("##   A *b*  ##\n\nC\nd\n---\n")
    spans = [parsed.document.text[slice(*s.title_span)] for s in parsed.sections[1:]]
    assert spans == ["A *b*", "C\nd"]


def test_a_custom_id_is_an_anchor_and_not_title() -> None:
    parsed = read("## Terms {#glossary}\n")
    assert parsed.sections[1].title == "Terms"
    assert {"terms", "glossary"} <= parsed.anchors


def test_ids_from_html_are_anchors_but_not_from_comments_or_code() -> None:
    parsed = read(
        '<a id="one"></a>\n\nText <a name=\'two\'></a> `<a id="no">`\n\n<!-- <a id="not"> -->\n\n<div id=three>\n'
    )
    assert parsed.html_ids == {"one", "two", "three"}


def test_structure_gives_tree_index_and_anchor_map() -> None:
    result = structure(read("pre\n\n# A\n\n## 1.1 B\n\n# C\n"))
    assert [(n.id, [c.id for c in n.children]) for n in result.heading_tree] == [("S1", ["S1.1"]), ("S2", [])]
    assert [n.id for n in result.section_index] == ["S0", "S1", "S1.1", "S2"]
    assert result.heading_tree[0].children[0].numbering == "1.1"
    assert result.anchor_map == {"top": "S0", "a": "S1", "11-b": "S1.1", "c": "S2"}


@pytest.mark.parametrize("text", ["pre\n\n# A\n\n## Top\n", "# A\n\n## Top\n"])
def test_a_heading_wins_the_anchor_top_and_the_preamble_keeps_its_id(text: str) -> None:
    parsed = read(text)
    assert [s.anchor for s in parsed.sections] == ["S0", "a", "top"]
    assert structure(parsed).anchor_map == {"S0": "S0", "a": "S", "top": "S1"}


def test_a_heading_in_a_list_takes_the_anchor_top_too() -> None:
    assert structure(read("pre\n\n- # Top\n\n# A\n")).anchor_map == {"S0": "S0", "a": "S"}


def test_section_at_gives_the_section_whose_own_text_holds_an_offset() -> None:
    parsed = read("x\n\n# A\n\n## B\n\ny\n")
    text = parsed.document.text
    assert [parsed.sections[parsed.section_at(text.index(c))].id for c in "xABy"] == ["S0", "S", "S1", "S1"]
