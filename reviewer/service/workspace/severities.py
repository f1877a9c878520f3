"""How severe the findings of the last review were, from the workspace's stage 2 files."""

from collections import Counter
from contextlib import suppress

from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.service.workspace.folder import Workspace

_FILES = ("coherence_issues.json", "numbering_findings.json")


def severities(workspace: Workspace) -> dict[str, int]:
    """Findings by severity. A scan that failed has no file and counts nothing: the outcome's status says so."""
    counts: Counter[str] = Counter()
    for name in _FILES:
        with suppress(OSError, ValueError, KeyError, TypeError):  # derived: made again by the next review
            counts.update(read_json(read_regular(workspace.stage2 / name))["by_severity"])
    return dict(counts)
