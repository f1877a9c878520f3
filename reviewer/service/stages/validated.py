"""Validation without a model: the six validators that every proposed edit meets before overlap is decided."""

from collections.abc import Sequence

from reviewer.config import ReviewerConfig
from reviewer.model.edit import EditOp, Rejection
from reviewer.model.parsed import ParsedDocument
from reviewer.model.pyramid import GlossaryEntry
from reviewer.plan.by_verdicts import by_verdicts
from reviewer.pyramid.glossary import glossary_of
from reviewer.pyramid.outline import pyramid_jobs
from reviewer.validate.candidate import Known
from reviewer.validate.deterministic import judged
from reviewer.validate.protected_names import ProtectedNames
from reviewer.validate.segments import Segments


def known_of(parse: ParsedDocument, config: ReviewerConfig, glossary: Sequence[GlossaryEntry] | None = None) -> Known:
    """What validators know of a document; ``glossary`` where it has been made already."""
    if glossary is None:
        glossary = glossary_of(parse, pyramid_jobs(parse, config.pyramid_levels), config.style.glossary)
    names, leftovers = ProtectedNames(glossary), config.style.ai_leftover_patterns
    return Known(parse.document.text, Segments(parse), names, config.validation, leftovers)


def validated(
    parse: ParsedDocument, ops: Sequence[EditOp], config: ReviewerConfig
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """Ops that may be made, with their verdicts, and a refusal for each other one; spans are those of ``parse``.

    Without ops the document's terms are not looked for.
    """
    if not ops:
        return (), ()
    return by_verdicts(judged(ops, known_of(parse, config)), config)
