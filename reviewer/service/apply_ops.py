"""``apply --ops``: edits made elsewhere, by a person or another tool, through the same checks and the same ledger."""

import json
from dataclasses import dataclass
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.markdown.chunk import chunk_plan
from reviewer.model.edit import EditPlan
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock
from reviewer.plan.from_ops import ops_from_json
from reviewer.plan.merge import merge_ops
from reviewer.service.apply import ApplyOptions, apply_plan
from reviewer.service.documents import load_document, parsed
from reviewer.service.history import read_history
from reviewer.service.outcomes import Facts
from reviewer.service.output_file import refuse_bad_output
from reviewer.service.workspace import absolute, open_workspace


@dataclass(frozen=True, slots=True)
class ApplyRequest:
    """Which ops for which document. ``ops`` is a JSON file: a list, or an object with ``ops``."""

    path: Path
    ops: Path
    config: ReviewerConfig
    workspace: Path | None = None
    options: ApplyOptions = ApplyOptions()  # noqa: RUF009 - frozen


def apply_ops(request: ApplyRequest, clock: Clock) -> ReviewOutcome:
    """Apply the ops of a file. One bad op never stops the rest; it is in ``rejected``.

    Raises:
        UserError: the document or the ops file cannot be read; ``bad-ops-file`` when it is not JSON.
        Busy, StaleHead, IntegrityError: as ``apply_plan``.
    """
    path = absolute(request.path)
    data = read_ops(request.ops)
    document = load_document(path)
    refuse_bad_output(path, request.workspace, request.options.output, request.config.output_suffix)
    workspace = open_workspace(path, document, request.workspace)
    parse = parsed(document, request.config.style.unprotected)
    chunks = chunk_plan(parse, request.config.chunk)
    ops, refused = ops_from_json(parse, chunks, data, request.config)
    kept, lost = merge_ops(ops)
    history, _ = read_history(workspace)
    plan = EditPlan(doc_hash=document.doc_hash, ledger_head=history.head, ops=kept, rejected=(*refused, *lost))
    facts = Facts("apply", request.config, document.doc_hash, chunks=len(chunks))
    return apply_plan(workspace, plan, facts, clock=clock, options=request.options)


def read_ops(path: Path) -> object:
    """The JSON value of an ops file.

    Raises:
        UserError: as ``load_document``; ``bad-ops-file``, naming line and column.
    """
    document = load_document(path)
    try:
        data: object = json.loads(document.text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        reason = f"{where}: {error.msg}"
    except (ValueError, RecursionError) as error:
        reason = str(error)
    else:
        ops = data.get("ops") if isinstance(data, dict) else data
        if isinstance(ops, list):
            return data
        reason = "it holds no list of ops"
    raise UserError("bad-ops-file", f"{str(path)!r} cannot be used: {reason}", "give a list, or an object with 'ops'")
