"""What stands around the answer in a reply: thinking, fences, markers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NAMES = r"(?:think|thinking|thought|reasoning|analysis|scratchpad)"
_OPEN = re.compile(rf"\s*<{_NAMES}>", re.IGNORECASE)
_CLOSE = re.compile(rf"</{_NAMES}>", re.IGNORECASE)

_BEGIN = re.compile(r"BEGIN_EDIT_OPS|<EDIT_OPS>", re.IGNORECASE)
_END = re.compile(r"END_EDIT_OPS|</EDIT_OPS>", re.IGNORECASE)
_AROUND = re.compile(r"[ \t]*[*_`:|>]{0,4}[ \t]*")

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*[\w+.-]*[ \t]*")
PAYLOADS = 8
"""So many pairs of markers are looked into."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply without its thinking. ``unfinished``: the thinking never ended, so there is no answer."""

    text: str
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Payload:
    """What stands behind a begin marker: ``rest`` to the end of the reply, ``text`` to the end marker (``closed``)."""

    rest: str
    text: str
    closed: bool


def without_thinking(reply: str) -> Answer:
    """The reply behind its thinking block; the prompt may have opened the block, then only its end is seen."""
    text = reply.removeprefix("\ufeff")
    close = _CLOSE.search(text)
    position = close.end() if close is not None else 0
    while (opened := _OPEN.match(text, position)) is not None:
        close = _CLOSE.search(text, opened.end())
        if close is None:
            return Answer("", unfinished=True)
        position = close.end()
    return Answer(text[position:])


def payloads(text: str) -> Iterator[Payload]:
    """What stands behind each begin marker, in order."""
    for number, begin in enumerate(_BEGIN.finditer(text)):
        if number == PAYLOADS:
            return
        start = _after(text, begin.end())
        end = _END.search(text, start)
        again = _BEGIN.search(text, start)
        closed = end is not None and (again is None or end.start() < again.start())
        stop = end.start() if end is not None and closed else again.start() if again is not None else len(text)
        yield Payload(text[start:], text[start:stop], closed)


def before_end(text: str) -> str | None:
    """What stands before the first end marker; None without one."""
    end = _END.search(text)
    return None if end is None else text[: end.start()]


def ends_after(text: str, position: int) -> bool:
    """Whether an end marker stands behind a place."""
    return _END.search(text, position) is not None


def unmarked(text: str) -> str:
    """The text without markers and fence lines."""
    bare = _END.sub(" ", _BEGIN.sub(" ", text))
    return "\n".join(line for line in bare.split("\n") if not _FENCE.fullmatch(line.rstrip("\r"))).strip()


def fenced(text: str) -> list[str]:
    """The contents of the fences of a text that are closed."""
    found: list[str] = []
    fence, inner = "", list[str]()
    for line in text.split("\n"):
        mark = _FENCE.fullmatch(line.rstrip("\r"))
        if not fence:
            fence, inner = (mark[1], []) if mark else ("", [])
        elif mark is not None and mark[1].startswith(fence) and mark[0].strip() == mark[1]:
            found.append("\n".join(inner))
            fence = ""
        else:
            inner.append(line)
    return found


def _after(text: str, position: int) -> int:
    """Behind marks of emphasis that belong to a marker."""
    match = _AROUND.match(text, position)
    return match.end() if match is not None else position
