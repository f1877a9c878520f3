"""Command lines that a person can copy: the one place that writes them."""

import os
import re
import shlex
from pathlib import Path

from reviewer.errors import IntegrityError
from reviewer.service.workspace.review_index import FOLDER, read_index

_CODES = {"\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r"}


def command(name: str, *words: str | Path) -> str:
    """``reviewctl NAME WORDS…``, quoted for a POSIX shell. A ``Path`` is never taken for an option.

    Characters that no terminal shows are written as ``$'…'`` has them, which bash, zsh and ksh read.
    """
    return " ".join(("reviewctl", name, *map(_word, words)))


def on_review(name: str, document: Path, root: Path, *words: str) -> str:
    """``command`` for the review at ``root``: with ``-w`` where the document's own index does not lead there."""
    return command(name, document, *words) + where(document, root)


def where(document: Path, root: Path) -> str:
    """`` -w DIR`` to stand behind a command, or nothing where the document's own index leads to ``root``. Reads it."""
    return "" if _is_found(document, root) else option("-w", root)


def _is_found(document: Path, root: Path) -> bool:
    """Whether a command without ``-w`` finds the review at ``root``; where the index cannot be read it finds none."""
    document = Path(os.path.abspath(document))
    folder = document.parent / FOLDER
    try:
        found = read_index(folder).get(document.name)
    except IntegrityError:
        return False
    return found is not None and folder / found == Path(os.path.abspath(root))


def option(name: str, value: str | Path) -> str:
    """`` NAME VALUE`` with the space before it, to stand behind a command."""
    return f" {name} {_word(value)}"


def _word(word: str | Path) -> str:
    text = str(word)
    if isinstance(word, Path) and text.startswith("-"):
        text = f"./{text}"
    return shlex.quote(text) if all(map(_is_shown, text)) else f"$'{re.sub('.', _code, text, flags=re.DOTALL)}'"


def _is_shown(char: str) -> bool:
    return char.isprintable()


def _code(match: re.Match[str]) -> str:
    char = match.group()
    if char in "\\'":
        return f"\\{char}"
    if _is_shown(char):
        return char
    number = ord(char)
    if 0xDC80 <= number <= 0xDCFF:  # a byte of a name that is not UTF-8, as Python keeps it
        return f"\\x{number - 0xDC00:02x}"
    if char in _CODES:
        return _CODES[char]
    if number < 0x80:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
