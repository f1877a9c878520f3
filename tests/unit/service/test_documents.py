import os
import threading
from pathlib import Path

import pytest

from reviewer.errors import IntegrityError, UserError
from reviewer.hashing import bytes_hash
from reviewer.markdown.source import read_document
from reviewer.service.files import documents
from reviewer.service.files.documents import DocumentRef, load_document, load_input, load_ref, parsed


def code_of(call, *arguments):
    with pytest.raises(UserError) as caught:
        call(*arguments)
    assert "\n" not in caught.value.message
    assert caught.value.hint
    return caught.value.code, caught.value.message


def test_a_document_is_read_byte_for_byte(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf# A\r\nb\rc\x00\n\nd")
    document = load_document(path)
    assert document.raw == path.read_bytes()
    assert document.source_id == str(path)
    assert document.doc_hash == bytes_hash(path.read_bytes())


def test_a_missing_file_is_named(tmp_path):
    code, message = code_of(load_document, tmp_path / "none.md")
    assert code == "missing-file"
    assert "none.md" in message


def test_a_path_through_a_file_and_a_path_with_nul_are_missing_files(tmp_path):
    (tmp_path / "a.md").write_bytes(b"")
    assert code_of(load_document, tmp_path / "a.md" / "b.md")[0] == "missing-file"
    assert code_of(load_document, tmp_path / "a\0b.md")[0] == "missing-file"


def test_a_folder_is_named_as_one(tmp_path):
    code, message = code_of(load_document, tmp_path)
    assert code == "is-a-folder"
    assert str(tmp_path) in message


def test_a_loop_of_links_is_unreadable(tmp_path):
    (tmp_path / "loop.md").symlink_to("loop.md")
    assert code_of(load_document, tmp_path / "loop.md")[0] == "unreadable"


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_unreadable(tmp_path):
    path = tmp_path / "secret.md"
    path.write_bytes(b"x")
    path.chmod(0)
    assert code_of(load_document, path)[0] == "unreadable"


def test_bytes_that_are_not_utf8_are_refused_with_their_offset(tmp_path):
    path = tmp_path / "latin.md"
    path.write_bytes(b"caf\xe9\n")
    code, message = code_of(load_document, path)
    assert code == "not-utf8"
    assert "offset 3" in message


def test_a_reference_gives_the_document_with_its_own_name(tmp_path):
    path = tmp_path / "doc.raw.md"
    path.write_bytes(b"# T\n")
    ref = DocumentRef(path, "guide.md", bytes_hash(b"# T\n"))
    assert load_ref(ref).source_id == "guide.md"
    assert ref.digest() == bytes_hash(b"# T\n")


def test_a_reference_to_other_bytes_is_refused(tmp_path):
    path = tmp_path / "doc.raw.md"
    path.write_bytes(b"# U\n")
    with pytest.raises(IntegrityError) as caught:
        load_ref(DocumentRef(path, "guide.md", bytes_hash(b"# T\n")))
    assert caught.value.code == "snapshot-changed"


def counted(monkeypatch):
    calls = []
    real = documents.parse

    def parse(document, unprotected=frozenset()):
        calls.append(document.source_id)
        return real(document)

    monkeypatch.setattr(documents, "parse", parse)
    return calls


def test_the_same_content_is_parsed_once_and_keeps_the_callers_name(monkeypatch):
    calls = counted(monkeypatch)
    raw = b"# Parsed once only\n\ntext\n"
    first = parsed(read_document(raw, "a.md"))
    second = parsed(read_document(raw, "b.md"))
    assert calls == ["a.md"]
    assert (first.document.source_id, second.document.source_id) == ("a.md", "b.md")
    assert first.blocks is second.blocks


def test_only_the_last_parses_are_kept(monkeypatch):
    calls = counted(monkeypatch)
    for number in range(documents.KEPT + 1):
        parsed(read_document(f"# Kept {number}\n".encode(), str(number)))
    parsed(read_document(b"# Kept 0\n", "again"))
    assert calls == ["0", "1", "2", "3", "again"]


def test_threads_share_one_parse(monkeypatch):
    calls = counted(monkeypatch)
    raw = b"# Threads\n\n" + b"word " * 20000
    threads = [threading.Thread(target=parsed, args=(read_document(raw, "t.md"),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == ["t.md"]


def test_a_name_that_is_not_utf8_is_refused_by_name(tmp_path):
    path = tmp_path / "a\udcff.md"
    path.write_bytes(b"# T\n")
    with pytest.raises(UserError) as caught:
        load_document(path)
    assert caught.value.code == "bad-name"


def read_end(data):
    """The reading end of a pipe that a shell would make, with ``data`` in it."""
    read, write = os.pipe()
    os.write(write, data)
    os.close(write)
    return Path(f"/dev/fd/{read}"), read


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="this system has no /dev/fd")
def test_a_pipe_that_a_shell_made_is_an_input_and_no_document():
    path, read = read_end(b"# T\n")
    assert code_of(load_document, path)[0] == "not-a-file"
    assert load_input(path).raw == b"# T\n"
    os.close(read)


@pytest.mark.skipif(not os.path.isdir("/dev/fd"), reason="this system has no /dev/fd")
def test_no_more_is_read_of_such_a_pipe_than_may_be(monkeypatch):
    monkeypatch.setattr(documents, "PIPE_BYTES", 9)
    path, read = read_end(b"0123456789")
    assert code_of(load_input, path)[0] == "too-large"
    os.close(read)


def test_a_named_pipe_is_neither_an_input_nor_a_document(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    for load in (load_document, load_input):
        code, message = code_of(load, tmp_path / "pipe.md")
        assert (code, "is a named pipe, not a regular file" in message) == ("not-a-file", True)


def test_a_reference_to_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "doc.raw.md")
    ref = DocumentRef(tmp_path / "doc.raw.md", "guide.md", bytes_hash(b""))
    assert code_of(load_ref, ref)[0] == "not-a-file"
