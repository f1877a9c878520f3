"""Whole-state diffs apply with the real programs, forward, byte for byte."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewer.ledger.diff import unified_diff

CASES = [
    ("a\nb\nc\n", "a\nB\nc\n"),
    ("", "new\n"),
    ("old\n", ""),
    ("a", "a\n"),
    ("a\n", "a"),
    ("a\r\nb\r\n", "a\r\nB\r\n"),
    ("one\rtwo\rthree", "one\rTWO\rthree"),
    ("x\u2028y\n", "x\u2028z\n"),
    ("".join(f"{n}\n" for n in range(40)), "".join(f"{n}\n" for n in range(40) if n not in (3, 20, 21))),
    ("a\nb\n", "zero\na\nb\nlast"),
]


def applied(folder: Path, before: str, diff: bytes, *program: str) -> bytes:
    file = folder / "doc.md"
    file.write_bytes(before.encode())
    (folder / "x.patch").write_bytes(diff)
    done = subprocess.run([*program], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout + diff
    return file.read_bytes() if file.exists() else b""


@pytest.mark.parametrize(("before", "after"), CASES)
def test_git_and_patch_turn_one_state_into_the_other(tmp_path: Path, before: str, after: str) -> None:
    diff = unified_diff(before, after, "doc.md")
    assert applied(tmp_path, before, diff, "git", "apply", "--whitespace=nowarn", "x.patch") == after.encode()
    assert applied(tmp_path, before, diff, "patch", "--binary", "-s", "-p1", "-i", "x.patch") == after.encode()


def test_equal_states_have_no_diff() -> None:
    assert unified_diff("same\n", "same\n", "doc.md") == b""


LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "a\r\n", "\n", "d\re\n", "f"]), max_size=25).map("".join)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES, LINES)
def test_any_two_states(tmp_path: Path, before: str, after: str) -> None:
    diff = unified_diff(before, after, "doc.md")
    if before != after:
        assert applied(tmp_path, before, diff, "git", "apply", "--whitespace=nowarn", "x.patch") == after.encode()
