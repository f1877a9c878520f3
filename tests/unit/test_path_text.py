"""How paths are written in messages, and that rooms below the services write them in the same way."""

from pathlib import Path

import pytest

from reviewer.errors import UserError
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.unwritable import refused
from reviewer.llm.llamacpp_file import require_gguf
from reviewer.llm.script_file import read_script
from reviewer.path_text import SHOWN, bare_path, shown_path


def test_a_shown_path_is_one_line_in_quotes_and_cut_in_its_middle() -> None:
    assert shown_path(Path("a b.md")) == "'a b.md'"
    assert shown_path("a\nb\u202e\xa0\udcff.md") == r"'a\nb\u202e\xa0\udcff.md'"
    long = shown_path("/begin/" + "x" * 5000 + "/end.md")
    assert len(long) <= SHOWN + 2
    assert long.startswith("'/begin/x")
    assert long.endswith("x/end.md'")


def test_a_bare_path_is_whole_and_has_no_quotes() -> None:
    assert bare_path(Path("a b's.md")) == "a b's.md"
    assert bare_path("a\nb.md") == r"a\nb.md"
    assert bare_path("x" * 5000) == "x" * 5000


def test_the_ledger_and_the_backends_write_a_long_path_cut_and_in_quotes(tmp_path: Path) -> None:
    folder = tmp_path.joinpath(*["d" * 200] * 3)
    folder.mkdir(parents=True)
    shown = shown_path(folder)
    assert len(shown) == SHOWN + 2
    with pytest.raises(UserError) as raised:
        write_atomic(folder, b"")
    assert shown in raised.value.message
    with pytest.raises(UserError) as raised:
        read_script(folder)
    assert shown in raised.value.message
    with pytest.raises(UserError) as raised:
        require_gguf(str(folder))
    assert shown in raised.value.message
    assert refused(OSError(28, "full", str(folder))) == f"{shown}: full"
