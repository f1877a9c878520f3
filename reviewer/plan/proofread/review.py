"""A chunk's paragraphs, proofread one by one: ask, read, check, weigh, place (MODELS.md, What to do).

Pure but for the client that it is given. Every way to fail is an outcome, never an exception; what was asked and
answered is in the result, and the same answers give the same ops again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from reviewer.errors import BackendError
from reviewer.hashing import content_hash
from reviewer.model.chat import ChatClient, ChatMessage
from reviewer.model.chunk_edits import ChunkEdits, ChunkMetrics, Outcome
from reviewer.model.edit import EditOp, RejectCode, Rejection, Source
from reviewer.model.position import Span
from reviewer.plan.proofread.calls import ProofreadCalls
from reviewer.plan.proofread.chain import refusal_of
from reviewer.plan.proofread.choose import Chosen
from reviewer.plan.proofread.edit_class import Seen
from reviewer.plan.proofread.find import Found, find_edits
from reviewer.plan.proofread.gain import gain_of
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.judge import judge_ops
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.policy import Measured, Step, Tier, confidence_of
from reviewer.plan.proofread.prompt import proofread_messages
from reviewer.plan.proofread.quote import quoted
from reviewer.plan.proofread.tokens import TextEdit
from reviewer.plan.proposal_fields import shortened

NOT_PROOFREAD = "nothing in it was proofread"
"""How the reason of a chunk begins in which no paragraph could be asked about."""

_LEFT_OUT = {
    "short": "too short",
    "letters": "figures and code rather than words",
    "language": "in a language that there are no examples for",
    "cut": "not whole in the chunk",
}
_WHAT = {
    "unknown": "a word that no list has",
    "repeat": "a word that stands twice",
    "inflection": "the form of a word",
    "function": "a small word",
    "rewrite": "a word",
}


def proofread_chunk(job: ProofreadJob, client: ChatClient) -> ChunkEdits:
    """Corrections of a chunk's paragraphs, located in the document as it is, and how that went.

    Each op is one correction, silent or for attention as the policy says, with how probable it was and how much
    likelier its sentence becomes. Raises nothing of a backend's: what was found before it failed is kept.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    return _Proofreading(job, ProofreadCalls(job, client)).run()


class _Weighed(NamedTuple):
    """An edit that may be made: its place in the document, its tier, and what is said about it."""

    edit: TextEdit
    span: Span
    step: Step
    measured: Measured
    seen: Seen

    @property
    def rank(self) -> tuple[bool, float]:
        """Surer edits have a higher one."""
        return self.step.tier == "silent", 1.0 if self.measured.alt is None else self.measured.alt


