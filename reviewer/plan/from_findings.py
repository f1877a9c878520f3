"""Findings to ops: a repair becomes a proposal, a finding without one a flag (seed, Visibility Tiers)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from reviewer.config import ReviewerConfig
from reviewer.markdown.locate import Located
from reviewer.model.checked import Identity
from reviewer.model.chunk import ReviewChunk
from reviewer.model.edit import EDIT_KINDS, Action, EditOp, Source
from reviewer.model.finding import Finding, Repair, Severity
from reviewer.model.parsed import ParsedDocument
from reviewer.plan.draft import Draft, edit_op
from reviewer.plan.finding_identity import identities
from reviewer.plan.place import Places

_FLAGGED = frozenset({Severity.ATTENTION, Severity.CRITICAL})

_TOLD = frozenset({"abbreviation-stops", "indefinite-article", "possessive-its"})
"""Rules whose repairs a person is told of, whatever their kind. They read what stands beside a word, not what is meant:
which article is right is sure, that one stands there is not ("an" may be a name, or meant as "and"); "it's" before a
noun may begin a clause whose comma was lost; and "eg." may be the style of a house."""

_RULE_KINDS = {
    "abbreviation-stops": "grammar",
    "ai-leftover": "ai_leftover",
    "broken-anchor": "link",
    "broken-reference": "link",
    "broken-reference-fr": "link",
    "dangling-equation": "link",
    "dangling-figure": "link",
    "dangling-table": "link",
    "doubled-word": "typo",
    "duplicate-paragraph": "duplicate",
    "equation-sequence": "numbering",
    "figure-sequence": "numbering",
    "heading-level-skip": "structure",
    "indefinite-article": "grammar",
    "misspelling": "typo",
    "number-contradiction": "factual",
    "possessive-its": "grammar",
    "section-numbering": "numbering",
    "table-columns": "structure",
    "table-percent-sum": "factual",
    "table-sequence": "numbering",
    "term-drift": "terminology",
    "unclosed-directive": "structure",
}
"""Kind of the flag that a rule's finding becomes; repairs say their own."""


def ops_from_findings(
    parsed: ParsedDocument,
    chunks: Sequence[ReviewChunk],
    findings: Sequence[Finding],
    config: ReviewerConfig,
    known: Sequence[Identity] | None = None,
) -> tuple[EditOp, ...]:
    """Ops in the order of the findings.

    With ``config.fixers`` every repair is an op (source ``fixer``); the repairs of one finding are a group. A finding
    at attention or critical level without repairs, or with fixers off, is a ``flag_only`` op whose note is its message.
    Minor findings without repairs give none; they are in the report. The same findings give the same op ids.
    ``known`` are the findings' identities, where they have been made already.
    """
    marks = identities(parsed, findings) if known is None else known
    return tuple(_Findings(Places(parsed, chunks), config).ops(findings, marks))


class _Findings:
    def __init__(self, places: Places, config: ReviewerConfig) -> None:
        self.places = places
        self.config = config

    def ops(self, findings: Sequence[Finding], known: Sequence[Identity]) -> Iterator[EditOp]:
        moved = _moved(self.places.parsed, findings) if self.config.fixers else frozenset()
        for finding, identity in zip(findings, known, strict=True):
            mark = identity.fingerprint
            repairs = finding.repairs if self.config.fixers else ()
            usable = [r for r in repairs if r.before_text != r.after_text]
            if usable and all(_leads_to(repair, moved) for repair in usable):
                yield self._flag(finding, mark, f"{finding.message}; {_LEFT}")
                continue
            group = len(usable) > 1
            for index, repair in enumerate(usable):
                yield self._repair(finding, repair, mark, index if group else None)
            if not usable and finding.severity in _FLAGGED:
                stays = finding.advice is None or not _leads_to(finding.advice, moved)
                yield self._flag(finding, mark, _with_advice(finding) if stays else f"{finding.message}; {_LEFT}")

    def _repair(self, finding: Finding, repair: Repair, mark: str, part: int | None) -> EditOp:
        draft = Draft(
            action=Action.REPLACE,
            kind=repair.kind if repair.kind in EDIT_KINDS else "style",
            severity=finding.severity,
            source=Source(type="fixer", rule=finding.rule),
            quoted=(repair.before_text, repair.after_text),
            mark=mark,
            explanation=_told(finding, repair, part),
            needs_attention=True if finding.rule in _TOLD else None,
            rationale=_told(finding, repair, part),
            group=mark if part is not None else "",
            part=part or 0,
        )
        return edit_op(draft, Located(repair.span, repair.before_text, repair.after_text), self.places, self.config)

    def _flag(self, finding: Finding, mark: str, explanation: str) -> EditOp:
        draft = Draft(
            action=Action.FLAG_ONLY,
            kind=_RULE_KINDS.get(finding.rule, "style"),
            severity=finding.severity,
            source=Source(type="fixer", rule=finding.rule),
            quoted=(finding.text, ""),
            mark=mark,
            explanation=explanation,
            needs_attention=True,
            rationale=finding.message,
        )
        return edit_op(draft, Located(finding.span, finding.text, ""), self.places, self.config)


_LEFT = "its heading gets another number in this review, so the link is left to you"


def _moved(parsed: ParsedDocument, findings: Sequence[Finding]) -> frozenset[str]:
    """Anchors that a renumbering of headings takes away."""
    numbers = sorted(r.span.start for finding in findings for r in finding.repairs if r.kind == "numbering")
    titles = ((section.anchor, section.title_span) for section in parsed.sections[1:]) if numbers else ()
    return frozenset(
        anchor for anchor, span in titles if bisect_left(numbers, span.start) < bisect_left(numbers, span.end)
    )


def _leads_to(repair: Repair, anchors: frozenset[str]) -> bool:
    """Whether a repair of a link would lead to one of these anchors."""
    return repair.kind == "link" and repair.after_text.rpartition("#")[2] in anchors


def _told(finding: Finding, repair: Repair, part: int | None) -> str:
    """Why; also what becomes of this place, where the finding's message does not say it.

    That is so for one of several repairs, and for a number: the message names the old one, the note stands at the new.
    """
    if part is None and repair.kind != "numbering":
        return finding.message
    return f"{finding.message}; “{repair.before_text}” becomes “{repair.after_text}”"


def _with_advice(finding: Finding) -> str:
    """The message, and what could be written instead where exactly one place is meant."""
    advice = finding.advice or (finding.repairs[0] if len(finding.repairs) == 1 else None)
    if advice is None or not advice.after_text:
        return finding.message
    return f"{finding.message} (suggestion: “{advice.after_text}” for “{advice.before_text}”)"
