"""What goes to standard output and standard error, and how."""

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Any, TextIO

from reviewer.errors import UserError

UNWRITABLE = "unwritable-output"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def prepare_streams() -> None:
    """UTF-8 on both streams, whatever the locale says; file names that are no UTF-8 are shown escaped, not fatal.

    ``backslashreplace`` writes a lone surrogate as ``\\udcxx``, which is also how JSON escapes it.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def plain(text: str) -> str:
    """The text on one line, with control and direction characters made visible: documents are not to be trusted."""
    return _CONTROL.sub(lambda match: match.group().encode("unicode_escape").decode(), text)


def write_json(data: Any) -> None:
    """One JSON object on one line of standard output."""
    write(json.dumps(data, ensure_ascii=False))


def write(text: str) -> None:
    """Text and a newline on standard output.

    Raises:
        UserError: ``unwritable-output``, also when the process was started without a standard output.
    """
    _write(_stdout(), text)


def write_bytes(data: bytes) -> None:
    """Exact bytes on standard output, whatever the locale or the platform would make of text."""
    stream = _stdout()
    _guarded(stream, lambda: (stream.flush(), stream.buffer.write(data)))


def write_patch(text: str) -> None:
    """A diff: exact into a file or a pipe, so that git and patch can read it; made visible on a terminal."""
    if not _stdout().isatty():
        write_bytes(text.encode("utf-8", "surrogateescape"))
        return
    for line in text.removesuffix("\n").split("\n") if text else ():
        write(plain(line))


def note(text: str) -> None:
    """A line for a person on standard error."""
    _write(sys.stderr, plain(text))


def flush() -> None:
    """Push out what is buffered, so that a closed pipe or a full disk shows here and not at the interpreter's exit.

    Raises:
        UserError: ``unwritable-output``.
    """
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            _guarded(stream, stream.flush)


def _stdout() -> TextIO:
    stream: TextIO | None = sys.stdout
    if stream is None:
        raise UserError(UNWRITABLE, "standard output is closed", "the result is lost; write it somewhere")
    return stream


def _write(stream: TextIO | None, text: str) -> None:
    if stream is not None:
        _guarded(stream, lambda: stream.write(text + "\n"))


def _guarded(stream: TextIO, action: Callable[[], object]) -> None:
    try:
        action()
    except BrokenPipeError:
        _close(stream)
    except OSError as error:
        _close(stream)
        message = f"the output cannot be written: {error.strerror}"
        raise UserError(UNWRITABLE, message, "the result is incomplete; write it somewhere else") from None


def _close(stream: TextIO) -> None:
    """The reader has gone (``| head``): the rest goes nowhere, and the exit code stays the command's own."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
