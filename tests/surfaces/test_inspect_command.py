"""``reviewctl inspect`` end to end (issue A, "JSON contracts")."""

import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]

TEXT = "---\nlang: en\n---\nBefore.\n\n# Guide\n\nSome `code` here.\n\n## Set up\n\n```\nfence\n```\n"


def test_json_is_the_documented_object(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    data = cli("inspect", "a.md", "--json").json
    assert list(data) == ["schema", "document", "headings", "spans", "chunks", "fingerprints"]
    assert data["document"] | {"doc_hash": ""} == {
        "path": "a.md",
        "doc_hash": "",
        "bytes": len(TEXT),
        "lines": 14,
        "bom": False,
        "newline": "lf",
        "front_matter": "yaml",
    }


def test_headings_are_a_tree(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    (guide,) = cli("inspect", "a.md", "--json").json["headings"]
    assert (guide["title"], guide["anchor"], guide["line_start"], guide["line_end"]) == ("Guide", "guide", 6, 14)
    (below,) = guide["children"]
    assert (below["title"], below["level"], below["children"]) == ("Set up", 2, [])


def test_spans_are_code_points_of_the_decoded_text(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_bytes(b"\xef\xbb\xbf" + "é😀\r\n\r\n```\r\nx\r\n```\r\n".encode())
    data = cli("inspect", "a.md", "--json").json
    assert (data["document"]["bom"], data["document"]["newline"]) == (True, "crlf")
    (span,) = data["spans"]
    assert (span["kind"], span["span"], span["line_start"], span["line_end"]) == ("code_fence", [6, 19], 3, 5)


def test_chunks_cover_the_document_and_have_fingerprints(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    data = cli("inspect", "a.md", "--json").json
    edges = [chunk["span"] for chunk in data["chunks"]]
    assert edges[0][0] == 0
    assert edges[-1][1] == len(TEXT)
    assert all(before[1] == after[0] for before, after in pairwise(edges))
    assert [features["chunk_id"] for features in data["fingerprints"]] == [c["chunk_id"] for c in data["chunks"]]
    assert sum(features["code_fence_count"] for features in data["fingerprints"]) == 1
    assert {chunk["oversize"] for chunk in data["chunks"]} == {False}


def test_set_and_config_reach_the_chunks(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text("# T\n\n" + "One more sentence stands here. " * 40)
    (folder / "small.toml").write_text("[chunk]\nmax_chunk_tokens = 50\n")
    whole = len(cli("inspect", "a.md", "--json").json["chunks"])
    by_set = len(cli("inspect", "a.md", "--json", "--set", "chunk.max_chunk_tokens=50").json["chunks"])
    by_file = len(cli("inspect", "a.md", "--json", "--config", "small.toml").json["chunks"])
    assert (whole, by_file) == (1, by_set)
    assert by_set > 1


def test_for_people_there_is_an_outline(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    lines = cli("inspect", "a.md").out.split("\n")
    assert lines[0] == "a.md"
    assert any("6-14" in line and "Guide  #guide" in line for line in lines)
    assert any("10-14" in line and "  Set up  #set-up" in line for line in lines)


def test_nothing_is_written(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text(TEXT)
    cli("inspect", "a.md", "--json")
    assert os.listdir(folder) == ["a.md"]


def test_an_empty_file_is_exit_0(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_bytes(b"")
    result = cli("inspect", "a.md", "--json")
    assert result.code == 0
    data = result.json
    assert (data["document"]["bytes"], data["document"]["lines"], data["document"]["newline"]) == (0, 0, "none")
    assert (data["headings"], data["spans"], data["chunks"], data["fingerprints"]) == ([], [], [], [])
    assert cli("inspect", "a.md").code == 0


@pytest.mark.parametrize(
    ("content", "newline", "front_matter"),
    [
        (b"---\na: 1\n---\n", "lf", "yaml"),
        (b"+++\na = 1\n+++\n", "lf", "toml"),
        (b"no heading", "none", None),
        (b"a\x00b\n", "lf", None),
        (b"a\r\nb\rc\nd", "mixed", None),
        (b"a\rb\r", "cr", None),
        (b"```\nopen", "lf", None),
    ],
)
def test_odd_documents_are_inspected(
    cli: Cli, folder: Path, content: bytes, newline: str, front_matter: str | None
) -> None:
    (folder / "a.md").write_bytes(content)
    result = cli("inspect", "a.md", "--json")
    document = result.json["document"]
    assert (result.code, document["newline"], document["front_matter"]) == (0, newline, front_matter)


def test_an_unclosed_fence_runs_to_the_end(cli: Cli, folder: Path) -> None:
    (folder / "a.md").write_text("x\n\n```\n# no heading\n")
    data = cli("inspect", "a.md", "--json").json
    assert data["headings"] == []
    assert [span["span"] for span in data["spans"]] == [[3, 20]]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("bad.md", b"\xff", "not-utf8"),
        ("folder", None, "is-a-folder"),
        ("nowhere.md", None, "missing-file"),
    ],
)
def test_what_cannot_be_read_is_one_error(cli: Cli, folder: Path, name: str, content: bytes | None, code: str) -> None:
    (folder / "folder").mkdir()
    if content is not None:
        (folder / name).write_bytes(content)
    result = cli("inspect", name, "--json")
    assert result.code == 2
    assert set(result.json) == {"schema", "status", "code", "message", "hint"}
    assert result.json["code"] == code
    assert name in result.json["message"]
