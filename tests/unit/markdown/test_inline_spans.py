"""Spans inside lines, and prose: what rules may read and edit."""

import pytest

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.markdown.tables import cells
from reviewer.model.parsed import FILLER, BlockKind, ParsedDocument
from reviewer.model.position import Span


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"))


def inside(text: str) -> list[tuple[str, str]]:
    parsed = read(text)
    return [(p.kind.value, parsed.document.text[slice(*p.span)]) for p in parsed.protected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a `b` ``c ` d`` e", ["`b`", "``c ` d``"]),
        ("a `b ``c", []),
        ("a \\`b` c`", ["` c`"]),
        ("a `b\nc` d", ["`b\nc`"]),
    ],
)
def test_inline_code(text: str, expected: list[str]) -> None:
    assert inside(text) == [("inline_code", code) for code in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("so $a_{b}$ is", ["$a_{b}$"]),
        ("$5 or $6 and US$7", []),
        ("a $ b$ and $c $", []),
        ("a $x$2 b", []),
        ("a \\$x$ b", []),
        ("a \\(x+y\\) b", ["\\(x+y\\)"]),
        ("a \\(x b", []),
        ("a $$x$$ b", ["$$x$$"]),
        ("a $x\ny$ b", ["$x\ny$"]),
    ],
)
def test_inline_math_by_pandocs_rules(text: str, expected: list[str]) -> None:
    assert inside(text) == [("inline_math", math) for math in expected]


def test_a_dollar_in_code_never_closes_math() -> None:
    assert inside("costs $5 per `a$` unit") == [("inline_code", "`a$`")]


def test_a_links_text_is_prose_and_its_target_protected() -> None:
    parsed = read('see [the *text*](<a b> "T") end')
    assert [(p.kind.value, parsed.document.text[slice(*p.span)]) for p in parsed.protected] == [
        ("link_target", "(<a b> \"T\")"),
    ]  # fmt: skip
    link = parsed.links[0]
    text = parsed.document.text
    assert (link.href, text[slice(*link.href_span)], text[slice(*link.text)]) == ("a b", "a b", "the *text*")
    assert "see [the *text*]" + FILLER in parsed.prose.text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a b][r] [r][] [r] [q]\n\n[r]: /u", ["[r]", "[r][]", "[r]", "[r]: /u"]),
        ("![alt](s.png) x", ["![", "](s.png)"]),
        ("[![alt](s.png)](/u) x", ["![", "](s.png)", "(/u)"]),
        ("[r](not a target)\n\n[r]: /u", ["[r]", "[r]: /u"]),
        ("[a](javascript:x) [b](</c>)", ["(</c>)"]),
    ],
)
def test_link_targets(text: str, expected: list[str]) -> None:
    assert [found for _, found in inside(text)] == expected


def test_reference_links_carry_the_address_of_the_first_definition() -> None:
    parsed = read("[t][K é] and [k É]\n\n[k É]: #budget--synthèse\n[K é]: /other\n")
    assert [(link.href, link.reference) for link in parsed.links] == [("#budget--synthèse", "k É")] * 2
    assert [(d.href, d.duplicate) for d in parsed.definitions] == [("#budget--synthèse", False), ("/other", True)]


def test_autolinks_and_bare_addresses_are_protected_without_trailing_punctuation() -> None:
    text = "<https://a.org/x> (https://b.org/y_(z)), www.c.org. me@d.org; https://e.org/?a=1&amp;"
    assert inside(text) == [
        ("autolink", found)
        for found in ("<https://a.org/x>", "https://b.org/y_(z)", "www.c.org", "me@d.org", "https://e.org/?a=1")
    ]


def test_critic_markup_is_protected_also_over_paragraphs_but_never_over_a_heading() -> None:
    text = "a {++b++} {--c--} {~~d~>e~~} {==f==}{>>g<<}\n\n{++one\n\ntwo++} {==open\n\n## H\n\nclosed==} `{++x++}`\n"
    assert [found for kind, found in inside(text) if kind == "critic_markup"] == [
        "{++b++}", "{--c--}", "{~~d~>e~~}", "{==f==}", "{>>g<<}", "{++one\n\ntwo++}",
    ]  # fmt: skip


def test_prose_keeps_words_and_replaces_protected_characters_one_for_one() -> None:
    parsed = read("> a `b` c\n> d\n")
    assert parsed.prose.text == f"a {FILLER * 3} c\nd"
    assert parsed.prose.blocks[0].quoted
    start = parsed.prose.text.index("d")
    assert parsed.document.text[slice(*parsed.prose.span(start, start + 1))] == "d"


def test_prose_offsets_are_exact_in_nested_containers_with_tabs_and_crlf() -> None:
    text = "1.\tone\r\n\ttwo  \r\n   > \tthree\r\nlazy\r\n"
    parsed = read(text)
    for word in ("one", "two", "three", "lazy"):
        start = parsed.prose.text.index(word)
        assert parsed.prose.span(start, start + len(word)) == Span(text.index(word), text.index(word) + len(word))


def test_table_cells_are_prose_with_row_and_column_and_escaped_pipes_as_written() -> None:
    parsed = read("| Op | Cmd |\n|--|--|\n| f | `a \\| b` x |\n| or | `a || b` |\n|  | y\\|z |\n")
    shown = [
        (b.row, b.column, parsed.document.text[slice(*parsed.prose.span(b.start, b.end))])
        for b in parsed.prose.blocks
        if b.kind is BlockKind.TABLE
    ]
    assert shown == [
        (0, 0, "Op"), (0, 1, "Cmd"), (1, 0, "f"), (1, 1, "`a \\| b` x"),
        (2, 0, "or"), (2, 1, "`a"), (2, 3, "b`"), (3, 1, "y\\|z"),
    ]  # fmt: skip
    assert FILLER * 8 + " x" in parsed.prose.text


def test_a_table_knows_its_columns_and_each_row_splits_into_cells() -> None:
    parsed = read("> | a | b |\n> |---|:-:|\n> | 1 \\| 2 | 3 | 4 |\n> x\n")
    table = parsed.tables[0]
    text = parsed.document.text
    assert table.columns == 2
    assert [[text[slice(*c)] for c in cells(text, row)] for row in table.rows] == [
        ["a", "b"],
        ["1 \\| 2", "3", "4"],
        ["x"],
    ]


def test_review_notes_are_not_prose() -> None:
    assert read("a\n\n> [!NOTE]\n> REVIEWER: RVW-0001 teh\n\nb\n").prose.text.replace(FILLER, "").split() == ["a", "b"]


def test_prose_blocks_know_their_section_and_block() -> None:
    parsed = read("p\n\n# A\n\nq\n")
    assert [(b.section, parsed.blocks[b.block].kind) for b in parsed.prose.blocks] == [
        (0, BlockKind.PARAGRAPH), (1, BlockKind.HEADING), (1, BlockKind.PARAGRAPH),
    ]  # fmt: skip
