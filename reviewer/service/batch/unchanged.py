"""Whether a document needs no review: nothing has changed since one that came to its end with the same settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from reviewer import __version__
from reviewer.config import ReviewerConfig
from reviewer.errors import ReviewError
from reviewer.file_kinds import read_last_line, read_regular
from reviewer.hashing import bytes_hash
from reviewer.json_text import read_json
from reviewer.model.batch import DocumentRow
from reviewer.service.batch.rows import row_of_workspace
from reviewer.service.models.kernels import VERSIONS
from reviewer.service.stages.kernels import KERNELS
from reviewer.service.workspace.folder import Workspace, find_workspace
from reviewer.service.workspace.run_record import RunRecord, read_record

_BY_THE_WAY = frozenset({"batch", "cache_mode", "lock_timeout", "operator"})
"""Settings that say nothing of what a review finds or writes into documents."""


def unchanged(
    document: Path, doc_hash: str, config: ReviewerConfig, described: Mapping[str, str], tools: Mapping[str, str]
) -> DocumentRow | None:
    """The row of a document that needs no review, or None.

    Compared are: the document's bytes, the edited copy in the workspace, the settings but for ``_BY_THE_WAY``, the
    release, the versions of the kernels, programs (``tools``) and models with their digests and prompts
    (``described``), and the ledger's head. The last run must have been a review in which nothing failed.
    """
    try:
        workspace = find_workspace(document)
        record = read_record(workspace) if workspace is not None else None
        if workspace is None or record is None or not _complete(record) or not _same_tools(record, config, tools):
            return None
        same = _same_text(workspace, record, doc_hash) and _same_settings(record, config)
        if not same or any(record.models.get(name) != value for name, value in described.items()):
            return None
        if _head(workspace) != record.head:
            return None
        return row_of_workspace(workspace, record, "unchanged", doc_hash)
    except (ReviewError, OSError, ValueError):
        return None  # the review says what is wrong


def _complete(record: RunRecord) -> bool:
    return record.command == "review" and not record.failures and not record.begun


def _same_tools(record: RunRecord, config: ReviewerConfig, tools: Mapping[str, str]) -> bool:
    """Kernels of models are recorded where models were asked; a document without any prose asks none."""
    rules = {kernel.name: kernel.version for kernel in KERNELS}
    models = {} if config.no_llm else dict(VERSIONS)
    return (
        record.tool_version == __version__
        and all(record.kernels.get(name) == version for name, version in {**rules, **tools}.items())
        and all(record.kernels.get(name, version) == version for name, version in models.items())
    )


def _same_text(workspace: Workspace, record: RunRecord, doc_hash: str) -> bool:
    """The document is as the review left it, and so is our edited copy: an edit by hand there belongs to the next."""
    left = record.files.get(str(workspace.document))
    edited = record.files.get(str(workspace.edited))
    reviewed = record.doc_hash == doc_hash or (record.in_place and edited == doc_hash)
    return left == doc_hash and reviewed and bytes_hash(read_regular(workspace.edited)) == edited


def _same_settings(record: RunRecord, config: ReviewerConfig) -> bool:
    return _telling(record.config) == _telling(config.model_dump(mode="json"))


def _telling(config: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in config.items() if name not in _BY_THE_WAY}


def _head(workspace: Workspace) -> str:
    """The ledger's head as the file has it; of an empty ledger the hash of the snapshot."""
    line, _ = read_last_line(workspace.ledger)
    return str(read_json(line)["entry_hash"]) if line.strip() else bytes_hash(read_regular(workspace.snapshot))
