"""Escapes in strings of models: those of JSON are read, unknown ones keep their backslash, LaTeX commands too."""

import re

_COMMANDS = (
    r"[bfr][A-Za-z]"
    r"|t(?:heta|imes|ext[a-z]*|au|an|anh|ilde|op|riangle[a-z]*)(?![A-Za-z])"
    r"|n(?:abla|eq|eg|otin|u|ewline)(?![A-Za-z])"
)
"""Commands whose first letter makes a JSON escape. What stands after it decides; no line begins like this in prose."""

_ESCAPE = re.compile(
    r"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u(?P<code>[0-9a-fA-F]{4})"
    rf"|(?={_COMMANDS})"
    r"|(?P<mark>[\s\S]))"
)
_MARKS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_THEMSELVES = frozenset("\"'/\\`“”‘’«»")


def unescaped(text: str) -> str:
    """The string that is meant."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: re.Match[str]) -> str:
    if escape["high"]:
        high, low = int(escape["high"], 16), int(escape["low"], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    if escape["code"]:
        return chr(int(escape["code"], 16))
    mark = escape["mark"]
    if mark is None:
        return "\\"
    if mark in _THEMSELVES:
        return mark
    return _MARKS.get(mark, "\\" + mark)
