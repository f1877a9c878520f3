"""``reviewctl check`` end to end: every option, every format, every bad input of the issue."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

MINOR = "# Title\n\nThis is teh text.\n"
"""One finding: line 3, columns 9 to 11, misspelling, minor."""

ATTENTION = "# Title\n\nSee [there](#nowhere).\n"
"""One finding: broken-anchor, attention."""

CLEAN = "# Title\n\nAll is well here.\n"


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def test_a_clean_document_is_exit_0(cli: Cli, folder: Path) -> None:
    write(folder, a=CLEAN)
    result = cli("check", "a.md")
    assert (result.code, result.out, result.err) == (0, "0 findings in 1 document\n", "")


def test_text_has_one_line_a_finding_and_a_summary(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    result = cli("check", "a.md")
    place, summary = result.out.rstrip("\n").split("\n")
    assert place.startswith("a.md:3:9: minor misspelling ")
    assert "'teh'" in place
    assert summary == "1 finding (1 minor) in 1 document"
    assert result.code == 0


def test_json_is_the_documented_object(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    data = cli("check", "a.md", "--json").json
    assert list(data) == ["schema", "documents", "summary"]
    (document,) = data["documents"]
    assert list(document) == ["path", "doc_hash", "findings", "failed_rules"]
    assert document["path"] == "a.md"
    (finding,) = document["findings"]
    assert {
        name: finding[name] for name in ("rule", "severity", "line", "column", "end_line", "end_column", "text")
    } == {
        "rule": "misspelling",
        "severity": "minor",
        "line": 3,
        "column": 9,
        "end_line": 3,
        "end_column": 12,
        "text": "teh",
    }
    assert finding["suggestion"] == {"before_text": "teh", "after_text": "the"}
    assert data["summary"] == {
        "documents": 1,
        "findings": 1,
        "by_severity": {"minor": 1, "attention": 0, "critical": 0},
        "by_rule": {"misspelling": 1},
    }


def test_format_json_is_json(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    assert cli("check", "a.md", "--format", "json").json == cli("check", "a.md", "--json").json


def test_format_sarif_and_github_hold_the_finding(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    (result,) = cli("check", "a.md", "--format", "sarif").json["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startColumn"] == 9
    (line,) = cli("check", "a.md", "--format", "github").out.rstrip("\n").split("\n")
    assert line.startswith("::notice file=a.md,line=3,col=9,endLine=3,endColumn=12,title=misspelling::")


def test_columns_count_code_points(cli: Cli, folder: Path) -> None:
    write(folder, a="# T\n\n😀é teh\n")
    (finding,) = cli("check", "a.md", "--json").json["documents"][0]["findings"]
    assert (finding["column"], finding["end_column"]) == (4, 7)


@pytest.mark.parametrize(
    ("level", "text", "code"),
    [
        ("minor", MINOR, 1),
        ("attention", MINOR, 0),
        ("attention", ATTENTION, 1),
        ("critical", ATTENTION, 0),
        ("none", ATTENTION, 0),
    ],
)
def test_fail_on_sets_the_severity_of_exit_1(cli: Cli, folder: Path, level: str, text: str, code: int) -> None:
    write(folder, a=text)
    assert cli("check", "a.md", "--fail-on", level).code == code


def test_without_fail_on_attention_fails(cli: Cli, folder: Path) -> None:
    write(folder, a=ATTENTION)
    assert cli("check", "a.md").code == 1


def test_many_files_and_folders_are_checked_in_order(cli: Cli, folder: Path) -> None:
    (folder / "d").mkdir()
    write(folder, b=CLEAN, a=CLEAN)
    write(folder / "d", z=MINOR)
    documents = cli("check", "b.md", "d", ".", "--json").json["documents"]
    assert [document["path"] for document in documents] == ["b.md", "d/z.md", "a.md"]


def test_exclude_leaves_out_what_matches(cli: Cli, folder: Path) -> None:
    (folder / "old").mkdir()
    write(folder, a=CLEAN, b=CLEAN)
    write(folder / "old", x=MINOR)
    documents = cli("check", ".", "--exclude", "old", "--exclude", "b.*", "--json").json["documents"]
    assert [document["path"] for document in documents] == ["a.md"]


def test_standard_input_is_a_document(cli: Cli) -> None:
    (document,) = cli("check", "-", "--json", stdin=MINOR.encode()).json["documents"]
    assert (document["path"], len(document["findings"])) == ("-", 1)


def test_disable_switches_a_rule_off(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR + "\nthe the\n")
    data = cli("check", "a.md", "--disable", "misspelling", "--json").json
    assert data["summary"]["by_rule"] == {"doubled-word": 1}


def test_set_changes_a_severity(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    result = cli("check", "a.md", "--set", "rules.severity.misspelling=critical")
    assert result.code == 1
    assert ": critical misspelling" in result.out


def test_a_named_configuration_file_is_used(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    (folder / "mine.toml").write_text("[rules]\ndisable = ['misspelling']\n")
    assert cli("check", "a.md", "--config", "mine.toml", "--json").json["summary"]["findings"] == 0


def test_each_document_has_the_configuration_of_its_folder(cli: Cli, folder: Path) -> None:
    for name in ("one", "two"):
        (folder / name).mkdir()
        write(folder / name, a=MINOR)
    (folder / "two" / "reviewctl.toml").write_text("output_suffix = '.out.md'\n[rules]\ndisable = ['misspelling']\n")
    write(folder / "two", **{"a.out": MINOR})
    documents = cli("check", ".", "--json").json["documents"]
    assert {document["path"]: len(document["findings"]) for document in documents} == {"one/a.md": 1, "two/a.md": 0}


def test_a_baseline_hides_what_was_accepted_and_shows_the_rest(cli: Cli, folder: Path) -> None:
    write(folder, a=ATTENTION)
    accepted = cli("check", "a.md", "--write-baseline", "base.json")
    assert (accepted.code, accepted.out) == (0, "0 findings in 1 document; 1 accepted into base.json\n")
    write(folder, a="New text before.\n\n" + ATTENTION)
    assert cli("check", "a.md", "--baseline", "base.json").code == 0
    write(folder, a=ATTENTION + "\nAnd [here](#lost).\n")
    data = cli("check", "a.md", "--baseline", "base.json", "--json").json
    assert [finding["text"] for finding in data["documents"][0]["findings"]] != []
    assert data["summary"]["findings"] == 1
    assert data["summary"]["baseline"] == {"known": 1, "fixed": 0}
    write(folder, a=CLEAN)
    assert cli("check", "a.md", "--baseline", "base.json").out.endswith("; baseline: 0 known, 1 fixed\n")


def test_the_baseline_file_is_the_documented_one(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    (folder / "sub").mkdir()
    cli("check", "a.md", "--write-baseline", "sub/base.json")
    data = json.loads((folder / "sub" / "base.json").read_bytes())
    assert data["schema"] == 1
    (entry,) = data["entries"]
    assert {name: entry[name] for name in ("path", "rule", "severity", "section", "snippet", "ordinal")} == {
        "path": "../a.md",
        "rule": "misspelling",
        "severity": "minor",
        "section": "title",
        "snippet": "teh",
        "ordinal": 1,
    }
    assert len(entry["added"]) == len("2026-01-05")
    assert entry["fingerprint"].startswith("sha256:")


def test_writing_a_baseline_again_keeps_dates_and_other_documents(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR, b=MINOR)
    cli("check", ".", "--write-baseline", "base.json")
    file = folder / "base.json"
    file.write_text(file.read_text().replace('"added": "2', '"added": "1'))
    aged = file.read_bytes()
    cli("check", "a.md", "--write-baseline", "base.json")
    assert file.read_bytes() == aged
    (folder / "b.md").unlink()
    cli("check", "a.md", "--write-baseline", "base.json")
    assert [entry["path"] for entry in json.loads(file.read_bytes())["entries"]] == ["a.md"]


@pytest.mark.parametrize("content", [None, "no json", "{}", '{"schema": 2, "entries": []}'])
def test_a_broken_baseline_is_wrong_input(cli: Cli, folder: Path, content: str | None) -> None:
    write(folder, a=MINOR)
    if content is not None:
        (folder / "base.json").write_text(content)
    result = cli("check", "a.md", "--baseline", "base.json", "--json")
    assert result.code == 2
    assert result.json["code"] == ("missing-baseline" if content is None else "bad-baseline")


def test_nothing_is_written(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    cli("check", "a.md")
    assert os.listdir(folder) == ["a.md"]
    assert (folder / "a.md").read_text() == MINOR


def test_what_cannot_be_read_has_an_error_and_the_others_go_on(cli: Cli, folder: Path) -> None:
    write(folder, a=MINOR)
    (folder / "b.md").write_bytes(b"caf\xe9\n")
    (folder / "empty").mkdir()
    result = cli("check", "b.md", "nowhere.md", "empty", "a.md", "--json")
    assert result.code == 2
    documents = result.json["documents"]
    assert [document.get("error", {}).get("code") for document in documents] == [
        "not-utf8",
        "missing-file",
        "no-documents",
        None,
    ]
    assert "offset 3" in documents[0]["error"]["message"]
    assert len(documents[3]["findings"]) == 1


def test_for_people_unreadable_documents_are_two_lines_on_standard_error(cli: Cli, folder: Path) -> None:
    write(folder, a=CLEAN)
    result = cli("check", "nowhere.md", "a.md")
    assert result.code == 2
    assert [line.split(":")[0] for line in result.err.rstrip("\n").split("\n")] == ["error", "hint"]
    assert result.out == "0 findings in 2 documents, 1 not read\n"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xef\xbb\xbf",
        b"---\ntitle: x\n---\n",
        b"no heading at all",
        b"a\x00b\n",
        b"one\r\ntwo\rthree\nfour",
        b"```\nnever closed\n",
        b"<!-- never closed\n",
        b"$$\n" * 3000,
        b"> " * 200 + b"deep\n",
        b"".join(b"  " * depth + b"- x\n" for depth in range(200)),
        b"x" * 200_000,
    ],
    ids=[
        "empty",
        "bom",
        "front-matter",
        "no-heading",
        "nul",
        "mixed",
        "fence",
        "comment",
        "math",
        "quotes",
        "lists",
        "long-line",
    ],
)
def test_odd_documents_are_checked(cli: Cli, folder: Path, content: bytes) -> None:
    (folder / "a.md").write_bytes(content)
    result = cli("check", "a.md", "--json")
    assert result.code in (0, 1)
    assert result.json["documents"][0]["failed_rules"] == []


def test_findings_of_a_document_cannot_write_to_the_terminal(cli: Cli, folder: Path) -> None:
    (folder / "a\x1b[2J.md").write_text(MINOR)
    assert "\x1b" not in cli("check", ".").out


def test_the_program_prints_json_and_exits_1(program: Cli, folder: Path) -> None:
    write(folder, a=ATTENTION)
    result = program("check", "a.md", "--json", LC_ALL="C")
    assert (result.code, result.err) == (1, "")
    assert result.json["summary"]["findings"] == 1
