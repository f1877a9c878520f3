"""Ops on a small document, and what validators say of them."""

from typing import Any

from reviewer.config import ReviewerConfig, StyleRules, ValidationConfig
from reviewer.hashing import content_hash
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, EditOp, Source, Target
from reviewer.model.finding import Severity
from reviewer.model.position import Span
from reviewer.service.stages.validated import known_of
from reviewer.validate.candidate import Known


def known(text: str, *, glossary: tuple[str, ...] = (), **config: Any) -> Known:
    """What validators know of a document."""
    settings = ReviewerConfig(style=StyleRules(glossary=glossary), validation=ValidationConfig(**config))
    return known_of(parse(read_document(text.encode(), "doc.md")), settings)


def op(text: str, before: str, after: str, **more: Any) -> EditOp:
    """A worker's op on the only place of ``before``; an ``at`` says where an insertion goes."""
    at = more.pop("at", None)
    start = text.index(before) if at is None else at
    assert at is not None or text.count(before) == 1
    fields: dict[str, Any] = {
        "op_id": f"op-{before}-{after}",
        "action": Action.REPLACE,
        "target": Target(line_start=1, line_end=1),
        "span": Span(start, start + len(before)),
        "before_hash": content_hash(before),
        "before_text": before,
        "after_text": after,
        "needs_attention": False,
        "kind": "grammar",
        "severity": Severity.MINOR,
        "silent": False,
        "source": Source(type="worker", model="m"),
        "confidence": 0.9,
    }
    return EditOp(**{**fields, **more})
