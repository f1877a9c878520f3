"""``reviewctl review`` before anything is started: sovereignty, a backend that is not there, wrong input."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


@pytest.fixture
def document(folder: Path) -> Path:
    (folder / "a.md").write_text("# T\n")
    return folder


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--backend", "claude"), "remote-backend"),
        (("--endpoint", "http://192.0.2.7:11434"), "remote-host"),
        (("--endpoint", "http://127.0.0.1:1", "--strict-sovereign", "--backend", "claude"), "remote-backend"),
        (("--backend", "claude", "--no-strict-sovereign"), "no-key"),
        (("--backend", "scripted"), "no-script"),
        (("--backend", "scripted", "--script", "nowhere.jsonl"), "no-script"),
        (("--backend", "openai", "--endpoint", "ftp://127.0.0.1"), "bad-endpoint"),
    ],
)
def test_a_backend_that_cannot_be_used_is_refused_sovereignty_first(
    cli: Cli, document: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], code: str
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    result = cli("review", "a.md", *arguments, "--json")
    assert (result.code, result.json["code"]) == (2, code)
    assert [path.name for path in document.iterdir()] == ["a.md"]


@pytest.mark.parametrize("backend", ["ollama", "openai"])
def test_a_dead_endpoint_is_told_at_once_and_nothing_is_started(cli: Cli, document: Path, backend: str) -> None:
    result = cli("review", "a.md", "--backend", backend, "--endpoint", "http://127.0.0.1:9", "--json")
    assert (result.code, result.json["code"]) == (3, "unreachable")
    assert "--no-llm" in result.json["hint"]
    assert [path.name for path in document.iterdir()] == ["a.md"]


def test_the_way_out_is_named(cli: Cli, document: Path) -> None:
    assert "--no-strict-sovereign" in cli("review", "a.md", "--backend", "claude").err


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("--backend", "olama"), "llm.backend"),
        (("--cache-mode", "never"), "cache_mode"),
        (("--set", "llm.timeout=0"), "llm.timeout"),
    ],
)
def test_a_bad_value_of_an_option_names_its_key(cli: Cli, document: Path, arguments: tuple[str, ...], key: str) -> None:
    result = cli("review", "a.md", "--no-llm", *arguments, "--json")
    assert (result.code, result.json["code"]) == (2, "bad-value")
    assert result.json["message"].startswith(key)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [("bad.md", b"\xff", "not-utf8"), ("folder", None, "is-a-folder"), ("nowhere.md", None, "missing-file")],
)
def test_what_cannot_be_read_is_told_before_anything_starts(
    cli: Cli, folder: Path, name: str, content: bytes | None, code: str
) -> None:
    (folder / "folder").mkdir()
    if content is not None:
        (folder / name).write_bytes(content)
    result = cli("review", name, "--no-llm", "--json")
    assert (result.code, result.json["code"]) == (2, code)
    assert not (folder / ".review").exists()
