"""``apply --plan``: what a person chooses of a stored plan, and nothing else. No rule runs and no model is asked."""

from dataclasses import dataclass, replace
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.model.choice import Decision
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.ports import Clock
from reviewer.plan.choose import choose
from reviewer.service.apply import ApplyOptions, OfPlan, apply_plan
from reviewer.service.outcomes import Facts
from reviewer.service.stored_plan import load_stored
from reviewer.service.workspace.folder import absolute, require_workspace
from reviewer.service.workspace.output_file import refuse_bad_output, refuse_unwritable_document
from reviewer.service.workspace.plans import LATEST

NOTHING_NEW = "Nothing was left to apply: what was chosen of this plan is in force already."


@dataclass(frozen=True, slots=True)
class StoredRequest:
    """Which part of which plan of a document. ``plan`` is a hash, the beginning of one, or ``latest``.

    Of ``config`` counts what the plan does not hold: who applies it, and where results go.
    """

    path: Path
    plan: str = LATEST
    decision: Decision = Decision()  # noqa: RUF009 - frozen
    config: ReviewerConfig = ReviewerConfig()  # noqa: RUF009 - frozen
    workspace: Path | None = None
    output: Path | None = None


def apply_stored(request: StoredRequest, clock: Clock) -> ReviewOutcome:
    """Apply what the decision chooses. Again it does nothing, and says so; what was not chosen can be chosen later.

    The configuration is that of the plan, but for ``operator``, ``in_place``, ``output_suffix`` and ``lock_timeout``.

    Raises:
        UserError: ``no-review``; ``unknown-plan``, ``unknown-op``, ``unknown-kind``; ``bad-output``.
        IntegrityError: ``bad-plan``; as ``apply_plan``.
        StaleHead: ``document-changed``: the document is not the one that was planned, nor what this plan made of it.
        Busy: as ``apply_plan``.
    """
    path = absolute(request.path)
    workspace = require_workspace(path, request.workspace)
    digest, stored = load_stored(workspace, request.plan)
    refuse_bad_output(path, request.workspace, request.output, request.config.output_suffix)
    refuse_unwritable_document(path, in_place=request.config.in_place)
    chosen = choose(stored.plan, request.decision.choice, stored.silent)
    facts = replace(stored.facts, config=_config(stored.facts, request.config), command="apply")
    facts = replace(facts, plan=digest, not_chosen=chosen.left)
    of_plan = OfPlan(digest, stored.plan, request.decision)
    options = ApplyOptions(output=request.output, again=stored.again, of_plan=of_plan, asked=stored.asked)
    outcome = apply_plan(workspace, chosen.plan, facts, clock=clock, options=options)
    nothing_new = bool(outcome.already_applied) and not (outcome.applied or outcome.flagged or outcome.rejected)
    return outcome.having(notes=(*outcome.notes, NOTHING_NEW)) if nothing_new else outcome


def _config(facts: Facts, given: ReviewerConfig) -> ReviewerConfig:
    return facts.config.having(
        operator=given.operator,
        in_place=given.in_place,
        output_suffix=given.output_suffix,
        lock_timeout=given.lock_timeout,
    )
