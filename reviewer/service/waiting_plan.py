"""A plan that somebody is asked about: which one it is, and whether an answer fits it. Nothing is planned twice."""

from dataclasses import dataclass
from pathlib import Path

from reviewer.model.choice import Choice
from reviewer.model.plan_outcome import PlanCounts
from reviewer.plan.choose import choose
from reviewer.service.stored_plan import load_stored
from reviewer.service.workspace.folder import find_workspace, require_workspace
from reviewer.service.workspace.plans import plan_of_run


@dataclass(frozen=True, slots=True)
class WaitingPlan:
    """The plan's hash, what a dry run counted, and where the newest plan of the document can be read."""

    plan: str
    counts: PlanCounts
    readable: str


def planned_before(path: Path, workspace: Path | None, run: str) -> WaitingPlan | None:
    """The plan that a run made for a document before; None when it made none.

    Raises:
        UserError, IntegrityError: as ``find_workspace``.
    """
    place = find_workspace(path, workspace)
    made = plan_of_run(place, run) if place is not None else None
    return WaitingPlan(made.plan, made.counts, str(place.readable_plan)) if place is not None and made else None


def refuse_misfit(path: Path, workspace: Path | None, plan: str, choice: Choice) -> None:
    """Refuse an answer that names what the plan has not.

    Raises:
        UserError: ``unknown-op``, ``unknown-kind``; as ``load_stored``.
        IntegrityError: as ``load_stored``.
    """
    _, stored = load_stored(require_workspace(path, workspace), plan)
    choose(stored.plan, choice, stored.silent)
