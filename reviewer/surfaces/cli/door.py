"""The one exit door: whatever a command raises becomes an exit code and two lines, or one JSON object.

Exit codes (DESIGN §9): 0 done · 1 findings or refusals · 2 wrong usage or input · 3 model backend · 4 integrity ·
70 our own bug · 130 interrupted.
"""

import errno
import sys
import traceback
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

import typer
from typer.exceptions import TyperException

from reviewer.errors import ReviewError, UserError
from reviewer.path_text import shown_path
from reviewer.surfaces.cli.output import UNWRITABLE, flush, note, plain, prepare_streams, write_json
from reviewer.surfaces.cli.usage_hint import usage_hint

_OF_THE_PATH = frozenset(
    (
        errno.ENAMETOOLONG,
        errno.EACCES,
        errno.EPERM,
        errno.ELOOP,
        errno.ENOTDIR,
        errno.EISDIR,
        errno.EROFS,
        errno.ENOSPC,
        errno.EEXIST,
    )
)
"""What the system says of a path that we were given or told to write: the user's to mend, never our bug."""

SCHEMA = 1
USAGE, OUR_BUG, INTERRUPTED = 2, 70, 130


def run(app: typer.Typer, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code. Never raises, never shows a traceback without ``--verbose``."""
    prepare_streams()
    code = _run(app, arguments)
    try:
        flush()
    except UserError as error:
        return _refuse(error, arguments)
    return code


def _run(app: typer.Typer, arguments: Sequence[str]) -> int:
    try:
        code = app(args=list(arguments), prog_name="reviewctl", standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except Exception as error:  # noqa: BLE001 - the one place that turns every exception into an exit code
        return _refuse(error, arguments)
    except KeyboardInterrupt:
        return _say(arguments, INTERRUPTED, "interrupted", "interrupted", "run the same command again to go on")


def wants_json(arguments: Sequence[str]) -> bool:
    """True when the command line asks for JSON; read before parsing, so that usage errors are JSON too."""
    own = _before_separator(arguments)
    return "--json" in own or "--format=json" in own or ("--format", "json") in pairwise(own)


def _refuse(error: Exception, arguments: Sequence[str]) -> int:
    if not {"-v", "--verbose"}.isdisjoint(_before_separator(arguments)):
        traceback.print_exception(error, file=sys.stderr)
    if isinstance(error, ReviewError):
        return _say(arguments, error.exit_code, error.code, error.message, error.hint, error.facts)
    if isinstance(error, TyperException):
        message = " ".join(error.format_message().split()).rstrip(".").replace(": Value error, ", ": ")
        return _say(arguments, USAGE, "usage", message, usage_hint(error))
    if isinstance(error, typer.Abort):
        return _say(arguments, INTERRUPTED, "interrupted", "interrupted", "run the same command again to go on")
    if isinstance(error, OSError) and error.errno in _OF_THE_PATH and error.filename is not None:
        message = f"{shown_path(error.filename)} cannot be used: {error.strerror}"
        return _say(arguments, USAGE, "unusable-path", message, "check the name, the permissions and the free space")
    reason = f"{type(error).__name__}: {error}".rstrip(": ")
    hint = "run it again with --verbose and report the traceback with the output of 'reviewctl --version'"
    return _say(arguments, OUR_BUG, "internal-error", f"this is our bug, not yours: {reason}", hint)


def _say(  # noqa: PLR0913, PLR0917 - the parts of one answer
    arguments: Sequence[str],
    exit_code: int,
    code: str,
    message: str,
    hint: str,
    facts: Mapping[str, object] = MappingProxyType({}),
) -> int:
    if wants_json(arguments) and code != UNWRITABLE:
        told = {"code": code, "message": plain(message), "hint": plain(hint)}
        write_json({"schema": SCHEMA, "status": "error", **told, **facts})
    else:
        notes = facts.get("notes")
        for text in notes if isinstance(notes, list) else ():
            note(f"note: {text}")
        note(f"error: {message}")
        if hint:
            note(f"hint: {hint}")
    return exit_code


def _before_separator(arguments: Sequence[str]) -> list[str]:
    own = list(arguments)
    return own[: own.index("--")] if "--" in own else own
