"""Plans from a shell: the flow ``plan``, and ``apply`` of a stored plan. As ``flows.run``, which says how.

Prefect is imported inside, after its settings are in the environment.
"""

from dataclasses import replace
from pathlib import Path

from flows.api import connect, connect_if_up
from flows.run import ShellOptions, run_flow
from reviewer.config import ReviewerConfig
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.plan_outcome import PlanOutcome
from reviewer.service.apply_stored import StoredRequest, apply_stored
from reviewer.service.clock import SystemClock
from reviewer.service.files.documents import load_document
from reviewer.service.settings.carried import with_full_paths
from reviewer.service.workspace.folder import absolute, require_workspace
from reviewer.service.workspace.plans import read_plan


def run_plan(
    path: Path, config: ReviewerConfig, workspace: Path | None = None, options: ShellOptions = ShellOptions()
) -> PlanOutcome:
    """Run the flow ``plan`` on one document.

    Raises:
        ReviewError: whatever stopped it. Wrong input, and models that may not or cannot be asked, are told before a
            server is started.
    """
    load_document(path)
    config = with_full_paths(config)
    from flows.opened_edge import models_opened
    from flows.parameters import RunSettings
    from flows.plan_parameters import PlanOptions

    parameters = {
        "path": absolute(path),
        "settings": RunSettings.of(config),
        "options": PlanOptions(
            workspace=workspace and absolute(workspace),
            refresh=options.refresh,
            again=options.again,
            refresh_context=options.refresh_context,
        ),
    }
    with models_opened(config):
        connect(options.say, config.llm.allowed_hosts)
        from flows.plan import plan
        from flows.progress import heard_by

        with heard_by(options.progress):
            outcome: PlanOutcome = run_flow(plan, parameters)
    return outcome


def run_apply_plan(request: StoredRequest) -> ReviewOutcome:
    """Apply a stored plan: by the flow ``apply`` where a server is configured or running, else directly.

    Raises:
        ReviewError: whatever stopped it.
    """
    digest, _ = read_plan(require_workspace(request.path, request.workspace), request.plan)
    request = replace(
        request,
        plan=digest,  # a retry of this run must not meet a newer one
        path=absolute(request.path),
        workspace=request.workspace and absolute(request.workspace),
        output=request.output and absolute(request.output),
    )
    if connect_if_up(request.config.llm.allowed_hosts) is None:
        return apply_stored(request, SystemClock())
    from flows.apply import apply
    from flows.parameters import OpsOptions, RunSettings
    from flows.plan_parameters import ChoiceForm

    parameters = {
        "path": request.path,
        "plan": request.plan,
        "choice": ChoiceForm.of(request.decision),
        "settings": RunSettings.of(with_full_paths(request.config)),
        "options": OpsOptions(workspace=request.workspace, output=request.output),
    }
    outcome: ReviewOutcome = run_flow(apply, parameters)
    return outcome
