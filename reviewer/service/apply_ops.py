"""``apply --ops``: edits made elsewhere, by a person or another tool, through the same checks and the same ledger."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.model.document import Document
from reviewer.model.edit import EditOp, EditPlan, Rejection
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock
from reviewer.plan.from_ops import ops_from_json
from reviewer.plan.merge import merge
from reviewer.plan.place import Places
from reviewer.service.apply import ApplyOptions, apply_plan
from reviewer.service.documents import load_document, parsed
from reviewer.service.done_before import DoneBefore, without_done
from reviewer.service.given_again import given_again
from reviewer.service.history import read_history
from reviewer.service.ops_file import GivenDiff, ops_of_diff, read_ops
from reviewer.service.outcomes import Facts
from reviewer.service.output_file import refuse_bad_output, refuse_unwritable_document
from reviewer.service.workspace import absolute, open_workspace


@dataclass(frozen=True, slots=True)
class ApplyRequest:
    """Which ops for which document. ``ops`` is a JSON file or a unified diff (``read_ops``)."""

    path: Path
    ops: Path
    config: ReviewerConfig
    workspace: Path | None = None
    options: ApplyOptions = ApplyOptions()  # noqa: RUF009 - frozen


def apply_ops(request: ApplyRequest, clock: Clock) -> ReviewOutcome:
    """Apply the ops of a file. One bad op never stops the rest; it is in ``rejected``.

    Raises:
        UserError: the document or the ops file cannot be read; ``bad-ops-file`` as ``read_ops``.
        Busy, StaleHead, IntegrityError: as ``apply_plan``.
    """
    path = absolute(request.path)
    given = read_ops(request.ops)
    document = load_document(path)
    refuse_bad_output(path, request.workspace, request.options.output, request.config.output_suffix)
    refuse_unwritable_document(path, in_place=request.config.in_place)
    workspace = open_workspace(path, document, request.workspace)
    parse = parsed(document, request.config.style.unprotected)
    chunks = chunk_plan(parse, request.config.chunk)
    history, _ = read_history(workspace)
    if isinstance(given, GivenDiff):
        ops, refused = ops_of_diff(Places(parse, chunks), given, request.config, history)
    else:
        ops, refused = ops_from_json(parse, chunks, given, request.config)
        ops, done = without_done(ops, given, DoneBefore(history))
        refused = (*refused, *done)
        again = given_again(ops, history, partial(_read, given, request.config))
        ops, refused = (ops, refused) if again is None else ((), again)
    merged = merge(ops)
    by_id = {op.op_id: op for op in merged.ops}
    refused = (*refused, *merged.rejected)
    plan = EditPlan(doc_hash=document.doc_hash, ledger_head=history.head, ops=merged.ops, rejected=refused)
    facts = Facts("apply", request.config, document.doc_hash, chunks=len(chunks))
    twice = [(op, by_id[winner]) for op, winner in merged.duplicates if winner in by_id]
    options = replace(request.options, elsewhere=True, twice=twice)
    return apply_plan(workspace, plan, facts, clock=clock, options=options)


def _read(
    given: object, config: ReviewerConfig, document: Document
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    parse = parsed(document, config.style.unprotected)
    return ops_from_json(parse, chunk_plan(parse, config.chunk), given, config)
