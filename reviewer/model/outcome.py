"""What a review or an apply did: the JSON object that both commands print (schema 1)."""

from typing import Literal

from pydantic import Field

from reviewer.model.edit import RejectCode
from reviewer.model.frozen import Frozen
from reviewer.model.position import Span


class Counts(Frozen):
    """Exact counts of this run (applied changes, not flags, are ``changes``)."""

    changes: int = 0
    attention: int = 0
    silent: int = 0
    deletions: int = 0
    flags: int = 0
    rejected: int = 0
    not_chosen: int = Field(0, description="of a stored plan, what the decision left for another time")
    findings: int = 0
    chunks: int = 0
    chunks_failed: int = 0
    model_calls: int = 0


class RejectedOp(Frozen):
    """An op that was not applied.

    ``index`` is its place in the file of ``apply --ops`` (of a diff, the number of its hunk), from 1; ``quote`` the
    beginning of what it quoted, or of what it would put in where it quoted nothing. ``before`` and ``after`` are what
    would have become of which words, shortened, ``line`` where they stand in the document.
    """

    op_id: str
    id: str
    code: RejectCode
    message: str
    index: int | None = None
    quote: str = ""
    line: int | None = None
    before: str = ""
    after: str = ""


class FindingOutcome(Frozen):
    """What a review did about a finding, which is known by ``rule``, ``span`` and ``message``.

    ``entries`` are the ledger's ids of the edits or the flag that came of it, made by that run or by one before;
    ``left`` says why there are none, or why not for each of its repairs. ``touched`` are the changes that others made
    in the text of one that was left: a model may have mended what a rule only reports.
    """

    rule: str
    span: Span
    message: str
    entries: tuple[str, ...] = ()
    left: str = ""
    touched: tuple[str, ...] = ()


class Outputs(Frozen):
    """Absolute paths; always present."""

    edited: str
    annotated: str
    report: str
    ledger: str
    patches: str


class ReviewOutcome(Frozen):
    """``review`` and ``apply``. ``applied`` holds changes only; ``head`` is the ledger's last entry hash."""

    schema_version: Literal[1] = Field(default=1, alias="schema")
    status: Literal["completed", "completed_with_failures", "error"] = "completed"
    workspace: str
    document: str
    head: str
    counts: Counts
    applied: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    already_applied: tuple[str, ...] = ()
    rejected: tuple[RejectedOp, ...] = ()
    failures: tuple[str, ...] = Field((), description="rules or kernels that failed, one line each")
    notes: tuple[str, ...] = Field((), description="what a person should know, for example a completed repair")
    written: tuple[str, ...] = Field((), description="files outside the workspace that hold the result")
    outputs: Outputs
