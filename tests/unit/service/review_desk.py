"""A desk to review on: documents in a folder of their own, a fixed clock, a speller that knows nothing."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.ledger import transaction
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.apply import ApplyOptions
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.review import ReviewRequest, Tools, review_document
from reviewer.service.workspace.folder import Workspace, require_workspace


class NoSpeller:
    """Has nothing against any word."""

    identity = "none 1"

    def corrections(self, words):
        return {}


class FixedClock:
    """It is always the same moment."""

    def now(self):
        return "2031-02-03T04:05:06.000007+00:00"


PLAIN = ApplyOptions()
TOOLS = Tools(NoSpeller(), FixedClock())


class Killed(BaseException):
    """The process ended here."""


def review(path: Path, output: Path | None = None, workspace: Path | None = None, **config: Any) -> ReviewOutcome:
    """``review DOC --no-llm``."""
    return review_document(ReviewRequest(path, ReviewerConfig(no_llm=True, **config), workspace, output), TOOLS)


def apply(path: Path, *ops: object, options: ApplyOptions = PLAIN, **config: Any) -> ReviewOutcome:
    """``apply DOC --ops FILE``."""
    file = path.parent / "ops.json"
    file.write_text(json.dumps(ops))
    return apply_ops(ApplyRequest(path, file, ReviewerConfig(**config), None, options), FixedClock())


def replace(line: int, before: str, after: str, **more: object) -> dict[str, Any]:
    """A person's replacement of ``before`` on one line, or to ``last``."""
    last = more.pop("last", line)
    return {
        "action": "replace",
        "target": {"line_start": line, "line_end": last},
        "before_text": before,
        "before_hash": content_hash(before),
        "after_text": after,
        **more,
    }


def delete(first: int, last: int, before: str, **more: object) -> dict[str, Any]:
    """A person's deletion, with the note that it must have."""
    note = {"alert": "CAUTION", "text": "REVIEWER: no longer true"}
    policy = {"action": "delete", "severity": "deletion", "needs_attention": True, "review_note": note}
    return replace(first, before, "", last=last, **policy, **more)


def insert(line: int, text: str, **more: object) -> dict[str, Any]:
    """A person's insertion of whole lines after a line."""
    return {"action": "insert", "target": {"line_start": line, "line_end": line}, "after_text": text, **more}


def workspace_of(path: Path) -> Workspace:
    return require_workspace(path)


def edited(path: Path) -> bytes:
    """The edited copy of a document."""
    return workspace_of(path).edited.read_bytes()


def annotated(path: Path) -> str:
    """The annotated copy of a document, every line end kept."""
    return workspace_of(path).annotated.read_bytes().decode()


def entries(path: Path) -> list[dict[str, Any]]:
    """The ledger of a document."""
    lines = workspace_of(path).ledger.read_bytes().split(b"\n")
    return [json.loads(line) for line in lines if line]


def ids(path: Path) -> list[str]:
    """The ids in the ledger of a document, in order."""
    return [entry["id"] for entry in entries(path)]


def tree(root: Path) -> dict[str, bytes]:
    """Every file below a folder but the record of the last run."""
    files = (file for file in root.rglob("*") if file.is_file() and file.name != "run.json")
    return {str(file.relative_to(root)): file.read_bytes() for file in files}


def codes(outcome: ReviewOutcome) -> list[str]:
    """Why ops were refused."""
    return [refused.code.value for refused in outcome.rejected]


def apply_killed_before_the_document(path: Path, ops: Sequence[object], **config: Any) -> None:
    """Apply ops in a process that ends between the ledger's append and the first document."""

    def end(*_: object) -> None:
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transaction, "write_checked", end)
        with pytest.raises(Killed):
            apply(path, *ops, **config)
