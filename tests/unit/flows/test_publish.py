"""What the UI is given, and what an API on another machine is not."""

import json
import re
from pathlib import Path

import pytest

from flows import publish
from flows.publish import artifact_name, ledger_rows, preview_text, report_text
from reviewer.model.outcome import Counts, Outputs, ReviewOutcome
from reviewer.model.undo import FailedUndo, UndoOutcome

ENTRY = {
    "seq": 1, "id": "RVW-0001", "event": "change", "kind": "typo", "severity": "minor", "silent": True,
    "summary": "secret to known", "before_text": "secret", "timestamp": "t", "entry_hash": "sha256:e",
    "state_hash": "sha256:s",
}  # fmt: skip


@pytest.fixture
def done(tmp_path):
    (tmp_path / "report.md").write_text("# Review\n\nsecret\n", encoding="utf-8")
    (tmp_path / "ledger.jsonl").write_text(json.dumps(ENTRY) + "\n", encoding="utf-8")
    outputs = Outputs(
        edited="", annotated="", report=str(tmp_path / "report.md"), ledger=str(tmp_path / "ledger.jsonl"), patches=""
    )
    return ReviewOutcome(
        workspace="", document="/d/My Plan.md", head="sha256:h", counts=Counts(changes=1), outputs=outputs
    )


def test_on_this_machine_the_report_and_the_entries_are_shown(done):
    assert report_text(done, text_allowed=True) == "# Review\n\nsecret\n"
    (row,) = ledger_rows(Path(done.outputs.ledger), text_allowed=True)
    assert row["id"] == "RVW-0001"
    assert row["summary"] == "secret to known"


def test_another_machine_gets_counts_and_hashes_only(done):
    text = report_text(done, text_allowed=False)
    assert "| changes | 1 |" in text
    assert "sha256:h" in text
    assert ledger_rows(Path(done.outputs.ledger), text_allowed=False) == [
        {"seq": 1, "event": "change", "entry_hash": "sha256:e", "state_hash": "sha256:s"}
    ]
    assert "secret" not in text
    assert "plan" not in artifact_name(Path(done.document), text_allowed=False)


def test_no_ledger_gives_no_rows(tmp_path):
    assert ledger_rows(tmp_path / "none.jsonl", text_allowed=True) == []


def test_a_long_report_is_cut_and_says_where_the_rest_is(done, monkeypatch):
    monkeypatch.setattr(publish, "REPORT_LIMIT", 8)
    text = report_text(done, text_allowed=True)
    assert text.startswith("# Review\n\n…")
    assert done.outputs.report in text


@pytest.mark.parametrize(
    "path", ["/d/Doc_1.md", "/d/Été Σ.md", "/d/....md", "/d/" + "x" * 300 + ".md", "/d/a\udcff.md"]
)
def test_keys_are_what_prefect_accepts_and_differ_by_path(path):
    name = artifact_name(Path(path), text_allowed=True)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert len(name) <= 49
    assert name == artifact_name(Path(path), text_allowed=True)
    assert name != artifact_name(Path("/other") / Path(path).name, text_allowed=True)


def undone(done, **more):
    return UndoOutcome(
        status="partial", workspace="", document="/d/My Plan.md", head="sha256:h", outputs=done.outputs, **more
    )


FAILED = (FailedUndo(id="RVW-0009", reason="later | changes stand on it", blocked_by=("RVW-0010",)),)


@pytest.mark.parametrize("text_allowed", [True, False])
def test_what_was_not_undone_stands_above_the_report(done, text_allowed):
    text = report_text(undone(done, reverted=("RVW-0001",), failed=FAILED), text_allowed=text_allowed)
    assert text.startswith("## Not undone\n")
    assert "| RVW-0009 | later \\| changes stand on it | RVW-0010 |\n" in text
    assert ("# Review\n\nsecret\n" in text) is text_allowed


@pytest.mark.parametrize("text_allowed", [True, False])
def test_a_preview_shows_the_diff_where_text_may_be_shown(done, text_allowed):
    diff = "--- a/x.md\n+++ b/x.md\n@@ -1 +1 @@\n-secret\n+````\n"
    text = preview_text(
        undone(done, reverted=("RVW-0001",), failed=FAILED, dry_run=True, diff=diff), text_allowed=text_allowed
    )
    assert "Nothing was written" in text
    assert "RVW-0009" in text
    assert (f"\n`````diff\n{diff}`````\n" in text) is text_allowed
    assert ("secret" in text) is text_allowed


def test_a_long_preview_is_cut(done, monkeypatch):
    monkeypatch.setattr(publish, "REPORT_LIMIT", 8)
    text = preview_text(undone(done, dry_run=True, diff="a long diff\n"), text_allowed=True)
    assert "a long d\n```\n" in text
    assert "cut" in text
