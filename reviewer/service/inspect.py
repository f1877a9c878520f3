"""``inspect``: Stage 1 and the fingerprints of one document, as data, the same that a review gets. Writes nothing."""

from pathlib import Path
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.fingerprint import fingerprints
from reviewer.markdown.inventory import inventory
from reviewer.markdown.parse import parse
from reviewer.markdown.protect import protected_regions
from reviewer.markdown.structure import structure
from reviewer.service.files.documents import load_document

SCHEMA = 1
_FACTS = {"path", "doc_hash", "bytes", "lines", "bom", "newline", "front_matter"}


def inspect_document(path: Path, config: ReviewerConfig) -> dict[str, Any]:
    """``{schema, document, headings, spans, chunks, fingerprints}`` (the documented contract of ``inspect --json``).

    Raises:
        UserError: the document cannot be read.
    """
    document = load_document(path)
    parsed = parse(document, config.style.unprotected)
    chunks = chunk_plan(parsed, config.chunk)
    return {
        "schema": SCHEMA,
        "document": inventory(parsed).model_dump(include=_FACTS),
        "headings": [node.model_dump(mode="json") for node in structure(parsed).heading_tree],
        "spans": [span.model_dump(mode="json") for span in protected_regions(parsed)],
        "chunks": [chunk.model_dump(mode="json") for chunk in chunks],
        "fingerprints": [features.model_dump(mode="json") for features in fingerprints(parsed, chunks, config)],
    }
