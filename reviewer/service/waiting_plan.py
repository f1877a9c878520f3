"""A plan that somebody is asked about: which one it is, and whether an answer fits it. Nothing is planned twice."""

from pathlib import Path

from reviewer.model.choice import Choice
from reviewer.model.plan_outcome import PlanCounts
from reviewer.plan.choose import choose
from reviewer.service.stored_plan import load_stored
from reviewer.service.workspace.folder import find_workspace, require_workspace
from reviewer.service.workspace.plans import plan_of_run


def planned_before(path: Path, workspace: Path | None, run: str) -> tuple[str, PlanCounts] | None:
    """Hash and counts of the plan that a run made for a document before; None when it made none.

    Raises:
        UserError, IntegrityError: as ``find_workspace``.
    """
    place = find_workspace(path, workspace)
    made = plan_of_run(place, run) if place is not None else None
    return None if made is None else (made.plan, made.counts)


def refuse_misfit(path: Path, workspace: Path | None, plan: str, choice: Choice) -> None:
    """Refuse an answer that names what the plan has not.

    Raises:
        UserError: ``unknown-op``, ``unknown-kind``; as ``load_stored``.
        IntegrityError: as ``load_stored``.
    """
    _, stored = load_stored(require_workspace(path, workspace), plan)
    choose(stored.plan, choice, stored.silent)
