"""Text of a document inside our own Markdown; the oracle is markdown-it-py, which renders what GitHub would."""

from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reviewer.report.quoting import code, escape, one_line


def shown(markdown: str) -> str:
    rendered = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(f"x {markdown}")
    assert rendered.startswith("<p>x "), rendered
    assert rendered.endswith("</p>\n"), rendered
    return unescape(rendered.removeprefix("<p>x ").removesuffix("</p>\n"))


@pytest.mark.parametrize(
    "text",
    ["*a* _b_ `c`", "[a](b) ![i](j)", "<b>bold</b>", "a | b", "$x$", "~~gone~~", "&copy; &lt;i&gt; &#123;", "{++ a ++}",
     "@someone", "\\*", "<!-- a -->", "a\\"],
)  # fmt: skip
def test_escaped_text_renders_as_itself(text):
    assert shown(escape(text)) == text


@pytest.mark.parametrize("text", ["a`b", "``", "`", "a | b", "<b>&amp;", "*a*"])
def test_a_code_span_shows_its_text(text):
    cell = MarkdownIt("commonmark").enable("table").render(f"| h |\n|---|\n| {code(text)} |\n")
    assert f"<td><code>{text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</code></td>" in cell


def test_line_ends_and_nothing_have_signs_of_their_own():
    assert code("a\r\nb\nc\rd") == "`a⏎b⏎c⏎d`"
    assert code("") == "∅"
    assert code(" ") == "`␠`"


def test_controls_and_direction_marks_are_dropped_and_length_is_bounded():
    assert one_line("a\u202eb\x00c \t d") == "abc d"
    assert one_line("x" * 300, 10) == "x" * 9 + "…"


DROPPED = "\u200b\u202e\x00\x7f"


@given(st.text(st.sampled_from("ab  \t\n\u00a0\u3000\x85é—{@&*|" + DROPPED), max_size=12), st.integers(1, 9))
def test_white_space_is_one_blank_and_controls_are_dropped_whatever_the_text_looks_like(text, limit):
    flat = "".join(c for c in " ".join(text.split()) if c not in DROPPED).strip()
    assert one_line(text) == flat
    assert one_line(text, limit) == (flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…")


@given(st.text(st.sampled_from("a &#{@*123;<"), max_size=12))
def test_signs_are_made_inert_one_by_one(text):
    assert escape(text) == "".join(escape(c) if c.strip() else c for c in one_line(text))
