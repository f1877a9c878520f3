"""Flows from a shell: find or start an API, run the flow quietly, hand back its outcome.

Prefect is imported inside, after its settings are in the environment; commands that need no flow never pay for it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from flows.api import connect_if_up
from flows.connected import connected
from reviewer.config import ReviewerConfig
from reviewer.model.outcome import ReviewOutcome
from reviewer.model.undo import UndoOutcome
from reviewer.service.apply import ApplyOptions
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock
from reviewer.service.files.documents import load_document, load_input
from reviewer.service.ops.file import ops_in
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.settings.carried import with_full_paths
from reviewer.service.workspace.folder import absolute, require_workspace
from reviewer.service.workspace.output_file import refuse_bad_output, refuse_unwritable_document

if TYPE_CHECKING:
    from prefect import Flow

    from reviewer.service.models.progress import Progress


@dataclass(frozen=True, slots=True)
class ShellOptions:
    """What the command line adds.

    ``output``: the annotated document goes there too; ``refresh``: every kernel is computed again; ``allow_empty``: ops
    may empty a section; ``again``: what was undone is proposed again; ``refresh_context``: models are told summaries as
    they are now; ``ephemeral``: a server for this run alone; ``say`` gets a line when a server is started, ``progress``
    hears of every chunk that a model was asked about.
    """

    output: Path | None = None
    refresh: bool = False
    allow_empty: bool = False
    again: bool = False
    refresh_context: bool = False
    ephemeral: bool = False
    say: Callable[[str], None] = lambda _: None
    progress: Callable[["Progress"], None] = lambda _: None


def run_review(
    path: Path,
    config: ReviewerConfig,
    workspace: Path | None = None,
    options: ShellOptions = ShellOptions(),
) -> ReviewOutcome:
    """Run the flow ``review`` on one document.

    Raises:
        ReviewError: whatever stopped the review. Wrong input, and models that may not or cannot be asked, are told
            before a server is started.
    """
    load_document(path)
    refuse_bad_output(absolute(path), workspace, options.output, config.output_suffix)
    refuse_unwritable_document(absolute(path), in_place=config.in_place)
    config = with_full_paths(config)
    from flows.opened_edge import models_opened
    from flows.parameters import ReviewOptions, RunSettings

    parameters = {
        "path": absolute(path),
        "settings": RunSettings.of(config),
        "options": ReviewOptions(
            workspace=workspace and absolute(workspace),
            output=options.output and absolute(options.output),
            refresh=options.refresh,
            again=options.again,
            refresh_context=options.refresh_context,
        ),
    }
    api = connected(options.say, config.llm.allowed_hosts, ephemeral=options.ephemeral)
    with models_opened(config), api:
        from flows.progress import heard_by
        from flows.review import review

        with heard_by(options.progress):
            outcome: ReviewOutcome = run_flow(review, parameters)
    return outcome


def run_apply(
    path: Path,
    ops: Path,
    config: ReviewerConfig,
    workspace: Path | None = None,
    options: ShellOptions = ShellOptions(),
) -> ReviewOutcome:
    """Apply an ops file: by the flow ``apply`` where a server is configured or running, else directly.

    No server is started for a job of a second.

    Raises:
        ReviewError: whatever stopped it.
    """
    if connect_if_up(config.llm.allowed_hosts) is None:
        chosen = ApplyOptions(options.allow_empty, options.output)
        return apply_ops(ApplyRequest(path, ops, config, workspace, chosen), SystemClock())
    load_document(path)
    with _file_of(ops) as file:
        from flows.apply import apply
        from flows.parameters import OpsOptions, RunSettings

        parameters = {
            "path": absolute(path),
            "ops": file,
            "settings": RunSettings.of(with_full_paths(config)),
            "options": OpsOptions(
                workspace=workspace and absolute(workspace),
                output=options.output and absolute(options.output),
                allow_empty=options.allow_empty,
            ),
        }
        outcome: ReviewOutcome = run_flow(apply, parameters)
    return outcome


@contextmanager
def _file_of(ops: Path) -> Iterator[Path]:
    """Checked ops as a file that a flow can read again: a pipe gives its bytes once, so they are kept for the run."""
    given = load_input(ops)
    ops_in(given, ops)
    if ops.is_file():
        yield absolute(ops)
        return
    with TemporaryDirectory(prefix="reviewctl-") as folder:
        copy = Path(folder) / "ops"
        copy.write_bytes(given.raw)
        yield copy


def run_undo(request: UndoRequest) -> UndoOutcome:
    """Revert or reapply: by the flow ``revert`` where a server is configured or running, else directly.

    A dry run writes nothing and is no run: it never goes to a server, and neither does wrong input.

    Raises:
        ReviewError: whatever stopped it.
    """
    require_workspace(request.path, request.workspace)
    request = replace(request, path=absolute(request.path), workspace=request.workspace and absolute(request.workspace))
    if request.dry_run or connect_if_up(request.config.llm.allowed_hosts) is None:
        return undo(request, SystemClock())
    from flows.parameters import Changes, RunSettings, UndoOptions
    from flows.revert import revert

    settings = RunSettings.of(with_full_paths(request.config))
    parameters = {
        "path": request.path,
        "changes": Changes.of(request.selection),
        "settings": settings if request.in_place is None else settings.having(in_place=request.in_place),
        "options": UndoOptions(**{name: getattr(request, name) for name in UndoOptions.model_fields}),
    }
    outcome: UndoOutcome = run_flow(revert, parameters)
    return outcome


def run_flow(flow: "Flow[..., Any]", parameters: dict[str, Any]) -> Any:
    """Run a flow in this process and return the outcome that its final state holds, or raise its error.

    Parameters are kept in Prefect's database: a configuration that holds a secret never becomes one (``RunSettings``).
    """
    from prefect import tags
    from prefect.settings import PREFECT_FLOWS_HEARTBEAT_FREQUENCY, temporary_settings

    from flows.conclusion import outcome_of
    from flows.heartbeat import TAG, beating

    # Leaving a flow waits a whole second for Prefect's own heartbeat; only code can switch it off (Prefect 3.9.1).
    with temporary_settings({PREFECT_FLOWS_HEARTBEAT_FREQUENCY: None}), tags(TAG), beating(flow) as watched:
        state: Any = watched(**parameters, return_state=True)
    return outcome_of(state)
