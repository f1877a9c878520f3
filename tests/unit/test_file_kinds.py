"""What is no regular file is known before anything is read of it or written over it."""

import os
import socket
from pathlib import Path

import pytest

from reviewer.errors import UserError
from reviewer.file_kinds import kind_of, read_last_line, read_regular, takes_files
from reviewer.ledger.atomic import write_atomic


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_regular_file_a_link_to_one_and_nothing_at_all_have_no_kind(folder: Path) -> None:
    Path("a.md").write_text("")
    Path("link.md").symlink_to("a.md")
    Path("gone.md").symlink_to("nowhere")
    assert [kind_of(Path(name)) for name in ("a.md", "link.md", "gone.md", "none.md", "a.md/b.md")] == [""] * 5


def test_everything_else_is_named(folder: Path) -> None:
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        kinds = [kind_of(Path(name)) for name in (".", "pipe", "link", "socket", "/dev/null")]
    assert kinds == ["a folder", "a named pipe", "a named pipe", "a socket", "a device"]


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="this system has no /dev/fd")
def test_what_a_process_has_open_is_a_stream_even_where_it_is_a_file(folder: Path) -> None:
    with open("a.md", "w+b") as file:
        Path("link").symlink_to(f"/dev/fd/{file.fileno()}")
        assert kind_of(Path(f"/dev/fd/{file.fileno()}")) == "a stream"
        assert kind_of(Path("link")) == "a stream"
        with pytest.raises(UserError, match="is a stream, not a regular file"):
            write_atomic(Path("link"), b"x")
    assert Path("a.md").read_bytes() == b""


def test_a_loop_of_links_and_a_name_that_is_too_long_are_errors_of_the_system(folder: Path) -> None:
    Path("loop").symlink_to("loop")
    for name in ("loop", "x" * 300):
        with pytest.raises(OSError, match=name[:20]):
            kind_of(Path(name))


def test_a_pipe_is_never_replaced(folder: Path) -> None:
    os.mkfifo("pipe")
    with pytest.raises(UserError) as raised:
        write_atomic(Path("pipe"), b"x")
    assert raised.value.code == "not-a-file"
    assert Path("pipe").is_fifo()
    assert os.listdir() == ["pipe"]


def test_a_regular_file_is_read_whole_or_up_to_a_limit(folder: Path) -> None:
    Path("a.md").write_bytes(b"abc")
    Path("link.md").symlink_to("a.md")
    assert (read_regular(Path("a.md")), read_regular(Path("link.md"), 2)) == (b"abc", b"ab")
    with pytest.raises(FileNotFoundError):
        read_regular(Path("none.md"))


def test_what_is_no_regular_file_is_refused_unread_with_its_name(folder: Path) -> None:
    os.mkfifo("pipe")
    os.mkdir("dir")
    for name, kind in (("pipe", "a named pipe"), ("dir", "a folder"), ("/dev/zero", "a device")):
        with pytest.raises(FileExistsError, match=f"it is {kind}, not a regular file") as raised:
            read_regular(Path(name))
        assert raised.value.filename == name


def test_folders_of_the_system_take_no_files_whatever_their_permissions(folder: Path) -> None:
    Path("link").symlink_to("/proc/self/fd")
    assert takes_files(folder)
    assert not any(takes_files(Path(name)) for name in ("/proc", "/proc/self/fd", "/dev/fd", "/sys", "link", "nowhere"))


@pytest.mark.parametrize("line", [b"", b"last", b"x" * 40_000, b"x" * 40_000 + b"\n", b"last\n", b"last\n\n\n", b"\n"])
@pytest.mark.parametrize("before", [b"", b"first\n", b"y" * 50_000 + b"\n", b"first\n" * 9_000])
def test_the_last_line_of_a_file(tmp_path: Path, before: bytes, line: bytes) -> None:
    path = tmp_path / "lines"
    path.write_bytes(before + line)
    last, size = read_last_line(path)
    assert size == len(before + line)
    whole = (before + line).rstrip(b"\n")
    assert last == (before + line)[whole.rfind(b"\n") + 1 :]


def test_a_pipe_has_no_last_line(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    with pytest.raises(FileExistsError, match="named pipe"):
        read_last_line(folder / "pipe")
