"""A chunk's paragraphs, proofread one by one: ask, read, check, weigh, place.

Pure but for the client that it is given. Every way to fail is an outcome, never an exception; what was asked and
answered is in the result, and the same answers give the same ops again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reviewer.errors import BackendError
from reviewer.model.chat import ChatClient, ChatMessage
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Outcome
from reviewer.model.edit import EditOp, RejectCode, Rejection, Source
from reviewer.model.position import Span
from reviewer.plan.prompt import prompt_hash
from reviewer.plan.proofread.calls import ProofreadCalls
from reviewer.plan.proofread.chain import refusal_of
from reviewer.plan.proofread.choose import Chosen
from reviewer.plan.proofread.edit_class import EditClass, Seen
from reviewer.plan.proofread.find import Found, find_edits
from reviewer.plan.proofread.gain import gain_of
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.judge import judge_ops
from reviewer.plan.proofread.left_out import WHY
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.on_purpose import is_heading_elsewhere, may_be_meant
from reviewer.plan.proofread.policy import Measured, Step, confidence_of
from reviewer.plan.proofread.prompt import proofread_messages
from reviewer.plan.proofread.quote import quoted
from reviewer.plan.proofread.said import below_policy, how_sure, rationale_of
from reviewer.plan.proofread.tokens import TextEdit, words
from reviewer.plan.proposal_fields import shortened

NOT_PROOFREAD = "nothing in it was proofread"
"""How the reason of a chunk begins in which no paragraph could be asked about."""

_FAULTS_OF_THEIR_OWN: frozenset[EditClass] = frozenset({"unknown", "repeat"})
_NEAR = 8
"""Words between two edits that may mend the same fault: subject and verb stand apart."""


def proofread_chunk(job: ProofreadJob, client: ChatClient) -> ChunkEdits:
    """Corrections of a chunk's paragraphs, located in the document as it is, and how that went.

    Each op is one correction, silent or for attention as the policy says, with how probable it was and how much
    likelier its sentence becomes. Raises nothing of a backend's: what was found before it failed is kept.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    return _Proofreading(job, ProofreadCalls(job, client)).run()


class _Allowed(NamedTuple):
    """An edit that no rule speaks against, its place in the document, and how probable it was."""

    edit: TextEdit
    span: Span
    alt: float | None
    seen: Seen


class _Read(NamedTuple):
    """A paragraph that was asked about, and the edits of it that may be weighed."""

    one: Chosen
    messages: tuple[ChatMessage, ...]
    allowed: tuple[_Allowed, ...]


class _Weighed(NamedTuple):
    """An edit that is made, its tier, and what is said about it."""

    allowed: _Allowed
    step: Step
    measured: Measured

    @property
    def rank(self) -> tuple[bool, float]:
        """Surer edits have a higher one."""
        return self.step.tier == "silent", 1.0 if self.measured.alt is None else self.measured.alt

    def rivals(self, other: "_Weighed") -> bool:
        """Whether both want to change the same words, or mend the same fault of a sentence in two ways.

        "to still false" becomes "is still false" or "to still be false": each was weighed without the other. Words that
        no list has, and words that stand twice, are faults of their own.
        """
        one, two = sorted((self.allowed.edit, other.allowed.edit), key=lambda edit: (edit.start, edit.end))
        if two.start <= one.end:
            return True
        if self.allowed.alt is None and other.allowed.alt is None:
            return False  # both stand in one answer
        if {self.allowed.seen.kind, other.allowed.seen.kind} & _FAULTS_OF_THEIR_OWN:
            return False
        between = self.allowed.seen.text[one.end : two.start]
        return len(words(between)) <= _NEAR and not any(mark in between for mark in ".!?;:")


