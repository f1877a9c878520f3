"""Inputs that break parsers: a defined result, and time that grows with the length, not with its square."""

from collections.abc import Callable
from math import isqrt

import pytest
from growth import grows_linearly

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.parsed import BlockKind, ParsedDocument


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"))


def titles(text: str) -> list[str]:
    return [s.title for s in read(text).sections[1:]]


def parsing(make: Callable[[int], str]) -> Callable[[int], Callable[[], object]]:
    def prepare(size: int) -> Callable[[], object]:
        document = read_document(make(size).encode(), "x.md")
        return lambda: parse(document)

    return prepare


GROWING: dict[str, Callable[[int], str]] = {
    "brackets": lambda n: "[" * n,
    "balanced brackets": lambda n: "[" * n + "]" * n,
    "image openers": lambda n: "![" * n,
    "link openers": lambda n: "[a](" * n,
    "link text in link text": lambda n: "[[a] " * n,
    "backticks of growing length": lambda n: "".join("`" * i + "a" for i in range(isqrt(2 * n))),
    "dollars": lambda n: "a$" * n,
    "dollar words": lambda n: "$a " * n,
    "dollars before names": lambda n: "$" + "AB" * n + "/$CD",
    "dollars between names": lambda n: "$AB/" * n,
    "dollars behind amounts": lambda n: "1$,1" * n,
    "dollars behind a long amount": lambda n: "1$" + ",1" * n + "x1$",
    "stars": lambda n: "a*" * n,
    "stars in a heading": lambda n: "# " + "a*" * n,
    "brackets in a heading": lambda n: "# " + "[" * n,
    "angles": lambda n: "<" * n,
    "open tags": lambda n: "x <a " * n,
    "open attributes": lambda n: "x <a b='" * n,
    "critic openers": lambda n: "{++" * n,
    "mixed critic openers": lambda n: "{++ {-- ++}" * n,
    "paren math openers": lambda n: "\\(" * n,
    "bracket math openers": lambda n: "\\[" * n,
    "bracket math": lambda n: "\\[ a = b \\] c " * (n // 4),
    "environment openers": lambda n: "\\begin{a} " * n,
    "environments": lambda n: "\\begin{a}" * (n // 2) + "\\end{a}" * (n // 2),
    "displays": lambda n: "a $$b$$ " * (n // 2),
    "displays behind quote marks": lambda n: "> " * 900 + "$$ a " * n,
    "comment openers in a line": lambda n: "x <!-- " * n,
    "addresses": lambda n: "http://a" + ")" * n,
    "address punctuation": lambda n: "http://a" + ".!" * n + "b",
    "at signs": lambda n: "a@" * n,
    "spaces in a heading": lambda n: "# a" + " " * n + "b}",
    "code tags": lambda n: "<code>" * n,
    "code spans over lines": lambda n: "`a\n" * n,
    "footnote openers": lambda n: "[^a]: x\n\n" + "[^a" * n,
    "open tags in an HTML block": lambda n: "<div>\n" + "<a " * n,
    "open tags on lines of an HTML block": lambda n: "<div>\n" + "<a \n" * n,
}


@pytest.mark.parametrize("case", GROWING)
def test_one_long_line_takes_linear_time(case: str) -> None:
    assert grows_linearly(parsing(GROWING[case]), 5_000)


UNCLOSED: dict[str, Callable[[int], str]] = {
    "dollars": lambda n: "$$ a\n\n" * n,
    "environments": lambda n: "\\begin{x}\n\n" * n,
    "dollars alone": lambda n: "$$\n\n# H\n\n" * n,
    "displays that lead into the next": lambda n: "$$ a\n" + "b $$ $$ c\n" * n,
    "displays that lead into the next and out of a quote": lambda n: "> $$ a\n" * n + "b $$ $$ c\n" * n,
    "brackets": lambda n: "\\[ a\n\n" * n,
    "comments": lambda n: "<!-- a\n\n" * n,
    "comments in items": lambda n: "- <!-- a\n" * n,
    "comments in lines": lambda n: "a <!-- b\n\n" * n,
    "dollars in one item, closed outside": lambda n: "- i\n" + "\n  $$ a\n" * n + "\n$$\n",
    "dollars in a quote, closed outside": lambda n: "> $$ a\n>\n" * n + "\nb $$\n",
    "tables one row each": lambda n: "| a |\n|---|\n\n" * n,
    "definitions": lambda n: "".join(f"[r{i}]: /u 't\n" for i in range(n)),
    "footnotes": lambda n: "[^a]: x\n" * n,
    "items nested in turn": lambda n: ("- a\n  - b\n    - c\n") * n,
    "lines that continue nested quotes": lambda n: ">" * n + " a\n" + "x\n" * n,
    "lines of nested quotes": lambda n: (">" * 150 + " a\n") * (n // 10),
}


@pytest.mark.parametrize("case", UNCLOSED)
def test_thousands_of_openers_take_linear_time(case: str) -> None:
    assert grows_linearly(parsing(UNCLOSED[case]), 1_000)


def test_an_empty_document_has_an_empty_preamble_and_nothing_else() -> None:
    parsed = read("")
    assert (parsed.blocks, parsed.protected, parsed.prose.text) == ((), (), "")
    assert [s.id for s in parsed.sections] == ["S0"]
    assert parsed.section_at(0) == 0


def test_a_document_without_headings_is_all_preamble() -> None:
    parsed = read("a\n\nb")
    assert [(s.id, s.span.end) for s in parsed.sections] == [("S0", 4)]


def test_a_line_of_200_kb_is_one_paragraph() -> None:
    parsed = read("word " * 40_000)
    assert [b.kind for b in parsed.blocks] == [BlockKind.PARAGRAPH]


def test_a_hundred_thousand_lines() -> None:
    parsed = read("text\n\n" * 49_999 + "# Last\n\nend\n")
    assert parsed.sections[1].line_start == 99_999


def test_a_table_of_a_hundred_thousand_short_rows_is_one_table() -> None:
    parsed = read("| a | b | c |\n|---|---|---|\n" + "| 1 |\n" * 100_000 + "\n# After\n")
    assert [(p.line_start, p.line_end) for p in parsed.protected] == [(1, 100_002)]
    assert len(parsed.tables[0].rows) == 100_001
    assert parsed.sections[1].title == "After"


@pytest.mark.parametrize("depth", [14, 200, 900])
def test_every_heading_after_deeply_nested_lists_is_found(depth: int) -> None:
    text = "".join("  " * i + "- x\n" for i in range(depth)) + "\n# After\n\n## Then\n"
    assert titles(text) == ["After", "Then"]


def test_lists_nested_200_deep_are_all_lists() -> None:
    parsed = read("".join("  " * i + "- x\n" for i in range(200)))
    assert sum(b.kind is BlockKind.LIST for b in parsed.blocks) == 200


@pytest.mark.parametrize(
    "text", [">" * 2000 + " x\n", "> " * 2000 + "x\n", "- " * 2000 + "x\n", "[^a]: " * 2000 + "x\n"]
)
def test_containers_nested_too_deep_are_text_and_nothing_after_them_is_lost(text: str) -> None:
    parsed = read(text + "\n# After\n\n`code`\n")
    assert [s.title for s in parsed.sections[1:]] == ["After"]
    assert parsed.protected[-1].kind == "inline_code"


def test_a_quote_in_more_than_a_hundred_quotes_is_text_of_the_innermost() -> None:
    parsed = read(">" * 100 + " a\n" + ">" * 103 + " b\nc\n\n# After\n")
    assert sum(b.kind is BlockKind.QUOTE for b in parsed.blocks) == 100
    assert parsed.prose.text.startswith("a\n>>> b\nc")
    assert [s.title for s in parsed.sections[1:]] == ["After"]


def test_quotes_one_after_the_other_do_not_count_as_nested() -> None:
    parsed = read("> a\n\nb\n\n" * 300)
    assert sum(b.kind is BlockKind.QUOTE for b in parsed.blocks) == 300


def test_nul_is_a_character_like_any_other_and_offsets_stay() -> None:
    parsed = read("a\0b `c`\n\n# \0d\n")
    assert parsed.document.text[slice(*parsed.protected[0].span)] == "`c`"
    assert parsed.document.text[slice(*parsed.sections[1].title_span)] == "\0d"


def test_mixed_line_ends_each_end_one_line() -> None:
    text = "# A\r\rtext\r\n\n```\rx\n```\r\n# B"
    parsed = read(text)
    assert [(s.title, s.line_start) for s in parsed.sections[1:]] == [("A", 1), ("B", 8)]
    assert parsed.document.text[slice(*parsed.protected[0].span)] == "```\rx\n```\r\n"


def test_a_heading_longer_than_any_reader_needs_is_taken_as_it_stands() -> None:
    assert len(titles("# " + "a*" * 50_000)[0]) == 100_000


def test_a_number_of_thousands_of_digits_is_no_section_number() -> None:
    assert [s.number for s in read(f"# Section 1.{'9' * 5000}\n\n# 1.{'9' * 5000}\n").sections[1:]] == ["1", None]
