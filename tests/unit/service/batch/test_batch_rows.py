"""A batch over a folder: every document is a row, one that fails stops no other, and a rerun does what is missing."""

import json
import os
import stat
from pathlib import Path
from urllib.parse import unquote

import pytest
from batch_desk import SPELLER, one_by_one, run, states, write
from pyarrow import parquet

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.report.batch import batch_line
from reviewer.report.batch_table import NUMBERS, TEXTS
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.batch.document import reviewed
from reviewer.service.batch.run import Hands
from reviewer.service.clock import SystemClock
from reviewer.service.review import ReviewRequest, Tools, review_document


def test_each_document_is_reviewed_and_is_a_row(tmp_path):
    write(tmp_path, "a.md", "sub/b.md")
    outcome = run(tmp_path)
    assert states(outcome) == {"a.md": "completed", "b.md": "completed"}
    row = outcome.documents[0]
    assert (row.changes, row.path) == (1, str(tmp_path / "a.md"))
    assert Path(row.report).is_file()
    assert row.head.startswith("sha256:")
    assert (outcome.status, outcome.counts.documents, outcome.counts.changes) == ("completed", 2, 2)
    assert batch_line(outcome) == "2 of 2 documents reviewed"


def test_a_document_that_fails_is_a_row_with_its_error_and_stops_no_other(tmp_path):
    write(tmp_path, "a.md", "z.md")
    (tmp_path / "binary.md").write_bytes(b"PNG\x00\xff\xfe")
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("text\n")
    os.mkfifo(tmp_path / "pipe.md")
    outcome = run(tmp_path)
    failed = {Path(row.path).name: row.error_code for row in outcome.documents if row.status == "failed"}
    assert failed == {
        "binary.md": "not-utf8",
        "loop.md": "missing-file",
        "caf\\udce9.md": "bad-name",
        "pipe.md": "not-a-file",
    }
    assert states(outcome)["a.md"] == states(outcome)["z.md"] == "completed"
    assert outcome.status == "completed_with_failures"
    assert batch_line(outcome) == "4 of 6 documents failed"


def test_a_bug_in_one_review_is_that_document_s_row_without_its_text(tmp_path):
    write(tmp_path, "a.md", "b.md")
    hands = one_by_one()

    def work(jobs):
        def review(job, claim, doc_hash):
            raise ValueError("The crane lifts")

        for job in jobs:
            if job.path.name == "a.md":
                yield reviewed(job, review, lambda: 0.0)
            else:
                yield from hands.small([job])

    outcome = run(tmp_path, hands=Hands(work, work))
    assert states(outcome) == {"a.md": "failed", "b.md": "completed"}
    assert outcome.documents[0].error_code == "internal-error"
    assert "crane" not in outcome.documents[0].error


def test_names_with_line_ends_stay_on_their_line_of_the_summary(tmp_path):
    write(tmp_path, "a\n| b |\n.md")
    outcome = run(tmp_path)
    assert outcome.counts.completed == 1
    text = Path(outcome.outputs.summary).read_text(encoding="utf-8")
    assert sum(line.startswith("| `") for line in text.split("\n")) == 1


def test_no_documents_is_an_error(tmp_path):
    (tmp_path / "note.txt").write_text("text\n")
    for path, exclude in ((tmp_path, ()), (tmp_path / "note.txt", ("*.txt",))):
        with pytest.raises(UserError) as told:
            run(path, exclude=exclude)
        assert told.value.code == "no-documents"
    assert not (tmp_path / ".review").exists()


def test_a_folder_without_documents_beside_others_is_a_row(tmp_path):
    write(tmp_path, "full/a.md")
    (tmp_path / "empty").mkdir()
    outcome = run(tmp_path / "empty", tmp_path / "full")
    assert [row.error_code for row in outcome.documents] == ["no-documents", ""]


def test_again_what_is_unchanged_is_skipped_and_said_so(tmp_path):
    write(tmp_path, "a.md", "b.md")
    first = run(tmp_path)
    seen = []
    second = run(tmp_path, hands=one_by_one(seen))
    assert (set(states(second).values()), seen) == ({"unchanged"}, [])
    assert [row.head for row in second.documents] == [row.head for row in first.documents]
    assert [row.findings for row in second.documents] == [row.findings for row in first.documents]
    assert second.counts.changes == 0
    assert batch_line(second) == "0 of 2 documents reviewed, 2 unchanged"


