"""The flow ``batch`` from a shell, as ``flows.run`` has the others."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows.api import connect
from flows.run import run_flow
from reviewer.errors import UserError
from reviewer.model.batch import BatchOutcome, DocumentRow
from reviewer.service.batch.selection import Selection, select
from reviewer.service.settings.by_folder import SettingsByFolder
from reviewer.service.settings.resolution import run_settings
from reviewer.service.workspace.folder import absolute


@dataclass(frozen=True, slots=True)
class BatchOptionsOfShell:
    """What the command line adds: where the summary goes, what is done again; ``say`` gets a line when a server is
    started, ``heard`` each document that is done."""

    summary: Path | None = None
    refresh: bool = False
    again: bool = False
    say: Callable[[str], None] = lambda _: None
    heard: Callable[[DocumentRow, int, int], None] = lambda *_: None


def run_batch(
    selection: Selection,
    given: Mapping[str, Any],
    config_file: Path | None = None,
    shell: BatchOptionsOfShell = BatchOptionsOfShell(),
) -> BatchOutcome:
    """Run the flow ``batch``. ``given`` are configuration values by dotted key, for all documents.

    Raises:
        ReviewError: what is wrong for all documents: paths, patterns, a git ref, ``given``. It is told before a server
            is started.
    """
    if not selection.paths or not all(selection.paths):
        raise UserError("missing-file", "'' is no path", "name folders or documents")
    settings = SettingsByFolder(lambda folder: run_settings(folder, os.environ, given, config_file))
    select(selection, lambda folder: settings(folder).config.output_suffix)
    first = Path(selection.paths[0])
    connect(shell.say, settings(first if first.is_dir() else first.parent).config.llm.allowed_hosts)
    from flows.batch import batch, documents_heard_by
    from flows.batch_parameters import BatchOptions, settings_for_all

    parameters = {
        "paths": tuple(absolute(Path(path)) for path in selection.paths),
        "settings": settings_for_all(given, config_file),
        "options": BatchOptions(
            include=selection.include,
            exclude=selection.exclude,
            changed_since=selection.changed_since,
            refresh=shell.refresh,
            again=shell.again,
            summary=shell.summary and absolute(shell.summary),
        ),
    }
    with documents_heard_by(shell.heard):
        outcome: BatchOutcome = run_flow(batch, parameters)
    return outcome
