from pathlib import Path

import pytest

from reviewer.errors import ReviewError
from reviewer.service.spelling import TyposSpeller, find_program


def test_the_installed_program_corrects_known_misspellings_and_keeps_capitals() -> None:
    answer = TyposSpeller().corrections({"recieve", "Recieve", "receive", "kubernetes"})
    assert answer == {"recieve": ("receive",), "Recieve": ("Receive",)}


def test_only_whole_words_count() -> None:
    assert TyposSpeller().corrections(["re-recieve", "on_recieve", "recieveAll"]) == {}


def test_a_word_with_several_corrections_has_them_all() -> None:
    assert len(TyposSpeller().corrections({"informatin"})["informatin"]) > 1


def test_the_identity_names_program_and_version() -> None:
    name, version = TyposSpeller().identity.split()
    assert name == "typos"
    assert version[0].isdigit()


def test_no_words_need_no_program(tmp_path: Path) -> None:
    assert TyposSpeller(tmp_path / "missing").corrections([]) == {}
    assert TyposSpeller(tmp_path / "missing").corrections(["", "a b"]) == {}


def test_a_configuration_file_of_the_current_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_typos.toml").write_text('[default.extend-words]\nrecieve = "recieve"\n')
    monkeypatch.chdir(tmp_path)
    assert "recieve" in TyposSpeller().corrections({"recieve"})


@pytest.mark.parametrize("body", ["exit 3", 'echo \'{"type":"typo"}\'', "echo no json", None])
def test_a_missing_broken_or_babbling_program_is_an_error(tmp_path: Path, body: str | None) -> None:
    program = tmp_path / "typos"
    if body is not None:
        program.write_text(f"#!/bin/sh\ncat > /dev/null\n{body}\n")
        program.chmod(0o755)
    speller = TyposSpeller(program)
    with pytest.raises(ReviewError) as error:
        speller.corrections({"recieve"})
    assert error.value.code == "no-speller"
    assert str(program) in error.value.message
    assert error.value.hint


def test_a_program_that_cannot_run_has_an_identity_too(tmp_path: Path) -> None:
    assert TyposSpeller(tmp_path / "missing").identity == "typos unavailable"


def test_the_program_beside_python_comes_first() -> None:
    program = find_program()
    assert program is not None
    assert program.name.startswith("typos")
