"""The frozen suite of 13 chunks, in the manner of the seed's (§7, Regression Suite): replayed from a script, no model.

What must hold is in ``fixtures/golden/adaptive-13-chunks.json``, written by hand from the document and its script.
"""

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from reviewer.config import LLMConfig, ReviewerConfig, ValidationConfig
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import open_edge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document

FIXTURES = Path(__file__).parents[2] / "fixtures"
GOLDEN = json.loads((FIXTURES / "golden" / "adaptive-13-chunks.json").read_text(encoding="utf-8"))
DOCUMENT = FIXTURES / "documents" / GOLDEN["document"]
SCRIPT = FIXTURES / "replies" / "adaptive" / f"{DOCUMENT.stem}.jsonl"


class NoWords:
    """Knows no wrong word."""

    identity = "none 1"

    def corrections(self, words):
        return {}


class Suite:
    """What a review of the document left."""

    def __init__(self, folder):
        path = shutil.copy(DOCUMENT, folder)
        llm = LLMConfig(backend="scripted", script=str(SCRIPT))
        judged = ValidationConfig(judge=False)
        config = ReviewerConfig(llm=llm, fixers=False, summary_max_tokens=20, validation=judged)
        models = ModelTools(open_edge(llm), partial(pool_runs, 2), lambda _: None, lambda: 0.0)
        self.outcome = review_document(
            ReviewRequest(Path(path), config), Tools(NoWords(), SystemClock(), models=models)
        )
        self.text = Path(self.outcome.outputs.edited).read_text(encoding="utf-8")
        (self.stage2,) = folder.glob(".review/*/stage2")
        lines = (self.stage2 / "ops" / "status.jsonl").read_text(encoding="utf-8").splitlines()
        self.status = {line["chunk_id"]: line for line in map(json.loads, lines)}
        self.totals = json.loads((self.stage2 / "md_edit_plan.json").read_text(encoding="utf-8"))
        self.report = (self.stage2.parent / "stage3" / f"REVIEW_{DOCUMENT.name}").read_text(encoding="utf-8")

    def prints(self):
        found = json.loads((self.stage2 / "md_fingerprint_chunk.json").read_text(encoding="utf-8"))
        return {item["chunk_id"]: item for item in found["chunk_fingerprints"]}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    return Suite(tmp_path_factory.mktemp("suite"))


def test_aggregate_invariants(suite):
    wanted, chunks = GOLDEN["aggregate"], suite.status.values()
    assert len(suite.status) == wanted["total_chunks"]
    assert all(chunk["parse_success"] for chunk in chunks) is wanted["parse_success_all"]
    assert sum(chunk["outcome"] == "degenerate" for chunk in chunks) <= wanted["degenerate_max"]
    assert sum(chunk["extraction_method"] == "json_strict" for chunk in chunks) >= wanted["json_strict_min"]
    assert sum(chunk["ops"] for chunk in chunks) >= wanted["ops_min"]


@pytest.mark.parametrize(("chunk_id", "wanted"), GOLDEN["chunks"].items(), ids=list(GOLDEN["chunks"]))
def test_each_chunk(suite, chunk_id, wanted):
    chunk = suite.status[chunk_id]
    assert (chunk["outcome"], chunk["parse_success"]) == (wanted["outcome"], True)
    assert [entry["policy"] for entry in chunk["adaptive_escalation"]] == wanted.get("policies", [])
    assert all(entry["from"] and entry["to"] and entry["reason"] for entry in chunk["adaptive_escalation"])
    original = DOCUMENT.read_text(encoding="utf-8")
    for before, after in wanted.get("changes", []):
        assert original.count(before) == 1
        assert (before not in suite.text, after in suite.text) == (True, True)


def test_the_document_is_changed_where_that_is_wanted_and_nowhere_else(suite):
    text = DOCUMENT.read_text(encoding="utf-8")
    for wanted in GOLDEN["chunks"].values():
        for before, after in wanted.get("changes", []):
            text = text.replace(before, after)
    assert suite.text == text


@pytest.mark.parametrize(("chunk_id", "wanted"), GOLDEN["recipes"].items(), ids=list(GOLDEN["recipes"]))
def test_each_recipe_fires_and_recovers(suite, chunk_id, wanted):
    assert suite.status[chunk_id]["content_recipe"] == wanted["transforms"]
    features = suite.prints()[chunk_id]
    assert features["triggers_recipe"]
    assert {name: features[name] for name in wanted["fingerprint"]} == wanted["fingerprint"]
    masks = suite.stage2 / "masks"
    assert all((masks / f"{chunk_id}{name}").is_file() for name in wanted["files"])
    recipe = json.loads((masks / f"{chunk_id}_recipe.json").read_text(encoding="utf-8"))
    assert recipe["transforms"] == wanted["transforms"]
    assert recipe["tokens_after"] < recipe["tokens_before"]
    assert recipe["reduction_pct"] >= wanted["reduction_pct_min"]
    for name in ("recovered", "ops_count", "extraction_method"):
        assert recipe[name] == wanted[name]


def test_what_a_mask_hid_is_kept_as_it_stands(suite):
    original = DOCUMENT.read_text(encoding="utf-8")
    hidden = [path.read_text(encoding="utf-8") for path in (suite.stage2 / "masks").glob("*.md")]
    assert len(hidden) == 2
    assert all(text in original for text in hidden)


def test_policies_are_counted_in_totals_and_report(suite):
    assert suite.totals["policies"] == GOLDEN["policies"]
    assert (suite.totals["recipe_applied"], suite.totals["recipe_recovered"]) == (2, 2)
    for policy, count in GOLDEN["policies"].items():
        (line,) = (line for line in suite.report.splitlines() if line.startswith(f"- Policy {policy} "))
        assert line.endswith(f"fired {count['fires']}, recovered {count['recoveries']}.")
