"""What the rules mend, validated once: a proofreader reads the text with it, and the plan makes it."""

from dataclasses import dataclass

from reviewer.config import ReviewerConfig
from reviewer.model.checked import Identity
from reviewer.model.edit import EditOp, Rejection
from reviewer.plan.finding_identity import identities
from reviewer.plan.from_findings import ops_from_findings
from reviewer.service.files.documents import parsed
from reviewer.service.stages.pipeline import Analysis
from reviewer.service.stages.validated import validated

_NEEDED_TO_EDIT = frozenset({"md_protected_regions", "md_chunk"})


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules found, the ops that they ask for and validators let pass, and a refusal for each other one.

    ``known`` are the findings' identities, in their order: an op has the fingerprint of the finding that asks for it.

    Not ``editable``: protected regions or chunks are unknown, so nothing may be edited, whoever proposes it.
    """

    analysis: Analysis
    ops: tuple[EditOp, ...] = ()
    refused: tuple[Rejection, ...] = ()
    editable: bool = True
    known: tuple[Identity, ...] = ()


def ruled(analysis: Analysis, config: ReviewerConfig) -> Ruled:
    """Validated before overlap is decided, so that a bad winner kills no good loser."""
    if _NEEDED_TO_EDIT & {failure.kernel for failure in analysis.failures}:
        return Ruled(analysis, editable=False)
    parse = parsed(analysis.document, config.style.unprotected)
    findings = analysis.findings
    known = identities(parse, findings)
    ops = ops_from_findings(parse, analysis.chunks, findings, config, known)
    return Ruled(analysis, *validated(parse, ops, config), known=known)
