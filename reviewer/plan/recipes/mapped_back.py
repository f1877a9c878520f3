"""Proposals about a masked text as proposals about its source: what they quote is what stands in the document."""

from functools import cached_property
from typing import Any

from reviewer.markdown.haystack import Haystack
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.edit import RejectCode
from reviewer.model.position import Span
from reviewer.plan.from_proposals import Proposals
from reviewer.plan.op_fields import Refused
from reviewer.plan.proposal_fields import ALIASES, plain_name
from reviewer.plan.recipes.made_up import made_up
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.plain_words import plain_words
from reviewer.plan.recipes.rewritten import MARKUP, STRANGE, Altered, rewritten, tokens_in
from reviewer.plan.recipes.same_shape import shows_itself

_BEFORE = "\n"
"""Stands before the text where it is parsed: a byte-order mark in it stays, and front matter it has none."""

_GROWTH = 24
"""Words that are added to a quote, at most, so that it stands once."""


class MappedBack:
    """``masked.source`` is what ``span`` of the document holds."""

    def __init__(self, masked: MaskedText, document: Document, span: Span) -> None:
        self._masked = masked
        self._document = document
        self._span = span

    def item(self, item: dict[str, Any]) -> dict[str, Any]:
        """The proposal in the words of the document, its line counted there.

        What it quotes is sought in what was shown; a line chooses there. The quote grows by words of the document until
        it stands once in the chunk, so that it is found where it was meant.

        Raises:
            Refused: as ``Proposals.at``; ``REJECT_OTHER`` where a token is lost, doubled, moved or made up, or markup
                that was not shown is changed.
        """
        names = {_FIELDS.get(plain_name(key)): key for key in item}
        line = item.get(names.get("line", ""))
        asked = {**item, names["line"]: line + 1} if isinstance(line, int) and "line" in names else item
        proposal, found = self._shown.at(asked)
        shown = Span(found.start - len(_BEFORE), found.end - len(_BEFORE))
        try:
            span, after = self._texts(proposal.action, shown, proposal.after)
        except Altered as altered:
            raise Refused(RejectCode.OTHER, altered.told(self._masked)) from None
        action = "replace" if proposal.action == "delete" and after else proposal.action
        grown = self._grown(span) if action != "insert" else span
        action = "replace" if action == "delete" and grown != span else action
        source = self._masked.source
        told = {key: value for key, value in item.items() if _FIELDS.get(plain_name(key)) not in _REPLACED}
        told |= {
            "action": action,
            "before": source[grown.start : grown.end],
            "line": self._document.position(self._span.start + span.start).line,
        }
        if after is not None:
            edges = (source[grown.start : span.start], source[span.end : grown.end])
            told["after"] = after.join(edges) if action == "replace" else after
        rationale = item.get(names.get("rationale", ""))
        return told | {"rationale": self.plain(rationale) if isinstance(rationale, str) else rationale}

    def plain(self, text: str) -> str:
        """A text for people (``plain_words``)."""
        return plain_words(self._masked, text)

    def _texts(self, action: str, shown: Span, after: str | None) -> tuple[Span, str | None]:
        if action == "replace" or (action == "delete" and not after):
            return rewritten(self._masked, shown, after or "")
        span, _ = rewritten(self._masked, shown, self._masked.text[shown.start : shown.end])
        if action == "flag_only" or after is None:
            return span, None if after is None else self.plain(after)
        if tokens_in(self._masked, after) or made_up(self._masked, "", after):
            raise Altered(STRANGE)
        if not shows_itself(self._masked, span, after):
            raise Altered(MARKUP)
        return span, after

    def _grown(self, span: Span) -> Span:
        source, (start, end) = self._masked.source, span
        for _ in range(_GROWTH):
            if source[start:end].strip() and len(self._hay.find(source[start:end], 2)) == 1:
                break
            start, end = _left(source, start), _right(source, end)
        return Span(start, end)

    @cached_property
    def _shown(self) -> Proposals:
        raw = (_BEFORE + self._masked.text).encode("utf-8")
        parsed = parse(read_document(raw, "passage"))
        return Proposals(parsed, Span(0, len(parsed.document.text)), self._line_of)

    def _line_of(self, at: int) -> int:
        """The line of the document that holds what stands at an offset of the parsed text."""
        shown = max(at - len(_BEFORE), 0)
        end = min(shown + 1, len(self._masked.text))
        return self._document.position(self._span.start + self._masked.source_of(Span(shown, end)).start).line

    @cached_property
    def _hay(self) -> Haystack:
        return Haystack(self._document, self._span)


_FIELDS = {name: field for field, names in ALIASES.items() for name in names}
_REPLACED = frozenset({"action", "before", "after", "line", "section", "rationale"})


def _left(text: str, at: int) -> int:
    while at > 0 and text[at - 1].isspace():
        at -= 1
    while at > 0 and not text[at - 1].isspace():
        at -= 1
    return at


def _right(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    while at < len(text) and not text[at].isspace():
        at += 1
    return at
