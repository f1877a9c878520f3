"""Protected blocks, line by line. ``spans`` gives (kind, first line, last line)."""

import pytest

from reviewer.hashing import content_hash
from reviewer.markdown.parse import parse
from reviewer.markdown.protect import protected_regions
from reviewer.markdown.source import read_document
from reviewer.model.parsed import BlockKind, ParsedDocument


def read(text: str) -> ParsedDocument:
    return parse(read_document(text.encode(), "x.md"))


def spans(text: str) -> list[tuple[str, int, int]]:
    return [(p.kind.value, p.line_start, p.line_end) for p in protected_regions(read(text))]


def titles(text: str) -> list[str]:
    return [s.title for s in read(text).sections[1:]]


FENCES = {
    "a fence in a list item, with blank lines and hashes inside": (
        "- step\n\n    ```sh\n    # no\n\n    ## no\n    ```\n\n- next\n",
        [("code_fence", 3, 7)],
    ),
    "a fence closes only on its own character and at least its length": (
        "~~~~\n```\n~~~\n# no\n~~~~~\n\ntext\n",
        [("code_fence", 1, 5)],
    ),
    "a longer fence holds shorter ones": ("````md\n```py\n# no\n```\nin\n````\n\ntext\n", [("code_fence", 1, 6)]),
    "a closer carries no info string": ("```\na\n``` b\nc\n```\nd\n", [("code_fence", 1, 5)]),
    "an unclosed fence in a list item ends with the item": (
        "- item\n  ```\n  code\n\n## H\n\ntext\n",
        [("code_fence", 2, 4)],
    ),
    "a fence in a quote ends with the quote": ("> ```\n> code\n\n# H\n", [("code_fence", 1, 2)]),
    "a fence in a quote and after it": ("> ~~~\n> a\n> ~~~\n> b\n", [("code_fence", 1, 3)]),
    "an unclosed fence runs to the end": ("text\n\n```\na\n\n# no\n", [("code_fence", 3, 6)]),
    "four spaces before backticks are indented code, not a fence": (
        "text\n\n    ```\n    # x\n\n## H\n",
        [("indented_code", 3, 4)],
    ),
    "tabs make indented code": (
        "text\n\n\tcode\n\n- a\n\n\t\tdeep\n",
        [("indented_code", 3, 3), ("indented_code", 7, 7)],
    ),
}


@pytest.mark.parametrize("case", FENCES)
def test_code_blocks(case: str) -> None:
    text, expected = FENCES[case]
    assert spans(text) == expected


def test_a_line_that_begins_with_an_inline_code_span_is_no_fence() -> None:
    text = "```x``` begins a line, ``` y\n\n## H\n"
    assert spans(text) == [("inline_code", 1, 1)]
    assert titles(text) == ["H"]


HTML = {
    "a void tag protects its line": ("a\n\n<br>\n\nb\n\n## C\n", [("html_block", 3, 3)]),
    "an image tag protects its line": ('<img src="a.png">\n\nb\n', [("html_block", 1, 1)]),
    "an address in angle brackets is prose with an autolink": ("<https://e.org/x> is it.\n\nb\n", [("autolink", 1, 1)]),
    "a comment over lines with a heading inside": ("<!--\n## no\n\nx\n-->\n\n## H\n", [("html_block", 1, 5)]),
    "nested tags end at a blank line": ("<div>\n<div>\na\n</div>\n</div>\n\nb\n", [("html_block", 1, 5)]),
    "details protect their tags, not the Markdown inside": (
        "<details>\n<summary>S</summary>\n\nprose *here*\n\n</details>\n",
        [("html_block", 1, 2), ("html_block", 6, 6)],
    ),
    "an unclosed comment runs to the end": ("a\n\n<!-- b\n\n# c\n", [("html_block", 3, 5)]),
    "tags inside a paragraph are protected one by one": (
        "a <span>b</span>\n<b>c</b> d\n",
        [("html_inline", 1, 1)] * 2 + [("html_inline", 2, 2)] * 2,
    ),
    "code tags are protected with what they hold": ("a <code>b c</code> d\n", [("html_inline", 1, 1)]),
}


@pytest.mark.parametrize("case", HTML)
def test_html(case: str) -> None:
    text, expected = HTML[case]
    assert spans(text) == expected


