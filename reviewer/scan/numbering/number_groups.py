"""Explicitly numbered headings as sequences: which headings count together, and what comes before each.

A group is one prefix within one scope. The scope is the nearest ancestor that is not itself a prefix of the number, so
``1.1`` under ``1`` and a flat ``1.1`` beside ``1`` count together, while numbering that starts again in each unnumbered
part counts apart. Only numbers of one family (sections, annexes, parts …) and one style (4, D, IV) count together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.numbering import roman_value
from reviewer.model.parsed import ParsedDocument, Section
from reviewer.scan.numbering.dates import is_day
from reviewer.scan.numbering.other_styles import OtherNumber, opening_number, values_of
from reviewer.scan.numbering.sequence import only_renumbering
from reviewer.scan.references.reference_text import Family
from reviewer.scan.references.section_index import bare_title, family_of, normal_title

_HISTORY = lazy_pattern(
    r"\b(?:release notes?|change ?logs?|(?:change|revision|version|release|document) history|what['’]s new"
    r"|notes? de (?:version|mise à jour|révision)|journal des (?:modifications|changements|versions))\b"
    r"|(?:changes|versions|releases|history|historique(?: des (?:versions|modifications|révisions))?|nouveautés)\Z"
)
_RELEASE = lazy_pattern(r"\b(?:release|released|version|hotfix|patch|alpha|beta|rc\d?|preview)\b|\b(?:19|20)\d\d\b")
_CODE_ARTICLE = lazy_pattern(r"[A-Z]\.[ \u00a0]?\d")
"""``L. 111-1``, behind a word such as Article."""


class Numbered(NamedTuple):
    """A numbered section: ``prefix`` is the number without its last component, ``rank`` that component's value."""

    section: int
    number: str
    prefix: str
    rank: int


class _Row(NamedTuple):
    """What numbers must have in common to stand beside each other, in whatever style they are written."""

    scope: int
    family: Family
    prefix: str

    @property
    def counted(self) -> "_Row":
        """The row that it is counted in: chapters with sections, annexes and parts by themselves."""
        return self if self.family is self.family.counted else self._replace(family=self.family.counted)


class Group(NamedTuple):
    """Siblings in document order. ``nested`` is True under a numbered prefix, where counting must start at 1 or 0.

    ``catalogue`` is True for identifiers such as ``C.7`` where no heading is numbered ``C``: they may skip and jump.
    ``others`` stand in the same row in another style: they may fill its gaps, and forbid a renumbering.
    """

    members: tuple[Numbered, ...]
    nested: bool
    catalogue: bool
    others: tuple[OtherNumber, ...] = ()

    @property
    def ranks(self) -> tuple[int, ...]:
        """The last components' values."""
        return tuple(member.rank for member in self.members)

    @property
    def has_digits(self) -> bool:
        """Numbers, not letters or numerals."""
        return self.members[0].number.rsplit(".", 1)[-1].isdigit()

    @property
    def first(self) -> int | None:
        """The number to begin with, None for any."""
        if not self.nested:
            return None
        return 0 if self.members[0].rank == 0 else 1


def parent_number(number: str) -> str:
    """``4.2`` → ``4``; the empty string for a single component."""
    return number.rsplit(".", 1)[0] if "." in number else ""


def prefixes_of(number: str | None) -> list[str]:
    """4 and 4.1 for 4.1.2."""
    parts = (number or "").split(".")
    return [".".join(parts[:size]) for size in range(1, len(parts))]


def moves_of(group: Group) -> dict[int, str]:
    """New numbers by section; empty where no single renumbering is plausible."""
    ranks = only_renumbering(group.ranks, group.first)
    if ranks is None or group.catalogue:
        return {}
    return {
        member.section: f"{member.prefix}.{rank}" if member.prefix else str(rank)
        for member, rank in zip(group.members, ranks, strict=True)
        if rank != member.rank
    }


def misplaced(parsed: ParsedDocument, section: Section) -> str | None:
    """The parent's number, where the section's own has the depth of its child but another prefix (4.2 under 5)."""
    number = section.number
    parent = parsed.sections[section.parent] if number and section.parent > 0 else None
    if number is None or parent is None or parent.number is None or section.label:
        return None
    if family_of(parent) not in (Family.SECTION, Family.CHAPTER):
        return None
    digits = number.replace(".", "").isdigit() and parent.number.replace(".", "").isdigit()
    if not digits or number.count(".") != parent.number.count(".") + 1:
        return None
    return parent.number if parent_number(number) != parent.number else None


def names_versions(parsed: ParsedDocument, group: Group) -> bool:
    """True for the headings of release notes, whose numbers are not ours to count.

    A heading above, or the document's first one, names a history; or numbers with dots have titles that speak of a
    release.
    """
    titles = {normal_title(section.title) for section in parsed.sections[1:2]}
    above = parsed.sections[group.members[0].section].parent
    while above > 0:
        titles.add(normal_title(bare_title(parsed.sections[above])))
        above = parsed.sections[above].parent
    if any(_HISTORY.search(title) for title in titles):
        return True
    members = (parsed.sections[member.section] for member in group.members)
    return bool(group.members[0].prefix) and any(_RELEASE.search(normal_title(bare_title(one))) for one in members)


