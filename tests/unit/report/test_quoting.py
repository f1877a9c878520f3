"""Text of a document inside our own Markdown; the oracle is markdown-it-py, which renders what GitHub would."""

from html import unescape

import pytest
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
