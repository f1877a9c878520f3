"""How severe the findings of the last review were, from the workspace's stage 2 files."""

import json
from collections import Counter

from reviewer.service.workspace import Workspace

_FILES = ("coherence_issues.json", "numbering_findings.json")


def severities(workspace: Workspace) -> dict[str, int]:
    """Findings by severity. A scan that failed has no file and counts nothing: the outcome's status says so."""
    counts: Counter[str] = Counter()
    for name in _FILES:
        path = workspace.stage2 / name
        if path.exists():
            counts.update(json.loads(path.read_bytes())["by_severity"])
    return dict(counts)