def number_groups(parsed: ParsedDocument) -> Iterator[Group]:
    """Groups that are sequences; a lone number among unnumbered siblings and a mere selection of numbers are none."""
    table: dict[_Row, dict[str, list[Numbered]]] = {}
    known: set[str] = set()
    nested: set[tuple[_Row, str]] = set()
    compound, unread = _unread_numbers(parsed)
    for index, section in enumerate(parsed.sections[1:], 1):
        if section.number is None or misplaced(parsed, section) is not None or index in compound:
            continue
        prefix, last = parent_number(section.number), section.number.rsplit(".", 1)[-1]
        style = "digit" if last.isdigit() else "letter"
        row = _Row(_scope(parsed, section), family_of(section), prefix)
        if not _counts(section):  # ``3. May I sublet?`` looks like a date, too: it is no member, but 3 is not missing
            unread.setdefault(row.counted, []).append(OtherNumber(last, values_of(last)))
            continue
        styles = table.setdefault(row, {})
        if prefix in known and style not in styles:
            nested.add((row, style))
        styles.setdefault(style, []).append(Numbered(index, section.number, prefix, 0))
        known.add(section.number)
    siblings = _sibling_counts(parsed)
    counted: dict[_Row, list[_Row]] = defaultdict(list)
    for row in table:
        counted[row.counted].append(row)
    for row, style in [(row, style) for row, styles in table.items() for style in styles]:
        members = table[row][style]
        inside = (row, style) in nested
        others = (
            *_of_other_styles(table[row], style),
            *unread.get(row.counted, ()),
            *_lone(table[beside] for beside in counted[row.counted] if beside != row),
        )
        group = Group(ranked(members, style), inside, row.prefix[:1].isalpha() and not inside, others)
        if _is_sequence(parsed, group, siblings):
            yield group


def _of_other_styles(styles: dict[str, list[Numbered]], style: str) -> Iterator[OtherNumber]:
    for member in (member for other in styles if other != style for member in styles[other]):
        yield OtherNumber(member.number, values_of(member.number.rsplit(".", 1)[-1]))


def _lone(rows_beside: Iterable[dict[str, list[Numbered]]]) -> Iterator[OtherNumber]:
    """The one heading of a row beside it that is called otherwise: ``Chapter 2`` between 1 and 3."""
    for styles in rows_beside:
        members = [member for members in styles.values() for member in members]
        if len(members) == 1:
            yield OtherNumber(members[0].number, values_of(members[0].number.rsplit(".", 1)[-1]))


def _unread_numbers(parsed: ParsedDocument) -> tuple[set[int], dict[_Row, list[OtherNumber]]]:
    """By row: numbers that only titles have, and ranges and inserted ones; the sections of these, too.

    ``3–4. Data`` and ``2 bis`` are taken for 3 and 2 elsewhere.
    """
    compound: set[int] = set()
    found: dict[_Row, list[OtherNumber]] = {}
    for index, section in enumerate(parsed.sections[1:], 1):
        opening = opening_number(section.title)
        if opening is None or (section.number is not None and not opening.number.is_compound):
            continue
        if opening.number.is_compound:
            compound.add(index)
        scope = _scope(parsed, section, f"{opening.prefix}." if opening.prefix else "")
        family = family_of(section._replace(label=section.label or opening.word))
        found.setdefault(_Row(scope, family.counted, opening.prefix), []).append(opening.number)
    return compound, found


def _counts(section: Section) -> bool:
    """Not a date (``4 March``), nor the letter of a code (``Article L. 111-1``)."""
    place = section.title.find(section.number or "")
    if section.label is not None and _CODE_ARTICLE.match(section.title, place) is not None:
        return False
    return not is_day(section.title, place, place + len(section.number or ""))


def _scope(parsed: ParsedDocument, section: Section, number: str = "") -> int:
    number, scope = number or section.number or "", section.parent
    while scope > 0:
        above = parsed.sections[scope].number
        if above is None or not number.startswith(f"{above}."):
            break
        scope = parsed.sections[scope].parent
    return scope


def ranked(members: list[Numbered], style: str) -> tuple[Numbered, ...]:
    """Letters are roman numerals when all are such and there are several, or the only one is I, V or X."""
    lasts = [m.number.rsplit(".", 1)[-1] for m in members]
    roman = style == "letter" and all(roman_value(last) is not None for last in lasts)
    roman = roman and (lasts[0] in ("I", "V", "X") or any(len(last) > 1 for last in lasts))
    ranks = (_rank(last, roman=roman) for last in lasts)
    return tuple(Numbered(m.section, m.number, m.prefix, rank) for m, rank in zip(members, ranks, strict=True))


def _rank(last: str, *, roman: bool) -> int:
    if last.isdigit():
        return int(last)
    value = roman_value(last) if roman else None
    return ord(last[0]) - ord("A") + 1 if value is None else value


def _sibling_counts(parsed: ParsedDocument) -> dict[tuple[int, int], int]:
    counts: dict[tuple[int, int], int] = {}
    for section in parsed.sections[1:]:
        key = (section.parent, section.level)
        counts[key] = counts.get(key, 0) + 1
    return counts


def _is_sequence(parsed: ParsedDocument, group: Group, siblings: dict[tuple[int, int], int]) -> bool:
    """Not a lone number, nor a change log, nor numbers with more holes than members (a selection from elsewhere)."""
    first = parsed.sections[group.members[0].section]
    ranks = [m.rank for m in group.members]
    if len(ranks) == 1 and (not group.nested or siblings[(first.parent, first.level)] > 1):
        return False
    if group.catalogue:
        return len(ranks) > 1
    start = min(1, *ranks) if group.nested else min(ranks)
    holes = max(ranks) - start + 1 - len(set(ranks))
    return holes <= len(ranks) and _mostly_rising(ranks)


def _mostly_rising(ranks: list[int]) -> bool:
    """Change logs list versions downwards; a numbering goes up."""
    falls = sum(b < a for a, b in pairwise(ranks))
    return 2 * falls <= len(ranks) - 1 or falls == 0
