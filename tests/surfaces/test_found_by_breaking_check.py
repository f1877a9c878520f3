"""Ways to call ``check`` and ``inspect`` that once hung, crashed or spoke in Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = (sys.executable, "-c", "import sys; from reviewer.surfaces.cli.main import main; sys.exit(main())")


def run(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], cwd=cwd, capture_output=True, timeout=60, check=False)


@pytest.mark.parametrize("command", [("check",), ("inspect",)])
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    done = run(*command, "pipe.md", "--json", cwd=tmp_path)
    assert done.returncode == 2
    assert b"not-a-file" in done.stdout


def test_a_device_that_never_ends_is_refused(tmp_path: Path) -> None:
    assert run("check", "/dev/zero", cwd=tmp_path).returncode == 2


def test_a_closed_standard_input_is_an_input_error(tmp_path: Path) -> None:
    command = " ".join(f"'{part}'" for part in (*PROGRAM, "check", "-", "--json")) + " <&-"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2
    assert json.loads(done.stdout)["documents"][0]["error"]["code"] == "no-input"


def test_an_empty_path_is_named_as_such(tmp_path: Path) -> None:
    done = run("check", "", cwd=tmp_path)
    assert done.returncode == 2
    assert b"''" in done.stderr


@pytest.mark.parametrize("content", ["{}", "[]", '{"schema": 1}', "{"])
def test_a_foreign_baseline_is_refused_without_names_of_python(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.md").write_text("# A\n")
    (tmp_path / "base.json").write_text(content)
    done = run("check", "a.md", "--baseline", "base.json", cwd=tmp_path)
    assert done.returncode == 2
    assert b"Error" not in done.stderr


def test_a_closed_standard_output_is_not_success(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n")
    command = " ".join(f"'{part}'" for part in (*PROGRAM, "check", "a.md", "--json")) + " >&-"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 2


def test_a_configuration_path_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    assert run("config", "nowhere/doc.md", cwd=tmp_path).returncode == 2
