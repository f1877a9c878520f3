"""Clean sentences of our own. A slot ``{right|wrong|g}`` says how a grammar error (a: agreement, c: capital) looks.

``en.txt`` and ``fr.txt`` hold one sentence a line; read without their wrong halves they are correct.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_SLOT = re.compile(r"\{([^|}]*)\|([^|}]*)\|([agc])\}")
_CLASSES = {"a": "agreement", "g": "grammar", "c": "capitalization"}


@dataclass(frozen=True, slots=True)
class Site:
    """A sentence with an error in it: what stands before, what stands there, what should, what follows."""

    head: str
    wrong: str
    right: str
    tail: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A clean sentence, and the errors that its slots offer, by class."""

    text: str
    sites: tuple[tuple[str, Site], ...]

    def of(self, cls: str) -> tuple[Site, ...]:
        """The errors of a class that the slots offer."""
        return tuple(site for name, site in self.sites if name == cls)


def read_sentence(line: str) -> Sentence:
    """A line of the list."""
    sites = []
    for slot in _SLOT.finditer(line):
        head, tail = (_SLOT.sub(r"\1", part) for part in (line[: slot.start()], line[slot.end() :]))
        sites.append((_CLASSES[slot[3]], Site(head, slot[2], slot[1], tail)))
    return Sentence(_SLOT.sub(r"\1", line), tuple(sites))


@cache
def sentences(language: str) -> tuple[Sentence, ...]:
    """All sentences of a language, in the order of the list."""
    text = Path(__file__).with_name(f"{language}.txt").read_text(encoding="utf-8")
    return tuple(read_sentence(line) for line in text.split("\n") if line)
