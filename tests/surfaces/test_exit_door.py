"""Errors become exit codes and two lines, or one JSON object (DESIGN §9)."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer

from reviewer.errors import BackendError, IntegrityError, ResultsNotWrittenError, SovereigntyError, UserError
from reviewer.surfaces.cli import door

Cli = Callable[..., Any]


def ran(capsys: pytest.CaptureFixture[str], body: object, *arguments: str) -> tuple[int, str, str]:
    """An app of one command, whose body raises or returns what the test says, behind the real door."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

    @app.command()
    def only(
        json_: bool = typer.Option(False, "--json"), verbose: bool = typer.Option(False, "-v", "--verbose")
    ) -> object:
        if isinstance(body, BaseException):
            raise body
        return body

    code = door.run(app, arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UserError("c", "m", "h"), 2),
        (SovereigntyError("c", "m", "h"), 2),
        (BackendError("c", "m", "h"), 3),
        (IntegrityError("c", "m", "h"), 4),
    ],
)
def test_each_kind_of_error_has_its_exit_code_and_two_lines(
    capsys: pytest.CaptureFixture[str], error: Exception, code: int
) -> None:
    assert ran(capsys, error) == (code, "", "error: m\nhint: h\n")


def test_with_json_an_error_is_one_object_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    expected = '{"schema": 1, "status": "error", "code": "c", "message": "m\\\\nn", "hint": "h"}\n'
    assert ran(capsys, UserError("c", "m\nn", "h"), "--json") == (2, expected, "")


def test_an_error_that_leaves_something_done_says_what(capsys: pytest.CaptureFixture[str]) -> None:
    facts = {"reverted": ["RVW-0001"], "head": "sha256:0", "notes": ["by hand"]}
    error = ResultsNotWrittenError("c", "m", "h", facts)
    code, out, err = ran(capsys, error, "--json")
    assert (code, err) == (2, "")
    assert json.loads(out) == {"schema": 1, "status": "error", "code": "c", "message": "m", "hint": "h", **facts}
    assert ran(capsys, error) == (2, "", "note: by hand\nerror: m\nhint: h\n")


def test_an_unexpected_exception_is_our_bug_without_a_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, KeyError("x"))
    assert (code, out) == (70, "")
    assert err.startswith("error: this is our bug, not yours: KeyError: 'x'\nhint: run it again with --verbose")
    assert err.count("\n") == 2


@pytest.mark.parametrize("flag", ["-v", "--verbose"])
def test_verbose_shows_the_traceback(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    assert "Traceback (most recent call last)" in ran(capsys, UserError("c", "m"), flag)[2]


def test_an_interrupt_is_130(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, KeyboardInterrupt())
    assert (code, out) == (130, "")
    assert err.startswith("error: interrupted\n")


def test_a_commands_number_is_the_exit_code_and_nothing_is_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, 1)[0] == 1
    assert ran(capsys, None)[0] == 0


def test_control_characters_of_a_document_never_reach_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _, _, err = ran(capsys, UserError("c", "a\x1b[2J\r\n\u202eb", "h"))
    assert err == "error: a\\x1b[2J\\r\\n\\u202eb\nhint: h\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing command"),
        (("chek",), "No such command 'chek'. Did you mean 'check'?"),
        (("check",), "Missing argument 'PATHS…'"),
        (("check", "--zz", "a.md"), "No such option: --zz"),
        (("check", "a.md", "--fail-on", "all"), "'all' is not one of"),
        (("show", "a.md"), "Missing argument 'ID'"),
    ],
)
def test_wrong_usage_is_two_lines_and_exit_2(cli: Cli, arguments: tuple[str, ...], message: str) -> None:
    result = cli(*arguments)
    assert (result.code, result.out) == (2, "")
    first, second = result.err.rstrip("\n").split("\n")
    assert message in first
    assert first.startswith("error: ")
    assert second.startswith("hint: see 'reviewctl")


def test_wrong_usage_with_json_is_json(cli: Cli) -> None:
    result = cli("inspect", "--json")
    assert result.code == 2
    assert result.json["code"] == "usage"
    assert cli("check", "--format", "json", "--zz").json["status"] == "error"


def test_the_version_is_printed(cli: Cli) -> None:
    from reviewer import __version__

    assert cli("--version").out == f"reviewctl {__version__}\n"


def test_the_program_exits_with_the_code(program: Cli) -> None:
    assert program("inspect", "nowhere.md").code == 2


def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    (folder / "a.md").write_text("the the\n\n" * 20_000)
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "check", "a.md", "--fail-on", "minor"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(os.environ)) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "nowhere.md", "--no-llm"),
        ("check", ".", "--baseline", "nowhere.json"),
        ("inspect", "nowhere.md"),
        ("apply", "nowhere.md", "--ops", "nowhere.json"),
        ("report", "nowhere.md"),
        ("show", "nowhere.md", "RVW-0001"),
        ("grep", "nowhere.md"),
        ("verify", "nowhere.md"),
        ("status", "nowhere.md", "--zz"),
        ("config", "--set", "nonsense"),
    ],
)
def test_every_command_has_verbose_json_and_the_same_door(cli: Cli, folder: Path, arguments: tuple[str, ...]) -> None:
    (folder / "a.md").write_text("# T\n")
    quiet = cli(*arguments)
    assert (quiet.code, quiet.out, quiet.err.count("\n")) == (2, "", 2)
    assert "Traceback" in cli(*arguments, "-v").err
    assert set(cli(*arguments, "--json").json) == {"schema", "status", "code", "message", "hint"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_told(folder: Path) -> None:
    (folder / "a.md").write_text("# T\n")
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "check", "a.md"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: the output cannot be written: ")
    assert done.stderr.count(b"\n") == 2


def _listen_to_interrupts() -> None:
    """What a shell starts in the background ignores them, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_program_is_130_in_two_lines(folder: Path) -> None:
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "check", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_listen_to_interrupts,  # noqa: PLW1509 - no threads here
    ) as running:
        assert running.stdin is not None
        # more than a pipe holds: when it is written, the program is reading
        running.stdin.write(b"x" * 200_000)
        running.stdin.flush()
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
        assert running.returncode == 130
    assert said.split(b"\n")[0] == b"error: interrupted"
    assert said.count(b"\n") == 2


@pytest.mark.parametrize("command", ["check", "inspect", "status"])
def test_a_name_that_no_file_can_have_is_wrong_input_and_no_bug_of_ours(cli: Cli, folder: Path, command: str) -> None:
    result = cli(command, "x" * 300 + ".md", "--json")
    assert result.code in {0, 2}
    assert result.json.get("code") != "internal-error"


def test_a_home_that_cannot_be_made_is_wrong_input(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.md").write_text("# T\n\nText.\n")
    (folder / "file").write_text("no folder")
    monkeypatch.setenv("REVIEWCTL_HOME", str(folder / "file"))
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    result = cli("review", "a.md", "--no-llm", "--json")
    assert (result.code, result.json["code"]) == (2, "unusable-path")
