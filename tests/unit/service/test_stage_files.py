"""The files of stages 1 and 2: named as in the seed, versioned, the same for the same document, none left old."""

import json

import pytest

from reviewer.config import ReviewerConfig
from reviewer.markdown.source import read_document
from reviewer.model.finding import ScanResult
from reviewer.service.stage_files import write_artifacts
from reviewer.service.stages.pipeline import analyse, call_directly
from reviewer.service.stages.planned import plan_review
from reviewer.service.stages.ruled import ruled
from reviewer.service.workspace.folder import Workspace

RAW = b"# T\n\nThis is the the doubled word in a paragraph of English.\n\n## U\n\n```\ncode\n```\n"
CONFIG = ReviewerConfig()
STAGE1 = {
    "md_inventory.json", "md_structure.json", "outline.json", "anchors.json", "md_protected_regions.json",
    "protected_spans.json", "md_chunk.json", "chunks.json",
}  # fmt: skip
STAGE2 = {
    "md_consistency_scan.json", "coherence_issues.json", "md_numbering_control.json", "numbering_findings.json",
    "md_fingerprint_chunk.json", "edit_plan.json", "md_edit_plan.json", "validation.jsonl",
}  # fmt: skip


class Speller:
    identity = "test 1"

    def corrections(self, words):
        return {}


def write(workspace, run=call_directly):
    analysis = analyse(read_document(RAW, "t.md"), CONFIG, Speller(), run)
    plan = plan_review(ruled(analysis, CONFIG), "sha256:" + "0" * 64, CONFIG)
    write_artifacts(workspace, analysis, plan)
    return analysis, plan


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "w", tmp_path / "t.md")


def names(folder):
    return {path.name for path in folder.iterdir()}


def read(path):
    return json.loads(path.read_bytes())


def test_every_file_of_the_layout_is_written_with_its_schema_version(workspace):
    write(workspace)
    assert names(workspace.stage1) == STAGE1
    assert names(workspace.stage2) == STAGE2
    for path in (*workspace.stage1.iterdir(), *workspace.stage2.iterdir()):
        texts = path.read_text().splitlines() if path.suffix == ".jsonl" else [path.read_text()]
        assert all(next(iter(json.loads(text).items())) == ("schema", 1) for text in texts)


def test_the_files_hold_what_the_stages_found(workspace):
    analysis, plan = write(workspace)
    assert read(workspace.stage1 / "md_inventory.json")["doc_hash"] == analysis.document.doc_hash
    assert [section["id"] for section in read(workspace.stage1 / "outline.json")["section_index"]] == ["S0", "S", "S1"]
    assert read(workspace.stage1 / "anchors.json")["anchor_map"]["u"] == "S1"
    assert read(workspace.stage1 / "md_protected_regions.json")["by_kind"] == {"code_fence": 1}
    (span,) = read(workspace.stage1 / "protected_spans.json")["protected_spans"]
    assert (span["line_start"], span["line_end"]) == (7, 9)
    chunks = read(workspace.stage1 / "chunks.json")["chunks"]
    assert [chunk["chunk_id"] for chunk in chunks] == [chunk.chunk_id for chunk in analysis.chunks]
    assert read(workspace.stage2 / "coherence_issues.json")["by_rule"] == {"doubled-word": 1}
    scan = read(workspace.stage2 / "md_consistency_scan.json")
    del scan["schema"]
    assert ScanResult.model_validate(scan) == analysis.consistency
    assert len(read(workspace.stage2 / "edit_plan.json")["ops"]) == len(plan.ops) == 1
    summary = read(workspace.stage2 / "md_edit_plan.json")
    assert summary["by_kind"] == {"typo": 1}
    assert (summary["model_calls"], summary["parse_success_rate"], summary["circuit_breaker_tripped"]) == (
        0,
        None,
        False,
    )


def test_the_same_document_leaves_every_file_alone(workspace):
    write(workspace)
    before = {path: path.stat().st_ino for folder in (workspace.stage1, workspace.stage2) for path in folder.iterdir()}
    write(workspace)
    assert {path: path.stat().st_ino for path in before} == before


def test_what_a_failed_kernel_gave_before_is_removed(workspace):
    write(workspace)

    def raises():
        raise ValueError("x")

    write(
        workspace,
        lambda kernel, source: raises if kernel.name == "md_numbering_control" else call_directly(kernel, source),
    )
    assert names(workspace.stage1) == STAGE1
    assert names(workspace.stage2) == STAGE2 - {"md_numbering_control.json", "numbering_findings.json"}
