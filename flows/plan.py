"""The flow ``plan``: everything of a review but its effect. From the shell it is run by ``flows.plans``."""

from functools import partial
from pathlib import Path
from typing import Any

from prefect import State, flow

from flows.configured import run_configured
from flows.parameters import FullPath, RunSettings
from flows.plan_parameters import PlanOptions
from flows.publish_plan import publish_plan
from flows.review import THREADS, with_tools
from reviewer.config import ReviewerConfig
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.service.plan_document import plan_document
from reviewer.service.review import ReviewRequest


@flow(name="plan", task_runner=THREADS, persist_result=False)
def plan(path: FullPath, settings: RunSettings = RunSettings(), options: PlanOptions = PlanOptions()) -> State[Any]:
    """Find out what a review would do, and store it. Its final state holds a ``PlanOutcome``; its message the hash.

    Args:
        path: Full path of the Markdown document.
        settings: Configuration; what is left empty is as the document's configuration file has it.
        options: How this is done.
    """
    return run_configured(path, settings, options, partial(_plan, path, options))


def _plan(path: Path, options: PlanOptions, config: ReviewerConfig, text_allowed: bool) -> PlanOutcome:
    outcome = with_tools(
        planning(path, options, config), plan_document, refresh=options.refresh, text_allowed=text_allowed
    )
    publish_plan(outcome, text_allowed=text_allowed)
    return outcome


def planning(path: Path, options: PlanOptions, config: ReviewerConfig) -> ReviewRequest:
    """What to plan, from the parameters of a run."""
    return ReviewRequest(path, config, options.workspace, None, options.again, options.refresh_context)
