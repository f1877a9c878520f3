"""The files of stages 1 and 2 in a workspace (seed section 13): kernel outputs as they are, and details beside them."""

import json
from collections import Counter
from typing import Any

from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.model.edit import EditPlan
from reviewer.model.finding import Finding, ScanResult
from reviewer.service.models.review import ModelReview
from reviewer.service.models.totals import ModelTotals
from reviewer.service.stages.decisions import validation_lines
from reviewer.service.stages.pipeline import Analysis
from reviewer.service.workspace.artifacts import SCHEMA, plain, write_bytes, write_json
from reviewer.service.workspace.folder import Workspace


def write_artifacts(workspace: Workspace, analysis: Analysis, plan: EditPlan, asked: ModelReview | None = None) -> None:
    """Write every file of stages 1 and 2, each whole. What a failed kernel should have given is removed, not left old.

    Files whose content is the same are not touched.
    """
    failed = {failure.kernel for failure in analysis.failures}
    bodies = _stage1(analysis)
    for (kernel, name), body in bodies.items():
        _put(workspace.stage1 / name, None if kernel in failed else body)
    for (kernel, name), body in _stage2(analysis, _as_stored(workspace, plan), asked).items():
        _put(workspace.stage2 / name, None if kernel in failed else body)
    lines = validation_lines(plan, asked.validated.operations if asked else ())
    text = "".join(f"{json.dumps({'schema': SCHEMA, **line}, ensure_ascii=False)}\n" for line in lines)
    write_bytes(workspace.stage2 / "validation.jsonl", text.encode("utf-8", "backslashreplace"))


def _as_stored(workspace: Workspace, plan: EditPlan) -> EditPlan:
    """A plan that says again what the stored one says keeps the ledger head that it was first made on.

    So a second review of an unchanged document changes no byte.
    """
    try:
        data = read_json(read_regular(workspace.stage2 / "edit_plan.json"))
        head = data["ledger_head"]
    except (OSError, ValueError, KeyError, TypeError):
        return plan
    made_before = plan.model_copy(update={"ledger_head": head})
    return made_before if data == {"schema": SCHEMA, **_plain_plan(made_before)} else plan


def _plain_plan(plan: EditPlan) -> dict[str, Any]:
    """The plan without verdicts, which ``validation.jsonl`` holds: six of each of 10,000 ops are several megabytes."""
    left_out: dict[str, Any] = {"__all__": {"verdicts"}}
    exclude: dict[str, Any] = {
        "also_judged": True,
        "ops": left_out,
        "rejected": left_out,
        "overlapped": {"__all__": {"op": {"verdicts"}}},
    }
    return plan.model_dump(mode="json", exclude=exclude)


def _put(path: Any, body: dict[str, Any] | None) -> None:
    if body is None:
        path.unlink(missing_ok=True)
    else:
        write_json(path, body)


def _stage1(analysis: Analysis) -> dict[tuple[str, str], dict[str, Any]]:
    structure = plain(analysis.structure) or {}
    spans, chunks = analysis.protected, analysis.chunks
    return {
        ("md_inventory", "md_inventory.json"): plain(analysis.inventory) or {},
        ("md_structure", "md_structure.json"): {"heading_tree": structure.get("heading_tree", [])},
        ("md_structure", "outline.json"): {"section_index": structure.get("section_index", [])},
        ("md_structure", "anchors.json"): {"anchor_map": structure.get("anchor_map", {})},
        ("md_protected_regions", "md_protected_regions.json"): {
            "spans": len(spans),
            "by_kind": dict(sorted(Counter(span.kind.value for span in spans).items())),
        },
        ("md_protected_regions", "protected_spans.json"): {"protected_spans": spans},
        ("md_chunk", "md_chunk.json"): {
            "chunks": len(chunks),
            "oversize": [chunk.chunk_id for chunk in chunks if chunk.oversize],
            "token_estimate": sum(chunk.token_estimate for chunk in chunks),
        },
        ("md_chunk", "chunks.json"): {"chunks": chunks},
    }


def _stage2(analysis: Analysis, plan: EditPlan, asked: ModelReview | None) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        ("md_consistency_scan", "md_consistency_scan.json"): plain(analysis.consistency),
        ("md_consistency_scan", "coherence_issues.json"): _details(analysis.consistency),
        ("md_numbering_control", "md_numbering_control.json"): plain(analysis.numbering),
        ("md_numbering_control", "numbering_findings.json"): _details(analysis.numbering),
        ("md_fingerprint_chunk", "md_fingerprint_chunk.json"): {"chunk_fingerprints": analysis.fingerprints},
        ("", "edit_plan.json"): _plain_plan(plan),
        ("", "md_edit_plan.json"): {
            "ops": len(plan.ops),
            "rejected": len(plan.rejected) + len(plan.overlapped),
            "by_action": dict(sorted(Counter(op.action.value for op in plan.ops).items())),
            "by_kind": dict(sorted(Counter(op.kind for op in plan.ops).items())),
            "model_calls": asked.calls if asked else 0,
            **plain(asked.totals if asked else ModelTotals()),
        },
    }


def _details(scan: ScanResult) -> dict[str, Any]:
    return {
        "by_rule": dict(sorted(Counter(found.rule for found in scan.findings).items())),
        "by_severity": dict(sorted(Counter(found.severity.value for found in scan.findings).items())),
        "failed_rules": scan.failed_rules,
        "findings": [_line(found) for found in scan.findings],
    }


def _line(found: Finding) -> dict[str, Any]:
    return {
        "rule": found.rule,
        "severity": found.severity.value,
        "lines": [found.line, found.end_line],
        "message": found.message,
        "repairs": len(found.repairs),
    }
