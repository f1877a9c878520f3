"""Paragraphs as lines of Markdown, and the record of the error in them."""

from dataclasses import dataclass

from benchmarks.plant.sentences import Site

WIDTH = 88
"""Characters of a line in documents that are wrapped."""

_PREFIXES = {"list": ("- ", "  "), "quote": ("> ", "> ")}


@dataclass(frozen=True, slots=True)
class Block:
    """Lines, and the error: its lines (from 0, half-open) as they are and as they should be."""

    lines: tuple[str, ...]
    first: int = 0
    last: int = 0
    after: tuple[str, ...] = ()

    @property
    def before(self) -> tuple[str, ...]:
        """The lines of the error as they are."""
        return self.lines[self.first : self.last]


def clean_block(text: str, context: str, *, wrapped: bool) -> Block:
    """A paragraph without an error."""
    return Block(tuple(_prefixed(_wrap(text, wrapped=wrapped).split("\n"), context)))


def planted_block(before: str, site: Site, after: str, context: str, *, wrapped: bool) -> Block:
    """A paragraph with an error: ``before`` and ``after`` are whole sentences around that of the site."""
    head = f"{before} {site.head}" if before else site.head
    tail = f"{site.tail} {after}" if after else site.tail
    text = _wrap(f"{head}{site.wrong}{tail}", wrapped=wrapped)
    start, end = len(head), len(head) + len(site.wrong)
    low = text.rfind("\n", 0, start) + 1
    high = text.find("\n", end)
    high = len(text) if high < 0 else high
    first = text.count("\n", 0, low)
    mended = text[low:start] + site.right + text[end:high]
    lines = _prefixed(text.split("\n"), context)
    count = text.count("\n", low, high) + 1
    after_lines = _prefixed(mended.split("\n"), context, opens=first == 0)
    return Block(tuple(lines), first, first + count, tuple(after_lines))


def _wrap(text: str, *, wrapped: bool) -> str:
    """Blanks become line ends, so that every character keeps its place."""
    if not wrapped:
        return text
    characters, opened = list(text), 0
    for blank in [i for i, c in enumerate(text) if c == " "]:
        following = text.find(" ", blank + 1)
        if (len(text) if following < 0 else following) - opened > WIDTH:
            characters[blank], opened = "\n", blank + 1
    return "".join(characters)


def _prefixed(lines: list[str], context: str, *, opens: bool = True) -> list[str]:
    first, other = _PREFIXES.get(context, ("", ""))
    return [f"{first if opens and number == 0 else other}{line}" for number, line in enumerate(lines)]
