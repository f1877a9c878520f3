"""The flow ``apply``: ops from a file, through the same checks and the same ledger. From the shell: ``flows.run``.

Nothing of it is cached: it writes, and it is safe to repeat because a plan states the ledger head that it expects.
"""

from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow

from flows.configured import require_absolute, run_configured
from flows.parameters import FullPath, OpsOptions, RunSettings
from flows.publish import publish
from reviewer.config import ReviewerConfig
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.apply import ApplyOptions
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock


@flow(name="apply", persist_result=False)
def apply(
    path: FullPath, ops: FullPath, settings: RunSettings = RunSettings(), options: OpsOptions = OpsOptions()
) -> State[Any]:
    """Apply JSON ops or a unified diff to a document. Its final state holds a ``ReviewOutcome``.

    Args:
        path: Full path of the Markdown document.
        ops: Full path of the file with the edits: ops or proposals as JSON, or a unified diff.
        settings: Configuration; what is left empty is as the document's configuration file has it.
        options: How the edits are applied.
    """
    return run_configured(path, settings, options, partial(_apply, path, ops, options))


def _apply(path: Path, ops: Path, options: OpsOptions, config: ReviewerConfig, text_allowed: bool) -> ReviewOutcome:
    require_absolute(ops)
    chosen = ApplyOptions(options.allow_empty, options.output)
    outcome = apply_ops(ApplyRequest(path, ops, config, options.workspace, chosen), SystemClock())
    publish(outcome, text_allowed=text_allowed)
    return outcome