@dataclass
class _Proofreading:
    job: ProofreadJob
    calls: ProofreadCalls
    ops: list[EditOp] = field(default_factory=list)
    refused: list[Rejection] = field(default_factory=list)
    found: int = 0
    read: int = 0

    def run(self) -> ChunkEdits:
        chosen, left = self.job.paragraphs
        if not chosen:
            told = Counter(_LEFT_OUT[one.why] for one in left)
            why = ", ".join(f"{count} {reason}" for reason, count in sorted(told.items())) or "no paragraph"
            return self._ended(Outcome.CLEAN, f"{NOT_PROOFREAD}: {why}")
        for one in chosen:
            try:
                self._paragraph(one)
            except BackendError as error:
                return self._ended(Outcome.BACKEND_ERROR, f"{error.code}: {error.message}")
            self.read += 1
        return self._ended(Outcome.OPS if self.ops or self.refused else Outcome.CLEAN)

    def _paragraph(self, one: Chosen) -> None:
        text = one.paragraph.text
        known = Known(self.job.lexicon, one.language, frozenset(map(str.casefold, self.job.config.style.glossary)))
        messages = proofread_messages(self.job.prompts, one.language, text)
        finds = find_edits(self.calls, messages, text, known)
        self.found += len(finds.found)
        if finds.refusal:
            self.refused.append(self._refusal(one, TextEdit(0, 0, ""), finds.refusal))
        weighed = [item for found in finds.found if (item := self._weighed(one, known, found)) is not None]
        self._place(one, self._without_rivals(one, weighed), messages)

    def _weighed(self, one: Chosen, known: Known, found: Found) -> _Weighed | None:
        """What may be made of an edit; None where nothing is: told, unless it was too improbable from the start.

        A likelihood is asked for only where nothing else speaks against an edit.
        """
        policy, edit = self.job.policy, found.edit
        seen = Seen(edit, one.paragraph.text, known)
        if found.alt is not None and found.alt < policy.least_alt(one.language, [seen.kind]):
            return None
        why = refusal_of(seen, doubted=found.alt is not None)
        span = one.paragraph.placed(one.paragraph.slid(edit)) if why is None else why
        if isinstance(span, str):
            self.refused.append(self._refusal(one, edit, span))
            return None
        scores = self.job.offers.scores
        gain = gain_of(one.paragraph.text, edit, self.calls.likelihood) if scores else None
        measured = Measured(found.alt, gain)
        step = policy.step(one.language, seen.kind, measured)
        if step is None:
            self.refused.append(self._refusal(one, edit, f"it is not sure enough: {_numbers(measured)} (policy)"))
            return None
        return _Weighed(edit, span, step, measured, seen)

    def _without_rivals(self, one: Chosen, weighed: Sequence[_Weighed]) -> list[_Weighed]:
        """Of edits of the same words, the surest."""
        kept: list[_Weighed] = []
        for item in sorted(weighed, key=lambda item: item.rank, reverse=True):
            if any(item.edit.start <= other.edit.end and other.edit.start <= item.edit.end for other in kept):
                self.refused.append(self._refusal(one, item.edit, "another correction there is surer (rival)"))
            else:
                kept.append(item)
        return sorted(kept, key=lambda item: item.span)

    def _place(self, one: Chosen, weighed: Sequence[_Weighed], messages: Sequence[ChatMessage]) -> None:
        if not weighed:
            return
        models = self.job.models
        prompt = "\0".join(f"{message.role}\0{message.content}" for message in messages)
        source = Source(
            type="worker", model=models.worker, digest=models.worker_digest, prompt_hash=content_hash(prompt)
        )
        judged = judge_ops(self.job, [self._item(one, item) for item in weighed], source, one.language)
        self.ops += judged.ops
        self.refused += judged.refused

    def _item(self, one: Chosen, item: _Weighed) -> dict[str, Any]:
        """The proposal of an edit: it quotes, and asks for attention where its tier does."""
        text, chunk = self.job.parsed.document.text, self.job.chunk
        quote = quoted(text, chunk.span, one.paragraph.span, item.span)
        before = text[quote.start : quote.end]
        after = text[quote.start : item.span.start] + item.edit.new + text[item.span.end : quote.end]
        tier: Tier = item.step.tier if item.seen.known.has_lists else "attention"
        return {
            "action": "replace",
            "before": before,
            "after": after,
            "line": self.job.parsed.document.lines_of(quote)[0] - chunk.line_start + 1,
            "kind": item.seen.op_kind,
            "confidence": confidence_of(item.step, item.measured),
            "rationale": f"{_WHAT[item.seen.kind]}: {_numbers(item.measured)}",
            "needs_attention": tier == "attention",
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

    def _ended(self, outcome: Outcome, reason: str = "") -> ChunkEdits:
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
            paragraphs=self.read,
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


def _numbers(measured: Measured) -> str:
    """How sure an edit is, in words: the model's probability, and what the sentence gains."""
    alt = "the model wrote it" if measured.alt is None else f"probability {measured.alt:.2f} where the model copied"
    return alt if measured.gain is None else f"{alt}, likelihood gain {measured.gain:+.1f}"