FRONT = {
    "yaml": ("---\na: 1\n# c\n---\n# H\n", [("yaml_front_matter", 1, 4)], "yaml", ["H"]),
    "yaml closed by dots": ("---\na: 1\n...\n\n# H\n\n---\n", [("yaml_front_matter", 1, 3)], "yaml", ["H"]),
    "toml": ("+++\na = 1\n# c\n+++  \n\n# H\n", [("toml_front_matter", 1, 4)], "toml", ["H"]),
    "an indented closer does not close": (
        "---\na: 1\n  ---\nb: 2\n---\ntext\n",
        [("yaml_front_matter", 1, 5)],
        "yaml",
        [],
    ),
    "unclosed is no front matter": ("---\ntext\n\nmore\n", [], None, []),
    "not on line 1 is no front matter": ("\n---\na: 1\n---\n", [], None, ["a: 1"]),
    "a closer with words behind it does not close": ("---\na\n\n--- b\n", [], None, []),
    "a BOM hides nothing": ("\ufeff---\na: 1\n---\n# H\n", [("yaml_front_matter", 1, 3)], "yaml", ["H"]),
    "only front matter": ("---\na: 1\n---", [("yaml_front_matter", 1, 3)], "yaml", []),
}


@pytest.mark.parametrize("case", FRONT)
def test_front_matter(case: str) -> None:
    text, expected, kind, heads = FRONT[case]
    assert spans(text) == expected
    assert read(text).front_matter == kind
    assert titles(text) == heads


MATH = {
    "one line": ("$$ E = mc^2 $$\n\nx\n", [("math_block", 1, 1)]),
    "several lines": ("$$\nx\n$$\nafter\n", [("math_block", 1, 3)]),
    "text behind the opener": ("$$ E =\nmc^2 $$\n\nprose\n", [("math_block", 1, 2)]),
    "a blank line inside": ("$$\na\n\nb\n$$\n", [("math_block", 1, 5)]),
    "an equation label": ("$$\na\n$$ (eq1)\n", [("math_block", 1, 3)]),
    "in a list": ("- a\n\n  $$\n  b\n  $$\n\nc\n", [("math_block", 3, 5)]),
    "in a quote": ("> $$\n> b\n> $$\n\nc\n", [("math_block", 1, 3)]),
    "it does not leave its list item": ("- $$ a\n\nb $$\n", []),
    "it does not leave its quote": ("> $$ a\n\nb $$\n", []),
    "brackets": ("\\[\nE\n\\]\n\nx\n", [("math_block", 1, 3)]),
    "brackets on one line": ("\\[ E \\]\n", [("math_block", 1, 1)]),
    "escaped brackets in prose": ("\\[1\\] Author, Title.\n\nSee [a\\]\n", []),
    "an environment": ("\\begin{align}\na\n\nb\n\\end{align}\n\nx\n", [("math_block", 1, 5)]),
    "environments of one name nest": ("\\begin{a}\n\\begin{a}\n\\end{a}\n\\end{a}\nx\n", [("math_block", 1, 4)]),
    "an unclosed environment is prose": ("\\begin{align}\n\nx\n", []),
    "a dollar opener without closer is prose": ("$$ a\n\n## H\n", []),
    "two displays on a line with words between are prose": ("$$a$$ or $$b$$\n", [("inline_math", 1, 1)] * 2),
    "words behind the closer make it prose": ("$$a$$ holds\n\nx $$\n", [("inline_math", 1, 1)]),
    "it interrupts a paragraph": ("text\n$$\na\n$$\nmore\n", [("math_block", 2, 4)]),
    "display math inside a line": ("so $$x$$ holds\n", [("inline_math", 1, 1)]),
}


@pytest.mark.parametrize("case", MATH)
def test_math(case: str) -> None:
    text, expected = MATH[case]
    assert spans(text) == expected


