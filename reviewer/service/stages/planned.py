"""The plan of a review: what the rules mend and what models propose, overlaps settled."""

from collections.abc import Sequence

from reviewer.model.edit import EditOp, EditPlan, Rejection
from reviewer.plan.merge import merge
from reviewer.service.stages.decisions import dropped
from reviewer.service.stages.ruled import Ruled


def plan_review(
    ruled: Ruled,
    ledger_head: str,
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
    merged = merge((*ruled.ops, *proposed), document.text)
    return EditPlan(
        doc_hash=document.doc_hash,
        ledger_head=ledger_head,
        ops=merged.ops,
        overlapped=merged.overlapped,
        rejected=(*ruled.refused, *refused),
        also_judged=dropped(merged.duplicates),
    )
