"""``stage3/findings.jsonl``: what the last review did about each finding, one line each."""

import json
from collections.abc import Iterable
from contextlib import suppress

from reviewer.file_kinds import read_regular
from reviewer.model.outcome import FindingOutcome
from reviewer.service.workspace.artifacts import write_bytes
from reviewer.service.workspace.folder import Workspace

NAME = "findings.jsonl"


def write_outcomes(workspace: Workspace, outcomes: Iterable[FindingOutcome]) -> None:
    """Replace the file as a whole; the same outcomes leave it alone."""
    line_of = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
    lines = "".join(f"{line_of(outcome.model_dump(mode='json'))}\n" for outcome in outcomes)
    write_bytes(workspace.stage3 / NAME, lines.encode("utf-8", "backslashreplace"))


def read_outcomes(workspace: Workspace) -> tuple[FindingOutcome, ...]:
    """What the file says; nothing where it is missing, and no line that is damaged."""
    try:
        lines = read_regular(workspace.stage3 / NAME).split(b"\n")
    except OSError:
        return ()
    found: list[FindingOutcome] = []
    for line in lines:
        with suppress(ValueError):
            found += [FindingOutcome.model_validate_json(line)] if line else []
    return tuple(found)