REST = {
    "a table ends at a blank line, also after a row without pipes": (
        "| a | b |\n|---|---|\n| 1 | 2 |\nno pipe\n\nafter\n",
        [("table", 1, 4)],
    ),
    "a table without outer pipes": ("a | b\n--|--\n1 | 2\n", [("table", 1, 3)]),
    "a table in a quote": ("> | a |\n> |---|\n> | 1 |\n\nx\n", [("table", 1, 3)]),
    "a table in a list": ("- i\n\n  | a |\n  |---|\n  | 1 |\n\nx\n", [("table", 3, 5)]),
    "a definition over three lines": (
        "[y]:\n  https://e.org\n  'T'\n[z]: <a b>\n\nx\n",
        [("link_ref_def", 1, 3), ("link_ref_def", 4, 4)],
    ),
    "a definition in a quote": ("> [y]: https://e.org\n>\n> x\n", [("link_ref_def", 1, 1)]),
    "a repeated definition is protected too": ("[y]: /a\n[y]: /b\n", [("link_ref_def", 1, 1), ("link_ref_def", 2, 2)]),
    "a definition cannot interrupt a paragraph": ("text\n[x]: no\n", []),
    "a review note is protected as a whole": (
        "> [!WARNING]\n> REVIEWER: RVW-0007 `x` is odd.\n>\n> more\n\nz\n",
        [("review_note", 1, 4)],
    ),
    "a review note as plain quote, any number of digits": ("> REVIEWER: RVW-123456 why\n", [("review_note", 1, 1)]),
    "a review note whose id has a namespace": (
        "> [!NOTE]\n> REVIEWER: RVW-ANNEX2-0007 — odd\n\nz\n",
        [("review_note", 1, 2)],
    ),
    "an id is a number in the end": ("> REVIEWER: RVW-ANNEX why\n", []),
    "a human alert is prose": ("> [!NOTE]\n> A reviewer: RVW-1.\n", []),
}


@pytest.mark.parametrize("case", REST)
def test_tables_definitions_and_notes(case: str) -> None:
    text, expected = REST[case]
    assert spans(text) == expected


def test_an_alert_after_a_paragraph_is_its_own_block() -> None:
    kinds = [(b.kind, b.info, b.line_start) for b in read("text\n> [!TIP]\n> x\n\n> plain\n").blocks if b.depth == 0]
    assert kinds == [(BlockKind.PARAGRAPH, "", 1), (BlockKind.ALERT, "TIP", 2), (BlockKind.QUOTE, "", 5)]


def test_footnote_text_is_prose_and_its_marks_are_protected() -> None:
    parsed = read("A[^1].\n\n[^1]: Teh note, see [m].\n\n    Second paragraph.\n\n[m]: /u\n")
    found = [(p.kind.value, parsed.document.text[slice(*p.span)]) for p in parsed.protected]
    assert found == [
        ("link_target", "[^1]"), ("link_target", "[^1]:"), ("link_target", "[m]"), ("link_ref_def", "[m]: /u\n"),
    ]  # fmt: skip
    assert "Second paragraph." in parsed.prose.text
    assert [b.kind for b in parsed.blocks if b.depth == 1] == [BlockKind.PARAGRAPH, BlockKind.PARAGRAPH]


def test_block_spans_are_whole_lines_with_the_last_terminator_and_carry_their_hash() -> None:
    parsed = read("a\r\n\r\n```x\r\nb\r\n```\r\nc\r\n")
    span = protected_regions(parsed)[0]
    text = parsed.document.text[slice(*span.span)]
    assert text == "```x\r\nb\r\n```\r\n"
    assert span.content_hash == content_hash(text)
    assert span.info == "x"


def test_closed_tells_whether_a_block_runs_unclosed_to_its_end() -> None:
    def closed(text: str) -> bool:
        return read(text).blocks[0].closed

    assert [closed(t) for t in ("```\na\n```\n", "```\n```", "<!-- a -->\n", "<div>\n")] == [True] * 4
    assert [closed(t) for t in ("```\na\n", "```", "```\na", "<!-- a\n\nb\n", "<?php\n")] == [False] * 5


def test_comments_are_found_in_blocks_lists_quotes_and_lines_but_not_in_code() -> None:
    text = (
        "<!-- a -->\n\n- <!-- b --> x\n\n> <!-- c\n> d -->\n\nt <!-- e --> `<!-- f -->`\n\n    <!-- g -->\n\n<!-- h\n"
    )
    parsed = read(text)
    assert [(c.text, c.closed) for c in parsed.comments] == [
        ("a", True), ("b", True), ("c\nd", True), ("e", True), ("h", False),
    ]  # fmt: skip
    assert parsed.document.text[slice(*parsed.comments[3].span)] == "<!-- e -->"
