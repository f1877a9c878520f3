"""The flow ``apply``: ops from a file, through the same checks and the same ledger. From the shell: ``flows.run``.

Nothing of it is cached: it writes, and it is safe to repeat because a plan states the ledger head that it expects.
"""

from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow

from flows.conclusion import conclude
from flows.publish import publish
from flows.review import may_get_text, require_absolute
from reviewer.config import ReviewerConfig
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.apply import ApplyOptions
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock


@flow(name="apply", persist_result=False)
def apply(  # noqa: PLR0913, PLR0917 - a flow's parameters are its form in the UI
    path: Path,
    ops: Path,
    config: ReviewerConfig = ReviewerConfig(),  # noqa: B008 - frozen
    workspace: Path | None = None,
    output: Path | None = None,
    allow_empty: bool = False,
) -> State[Any]:
    """Apply JSON ops or a unified diff to a document. Its final state holds a ``ReviewOutcome``; paths are absolute."""
    text_allowed = may_get_text(config)
    request = ApplyRequest(path, ops, config, workspace, ApplyOptions(allow_empty, output))
    return conclude(partial(_apply, request, text_allowed), text_allowed=text_allowed)


def _apply(request: ApplyRequest, text_allowed: bool) -> ReviewOutcome:
    require_absolute(request.path)
    require_absolute(request.ops)
    outcome = apply_ops(request, SystemClock())
    publish(outcome, text_allowed=text_allowed)
    return outcome
