"""The document's terms: what it defines or abbreviates, and what the configuration says (issue C: GlossaryEntry)."""

import re
from collections.abc import Iterator, Sequence

from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.pyramid import GlossaryEntry
from reviewer.pyramid.outline import NodeJob, node_of

CONFIGURED = "configuration"
MOST = 500
_DEFINITION = 200

_ABBREVIATED = re.compile(r"((?:\w[\w'’-]*[ -]){1,6}\w[\w'’-]*) \(([A-Z][A-Z0-9]{1,7})(s?)\)")
_ABBREVIATES = re.compile(r"\b([A-Z][A-Z0-9]{1,7}) \(((?:\w[\w'’-]*[ -]){1,6}\w[\w'’-]*)\)")
_DEFINED = re.compile(
    r"^(\*\*|__)([^*_\n]{2,60}?)(?:\1:|:\1|\1)\s*(?:[:—–-]|means|désigne|signifie)?\s+(\S.{10,})", re.S
)


def glossary_of(
    parsed: ParsedDocument, jobs: Sequence[NodeJob], configured: Sequence[str]
) -> tuple[GlossaryEntry, ...]:
    """Terms in the order of their definitions, those of the configuration first: they beat the document's.

    Read are abbreviations in parentheses behind or before their long form, and paragraphs or list items that begin with
    a term in bold type and say what it is. At most ``MOST``.
    """
    found: dict[str, GlossaryEntry] = {}
    for term in configured:
        found.setdefault(term.casefold(), GlossaryEntry(name=term, plurals=_plurals(parsed, term), source=CONFIGURED))
    for entry in _in_document(parsed, jobs):
        if len(found) >= MOST:
            break
        found.setdefault(entry.name.casefold(), entry)
    return tuple(found.values())


def _in_document(parsed: ParsedDocument, jobs: Sequence[NodeJob]) -> Iterator[GlossaryEntry]:
    text = parsed.document.text
    for block in parsed.prose.blocks:
        if block.kind is not BlockKind.PARAGRAPH:
            continue
        span = parsed.blocks[block.block].span
        raw = " ".join(text[span.start : span.end].split())
        node = node_of(jobs, span.start)
        source = node.node_id if node else ""
        if defined := _DEFINED.match(raw.lstrip("-*+ >")):
            yield _entry(parsed, (defined[2].strip(), ()), defined[3], source)
        for match in _ABBREVIATED.finditer(raw):
            if long := _long_form(match[1], match[2]):
                yield _entry(parsed, (match[2], (long,)), long, source)
        for match in _ABBREVIATES.finditer(raw):
            if _long_form(match[2], match[1]) == match[2]:
                yield _entry(parsed, (match[1], (match[2],)), match[2], source)


def _entry(parsed: ParsedDocument, names: tuple[str, tuple[str, ...]], definition: str, source: str) -> GlossaryEntry:
    name, aliases = names
    first = re.split(r"(?<=[.!?])\s", definition, maxsplit=1)[0][:_DEFINITION]
    return GlossaryEntry(
        name=name, aliases=aliases, plurals=_plurals(parsed, name), definition=first.strip(), source=source
    )


def _long_form(words: str, short: str) -> str:
    """The last words before an abbreviation whose first letters it is made of; nothing where they do not fit."""
    split = re.split(r"[ -]", words)
    letters = short.casefold()
    for count in range(1, len(split) + 1):
        tail = split[-count:]
        initials = "".join(word[0] for word in tail).casefold()
        if initials == letters:
            start = len(words) - len(re.split(r"[ -]", words, maxsplit=len(split) - count)[-1])
            return words[start:]
    return ""


def _plurals(parsed: ParsedDocument, name: str) -> tuple[str, ...]:
    """``name`` with s or es, where the document writes it so."""
    text = parsed.document.text
    return tuple(form for form in (f"{name}s", f"{name}es") if re.search(rf"\b{re.escape(form)}\b", text))
