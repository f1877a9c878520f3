"""Colour is for terminals: Rich decides there, and nowhere else."""

import os
import pty
import subprocess
import sys
from pathlib import Path


def on_a_terminal(folder: Path, **environ: str) -> bytes:
    """What ``check`` writes when standard output is a terminal."""
    (folder / "a.md").write_text("# T\n\nThis is teh text.\n")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "reviewer.surfaces.cli.main", "check", "a.md"]
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLORTERM", "TERM"}}
    subprocess.run(command, stdout=theirs, check=True, timeout=60, env={**kept, **environ})
    os.close(theirs)
    written = b"".join(iter(lambda: more_from(ours), b""))
    os.close(ours)
    return written


def more_from(terminal: int) -> bytes:
    """What it shows next: it hands over what was written in parts, and ends with an error."""
    try:
        return os.read(terminal, 100_000)
    except OSError:
        return b""


def test_a_terminal_gets_colour(folder: Path) -> None:
    written = on_a_terminal(folder, TERM="xterm-256color")
    assert b"\x1b[" in written
    assert b"misspelling" in written


def test_no_colour_where_the_user_wants_none_or_the_terminal_has_none(folder: Path) -> None:
    assert b"\x1b[" not in on_a_terminal(folder, TERM="xterm-256color", NO_COLOR="1")
    assert b"\x1b[" not in on_a_terminal(folder, TERM="dumb")


def test_long_paths_and_messages_are_not_wrapped(folder: Path) -> None:
    written = on_a_terminal(folder, TERM="dumb", COLUMNS="20")
    assert written.count(b"\n") == 2
