"""What models propose, before the validators: first those without a model, then the chains' models, batch by batch.

Validators follow each other, batches of one of them run side by side.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue

from reviewer.config import ReviewerConfig
from reviewer.count_text import counted
from reviewer.model.edit import EditOp, Rejection
from reviewer.model.frozen import Frozen
from reviewer.model.validation import BatchVerdicts, Operation, references_of
from reviewer.model.verdict import Verdict
from reviewer.plan.by_verdicts import by_verdicts
from reviewer.plan.model_size import model_size
from reviewer.service.models.chunk_reviews import Submit
from reviewer.service.models.edge import ModelEdge
from reviewer.service.models.kernels import validation_task
from reviewer.service.models.validation_batches import Batch, Batcher, Portion
from reviewer.validate.chains import EDITORIAL, MEANING, SPOKEN_FORM
from reviewer.validate.deterministic import judged
from reviewer.validate.reconcile import TOO_LARGE
from reviewer.validate.verdicts import refusing, with_verdicts

_ORDER = (SPOKEN_FORM, MEANING, EDITORIAL)


@dataclass(frozen=True, slots=True)
class Judge:
    """The model that judges, "" for none, and why it is this one, for the report."""

    model: str
    why: str

    def described(self) -> tuple[tuple[str, str], ...]:
        """For the run's record."""
        return ("judge", self.model), ("judge_reason", self.why)


def judge_of(config: ReviewerConfig, edge: ModelEdge) -> Judge:
    """``llm.validator_model``, else the tutor, else the model that proposes.

    Who names a ``validator_model`` wants it to judge. Another model is not asked where it has fewer weights than
    ``validation.judges_from``: at 0.5 billion a yes or no is chance (measured), and of others that proofread it is not
    known; their edits are weighed by probability. One whose size neither the backend nor its name says is asked.
    """
    if not config.validation.judge:
        return Judge("", "validation.judge is off")
    model, least = edge.validator_model, config.validation.judges_from
    if not model:
        return Judge("", "no model was opened for it")
    llm = config.llm
    if llm.validator_model:
        return Judge(model, "llm.validator_model")
    size = model_size(model, edge.client.offers(model).weights)
    if size is not None and size.billions < least:
        return Judge("", f"{model} has fewer than {least:g} billion weights (validation.judges_from)")
    return Judge(
        model, "llm.tutor_model" if llm.tutor_model else "no llm.validator_model and no tutor: it judges its own edits"
    )


@dataclass(frozen=True, slots=True)
class Validated:
    """Ops that may be made, louder where a validator asked for that, and a refusal for each other one.

    ``judged`` are all of them with their verdicts, ``operations`` the model batches; ``unavailable`` counts those that
    are not made because no usable decision came, ``why`` says why for the first.
    """

    ops: tuple[EditOp, ...] = ()
    refused: tuple[Rejection, ...] = ()
    judged: tuple[EditOp, ...] = ()
    operations: tuple[Operation, ...] = ()
    unavailable: int = 0
    why: str = ""


def validate_proposals(ops: Sequence[EditOp], batcher: Batcher, submit: Submit) -> Validated:
    """Judge ops that models proposed. Raises what a task raised: then nothing was approved.

    Raises:
        SovereigntyError: text would leave the machine.
    """
    run = _Run(list(judged(ops, batcher.known)), batcher, submit)
    for validator in _ORDER if batcher.model else ():
        run.stage(validator)
    kept, refused = by_verdicts(run.ops, batcher.config)
    against = [verdict for op in run.ops if (verdict := refusing(op.verdicts)) is not None]
    missing = [verdict.reason for verdict in against if verdict.decision == "unavailable"]
    why = missing[0] if missing else ""
    return Validated(kept, refused, tuple(run.ops), tuple(run.operations), len(missing), why)


@dataclass
class _Run:
    ops: list[EditOp]
    batcher: Batcher
    submit: Submit
    operations: list[Operation] = field(default_factory=list)

    def stage(self, validator: str) -> None:
        """One validator; every op that reaches it gets exactly one verdict."""
        portions = self.batcher.portions(validator, self.ops)
        queue: SimpleQueue[tuple[Batch, Frozen | BaseException]] = SimpleQueue()
        batches = [batch for portion in portions for batch in portion.batches]
        stored_only = self.batcher.config.cache_mode == "read_only"
        for batch in batches:
            task = validation_task(batch.job, self.batcher.edge, must_be_stored=stored_only)
            self.submit(task, partial(_put, queue, batch))
        answers = dict(_taken(queue) for _ in batches)
        for portion in portions:
            for batch in portion.batches:
                self._take(batch, answers[batch.numbers])
            self._refuse_large(validator, portion)

    def _take(self, batch: Batch, result: BatchVerdicts) -> None:
        if len(result.verdicts) != len(batch.numbers):
            raise ValueError(
                f"{counted(len(result.verdicts), 'verdict')} on {counted(len(batch.numbers), 'candidate')}"
            )
        references = references_of(self.ops[number].op_id for number in batch.numbers)
        self.operations.append(
            Operation(
                validator=result.validator,
                chain=batch.chain,
                chunk_id=batch.job.subject,
                references=references,
                ignored=result.ignored,
                unavailable=tuple(references[ref - 1] for ref in result.unavailable),
                outcome=result.outcome,
                reason=result.reason,
            )
        )
        for number, verdict in zip(batch.numbers, result.verdicts, strict=True):
            self.ops[number] = with_verdicts(self.ops[number], (verdict,))

    def _refuse_large(self, validator: str, portion: Portion) -> None:
        """One operation for all candidates that are too large for any prompt: no call is made about them."""
        if not portion.too_large:
            return
        references = references_of(self.ops[number].op_id for number in portion.too_large)
        self.operations.append(
            Operation(
                validator=validator,
                chain=portion.chain,
                chunk_id=portion.chunk_id,
                references=references,
                outcome="failed",
                reason=TOO_LARGE,
            )
        )
        verdict = Verdict(validator=validator, execution="model", decision="reject", reason=TOO_LARGE)
        for number in portion.too_large:
            self.ops[number] = with_verdicts(self.ops[number], (verdict,))


_Answers = SimpleQueue[tuple[Batch, Frozen | BaseException]]


def _put(queue: _Answers, batch: Batch, result: Frozen | BaseException) -> None:
    queue.put((batch, result))


def _taken(queue: _Answers) -> tuple[tuple[int, ...], BatchVerdicts]:
    batch, result = queue.get()
    if isinstance(result, BaseException):
        raise result
    if not isinstance(result, BatchVerdicts):
        raise TypeError(f"a validator gave {type(result).__name__}")
    return batch.numbers, result
