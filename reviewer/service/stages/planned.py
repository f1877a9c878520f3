"""The plan of a review: what the rules mend and what models propose, overlaps settled."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import EditOp, EditPlan, Rejection
from reviewer.plan.heading_anchors import with_anchors_told
from reviewer.plan.merge import merge
from reviewer.service.files.documents import parsed
from reviewer.service.stages.decisions import dropped
from reviewer.service.stages.ruled import Ruled


def plan_review(
    ruled: Ruled,
    ledger_head: str,
    config: ReviewerConfig,
    proposed: Sequence[EditOp] = (),
    refused: Sequence[Rejection] = (),
) -> EditPlan:
    """The ops of the rules and those ``proposed`` by models, for this document state.

    Both have been validated; ``refused`` are proposals of models that came to nothing. Where nothing may be edited the
    plan is empty.
    """
    document = ruled.analysis.document
    if not ruled.editable:
        return EditPlan(doc_hash=document.doc_hash, ledger_head=ledger_head)
    parse = parsed(document, config.style.unprotected)
    told = with_anchors_told((*ruled.ops, *proposed), parse, config)
    merged = merge(told, document.text)
    return EditPlan(
        doc_hash=document.doc_hash,
        ledger_head=ledger_head,
        ops=merged.ops,
        overlapped=merged.overlapped,
        rejected=(*ruled.refused, *refused),
        also_judged=dropped(merged.duplicates),
    )
