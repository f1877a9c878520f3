"""A password or key in an endpoint's URL is refused wherever the URL comes from, and shown nowhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]
LOGIN = "http://me:s3cret@127.0.0.1:9/v1"
KEY = "http://127.0.0.1:9/v1?key=s3cret"


@pytest.fixture(params=[LOGIN, KEY], ids=["login", "key"])
def url(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def document(folder: Path) -> Path:
    (folder / "a.md").write_text("# A\n\nThe cat sat on a mat.\n")
    return folder


def refused(ran: Any, where: str) -> None:
    assert ran.code == 2
    assert "s3cret" not in ran.out + ran.err
    assert where in ran.out + ran.err
    assert "REVIEWCTL_ENDPOINT_LOGIN" in ran.err or "OPENAI_API_KEY" in ran.err


@pytest.mark.parametrize("arguments", [("config",), ("check", "a.md"), ("review", "a.md", "--no-llm")])
def test_from_set_environment_and_file(
    cli: Cli, document: Path, arguments: tuple[str, ...], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(cli(*arguments, "--set", f"llm.endpoint={url}"), "--set llm.endpoint")
    (document / "reviewctl.toml").write_text(f'[llm]\nendpoint = "{url}"\n')
    refused(cli(*arguments), "reviewctl.toml")
    (document / "reviewctl.toml").unlink()
    monkeypatch.setenv("REVIEWCTL_LLM__ENDPOINT", url)
    refused(cli(*arguments), "REVIEWCTL_LLM__ENDPOINT")
    assert not (document / ".review").exists()


@pytest.mark.parametrize(
    "more", [(), ("--no-llm",), ("--backend", "openai"), ("--verbose",), ("--no-strict-sovereign",)]
)
def test_from_the_option_of_review(cli: Cli, document: Path, more: tuple[str, ...], url: str) -> None:
    refused(cli("review", "a.md", "--endpoint", url, *more), "command line")
    as_json = cli("review", "a.md", "--endpoint", url, *more, "--json")
    assert as_json.json["code"] == "secret-in-endpoint"
    assert "s3cret" not in as_json.out + as_json.err
    assert not (document / ".review").exists()


@pytest.mark.parametrize(
    "setting",
    [
        f"llm.allowed_hosts={LOGIN}",
        f"llm.allowed_hosts={KEY}",
        f"llm.endpoint={LOGIN}\udcff",
        f"llm.endpoint {LOGIN}",
        f"{LOGIN}",
    ],
)
def test_what_is_wrong_in_another_way_as_well_is_not_shown_either(cli: Cli, document: Path, setting: str) -> None:
    ran = cli("config", "--set", setting)
    assert ran.code == 2
    assert "s3cret" not in ran.out + ran.err


def test_the_variable_with_the_login_is_no_key_and_is_not_printed(
    cli: Cli, document: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REVIEWCTL_ENDPOINT_LOGIN", "me:s3cret")
    for ran in (cli("config"), cli("config", "--json")):
        assert ran.code == 0
        assert "s3cret" not in ran.out + ran.err
    ran = cli("review", "a.md", "--endpoint", "http://127.0.0.1:9", "--verbose")
    assert ran.code == 3
    assert "s3cret" not in ran.out + ran.err
