"""Structure against markdown-it-py's own rendering, on generated documents; and laws of positions."""

import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from reviewer.hashing import content_hash
from reviewer.markdown.parse import parse
from reviewer.markdown.protect import protected_regions
from reviewer.markdown.source import read_document
from reviewer.markdown.tables import cells
from reviewer.model.parsed import FILLER, BlockKind, ParsedDocument
from reviewer.model.position import Span

ORACLE = MarkdownIt("commonmark", {"maxNesting": 2000, "alerts": True}).enable(["table", "strikethrough"])
ORACLE.use(footnote_plugin, move_to_end=False)

LINES = [
    "# One `c`", "## Two", "Setext", "===", "---", "- item", "  - sub", "    deep", "1. one", "2) two", "> q",
    "> > qq", ">", "```", "~~~", "````py", "```x``` y", "    code", "\tcode", "text *a* `c`", "[x]: /u 'T'",
    "[^1]: note", "<div>", "</div>", "<!-- c", "-->", "<!-- d -->", "<b>x</b> y", "| a | b |", "|---|---|",
    "| 1 \\| `2|3` | 4 |", "***", "+ x", "see [l](u) ![i](s \"t\") <http://a.b> [x] [x][] [y][x] [^1]", "a `b",
    "c` d ``e", "<a", "href='x'>t", "[![i](a)](b)", "\\[ x \\] \\`n`", "[a `]` b](c)", "[a [b](c) d](e)",
    "> [!NOTE]", "  ```", "   # Three ##", "#", "lazy", "&amp; &lt;", "<script>", "</script>", "a<!-- x -->b",
    "\u00a0x", "x  ", "\f# no", "> ```", "- > # h", "-", "- # inlist", "![x]", "> | a | b |", "> |---|---|",
    "[foo](not a) [x]", "", "", "", "",
]  # fmt: skip
PREFIXES = ["", "", "", "- ", "  ", "> ", "    ", "1. "]
LINE = st.builds(lambda prefix, line: prefix + line, st.sampled_from(PREFIXES), st.sampled_from(LINES))
SOUP = st.builds(
    lambda lines, end: "\n".join(["top", "", *lines]) + end,
    st.lists(LINE, max_size=14),
    st.sampled_from(["", "\n"]),
)
PARTS = [
    "$$\nx = 1\n$$", "$$ y $$", "\\[\nz\n\\]", "\\begin{align}\na &= b\n\\end{align}", "a $b$ c", "# H",
    "- a\n  ```\n  # b\n  ```", "> ~~~\n> # c\n> ~~~", "| a |\n|---|\n| $b$ |", "{++ins++} and {--del--}",
    "<div>\n# no\n</div>", "p\n***\nq", "S\n---", "$$\nx + 1\n$$,", "$$ is a sign", "so $$\nq\n$$\nand", "\\[ open",
    "so \\[ a = b \\] is", "\\[\nz\n\\].", "a \\begin{math} b \\end{math} c",
]  # fmt: skip
BUILT = st.lists(st.sampled_from(PARTS), max_size=8).map(lambda parts: "\n\n".join(["top", *parts]) + "\n")
KINDS = {
    "fence": BlockKind.CODE_FENCE, "code_block": BlockKind.INDENTED_CODE, "html_block": BlockKind.HTML_BLOCK,
    "table_open": BlockKind.TABLE, "hr": BlockKind.RULE, "paragraph_open": BlockKind.PARAGRAPH,
}  # fmt: skip


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"))


def headings_and_fences(parsed: ParsedDocument) -> list[tuple[Any, ...]]:
    wanted = (BlockKind.HEADING, BlockKind.CODE_FENCE)
    return [(b.level, b.line_start, b.line_end) for b in parsed.blocks if b.kind in wanted]


def oracle_headings_and_fences(tokens: list[Token]) -> list[tuple[Any, ...]]:
    return [
        (int(t.tag[1:]) if t.type == "heading_open" else 0, t.map[0] + 1, t.map[1])
        for t in tokens
        if t.type in ("heading_open", "fence") and t.map
    ]


