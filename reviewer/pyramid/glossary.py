"""The document's terms: what the configuration names, what the document abbreviates or defines (issue C)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from reviewer.model.parsed import BlockKind, ParsedDocument
from reviewer.model.pyramid import GlossaryEntry
from reviewer.pyramid.abbreviations import abbreviations
from reviewer.pyramid.definition_tables import table_definitions
from reviewer.pyramid.definitions import Definition, definition, in_definition_list
from reviewer.pyramid.outline import NodeIndex, NodeJob
from reviewer.pyramid.paragraph import told
from reviewer.pyramid.phrases import Phrases
from reviewer.pyramid.plurals import plurals
from reviewer.pyramid.shorten import cut, sentences

CONFIGURED = "configuration"
MOST = 500
"""Terms of a glossary."""

_DEFINITION = 200
"""Characters of a definition."""

_LABEL = 3


def glossary_of(
    parsed: ParsedDocument, jobs: Sequence[NodeJob], configured: Sequence[str]
) -> tuple[GlossaryEntry, ...]:
    """Terms in the order of their definitions, those of the configuration first. At most ``MOST``.

    Read are abbreviations in parentheses behind or before their long form, paragraphs or list items that begin with a
    term in bold type and say what it is, tables with a column of terms and one of definitions, and a term on a line of
    its own with a line behind it that begins with a colon. A term has one entry: the configuration's spelling beats the
    document's, the first definition beats later ones; what an entry leaves open (aliases, definition), a later one
    fills in.
    """
    glossary = _Glossary()
    for term in configured:
        glossary.add(GlossaryEntry(name=term, source=CONFIGURED))
    for entry in _in_document(parsed, NodeIndex(jobs)):
        glossary.add(entry)
    return _with_plurals(glossary.entries[:MOST], parsed.prose.text)


class _Glossary:
    """Entries, each found by its name and its aliases."""

    def __init__(self) -> None:
        self.entries: list[GlossaryEntry] = []
        self._places: dict[str, int] = {}

    def add(self, entry: GlossaryEntry) -> None:
        names = [name.casefold() for name in (entry.name, *entry.aliases)]
        place = next((self._places[name] for name in names if name in self._places), None)
        if place is None:
            place = len(self.entries)
            self.entries.append(entry)
        else:
            self.entries[place] = _filled(self.entries[place], entry)
        known = self.entries[place]
        for name in (known.name, *known.aliases):
            self._places.setdefault(name.casefold(), place)


def _filled(known: GlossaryEntry, other: GlossaryEntry) -> GlossaryEntry:
    """An entry with what it leaves open. A long form stands for a definition only as long as there is none."""
    more = tuple(name for name in (other.name, *other.aliases) if name.casefold() != known.name.casefold())
    better = other if _is_defined(other) or not known.definition else known
    meaning = known.definition if _is_defined(known) else better.definition
    return known.model_copy(update={"aliases": known.aliases or more, "definition": meaning})


def _is_defined(entry: GlossaryEntry) -> bool:
    return bool(entry.definition) and entry.definition not in entry.aliases


class _Read(NamedTuple):
    """A paragraph or a table's row, the node that it belongs to, and what it defines."""

    source: str
    text: str
    defined: Definition | None
    in_table: bool = False


def _in_document(parsed: ParsedDocument, nodes: NodeIndex) -> Iterator[GlossaryEntry]:
    """In the order of the document, what a paragraph or a row defines before what it abbreviates."""
    read = list(_read(parsed, nodes))
    labels = _labels(item for item in read if not item.in_table)
    for source, text, defined, in_table in read:
        if defined and (in_table or defined.term.casefold() not in labels):
            aliases = (defined.short,) if defined.short else ()
            meaning = cut(next(iter(sentences(defined.meaning)), ""), _DEFINITION)
            yield GlossaryEntry(name=defined.term, aliases=aliases, definition=meaning, source=source)
        for short, long in abbreviations(text):
            yield GlossaryEntry(name=short, aliases=(long,), definition=long, source=source)


def _read(parsed: ParsedDocument, nodes: NodeIndex) -> Iterator[_Read]:
    for number, group in groupby(parsed.prose.blocks, key=lambda block: block.block):
        node = nodes.at(parsed.blocks[number].span.start)
        source = node.node_id if node else ""
        blocks = list(group)
        if blocks[0].kind is BlockKind.TABLE:
            for defined in table_definitions(parsed, blocks):
                yield _Read(source, f"{defined.term} ({defined.meaning})", defined, in_table=True)
        for block in blocks:
            if block.kind is BlockKind.PARAGRAPH:
                text = told(parsed, block)
                listed = in_definition_list(parsed.prose.text[block.start : block.end], text)
                yield _Read(source, text, listed or definition(text))


def _labels(read: Iterable[_Read]) -> set[str]:
    """What stands in bold before ``_LABEL`` different texts is a label ("Input:"), not a term."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for item in read:
        if item.defined:
            meanings[item.defined.term.casefold()].add(item.defined.meaning)
    return {term for term, different in meanings.items() if len(different) >= _LABEL}


def _with_plurals(entries: Sequence[GlossaryEntry], text: str) -> tuple[GlossaryEntry, ...]:
    """Each entry with those of its plurals that the document writes."""
    possible = [
        [form for name in (entry.name, *entry.aliases) for form in plurals(name)] for entry in entries
    ]  # every form is looked for in one pass over the text
    written = Phrases(form for forms in possible for form in forms).used_in(text)
    return tuple(
        entry.model_copy(update={"plurals": tuple(form for form in forms if form in written)})
        for entry, forms in zip(entries, possible, strict=True)
    )
