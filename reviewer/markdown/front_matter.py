"""YAML and TOML front matter: only on line 1, only when closed."""

from collections.abc import Sequence

from markdown_it.rules_block import StateBlock

from reviewer.lazy_pattern import lazy_pattern

_FORMATS = {
    "---": ("yaml", lazy_pattern(r"(?:---|\.\.\.)[ \t]*")),
    "+++": ("toml", lazy_pattern(r"\+\+\+[ \t]*")),
}


def front_matter_lines(lines: Sequence[str]) -> tuple[int, str]:
    """How many lines front matter takes, fences included, and its format; ``(0, "")`` without front matter.

    YAML is closed by ``---`` or ``...``, TOML by ``+++``, at column 0 with nothing but white space behind it.
    """
    if not lines or lines[0].rstrip(" \t") not in _FORMATS:
        return 0, ""
    name, closer = _FORMATS[lines[0].rstrip(" \t")]
    for index in range(1, len(lines)):
        if lines[index][:1] in "-.+" and closer.fullmatch(lines[index]):
            return index + 1, name
    return 0, ""


def front_matter_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule for what ``front_matter_lines`` found; the environment carries its answer."""
    if start != 0:
        return False
    count, name = state.env["front_matter"]
    if not count:
        return False
    state.line = count
    token = state.push("front_matter", "", 0)
    token.map = [0, count]
    token.info = name
    return True
