"""The rendered text of a heading: what a reader sees, what an anchor is made of."""

from markdown_it.token import Token
from markdown_it.utils import EnvType

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.parser import inline_renderer

_MARKUP = lazy_pattern(r"[\\`*_\[\]<>&~!^\n]")
_CUSTOM_ID = lazy_pattern(r"\{(?::[ \t]*)?#([\w:.-]+)(?:[ \t][^{}]*)?\}")
_LONGEST = 4096
"""A longer heading is taken as it stands: rendering brackets costs twenty steps a character."""
_KEPT = ("text", "text_special", "code_inline")


def custom_id(content: str) -> tuple[int, str]:
    """Where a heading's ``{#id}`` or ``{: #id}`` begins, white space before it included, and the id.

    The length and "" without one.
    """
    start = content.rfind("{") if content.endswith("}") else -1
    match = _CUSTOM_ID.fullmatch(content, start) if start >= 0 else None
    return (len(content[:start].rstrip(" \t")), match[1]) if match else (len(content), "")


def heading_text(content: str, env: EnvType) -> str:
    """Inline code and link text stay; markers, images, tags and footnote marks go; entities are decoded.

    White space beside a mark that goes stays, as in a browser: GitHub's anchor has a hyphen for it.
    """
    if len(content) > _LONGEST or _MARKUP.search(content) is None:
        return content.replace("\n", " ")
    parser = inline_renderer()
    tokens: list[Token] = []
    parser.inline.parse(content, parser, env, tokens)
    return "".join(map(_text, tokens))


def _text(token: Token) -> str:
    if token.type in _KEPT:
        return token.content
    return " " if token.type in ("softbreak", "hardbreak") else ""