def test_in_place_the_text_that_the_review_left_is_unchanged(tmp_path):
    write(tmp_path, "a.md")
    run(tmp_path, flags={"in_place": True})
    assert "the the" not in (tmp_path / "a.md").read_text()
    assert states(run(tmp_path, flags={"in_place": True})) == {"a.md": "unchanged"}


def test_refresh_reviews_all_of_them(tmp_path):
    write(tmp_path, "a.md")
    run(tmp_path)
    assert states(run(tmp_path, refresh=True)) == {"a.md": "completed"}


def test_what_changes_a_result_makes_a_review_necessary(tmp_path):
    write(tmp_path, "a.md", "b.md", "c.md", "d.md")
    first = run(tmp_path)
    (tmp_path / "a.md").write_text("# New\n\nAnother text.\n")
    workspaces = {Path(row.path).name: Path(row.workspace) for row in first.documents}
    edited = workspaces["b.md"] / "stage3/doc.edited.md"
    edited.write_text(edited.read_text().replace("pilot", "captain"))
    ops = tmp_path / "ops.json"
    ops.write_text("[]")
    apply_ops(ApplyRequest(tmp_path / "c.md", ops, _config(), None), SystemClock())
    found = states(run(tmp_path))
    assert found == {"a.md": "completed", "b.md": "completed", "c.md": "completed", "d.md": "unchanged"}
    assert set(states(run(tmp_path)).values()) == {"unchanged"}
    assert set(states(run(tmp_path, flags={"fixers": False})).values()) == {"completed"}


def _config():
    return ReviewerConfig(no_llm=True)


@pytest.mark.parametrize("name", ["tool_version", "kernels", "failures", "command", "begun"])
def test_a_record_of_another_release_or_of_a_run_that_did_not_end_is_no_reason_to_skip(tmp_path, name):
    write(tmp_path, "a.md")
    workspace = Path(run(tmp_path).documents[0].workspace)
    record = json.loads((workspace / "run.json").read_text())
    other = {
        "tool_version": "0.0",
        "kernels": {**record["kernels"], "speller": "typos 0.1"},
        "failures": ["md_chunk: 1 chunk failed"],
        "command": "revert",
        "begun": {"/x": ["sha256:0"]},
    }
    (workspace / "run.json").write_text(json.dumps({**record, name: other[name]}))
    assert states(run(tmp_path)) == {"a.md": "completed"}


def test_a_ledger_that_has_moved_on_is_no_reason_to_skip(tmp_path):
    write(tmp_path, "a.md")
    workspace = Path(run(tmp_path).documents[0].workspace)
    ledger = workspace / "review/ledger.jsonl"
    ledger.write_bytes(b"")
    outcome = run(tmp_path)
    assert [(row.status, row.error_code) for row in outcome.documents] == [("failed", "entries-lost")]


def test_each_document_has_the_settings_of_its_folder(tmp_path):
    write(tmp_path, "a.md", "quiet/b.md", "broken/c.md")
    (tmp_path / "quiet/reviewctl.toml").write_text("fixers = false\n")
    (tmp_path / "broken/reviewctl.toml").write_text("fixers = 3\n")
    outcome = run(tmp_path)
    by_name = {Path(row.path).name: row for row in outcome.documents}
    assert (by_name["a.md"].changes, by_name["b.md"].changes) == (1, 0)
    assert (by_name["c.md"].status, by_name["c.md"].error_code) == ("failed", "bad-value")


def test_the_summary_is_a_table_with_a_schema_that_stays(tmp_path):
    write(tmp_path, "a.md")
    (tmp_path / "binary.md").write_bytes(b"\xff")
    outcome = run(tmp_path)
    table = parquet.read_table(outcome.outputs.table)
    assert table.schema.names == [*TEXTS, *NUMBERS, "seconds"]
    assert {str(field.type) for field in table.schema} == {"string", "int64", "double"}
    assert not any(field.nullable for field in table.schema)
    assert table.schema.metadata[b"reviewctl_schema"] == b"1"
    assert table.to_pylist() == [{name: getattr(row, name) for name in table.schema.names} for row in outcome.documents]