def inline_tokens(tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    for token in tokens:
        found.append(token)
        found.extend(inline_tokens(token.children or []))
    return found


def shape(parsed: ParsedDocument) -> tuple[Any, ...]:
    return (
        [(b.kind, b.line_start, b.line_end, b.depth, b.parent, b.info, b.level, b.closed) for b in parsed.blocks],
        [(p.kind, p.line_start, p.line_end) for p in parsed.protected],
        [(s.id, s.title, s.anchor, s.line_start, s.line_end) for s in parsed.sections],
        parsed.prose.text,
    )


@settings(max_examples=150, deadline=None)
@given(SOUP)
def test_blocks_equal_those_of_the_plain_parser(text: str) -> None:
    parsed, tokens = read(text), ORACLE.parse(text)
    assert headings_and_fences(parsed) == oracle_headings_and_fences(tokens)
    for token_type, kind in KINDS.items():
        theirs = [(t.map[0] + 1, t.map[1]) for t in tokens if t.type == token_type and t.map]
        assert [(b.line_start, b.line_end) for b in parsed.blocks if b.kind is kind] == theirs


@settings(max_examples=150, deadline=None)
@given(SOUP)
def test_links_code_and_tags_equal_those_of_the_plain_parser(text: str) -> None:
    parsed, tokens = read(text), inline_tokens(ORACLE.parse(text))
    links = [t.attrs["href"] for t in tokens if t.type == "link_open" and t.info != "auto"]
    assert sorted(ORACLE.normalizeLink(link.href) for link in parsed.links if not link.image) == sorted(map(str, links))
    images = [t.attrs["src"] for t in tokens if t.type == "image"]
    assert sorted(ORACLE.normalizeLink(link.href) for link in parsed.links if link.image) == sorted(map(str, images))
    if not parsed.tables:  # spans inside tables are part of the table's span
        html = [re.sub(r"\s+", " ", t.content) for t in tokens if t.type == "html_inline"]
        shown = [parsed.document.text[slice(*p.span)] for p in parsed.protected if p.kind == "html_inline"]
        assert len(shown) == len(html)
        code = sum(t.type == "code_inline" for t in tokens)
        within = sum(1 for p in parsed.protected if p.kind == "inline_code")
        assert within <= code


@settings(max_examples=150, deadline=None)
@given(BUILT)
def test_headings_and_fences_are_untouched_by_math_and_markup_beside_them(text: str) -> None:
    assert headings_and_fences(read(text)) == oracle_headings_and_fences(ORACLE.parse(text))


@settings(max_examples=150, deadline=None)
@given(st.one_of(SOUP, BUILT))
def test_positions_read_back(text: str) -> None:
    parsed = read(text)
    document, prose = parsed.document, parsed.prose
    end = -1
    for span in protected_regions(parsed):
        assert end <= span.span.start < span.span.end <= len(document.text)
        assert content_hash(document.text[slice(*span.span)]) == span.content_hash
        assert (span.line_start, span.line_end) == document.lines_of(span.span)
        end = span.span.end
    for block in prose.blocks:
        for position in range(block.start, block.end):
            character = prose.text[position]
            assert character in (FILLER, "\n") or document.text[prose.offset(position)] == character
    assert "".join(document.text[slice(*s.own)] for s in parsed.sections) == document.text


@settings(max_examples=100, deadline=None)
@given(st.one_of(SOUP, BUILT), st.sampled_from(["\r\n", "\r"]))
def test_other_line_ends_give_the_same_structure(text: str, newline: str) -> None:
    assert shape(read(text)) == shape(read(text.replace("\n", newline)))


@settings(max_examples=500, deadline=None)
@given(st.text(alphabet="ab `$[]()!<>*_#-+|~{}=\\\n\r\t\0:&;.\"'1é\u2028", max_size=80))
def test_any_text_parses_with_disjoint_sorted_spans(text: str) -> None:
    parsed = read(text)
    starts = [p.span.start for p in parsed.protected]
    assert starts == sorted(starts)
    assert all(a.span.end <= b.span.start for a, b in zip(parsed.protected, parsed.protected[1:], strict=False))
    assert "".join(parsed.document.text[slice(*s.own)] for s in parsed.sections) == parsed.document.text


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="|\\a` ", max_size=30).filter(lambda row: row.strip(" ")))
def test_cells_are_those_that_the_plain_parser_splits(row: str) -> None:
    theirs = escapedSplit(row.strip(" "))
    theirs = theirs[1:] if theirs and theirs[0] == "" else theirs
    theirs = theirs[:-1] if theirs and theirs[-1] == "" else theirs
    ours = [row[slice(*cell)].replace("\\|", "|") for cell in cells(row, Span(0, len(row)))]
    assert ours == [cell.strip(" ") for cell in theirs]