@dataclass
class _Proofreading:
    job: ProofreadJob
    calls: ProofreadCalls
    ops: list[EditOp] = field(default_factory=list)
    refused: list[Rejection] = field(default_factory=list)
    found: int = 0
    failure: str = ""

    def run(self) -> ChunkEdits:
        """All paragraphs, then all likelihoods: these have no prompt, and a server would lose the one that it keeps."""
        chosen, left = self.job.paragraphs
        if not chosen:
            told = Counter(WHY[one.why] for one in left)
            why = ", ".join(f"{count} {reason}" for reason, count in sorted(told.items())) or "no paragraph"
            return self._ended(Outcome.CLEAN, 0, f"{NOT_PROOFREAD}: {why}")
        read: list[_Read] = []
        try:
            for one in chosen:
                read.append(self._read(one))  # noqa: PERF401 - what was read before a failure is kept
        except BackendError as error:
            self._fail(error)
        for paragraph in read:
            self._place(paragraph)
        if self.failure:
            return self._ended(Outcome.BACKEND_ERROR, len(read), self.failure)
        return self._ended(Outcome.OPS if self.ops or self.refused else Outcome.CLEAN, len(read))

    def _fail(self, error: BackendError) -> None:
        """Nothing is asked any more: a replay, in which nothing follows the failure, must come to the same end."""
        self.failure = f"{error.code}: {error.message}"

    def _read(self, one: Chosen) -> _Read:
        text = one.paragraph.text
        known = Known(self.job.lexicon, one.language, self.job.own_words, self.job.near_names)
        messages = proofread_messages(self.job.prompts, one.language, text)
        finds = find_edits(self.calls, messages, text, known)
        self.found += len(finds.found)
        if finds.refusal:
            self.refused.append(self._refusal(one, TextEdit(0, 0, ""), finds.refusal))
        allowed = (self._allowed(one, known, found) for found in finds.found)
        return _Read(one, messages, tuple(edit for edit in allowed if edit is not None))

    def _allowed(self, one: Chosen, known: Known, found: Found) -> _Allowed | None:
        """An edit that no rule speaks against, and that the policy may make; None else, and told."""
        edit, seen = found.edit, Seen(found.edit, one.paragraph.text, known)
        least = self.job.policy.least_alt(one.language, [seen.kind])
        if found.alt is not None and found.alt < least:
            self.refused.append(self._refusal(one, edit, below_policy(seen.kind, found.alt, least)))
            return None
        why = refusal_of(seen, doubted=found.alt is not None)
        span = one.paragraph.placed(one.paragraph.slid(edit)) if why is None else why
        if isinstance(span, Span) and is_heading_elsewhere(seen, self.job.own_links, span):
            span = "it would change how a link names a heading (on-purpose)"
        if isinstance(span, str):
            self.refused.append(self._refusal(one, edit, span))
            return None
        return _Allowed(edit, span, found.alt, seen)

    def _weighed(self, one: Chosen, allowed: _Allowed) -> _Weighed | None:
        """What the policy makes of an edit; a likelihood is asked for only here, where all rules let it pass."""
        measured = Measured(allowed.alt, self._gain(one, allowed.edit))
        step = self.job.policy.step(one.language, allowed.seen.kind, measured)
        if step is None:
            why = f"it is not sure enough: {how_sure(measured)} (policy)"
            self.refused.append(self._refusal(one, allowed.edit, why))
            return None
        seen = allowed.seen
        if seen.of_a_name or not seen.known.has_lists or may_be_meant(seen):
            step = step._replace(tier="attention")
        return _Weighed(allowed, step, measured)

    def _gain(self, one: Chosen, edit: TextEdit) -> float | None:
        if self.failure or not self.job.offers.scores:
            return None
        try:
            return gain_of(one.paragraph.text, edit, self.calls.likelihood)
        except BackendError as error:
            self._fail(error)
            return None

    def _fit(self, one: Chosen, weighed: Sequence[_Weighed], source: Source) -> list[_Weighed]:
        """The edits without those that would win over others and then be refused: rivals are judged alone before."""
        fit: list[_Weighed] = []
        for at, item in enumerate(weighed):
            if any(map(item.rivals, (*weighed[:at], *weighed[at + 1 :]))):
                judged = judge_ops(self.job, [self._item(one, item)], source, one.language)
                if not judged.ops:
                    self.refused += judged.refused
                    continue
            fit.append(item)
        return fit

    def _without_rivals(self, one: Chosen, weighed: Sequence[_Weighed]) -> list[_Weighed]:
        """Of rivals, the surest."""
        kept: list[_Weighed] = []
        for item in sorted(weighed, key=lambda item: item.rank, reverse=True):
            if any(map(item.rivals, kept)):
                self.refused.append(self._refusal(one, item.allowed.edit, "another correction there is surer (rival)"))
            else:
                kept.append(item)
        return sorted(kept, key=lambda item: item.allowed.span)

    def _place(self, read: _Read) -> None:
        weighed = [item for edit in read.allowed if (item := self._weighed(read.one, edit)) is not None]
        if not weighed:
            return
        models = self.job.models
        source = Source(
            type="worker", model=models.worker, digest=models.worker_digest, prompt_hash=prompt_hash(read.messages)
        )
        fit = self._fit(read.one, weighed, source)
        items = [self._item(read.one, item) for item in self._without_rivals(read.one, fit)]
        judged = judge_ops(self.job, items, source, read.one.language)
        self.ops += judged.ops
        self.refused += judged.refused

    def _item(self, one: Chosen, item: _Weighed) -> dict[str, Any]:
        """The proposal of an edit: it quotes, and asks for attention where its tier does."""
        text, chunk = self.job.parsed.document.text, self.job.chunk
        edit, span, _, seen = item.allowed
        quote = quoted(text, chunk.span, one.paragraph.span, span)
        return {
            "action": "replace",
            "before": text[quote.start : quote.end],
            "after": text[quote.start : span.start] + edit.new + text[span.end : quote.end],
            "line": self.job.parsed.document.lines_of(quote)[0] - chunk.line_start + 1,
            "kind": seen.op_kind,
            "confidence": confidence_of(item.step, item.measured),
            "rationale": rationale_of(seen.kind, item.measured),
            "needs_attention": item.step.tier == "attention",
        }

    def _refusal(self, one: Chosen, edit: TextEdit, why: str) -> Rejection:
        paragraph = one.paragraph
        piece = paragraph.pieces[paragraph.owner[min(edit.start, len(paragraph.text) - 1)]]
        return Rejection(
            code=RejectCode.OTHER,
            message=why,
            quote=shortened(edit.old(paragraph.text) or paragraph.text),
            line=self.job.parsed.document.lines_of(piece.span)[0],
            before=shortened(edit.old(paragraph.text)),
            after=shortened(edit.new),
        )

    def _ended(self, outcome: Outcome, paragraphs: int, reason: str = "") -> ChunkEdits:
        replies, (_, left) = self.calls.replies, self.job.paragraphs
        metrics = ChunkMetrics(
            worker_calls=self.calls.count,
            ops_proposed=self.found,
            ops_accepted=len(self.ops),
            parse_success=outcome is not Outcome.BACKEND_ERROR,
            t_request_ms=sum(reply.elapsed_ms for reply in replies),
            prompt_tokens=sum(reply.prompt_tokens or 0 for reply in replies),
            completion_tokens=sum(reply.completion_tokens or 0 for reply in replies),
            cached_prompt_tokens=sum(reply.cached_prompt_tokens or 0 for reply in replies),
            paragraphs=paragraphs,
            left_out=dict(sorted(Counter(one.why for one in left).items())),
        )
        return ChunkEdits(
            chunk_id=self.job.chunk.chunk_id,
            outcome=outcome,
            reason=reason,
            template="proofread",
            offered=self.job.offers,
            ops=tuple(self.ops),
            refused=tuple(self.refused),
            replies=tuple(replies),
            metrics=metrics,
        )