def test_the_summary_tells_failures_first_and_leads_to_reports(tmp_path):
    write(tmp_path, "docs/a file.md")
    (tmp_path / "docs/z.md").write_bytes(b"\xff")
    outcome = run(tmp_path / "docs")
    text = Path(outcome.outputs.summary).read_text(encoding="utf-8")
    assert text.index("## Failed") < text.index("## Reviewed")
    assert "1 of 2 documents failed" in text
    target = text.partition("[report](<")[2].partition(">)")[0]
    assert (Path(outcome.outputs.folder) / unquote(target)).resolve() == Path(outcome.documents[0].report).resolve()


def test_a_summary_of_one_s_own_choice(tmp_path):
    write(tmp_path, "docs/a.md")
    outcome = run(tmp_path / "docs", summary=tmp_path / "out")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["summary.md", "summary.parquet"]
    assert outcome.outputs.folder == str(tmp_path / "out")
    (tmp_path / "file").write_text("x")
    seen = []
    with pytest.raises(UserError) as told:
        run(tmp_path / "docs", summary=tmp_path / "file", hands=one_by_one(seen), refresh=True)
    assert (told.value.code, seen) == ("unwritable", [])


def test_what_reviews_wrote_is_not_reviewed(tmp_path):
    write(tmp_path, "a.md", "b.md")
    (tmp_path / "out").mkdir()
    tools = Tools(SPELLER, SystemClock())
    review_document(ReviewRequest(tmp_path / "a.md", _config(), output=tmp_path / "out/a.edited.md"), tools)
    review_document(ReviewRequest(tmp_path / "b.md", _config(), workspace=tmp_path / "kept"), tools)
    outcome = run(tmp_path)
    assert sorted(states(outcome)) == ["a.md", "b.md"]
    assert any("written by reviews" in note for note in outcome.notes)


def test_a_summary_among_the_documents_is_not_reviewed(tmp_path):
    write(tmp_path, "a.md", "other/summary.md")
    run(tmp_path, summary=tmp_path / "kept")
    assert sorted(row.path for row in run(tmp_path).documents) == [
        str(tmp_path / "a.md"),
        str(tmp_path / "other/summary.md"),
    ]


def test_ten_thousand_documents_that_are_left_out_cost_little(tmp_path):
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(10_000):
        (folder / f"{number:05}.md").write_bytes(b"\xff")
    outcome = run(folder)
    assert (outcome.counts.documents, outcome.counts.failed) == (10_000, 10_000)
    assert len(Path(outcome.outputs.summary).read_text().split("\n")) < 2_100


def test_large_documents_are_elsewhere_where_there_is_a_pool(tmp_path):
    write(tmp_path, "a.md", "b.md")
    with (tmp_path / "b.md").open("a") as file:
        file.write("word " * 200)
    seen = []
    hands = one_by_one(seen)

    def elsewhere(jobs):
        names = [job.path.name for job in jobs]
        for row in hands.small(jobs):
            yield row.having(run=",".join(names))

    found = run(tmp_path, hands=Hands(hands.small, hands.alone, elsewhere), flags={"batch.large_from": 1000})
    assert {Path(row.path).name: row.run for row in found.documents} == {"a.md": "", "b.md": "b.md"}
    assert seen == ["a.md", "b.md"]


def test_an_interrupted_batch_waits_for_nothing(tmp_path):
    write(tmp_path, "a.md")

    def interrupted(jobs):
        raise KeyboardInterrupt

    left = []
    hands = Hands(interrupted, interrupted, lambda jobs: iter(()), lambda: left.append(True))
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, hands=hands)
    assert left == [True]


def test_a_file_of_the_summary_follows_the_umask(tmp_path):
    write(tmp_path, "a.md")
    mode = stat.S_IMODE(os.stat(run(tmp_path).outputs.table).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    assert mode == 0o666 & ~mask
