"""What the UI is given, and what an API on another machine is not."""

import json
import re
from pathlib import Path

import pytest

from flows import shown
from flows.publish import artifact_name
from flows.shown import LedgerTail, finding_rows, preview_text, report_text, summary_text
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


def ledger_rows(done, *, text_allowed):
    return LedgerTail(Path(done.outputs.ledger)).rows(text_allowed=text_allowed)


def test_on_this_machine_the_report_and_the_entries_are_shown(done):
    assert report_text(done) == "# Review\n\nsecret\n"
    (row,) = ledger_rows(done, text_allowed=True)
    assert row["id"] == "RVW-0001"
    assert row["summary"] == "secret to known"


def test_the_summary_says_what_happened_what_failed_and_where_the_files_are(done):
    outcome = done.having(status="completed_with_failures", failures=("md_chunk: `secret` | x",), written=("/o.md",))
    text = summary_text(outcome, text_allowed=True)
    assert "**completed with failures**" in text
    assert "| changes | 1 |" in text
    assert "- md\\_chunk: \\`secret\\` \\| x" in text
    assert f"| ledger | `{done.outputs.ledger}` |" in text
    assert "| written | `/o.md` |" in text


def test_another_machine_gets_counts_and_hashes_only(done):
    outcome = done.having(failures=("the secret word",), notes=("a secret note",))
    text = summary_text(outcome, text_allowed=False)
    assert "| changes | 1 |" in text
    assert "sha256:h" in text
    assert ledger_rows(done, text_allowed=False) == [
        {"seq": 1, "event": "change", "entry_hash": "sha256:e", "state_hash": "sha256:s"}
    ]
    head = LedgerTail(Path(done.outputs.ledger)).head_text(done.head)
    assert "sha256:h" in head
    assert "secret" not in text + head
    assert "plan" not in artifact_name(Path(done.document), text_allowed=False)


def test_no_ledger_gives_no_rows(tmp_path):
    tail = LedgerTail(tmp_path / "none.jsonl")
    assert (tail.rows(text_allowed=True), tail.count) == ([], 0)
    assert tail.head_text("sha256:h").startswith("`sha256:h`\n")


@pytest.mark.parametrize(("size", "stands_on"), [(2, "sha256:1"), (1, "sha256:2")])
def test_the_head_names_what_the_newest_transaction_stands_on(tmp_path, size, stands_on):
    numbers = (1, 2, 3)
    newest = numbers[-size:]
    entries = [
        {"seq": n, "entry_hash": f"sha256:{n}", "prev": f"sha256:{n - 1}", "doc_hash_after": f"sha256:d{n}",
         "txn": "T2" if n in newest else f"T{n}0", "txn_index": max(0, n - newest[0]), "txn_size": size}
        for n in numbers
    ]  # fmt: skip
    ledger = tmp_path / "ledger.jsonl"
    ledger.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="utf-8")
    text = LedgerTail(ledger).head_text("sha256:3")
    assert text.startswith("`sha256:3`\n")
    assert f"| it stands on | `{stands_on}` |" in text
    assert "| entries in the ledger | 3 |" in text
    assert "| document | `sha256:d3` |" in text


def test_a_long_ledger_shows_its_newest_entries_and_says_how_many_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(shown, "ROW_LIMIT", 2)
    ledger = tmp_path / "ledger.jsonl"
    ledger.write_text("".join(json.dumps({**ENTRY, "seq": n}) + "\n" for n in range(5)), encoding="utf-8")
    tail = LedgerTail(ledger)
    assert (tail.count, [row["seq"] for row in tail.rows(text_allowed=False)]) == (5, [3, 4])


@pytest.mark.parametrize("text_allowed", [True, False])
def test_findings_are_counted_by_rule_and_quote_nothing(done, tmp_path, text_allowed):
    folder = tmp_path / "stage2"
    folder.mkdir()
    found = [{"rule": "doubled-word", "severity": "minor", "message": "secret"}] * 3
    (folder / "coherence_issues.json").write_text(json.dumps({"findings": found}), encoding="utf-8")
    (folder / "numbering_findings.json").write_text("{ broken", encoding="utf-8")
    (row,) = finding_rows(done.having(workspace=str(tmp_path)), text_allowed=text_allowed)
    counted = {"rule": "doubled-word", "findings": 3, "minor": 3, "attention": 0, "critical": 0}
    assert row == ({**counted, "what": "A word stands twice in a row."} if text_allowed else counted)


def test_a_long_report_is_cut_and_says_where_the_rest_is(done, monkeypatch):
    monkeypatch.setattr(shown, "TEXT_LIMIT", 8)
    text = report_text(done)
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
def test_what_was_not_undone_stands_first(done, text_allowed):
    text = summary_text(undone(done, reverted=("RVW-0001",), failed=FAILED), text_allowed=text_allowed)
    assert text.startswith("## Not undone\n")
    assert "| RVW-0009 | later \\| changes stand on it | RVW-0010 |\n" in text
    assert ("## Files" in text) is text_allowed


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
    monkeypatch.setattr(shown, "TEXT_LIMIT", 8)
    text = preview_text(undone(done, dry_run=True, diff="a long diff\n"), text_allowed=True)
    assert "a long d\n```\n" in text
    assert "cut" in text
