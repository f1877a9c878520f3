"""What the rules found in the last review, by severity and by rule, from the workspace's stage 2 files."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.service.workspace.folder import Workspace

_FILES = ("coherence_issues.json", "numbering_findings.json")


def severities(workspace: Workspace) -> dict[str, int]:
    """Findings by severity. A scan that failed has no file and counts nothing: the outcome's status says so."""
    counts: Counter[str] = Counter()
    for found in _scans(workspace):
        with suppress(KeyError, TypeError, ValueError):
            counts.update(found["by_severity"])
    return dict(counts)


def rules_found(workspace: Workspace) -> dict[str, dict[str, int]]:
    """Findings by rule, in the order of the rules' names, each by severity. A scan that failed counts nothing."""
    rules: dict[str, Counter[str]] = {}
    for found in _scans(workspace):
        with suppress(KeyError, TypeError):
            for finding in found["findings"]:
                rules.setdefault(finding["rule"], Counter())[finding["severity"]] += 1
    return {rule: dict(rules[rule]) for rule in sorted(rules)}


def _scans(workspace: Workspace) -> Iterator[dict[str, Any]]:
    for name in _FILES:
        with suppress(OSError, ValueError):  # derived: made again by the next review
            yield read_json(read_regular(workspace.stage2 / name))
