"""From a proposal, which quotes text, to an op in full, which has target and hash. The kernel locates (DESIGN §7)."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from reviewer.hashing import content_hash
from reviewer.markdown.haystack import COUNTED, TRIED, Haystack
from reviewer.markdown.locate import ambiguous
from reviewer.markdown.retype import plain, retype, to_lf
from reviewer.model.edit import RejectCode
from reviewer.model.parsed import BlockKind, ParsedDocument, Section
from reviewer.model.position import Span
from reviewer.plan.nearest import Nearest
from reviewer.plan.op_fields import Refused
from reviewer.plan.proposal_fields import Proposal, read_proposal

_QUOTED = 60


@dataclass(frozen=True, slots=True)
class FullOp:
    """An op in the format of ``read_fields``, and why it cannot be applied if it cannot.

    With ``refusal`` the target is where the new text stands, so that an op that was applied before is known again.
    """

    op: dict[str, object]
    refusal: Refused | None = None


class Proposals:
    """Places proposals in one document, or in a part of it (``within``).

    What is made for searching is made once, for any number of them. ``line_of``: the line that refusals tell for an
    offset, where the text is another than the one that people know.
    """

    def __init__(
        self, parsed: ParsedDocument, within: Span | None = None, line_of: Callable[[int], int] | None = None
    ) -> None:
        self._parsed = parsed
        self._within = within
        self._line_of = line_of
        lines = parsed.document.lines_of(within) if within is not None else None
        self._nearest = Nearest(parsed.document, lines, line_of)

    def full(self, item: dict[Any, Any]) -> FullOp:
        """The op that a proposal means.

        The quote must match exactly once in the document, or in the section that is named; a line number only chooses
        among several matches. A deletion's rationale is its CAUTION note.

        Raises:
            Refused: ``REJECT_OTHER`` as ``read_proposal``; ``REJECT_RANGE`` for a section that is not there;
                ``REJECT_HASH`` when the quote matches nowhere or more than once, saying how many times and where.
        """
        proposal = read_proposal(item)
        hay, where = self._region(proposal)
        span = self._only(proposal, hay, where)
        if span is None:
            return self._missing(proposal, hay, where)
        before, after = self._as_it_stands(span, proposal.before, proposal.after)
        return FullOp(self._op(replace(proposal, before=before, after=after), span))

    def at(self, item: dict[Any, Any]) -> tuple[Proposal, Span]:
        """A proposal and where the text stands that it quotes, ``after`` in the document's own characters.

        Raises:
            Refused: as ``full``; also for a quote that is nowhere, whatever stands there.
        """
        proposal = read_proposal(item)
        hay, where = self._region(proposal)
        span = self._only(proposal, hay, where)
        if span is None:
            raise self._not_there(proposal, where)
        exact = self._parsed.document.text[span.start : span.end]
        after = None if proposal.after is None else retype(exact, proposal.before, proposal.after, "\n")
        return replace(proposal, before=exact, after=after), span

    def _only(self, proposal: Proposal, hay: Haystack, where: str) -> Span | None:
        """The one place of a quote, None where it is nowhere."""
        spans = self._found(hay, proposal.before, COUNTED if proposal.line is None else TRIED)
        if len(spans) > 1 and proposal.line is not None:
            spans = self._on_line(spans, proposal.line) or spans
        if len(spans) > 1:
            several = ambiguous(self._parsed.document, spans, where, self._line_of)
            raise Refused(RejectCode.HASH, _about_quote(several.message))
        return spans[0] if spans else None

    def _region(self, proposal: Proposal) -> tuple[Haystack, str]:
        if not proposal.section:
            return self._whole, "the document" if self._within is None else "the passage"
        section = self._section(proposal.section)
        if section is None:
            raise Refused(RejectCode.RANGE, f"section {proposal.section[:_QUOTED]!r} is not in the document")
        return Haystack(self._parsed.document, section.span), f"section {section.anchor}"

    @cached_property
    def _whole(self) -> Haystack:
        return Haystack(self._parsed.document, self._within or Span(0, len(self._parsed.document.text)))

    def _found(self, hay: Haystack, quote: str, limit: int) -> list[Span]:
        """Where a quote stands; only if nowhere, where it stands in one paragraph with spaces for its line ends."""
        found = hay.find(quote, limit)
        return found or [span for span in hay.find_wrapped(quote, limit) if self._in_one_paragraph(span)]

    def _in_one_paragraph(self, span: Span) -> bool:
        at = bisect_right(self._paragraphs, span.start, key=lambda paragraph: paragraph.start) - 1
        return at >= 0 and span.end <= self._paragraphs[at].end

    @cached_property
    def _paragraphs(self) -> tuple[Span, ...]:
        return tuple(block.span for block in self._parsed.blocks if block.kind is BlockKind.PARAGRAPH)

    def _section(self, name: str) -> Section | None:
        wanted = name.removeprefix("#")
        return next((s for s in self._parsed.sections if wanted in (s.id, s.anchor)), None)

    def _on_line(self, spans: list[Span], line: int) -> list[Span]:
        chosen = []
        for span in spans:
            first, last = self._parsed.document.lines_of(span)
            if first <= line <= last:
                chosen.append(span)
        return chosen

    def _missing(self, proposal: Proposal, hay: Haystack, where: str) -> FullOp:
        """Nowhere, and the nearest line; perhaps because the proposal did its work before."""
        refusal = self._not_there(proposal, where)
        done = self._found(hay, proposal.after or "", 2)
        if len(done) != 1:
            raise refusal
        after, before = self._as_it_stands(done[0], proposal.after or "", proposal.before)
        return FullOp(self._op(replace(proposal, before=before or "", after=after), done[0]), refusal)

    def _not_there(self, proposal: Proposal, where: str) -> Refused:
        quote = proposal.before if len(proposal.before) <= _QUOTED else proposal.before[:_QUOTED] + "…"
        suggestion = self._nearest.suggestion(proposal.before)
        return Refused(RejectCode.HASH, f"the quoted text {quote!r} is not in {where}{suggestion}")

    def _as_it_stands(self, span: Span, quote: str, other: str | None) -> tuple[str, str | None]:
        """A quote that was found over line ends, with these, and the text of the other side likewise."""
        stands = to_lf(self._parsed.document.text[span.start : span.end])[0]
        if plain(stands) == plain(to_lf(quote)[0]):
            return quote, other
        return stands, None if other is None else retype(stands, quote, other, "\n")

    def _op(self, proposal: Proposal, span: Span) -> dict[str, object]:
        first, last = self._parsed.document.lines_of(span)
        after = proposal.after
        if after is None and proposal.action in {"delete", "flag_only"}:
            after = ""
        op: dict[str, object] = {
            **proposal.rest,
            "action": proposal.action,
            "target": {"line_start": first, "line_end": last},
            "before_text": proposal.before,
            "before_hash": content_hash(proposal.before),
            "after_text": after,
            "rationale": proposal.rationale,
        }
        if proposal.action == "delete" and proposal.rationale and "review_note" not in op:
            op["review_note"] = {"alert": "CAUTION", "text": f"REVIEWER: {proposal.rationale}"}
        return op


def _about_quote(message: str) -> str:
    return message.replace("before_text matches", "the quoted text matches", 1)
