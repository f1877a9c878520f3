"""The command line in this process (fast) or as the real program (few tests: each costs a start-up)."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from reviewer.surfaces.cli.main import main


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as the one JSON object that it must be."""
        assert self.out.count("\n") == 1, "exactly one line of JSON"
        return json.loads(self.out)


Cli = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, and an environment without our variables."""
    for name in os.environ:
        if name.startswith("REVIEWCTL_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def cli(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run a command line in this process, in an empty folder."""

    def run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def program(folder: Path) -> Cli:
    """Run the real program in its own process."""

    def run(*arguments: str, stdin: bytes = b"", **environ: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "reviewer.surfaces.cli.main", *arguments],
            input=stdin,
            capture_output=True,
            check=False,
            timeout=60,
            env={**os.environ, **environ},
        )
        return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))

    return run
