"""The ``typos`` program as a speller: one process for all words of all documents."""

import json
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from pathlib import Path

from reviewer.errors import ReviewError
from reviewer.path_text import shown_path

_PROGRAM = "typos"
_ARGUMENTS = ("--isolated", "--format", "json", "--color", "never", "-")
_TYPOS_FOUND = 2
"""Exit code of the program when it has found something; 0 when not."""
_SECONDS = 120


class TyposSpeller:
    """Corrections from the dictionary of ``typos`` (only its built-in one: no configuration file is read).

    Promises nothing about words it does not list: the dictionary holds known misspellings, not known words. A word
    with several corrections has them all. A missing or broken program raises, it never looks like "no misspellings".
    """

    def __init__(self, program: Path | None = None) -> None:
        """``program`` defaults to the one beside the running Python, else the first on PATH."""
        self._program = program or find_program()

    @cached_property
    def identity(self) -> str:
        """``typos 1.52.0``; ``typos unavailable`` when the program cannot be run. Starts it once."""
        try:
            return f"{_PROGRAM} {self._run(('--version',), '').split()[-1]}"
        except (ReviewError, IndexError):
            return f"{_PROGRAM} unavailable"

    def corrections(self, words: Collection[str]) -> Mapping[str, tuple[str, ...]]:
        """Corrections of each misspelt word, for whole words only. No words, no process.

        Raises:
            ReviewError: ``no-speller`` when the program is missing, fails, or answers with something else than
                promised.
        """
        asked = sorted({word for word in words if word and not any(char.isspace() for char in word)})
        if not asked:
            return {}
        output = self._run(_ARGUMENTS, "\n".join(asked) + "\n")
        try:
            return dict(_whole_words(asked, output.split("\n")))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise self._failure(f"gave an answer that is not understood ({error})") from None

    def _run(self, arguments: tuple[str, ...], text: str) -> str:
        if self._program is None:
            raise self._failure("was not found beside Python or on PATH")
        try:
            done = subprocess.run(  # noqa: S603 - fixed arguments, words only on stdin
                [str(self._program), *arguments],
                input=text.encode("utf-8", "replace"),
                capture_output=True,
                timeout=_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise self._failure(f"could not be run ({error})") from None
        if done.returncode not in (0, _TYPOS_FOUND):
            said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
            raise self._failure(f"ended with code {done.returncode}: {said[:200]}")
        return done.stdout.decode("utf-8", "replace")

    def _failure(self, what: str) -> ReviewError:
        return ReviewError(
            "no-speller",
            f"the spelling program {shown_path(self._program or _PROGRAM)} {what}",
            "install it with: pip install typos, or switch the rule off with rules.disable = ['misspelling']",
        )


def find_program() -> Path | None:
    """The ``typos`` beside the running Python, else on PATH, else None."""
    beside = Path(sys.executable).parent
    found = shutil.which(_PROGRAM, path=str(beside)) or shutil.which(_PROGRAM)
    return Path(found) if found else None


def _whole_words(asked: list[str], lines: Iterable[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    for line in lines:
        if not line.strip():
            continue
        record = json.loads(line)
        if record["type"] == "typo" and asked[record["line_num"] - 1] == record["typo"]:
            yield record["typo"], tuple(record["corrections"])
