"""Finding and reading the configuration file of a document: ``reviewctl.toml`` or ``[tool.reviewctl]``."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewer.errors import UserError
from reviewer.file_kinds import kind_of, read_regular
from reviewer.path_text import bare_path, shown_path

OWN_FILE = "reviewctl.toml"
SHARED_FILE = "pyproject.toml"
_TOML_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """The table that holds the configuration, where it stands, and what a person should know about the choice."""

    path: Path
    table: dict[str, Any]
    note: str = ""


def find_config(folder: Path) -> ConfigFile | None:
    """The nearest configuration from ``folder`` upward; in one folder ``reviewctl.toml`` wins over ``pyproject.toml``.

    Raises:
        UserError: ``bad-toml`` (file and line), ``unreadable-config``: also for a link that leads nowhere, or anything
            else of that name that is no regular file.
    """
    start = folder.absolute()
    for place in (start, *start.parents):
        shared = place / SHARED_FILE
        table = _tool_table(shared) if _is_there(shared) else None
        own = place / OWN_FILE
        if _is_there(own):
            note = (
                f"{bare_path(own)} is used; [tool.reviewctl] in {bare_path(shared)} beside it is ignored"
                if table is not None
                else ""
            )
            return ConfigFile(own, _read(own), note)
        if table is not None:
            return ConfigFile(shared, table)
    return None


def read_config(path: Path) -> ConfigFile:
    """The configuration in the file that was named; a ``pyproject.toml`` gives its ``[tool.reviewctl]``.

    Raises:
        UserError: ``missing-config``, ``bad-toml``, ``unreadable-config``.
    """
    if not _is_there(path):
        raise UserError(
            "missing-config", f"configuration file {shown_path(path)} does not exist", "check --config FILE"
        )
    if path.name != SHARED_FILE:
        return ConfigFile(path, _read(path))
    table = _tool_table(path)
    if table is None:
        hint = "add a [tool.reviewctl] table, or name another file with --config"
        raise UserError("missing-config", f"{shown_path(path)} has no [tool.reviewctl] table", hint)
    return ConfigFile(path, table)


def _is_there(path: Path) -> bool:
    """Whether a configuration file has this name. What cannot be read is said, never passed over."""
    try:
        kind = kind_of(path)
        missing = not kind and not path.exists()
        if missing and path.is_symlink():
            kind = "a link that leads nowhere"
    except OSError as error:
        raise _unreadable(path, error.strerror or type(error).__name__) from None
    if kind:
        raise _unreadable(path, f"it is {kind}, not a regular file")
    return not missing


def _tool_table(path: Path) -> dict[str, Any] | None:
    tool = _read(path).get("tool")
    table = tool.get("reviewctl") if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table
    raise UserError(
        "bad-toml", f"{shown_path(path)}: tool.reviewctl is not a table", "write [tool.reviewctl] and the keys below it"
    )


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_regular(path).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        message = f"{shown_path(path)} is not UTF-8: invalid byte at offset {error.start}"
        raise UserError("bad-toml", message, "TOML files must be UTF-8; convert it first") from None
    except tomllib.TOMLDecodeError as error:
        raise _bad_toml(path, str(error)) from None
    except (RecursionError, ValueError) as error:  # tomllib passes on what Python says of its stack and of numbers
        deep = isinstance(error, RecursionError)
        reason = "values are nested too deep" if deep else "a number has more digits than can be read"
        raise UserError(
            "bad-toml", f"{shown_path(path)}: {reason}", "mend that value; no key needs one like it"
        ) from None
    except OSError as error:
        raise _unreadable(path, error.strerror or type(error).__name__) from None


def _unreadable(path: Path, reason: str) -> UserError:
    hint = "make it a readable file, or name another one with --config"
    return UserError("unreadable-config", f"{shown_path(path)} cannot be read: {reason}", hint)


def _bad_toml(path: Path, text: str) -> UserError:
    place = _TOML_PLACE.search(text)
    reason = text[: place.start()] if place else text
    where = f"{bare_path(path)}:{place[1]}:{place[2]}" if place and place[1] else f"{shown_path(path)}: at its end"
    return UserError("bad-toml", f"{where}: not valid TOML: {reason}", "mend that line; see https://toml.io")
