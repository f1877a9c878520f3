"""Text of a document inside our own Markdown: it may never open a block, a comment, a note or a mention."""

import re

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_ACTIVE = re.compile(r"[\\`*_\[\]<>$|~#!&{@]")
_ENTITIES = {"{": "&#123;", "@": "&#64;"}
_BACKTICKS = re.compile(r"`+")


def one_line(text: str, limit: int = 240) -> str:
    """The text on one line, white space collapsed, control characters dropped, cut at ``limit`` characters."""
    flat = text if _is_flat(text) else _CONTROL.sub("", " ".join(text.split())).strip()
    return flat if len(flat) <= limit else flat[: limit - 1].rstrip() + "…"


def escape(text: str, limit: int = 240) -> str:
    """Inline text that renders as itself: nothing in it is markup, a mention, a comment or CriticMarkup."""
    return _ACTIVE.sub(_inert, one_line(text, limit))


def _is_flat(text: str) -> bool:
    """Whether the text is on one line as it is; most are, and to ask costs less than to make them so.

    No control character is printable, and no white space but the blank.
    """
    return text.isprintable() and "  " not in text and text[:1] != " " != text[-1:]


def _inert(match: re.Match[str]) -> str:
    character = match.group()
    return _ENTITIES.get(character) or "\\" + character


def code(text: str, limit: int = 120) -> str:
    """A code span that shows the text, fit for a table cell; an empty text is shown as an empty-set sign."""
    flat = one_line(text.replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎"), limit).replace("|", "\\|")
    if not flat:
        return "∅" if not text else "`␠`"
    if "`" not in flat:
        return f"`{flat}`"
    longest = max(len(run) for run in _BACKTICKS.findall(flat))
    ticks = "`" * (longest + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{ticks}{pad}{flat}{pad}{ticks}"
