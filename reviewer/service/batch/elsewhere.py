"""The row of a document that was reviewed in another process: read from its workspace, for no outcome comes back."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from reviewer.file_kinds import read_last_line, read_regular
from reviewer.json_text import read_json
from reviewer.model.batch import DocumentRow
from reviewer.model.chunk_edits import KEPT
from reviewer.service.batch.rows import row_of_workspace
from reviewer.service.models.files import OPS, PROOFREAD, STATUS
from reviewer.service.workspace.folder import Workspace, find_workspace
from reviewer.service.workspace.run_record import read_record

Ended = Literal["completed", "completed_with_failures"]


def ledger_mark(document: Path) -> str:
    """The hash of the ledger's last entry as it stands now; empty where a document has none."""
    workspace = find_workspace(document)
    if workspace is None or not workspace.ledger.exists():
        return ""
    line, _ = read_last_line(workspace.ledger)
    return str(read_json(line)["entry_hash"]) if line.strip() else ""


def row_of_other_run(document: Path, doc_hash: str, mark: str, ended: Ended) -> DocumentRow:
    """What a review elsewhere did since ``mark`` was taken.

    Raises:
        ValueError, OSError: its workspace does not hold what a review leaves.
    """
    workspace = find_workspace(document)
    record = read_record(workspace) if workspace is not None else None
    if workspace is None or record is None:
        raise ValueError("the run left no review")
    row = row_of_workspace(workspace, record, ended, doc_hash)
    failed = ended != "completed"
    return row.having(
        **_entries(workspace, mark),
        rejected=len(_lines(workspace.stage3 / "rejected.jsonl")),
        chunks=int(read_json(read_regular(workspace.stage1 / "md_chunk.json"))["chunks"]),
        chunks_failed=len(_failed_chunks(workspace)) if failed else 0,
        model_calls=int(read_json(read_regular(workspace.stage2 / "md_edit_plan.json"))["model_calls"]),
        error_code="run-with-failures" if failed else "",
        error="; ".join(record.failures),
        hint="run the batch again: what failed is tried again" if failed else "",
    )


def _entries(workspace: Workspace, mark: str) -> dict[str, int]:
    """Counts over the entries that came after the marked one."""
    entries = _lines(workspace.ledger)
    places = [place for place, entry in enumerate(entries) if entry["entry_hash"] == mark]
    new = entries[places[-1] + 1 :] if places else entries
    changes = [entry for entry in new if entry["event"] == "change"]
    silent = sum(entry["silent"] for entry in changes)
    return {
        "changes": len(changes),
        "silent": silent,
        "attention": len(changes) - silent,
        "deletions": sum(entry["action"] == "delete" for entry in changes),
        "flags": sum(entry["event"] == "flag" for entry in new),
    }


def _failed_chunks(workspace: Workspace) -> frozenset[str]:
    """Chunks without a usable answer in the last run that asked about any."""
    lines = [line for folder in (OPS, PROOFREAD) for line in _lines(workspace.stage2 / folder / STATUS)]
    last = max((str(line["run"]) for line in lines), default="")
    return frozenset(line["chunk_id"] for line in lines if line["run"] == last and line["outcome"] not in KEPT)


def _lines(path: Path) -> list[Mapping[str, Any]]:
    return list(_read(path)) if path.exists() else []


def _read(path: Path) -> Iterator[Mapping[str, Any]]:
    for line in read_regular(path).split(b"\n"):
        if line.strip():
            yield json.loads(line)
