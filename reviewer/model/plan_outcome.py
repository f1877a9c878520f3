"""What ``plan`` made: the JSON object that the command prints (schema 1)."""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen


class PlanCounts(Frozen):
    """Exact counts of what applying all of the plan would do now, found by a dry run."""

    changes: int = 0
    attention: int = 0
    silent: int = 0
    deletions: int = 0
    flags: int = 0
    rejected: int = 0
    already_applied: int = Field(0, description="ops that the ledger has in force")
    findings: int = 0
    chunks: int = 0
    chunks_failed: int = 0
    model_calls: int = 0
    kinds: dict[str, int] = Field(default_factory=dict, description="changes and flags by kind")


class PlanOutcome(Frozen):
    """``plan``. The document and its ledger are as they were; ``head`` is the ledger's last entry hash."""

    schema_version: Literal[1] = Field(default=1, alias="schema")
    status: Literal["completed", "completed_with_failures"] = "completed"
    workspace: str
    document: str
    doc_hash: str
    head: str
    plan: str = Field(description="the plan's hash: sha256 of the bytes of the file")
    path: str = Field(description="the stored plan, JSON")
    readable: str = Field(description="the same for people, Markdown")
    counts: PlanCounts
    failures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
