"""The flow ``approve``: plan, ask a person, apply just what was chosen.

Between the two the run is suspended: its process ends, its slot on the worker is free. Resumed, Prefect starts the flow
from the top; the plan is found by the run's id and loaded by its hash, so that nothing is planned twice. A retry of a
run that was answered finds plan and answer again, and what is in force already is not applied twice.
"""

from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from prefect import State, flow
from prefect.context import FlowRunContext
from prefect.flow_runs import suspend_flow_run
from prefect.logging import get_run_logger

from flows.approval import Approval, question
from flows.configured import run_configured
from flows.parameters import FullPath, RunSettings
from flows.plan import planning
from flows.plan_parameters import ApprovalOptions
from flows.publish import publish
from flows.publish_plan import plan_link, publish_plan
from flows.review import THREADS, with_tools
from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.choice import Decision
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.service.apply_stored import StoredRequest, apply_stored
from reviewer.service.clock import SystemClock
from reviewer.service.plan_document import plan_document
from reviewer.service.waiting_plan import WaitingPlan, planned_before, refuse_misfit

HOUR = 3600


@flow(name="approve", task_runner=THREADS, persist_result=False)
def approve(
    path: FullPath, settings: RunSettings = RunSettings(), options: ApprovalOptions = ApprovalOptions()
) -> State[Any]:
    """Plan a review, wait for a person's answer, apply what was chosen. Its final state holds a ``ReviewOutcome``.

    Where rules or chunks failed it holds a ``PlanOutcome``, and nobody is asked, unless ``despite_failures``.

    Args:
        path: Full path of the Markdown document.
        settings: Configuration; what is left empty is as the document's configuration file has it.
        options: How it is planned, and how long an answer is waited for.
    """
    return run_configured(path, settings, options, partial(_approve, path, options))


def _approve(
    path: Path, options: ApprovalOptions, config: ReviewerConfig, text_allowed: bool
) -> ReviewOutcome | PlanOutcome:
    run = _suspendable_run()
    waiting = planned_before(path, options.workspace, run)
    shown = None
    if waiting is None:
        outcome = _planned(path, options, (config, text_allowed), run)
        shown = publish_plan(outcome, text_allowed=text_allowed)
        if outcome.status != "completed" and not options.despite_failures:
            return outcome
        waiting = WaitingPlan(outcome.plan, outcome.counts, outcome.readable)
    else:
        get_run_logger().info("The plan of this run is loaded; nothing is planned again.")
    empty = not (waiting.counts.changes or waiting.counts.flags)
    link = plan_link(path, shown, text_allowed=text_allowed)
    decision = Decision() if empty else _asked(path, options, waiting, link)
    request = StoredRequest(path, waiting.plan, decision, config, options.workspace, options.output)
    applied = apply_stored(request, SystemClock())
    publish(applied, text_allowed=text_allowed)
    return applied


def _planned(path: Path, options: ApprovalOptions, known: tuple[ReviewerConfig, bool], run: str) -> PlanOutcome:
    """The plan, noted as that of this run; one with failures is nobody's unless it is asked about: a retry mends it."""

    config, text_allowed = known

    def use(request: Any, tools: Any) -> PlanOutcome:
        return plan_document(request, tools, run, despite_failures=options.despite_failures)

    return with_tools(planning(path, options, config), use, refresh=options.refresh, text_allowed=text_allowed)


def _suspendable_run() -> str:
    """The id of the run.

    Raises:
        UserError: ``not-deployed``: only a run of a deployment can be suspended and started again.
    """
    context = FlowRunContext.get()
    run = context.flow_run if context is not None else None
    if run is None or run.deployment_id is None:
        message = "only a run of a deployment can wait for an answer: nobody would start this one again"
        raise UserError("not-deployed", message, "deploy it, or run 'reviewctl plan' and then 'reviewctl apply --plan'")
    return str(run.id)


def _asked(path: Path, options: ApprovalOptions, waiting: WaitingPlan, link: str) -> Decision:
    """The answer, for which the run is suspended; one that does not fit the plan is refused, and asked for again."""
    refused = ""
    for attempt in count(1):
        told = question(waiting, link, refused)
        answer = suspend_flow_run(
            wait_for_input=Approval.with_initial_data(description=told),
            timeout=max(1, round(options.wait_hours * HOUR)),
            key=f"approval-{attempt}",
        )
        try:
            decision = answer.decision()
            refuse_misfit(path, options.workspace, waiting.plan, decision.choice)
        except UserError as error:
            if error.code not in {"bad-parameter", "unknown-op", "unknown-kind"}:
                raise
            refused = f"{error.message}; {error.hint}"
            get_run_logger().warning("An answer was refused, and is asked for again: %s", error.code)
        else:
            return decision
    raise AssertionError("unreachable: an answer is asked for until one fits")
