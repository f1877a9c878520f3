"""Read a unified diff of one file, as git, ``diff -u``, people and models write it.

Lines end at LF; a CR is part of its line. The counts in a hunk's header are taken where the hunk bears them out, and
made anew from its lines where it does not. An empty line inside a hunk is blank context whose space was lost. File
names are not looked at. Everything else must be as the format says (GNU diffutils manual, "Unified Format"): text is
free only before the first file names or hunk, where mails and commits have it; nothing that may be a hunk is skipped.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewer.patch.unified import lf_lines

_HEADER = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_BARE = re.compile(r"@@(?: \.\.\.)?(?: @@)?\r?")
_DIFF = re.compile(r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|^--- .*\n\+\+\+ |\A@@", re.MULTILINE)
_STATE = re.compile(r"# state_hash: (\S+)\s*")
_INDEX = re.compile(r"index ([0-9a-fA-F]{7,64})\.\.[0-9a-fA-F]+")
_SIGNATURE = re.compile(r"\d+\.\d+\S*\s*")
_LIKE_HEADER = re.compile(r"\s{0,3}@@")
_INDENTED_HEADER = re.compile(r"\s+@@ ?-\d")
_OTHER_FILE = re.compile(r"diff -|Index: |Binary files .* differ\s*$|GIT binary patch\s*$|Only in [^:]+: \S+\s*$")
_BLANK = frozenset({"", "\r"})
_LOST = ""
"""The sign of a blank context line whose space was lost: its line end is that of the lines around it."""

_SHOWN = 60
_ANOTHER = "begins another file; give one diff for one document"

Row = tuple[str, str]
"""Sign (space, minus or plus) and text with its line end."""


class BadDiff(Exception):  # noqa: N818 - the answer about a text; the caller knows the file's name
    """The text is not a unified diff of one file; the message says where."""


@dataclass(frozen=True, slots=True)
class Hunk:
    """``line`` is that of its header in the diff (from 1); ``start`` the stated old line, None without one.

    ``start`` is the first of the old lines, or where there are none the line after which the new ones stand.
    """

    line: int
    start: int | None
    rows: tuple[Row, ...]

    @property
    def old(self) -> str:
        """The text that the hunk replaces: whole lines."""
        return "".join(text for sign, text in self.rows if sign != "+")

    @property
    def new(self) -> str:
        """What stands there afterwards."""
        return "".join(text for sign, text in self.rows if sign != "-")

    @property
    def has_context(self) -> bool:
        """Whether a line stays."""
        return any(sign == " " for sign, _ in self.rows)


@dataclass(frozen=True, slots=True)
class Diff:
    """``hunks`` in the diff's order. ``state_hash`` (ours) and ``blob`` (git's) name the state it was made on, or are
    empty; ``title`` is the id in the first line of our own patches."""

    hunks: tuple[Hunk, ...]
    state_hash: str = ""
    blob: str = ""
    title: str = ""


def is_diff(text: str) -> bool:
    """Whether a text has the marks of a unified diff. No JSON text has."""
    return _DIFF.search(text) is not None


def parse_diff(text: str) -> Diff:
    """The hunks of a diff.

    Raises:
        BadDiff: naming the line: not a line of a diff, a hunk header that cannot be read, a file without hunks, more
            than one file, a no-newline mark out of place. An empty text has no hunks.
    """
    return _Reader([line.removesuffix("\n") for line in lf_lines(text)]).read()


class _Reader:
    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.named: dict[str, str] = {}
        self.begun: set[str] = set()

    def read(self) -> Diff:
        hunks: list[Hunk] = []
        files: list[int] = []
        index = 0
        while index < len(self.lines):
            if self._is_header(index):
                end = self._end(index)
                hunks.append(Hunk(index + 1, self._start(index), tuple(self._rows(index + 1, end))))
                index = end
                continue
            if self._is_file(index):
                if files or hunks:
                    raise self._bad(index, _ANOTHER)
                files.append(index)
                index += 2
                continue
            if hunks and self._is_signature(index):
                break
            if (files or hunks) and self.lines[index].strip():
                raise self._stray(index, begun=bool(hunks))
            self._preamble(index)
            index += 1
        if self.lines and not hunks:
            raise self._bad(files[0] if files else 0, "is followed by no hunk")
        return Diff(tuple(hunks), *(self.named.get(name, "") for name in ("state", "blob", "title")))

    def _preamble(self, index: int) -> None:
        """A line before all hunks: it may name the state, and may be anything but a hunk or another file."""
        line = self.lines[index]
        if _LIKE_HEADER.match(line):
            raise self._stray(index, begun=True)
        if _OTHER_FILE.match(line):
            kind = line.partition(" ")[0]
            if kind not in {"diff", "Index:"} or kind in self.begun:
                raise self._stray(index, begun=True)
            self.begun.add(kind)
        for name, pattern in (("state", _STATE), ("blob", _INDEX)):
            found = pattern.match(line)
            if found:
                self.named.setdefault(name, found[1])
        if index == 0 and line.startswith("# "):
            self.named["title"] = line[2:].strip()

    def _stray(self, index: int, *, begun: bool) -> BadDiff:
        """Why a line cannot stand where it does. ``begun``: hunks may be over here, so none must begin."""
        line = self.lines[index]
        if line.startswith("@@@"):
            return self._bad(index, "is of the diff of a merge; give a diff between two states")
        if _OTHER_FILE.match(line):
            return self._bad(index, _ANOTHER)
        if not begun:
            return self._bad(index, "stands where a hunk must begin, with a line like @@ -1,2 +1,2 @@")
        if _LIKE_HEADER.match(line):
            return self._bad(index, "begins no hunk: such a line looks like @@ -1,2 +1,2 @@")
        return self._bad(index, "is no line of a diff")

    def _start(self, index: int) -> int | None:
        header = _HEADER.match(self.lines[index])
        return int(header[1]) if header else None

    def _is_header(self, index: int) -> bool:
        line = self.lines[index]
        return _HEADER.match(line) is not None or _BARE.fullmatch(line) is not None

    def _is_file(self, index: int) -> bool:
        """Two lines that name a file; a removed and an added line may look the same inside a hunk."""
        return self._begins(index, "--- ") and self._begins(index + 1, "+++ ")

    def _begins(self, index: int, start: str) -> bool:
        return index < len(self.lines) and self.lines[index].startswith(start)

    def _is_signature(self, index: int) -> bool:
        """The end of a mail that git wrote: two dashes and a version."""
        rest = [line for line in self.lines[index + 1 : index + 4] if line.strip()]
        return (
            self.lines[index].rstrip("\r") == "-- "
            and index + 4 >= len(self.lines)
            and len(rest) == 1
            and _SIGNATURE.fullmatch(rest[0]) is not None
        )

    def _end(self, index: int) -> int:
        """Where the hunk ends: as its header says, if that can be; else with the last line that belongs to a hunk."""
        counted = self._counted_end(index)
        if counted is not None:
            return counted
        end = index + 1
        while end < len(self.lines) and not self._is_border(end):
            if _INDENTED_HEADER.match(self.lines[end]):
                raise self._stray(end, begun=True)
            end += 1
        while end > index + 1 and self.lines[end - 1] in _BLANK:
            end -= 1
        return end

    def _is_border(self, index: int) -> bool:
        file = self._is_file(index) and index + 2 < len(self.lines) and self._is_header(index + 2)
        return file or self._is_header(index) or self._begins(index, "diff --git ") or self._is_signature(index)

    def _counted_end(self, index: int) -> int | None:
        """The end by the header's counts; None when the lines are not so many or do not end there."""
        header = _HEADER.match(self.lines[index])
        if header is None:
            return None
        old, new = (int(count) if count is not None else 1 for count in (header[2], header[4]))
        end = index + 1
        while (old > 0 or new > 0) and end < len(self.lines):
            sign = self.lines[end][:1]
            if sign == "@" or old < 0 or new < 0:
                return None
            old -= sign not in {"+", "\\"}
            new -= sign not in {"-", "\\"}
            end += 1
        while self._begins(end, "\\"):
            end += 1
        return end if old == new == 0 and self._closes(end) else None

    def _closes(self, index: int) -> bool:
        """Whether what comes after a hunk may: nothing, blank lines, the next hunk or file, a signature."""
        while index < len(self.lines) and self.lines[index] in _BLANK:
            index += 1
        if index == len(self.lines) or self._is_header(index) or self._is_file(index) or self._is_signature(index):
            return True
        line = self.lines[index]
        return not line.startswith((" ", "+", "-", "\\")) or _INDENTED_HEADER.match(line) is not None

    def _rows(self, first: int, end: int) -> Iterator[Row]:
        rows: list[list[str]] = []
        for index in range(first, end):
            line = self.lines[index]
            if line.startswith("\\"):
                self._drop_newline(index, rows)
            elif line in _BLANK:
                rows.append([_LOST if not line else " ", line + "\n"])
            elif line[0] in " +-":
                rows.append([line[0], line[1:] + "\n"])
            else:
                raise self._bad(index, "stands in a hunk and begins with none of space, + and -")
        _check_last_lines(rows, first)
        known = [text for sign, text in rows if sign in {" ", "-"}]
        blank = "\r\n" if known and all(text.endswith("\r\n") for text in known) else "\n"
        for sign, text in rows:
            yield (" ", blank) if sign == _LOST else (sign, text)

    def _drop_newline(self, index: int, rows: list[list[str]]) -> None:
        if not rows or rows[-1][0] == _LOST or not rows[-1][1].endswith("\n"):
            raise self._bad(index, "says that a line has no newline, but stands after none")
        rows[-1][1] = rows[-1][1].removesuffix("\n")

    def _bad(self, index: int, message: str) -> BadDiff:
        return BadDiff(f"line {index + 1} of the diff, {self.lines[index][:_SHOWN]!r}, {message}")


def _check_last_lines(rows: Sequence[Sequence[str]], first: int) -> None:
    """Only the last line of a side can be without newline."""
    for side in ("+", "-"):
        texts = [text for sign, text in rows if sign != side]
        if any(not text.endswith("\n") for text in texts[:-1]):
            raise BadDiff(f"the hunk at line {first} of the diff has a line without newline that is not the last one")
