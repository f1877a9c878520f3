"""``apply --ops``: edits made elsewhere, by a person or another tool, through the same checks and the same ledger."""

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.ledger.fold import History
from reviewer.markdown.chunk import chunk_plan
from reviewer.model.document import Document
from reviewer.model.edit import EditPlan
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock
from reviewer.model.validation import counted
from reviewer.plan.from_ops import ops_from_json
from reviewer.plan.heading_anchors import with_anchors_told
from reviewer.plan.merge import merge
from reviewer.plan.place import Places
from reviewer.plan.proposal_fields import is_proposal, items_of
from reviewer.service.apply import ApplyOptions, OfFile, apply_plan
from reviewer.service.files.documents import load_document, load_input, parsed
from reviewer.service.ops.done_before import DoneBefore, without_done
from reviewer.service.ops.file import GivenDiff, ops_in, ops_of_diff
from reviewer.service.ops.given_again import GivenFile, Reading, read_again
from reviewer.service.outcomes import Facts
from reviewer.service.stages.decisions import decided, dropped
from reviewer.service.stages.validated import validated
from reviewer.service.workspace.folder import absolute, open_workspace
from reviewer.service.workspace.history import read_history
from reviewer.service.workspace.output_file import refuse_an_input, refuse_bad_output, refuse_unwritable_document


@dataclass(frozen=True, slots=True)
class ApplyRequest:
    """Which ops for which document. ``ops`` is a JSON file or a unified diff (``ops_in``)."""

    path: Path
    ops: Path
    config: ReviewerConfig
    workspace: Path | None = None
    options: ApplyOptions = ApplyOptions()  # noqa: RUF009 - frozen


def apply_ops(request: ApplyRequest, clock: Clock) -> ReviewOutcome:
    """Apply the ops of a file. One bad op never stops the rest; it is in ``rejected``.

    Raises:
        UserError: as ``load_document`` and ``load_input`` for the document and the ops file, as ``ops_in``.
        Busy, StaleHead, IntegrityError: as ``apply_plan``.
    """
    path = absolute(request.path)
    file = load_input(request.ops)
    given = ops_in(file, request.ops)
    document = load_document(path)
    refuse_bad_output(path, request.workspace, request.options.output, request.config.output_suffix)
    refuse_an_input(request.options.output, request.config.output_suffix, {"--ops": request.ops})
    refuse_unwritable_document(path, in_place=request.config.in_place)
    workspace = open_workspace(path, document, request.workspace)
    history, _ = read_history(workspace)
    read = partial(_read, given, request.config, history)
    now = read(document)
    if not isinstance(given, GivenDiff):
        ops, done = without_done(now.ops, given, DoneBefore(history))
        now = replace(now, ops=ops, refused=(*now.refused, *done))
    reading = read_again(GivenFile(file.doc_hash, read, _by_line(given)), now, history)
    parse = parsed(reading.document, request.config.style.unprotected)
    sound, unsound = validated(parse, reading.ops, request.config)
    merged = merge(with_anchors_told(sound, parse, request.config), reading.document.text)
    by_id = {op.op_id: op for op in merged.ops}
    plan = EditPlan(
        doc_hash=document.doc_hash,
        ledger_head=history.head,
        ops=merged.ops,
        overlapped=merged.overlapped,
        rejected=(*reading.refused, *unsound),
        also_judged=dropped(merged.duplicates),
    )
    counts = counted(decided(plan))
    facts = Facts("apply", request.config, document.doc_hash, chunks=now.chunks, validation=counts)
    twice = [(op, by_id[winner]) for op, winner in merged.duplicates if winner in by_id]
    options = replace(request.options, elsewhere=True, twice=twice, of_file=OfFile(file.doc_hash, reading))
    return apply_plan(workspace, plan, facts, clock=clock, options=options)


def _read(given: object, config: ReviewerConfig, history: History, document: Document) -> Reading:
    parse = parsed(document, config.style.unprotected)
    chunks = chunk_plan(parse, config.chunk)
    if isinstance(given, GivenDiff):
        ops, refused = ops_of_diff(Places(parse, chunks), given, config, history)
    else:
        ops, refused = ops_from_json(parse, chunks, given, config)
    anchors = frozenset(section.anchor for section in parse.sections)
    return Reading(document, ops, refused, anchors, len(chunks))


def _by_line(given: object) -> frozenset[int]:
    """Places in the file of what is no proposal."""
    items = items_of(given) or ()
    return frozenset(index for index, item in enumerate(items, 1) if not is_proposal(item))
