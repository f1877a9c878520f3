"""An edit that changes the anchor of a heading is never silent: links to it break, and those of other files are unseen.

The anchor is GitHub's slug of the heading's words (``markdown.slug``), so every other word, letter or figure there
changes it; capitals and most punctuation do not. Links are not rewritten with the edit: the person who decides on it is
told on which lines they stand. Only a renumbering rewrites links itself, in the group of its headings
(``scan.numbering.renumber``). A heading that comes with the words of one further down takes its anchor: links to that
lead to another text, so this is told as well.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from reviewer.config import ReviewerConfig
from reviewer.count_text import verb
from reviewer.lazy_pattern import lazy_pattern
from reviewer.markdown.parse import parse
from reviewer.markdown.slug import slug
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp
from reviewer.model.parsed import BlockKind, ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.plan.attention import loud
from reviewer.plan.heading_links import CODE, HeadingLinks, OwnLink

_MOST = 5
"""Lines and headings that are named; of more the number is told."""

_LOOKED_AT = 50
"""So many headings of the same words are looked at for links: else each of a thousand would look at all others."""

_HEADING = lazy_pattern(r"(?m)^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?:#{1,6}[ \t]|(?:=+|-+)[ \t]*\r?$)")
"""What may be a heading: an op without it, that touches none, can make none."""


def with_anchors_told(ops: Sequence[EditOp], parsed: ParsedDocument, config: ReviewerConfig) -> tuple[EditOp, ...]:
    """The ops in order; each that changes an anchor asks for attention, and its note says which and what breaks.

    So does each that puts a heading before one of the same words, which then gets another anchor.

    Each is judged alone, on the document as it is, whose spans it has. A heading that keeps an id of its own
    (``{#id}``, ``<a id>``) is left alone as long as nothing in the document uses the anchor that changes. So is a
    renumbering by the rules, which asks for attention and rewrites the links, as far as it does.
    """
    anchors = _Anchors(parsed, ops)
    return tuple(loud(op, config, [why]) if (why := anchors.why(op)) else op for op in ops)


class _Change(NamedTuple):
    """What becomes of the headings that an op touches: anchors that go, and slugs that come.

    ``sections`` are those whose anchors go, ``taken`` what comes and another heading has already. ``own_id``: they had
    an id of their own, and keep it.
    """

    sections: Sequence[Section]
    gone: Sequence[str]
    new: Sequence[str]
    taken: Sequence[str]
    own_id: bool


class _Leaves:
    """Blocks of one kind, which never overlap, and those of them that a span touches."""

    def __init__(self, parsed: ParsedDocument, kind: BlockKind) -> None:
        blocks = [block for block in parsed.blocks if block.kind is kind]
        self.starts = [block.span.start for block in blocks]
        self.ends = [block.span.end for block in blocks]

    def touched(self, span: Span) -> range:
        """Their places."""
        first = bisect_left(self.ends, span.start)
        return range(first, bisect_left(self.starts, max(span.end, span.start + 1)))

    def widened(self, span: Span) -> Span:
        """The span with all of those that it touches."""
        places = self.touched(span)
        if not places:
            return span
        return Span(min(span.start, self.starts[places[0]]), max(span.end, self.ends[places[-1]]))


class _Anchors:
    def __init__(self, parsed: ParsedDocument, ops: Iterable[EditOp]) -> None:
        self._parsed = parsed
        self._headings = _Leaves(parsed, BlockKind.HEADING)
        self._rewritten: dict[tuple[str, str], list[Span]] = defaultdict(list)
        for op in ops:
            if op.group and op.kind == "link":
                self._rewritten[op.source.type, op.group].append(op.span)
        for spans in self._rewritten.values():
            spans.sort()

    @cached_property
    def _links(self) -> HeadingLinks:
        return HeadingLinks(self._parsed)

    @cached_property
    def _sections(self) -> dict[int, Section]:
        """By where their heading begins."""
        return {self._parsed.blocks[one.block].span.start: one for one in self._parsed.sections[1:]}

    @cached_property
    def _holders(self) -> dict[str, Section]:
        """By their anchor."""
        return {one.anchor: one for one in self._sections.values()}

    @cached_property
    def _paragraphs(self) -> _Leaves:
        return _Leaves(self._parsed, BlockKind.PARAGRAPH)

    @cached_property
    def _numbered(self) -> dict[str, list[Section]]:
        """Sections whose anchor has a number because another heading has the same words, by those."""
        found: dict[str, list[Section]] = defaultdict(list)
        for section in self._sections.values():
            words = slug(section.title)
            if section.anchor.startswith(f"{words}-") and section.anchor[len(words) + 1 :].isdigit():
                found[words].append(section)
        return found

    def why(self, op: EditOp) -> str:
        """What becomes of anchors; empty where they stay, or where nobody need be told."""
        change = self._change(op)
        if change is None:
            return ""
        if not change.gone:
            return "; ".join(self._taken_over(change))
        told = list(self._in_document(op, change))
        renumbered = op.kind == "numbering" and op.source.type == "fixer"
        if not told and (renumbered or change.own_id):
            return ""
        anchors, it = ("the anchor", "it") if len(change.gone) == 1 else ("the anchors", "them")
        goes = verb(len(change.gone), "goes", "go")
        becomes = f"{verb(len(change.gone), 'becomes', 'become')} {_named(change.new)}" if change.new else goes
        breaks = f"which breaks links to {it} from other files"
        return "; ".join((f"{anchors} {_named(change.gone)} {becomes}, {breaks}", *told))

    def _change(self, op: EditOp) -> _Change | None:
        """None where no anchor goes, and none of a heading further down is taken."""
        passage = self._passage(op)
        if op.action is Action.FLAG_ONLY or passage is None:
            return None
        text, (start, end) = self._parsed.document.text, passage
        before = self._read(text[start:end])
        after = self._read(text[start : op.span.start] + op.after_text + text[op.span.end : end])
        lost, new = before.anchors - after.anchors, sorted(after.anchors - before.anchors)
        if not lost:
            over = [one for one in sorted({*_more_words(before, after), *new}) if self._is_behind(one, op)]
            return _Change((), (), new, over, own_id=False) if over else None
        named = self._named_alike(before, op)
        gone = sorted({named[one].anchor if one in named else one for one in lost})
        return _Change(
            [named[one] for one in sorted(lost) if one in named],
            gone,
            new,
            [one for one in new if one in self._parsed.anchors and one not in gone],
            bool(before.html_ids) and before.html_ids <= after.html_ids,
        )

    def _passage(self, op: EditOp) -> Span | None:
        """What an op changes with the headings that it touches; of another op, what may become one."""
        if self._headings.touched(op.span):
            return self._headings.widened(op.span)
        if any(region.kind in CODE for region in self._parsed.protected_in(op.span)):
            return None
        span = self._paragraphs.widened(op.span)
        return span if _may_head(self._parsed.document.text, op, span) else None

    def _named_alike(self, before: ParsedDocument, op: EditOp) -> dict[str, Section]:
        """The sections of the headings that an op touches, by the anchor that each has in the passage read alone."""
        places = self._headings.touched(op.span)
        found = (self._sections.get(self._headings.starts[place]) for place in places)
        waiting: dict[str, list[Section]] = defaultdict(list)
        for section in found:
            if section is not None:
                waiting[slug(section.title)].append(section)
        named: dict[str, Section] = {}
        for one in before.sections[1:]:
            same = waiting[slug(one.title)]
            if same:
                named[one.anchor] = same.pop(0)
        return named

    def _is_behind(self, anchor: str, op: EditOp) -> bool:
        holder = self._holders.get(anchor)
        return holder is not None and self._parsed.blocks[holder.block].span.start >= op.span.end

    def _read(self, passage: str) -> ParsedDocument:
        """A passage by itself, with the definitions that links in it may use."""
        parts = [passage.lstrip(" \t")]
        if "[" in passage:
            text, folded = self._parsed.document.text, passage.casefold()
            used = (one for one in self._parsed.definitions if one.label.casefold() in folded)
            parts += [text[slice(*one.span)] for one in used]
        return parse(read_document("\n\n".join(parts).encode("utf-8", "surrogatepass"), ""))

    def _in_document(self, op: EditOp, change: _Change) -> Iterator[str]:
        """What breaks, or changes its place, in the document itself."""
        inherited, lost = self._broken(op, change)
        if lost:
            yield f"{_lines(lost)} of this document would lead nowhere"
        if inherited:
            yield f"{_lines(inherited)} of this document would lead to the next heading of the same words"
        if change.taken:
            yield f"#{change.taken[0]} is taken, so that one of the two headings gets a number"
        behind = {other.anchor: other for one in change.sections for other in self._numbered_behind(one)}
        others = [other for anchor, other in behind.items() if anchor not in change.gone]
        if others:
            moved = [link for other in others for link in self._links.to(other.anchor)]
            there = f"; see {_lines(moved)}" if moved else ""
            yield f"{_named([other.anchor for other in others])} may get another number{there}"

    def _taken_over(self, change: _Change) -> Iterator[str]:
        """What a heading that comes does to those further down that have its words."""
        yield f"the new heading takes the anchor {_named(change.taken)}; the one further down gets a number"
        links = [link for anchor in change.taken for link in self._links.to(anchor)]
        if links:
            yield f"{_lines(links)} of this document would lead to the new one"

    def _numbered_behind(self, section: Section) -> list[Section]:
        """The next headings of the same words further down: their numbers count this one."""
        same = self._numbered[slug(section.title)]
        first = bisect_right(same, section.span.start, key=lambda one: one.span.start)
        return same[first : first + _LOOKED_AT]

    def _broken(self, op: EditOp, change: _Change) -> tuple[list[OwnLink], list[OwnLink]]:
        """Links to what goes that no op of the same group rewrites: whose anchor another heading gets, and the others.

        The first heading of its words has an anchor without a number; where it goes, the next one gets that.
        """
        rewritten = self._rewritten.get((op.source.type, op.group), []) if op.group else []
        first = [one for one in change.sections if one.anchor == slug(one.title)]
        heirs = {
            one.anchor for one in first if any(heir.anchor not in change.gone for heir in self._numbered_behind(one))
        }
        found: tuple[list[OwnLink], list[OwnLink]] = ([], [])
        for gone in change.gone:
            links = (link for link in self._links.to(gone) if not _is_rewritten(link, rewritten))
            found[gone not in heirs].extend(links)
        return found


def _may_head(text: str, op: EditOp, passage: Span) -> bool:
    """Whether one of the lines that an op changes, or the next one, may be a heading then.

    Lines are tried at their beginnings alone: of many edits in one long line, each would else read all of it.
    """
    start = max(text.rfind("\n", passage.start, op.span.start) + 1, passage.start)
    end = op.span.end
    for _ in range(2):
        end = text.find("\n", end, passage.end) + 1 or passage.end
    lines = text[start : op.span.start] + op.after_text + text[op.span.end : end]
    at = 0
    while _HEADING.match(lines, at) is None:
        at = lines.find("\n", at) + 1
        if not at:
            return False
    return True


def _is_rewritten(link: OwnLink, spans: Sequence[Span]) -> bool:
    last = bisect_left(spans, link.span.end, key=lambda span: span.start) - 1
    return last >= 0 and spans[last].end > link.span.start


def _more_words(before: ParsedDocument, after: ParsedDocument) -> Iterable[str]:
    """The slugs of headings of which there are more afterwards: of two of the same words, the other has a number."""
    old, new = (Counter(slug(one.title) for one in parsed.sections[1:]) for parsed in (before, after))
    return new - old


def _named(anchors: Sequence[str]) -> str:
    more = f" and {len(anchors) - _MOST} more" if len(anchors) > _MOST else ""
    return ", ".join(f"#{one}" for one in anchors[:_MOST]) + more


def _lines(links: Iterable[OwnLink]) -> str:
    lines = sorted({link.line for link in links})
    shown = ", ".join(map(str, lines[:_MOST]))
    more = f" and {len(lines) - _MOST} more" if len(lines) > _MOST else ""
    return f"the links on lines {shown}{more}" if len(lines) > 1 else f"the link on line {shown}"
