"""The configuration of one document: defaults < file < environment < ``--set`` < flags, each value with its source."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from reviewer.config import ReviewerConfig
from reviewer.endpoint import LOGIN
from reviewer.errors import UserError
from reviewer.json_text import BadJson
from reviewer.service.settings.files import ConfigFile, find_config, read_config
from reviewer.service.settings.keys import Key, from_text, known_keys, nearest, sections
from reviewer.service.settings.meaning import check_meaning, check_orders
from reviewer.service.settings.values import bad_value, fault_of, text_fault
from reviewer.sovereignty import without_secrets

PREFIX = "REVIEWCTL_"
RESERVED = frozenset({"REVIEWCTL_HOME", LOGIN})
"""Variables with the prefix that are no keys: where results and Prefect's files live (DESIGN §8); a secret."""

DEFAULT = "default"
COMMAND_LINE = "command line"
PARAMETERS = "the run's parameters"


EXTENDED = "rules.disable"
"""The one key whose flag (``--disable``), or parameter, adds to what file, environment and ``--set`` say; ``--set``
replaces."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The resulting configuration. ``origins`` says for every key where its value came from.

    That of a table names all sources of its rows but the default; ``rows`` has, by key and row, where each came from.
    """

    config: ReviewerConfig
    origins: Mapping[str, str]
    rows: Mapping[str, Mapping[str, str]]
    file: Path | None = None
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Merged:
    values: dict[str, object] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)

    def put(self, name: str, value: object, origin: str) -> None:
        self.values[name] = value
        self.origins[name] = origin


def load_settings(
    start: Path,
    environ: Mapping[str, str],
    flags: Mapping[str, object],
    sets: Sequence[str] = (),
    file: Path | None = None,
) -> Settings:
    """Merge defaults < configuration file < environment < ``--set KEY=VALUE`` < flags.

    The file is searched from ``start`` (a folder, or a document in one) upward, unless ``file`` names it. ``flags``
    are typed values by dotted key; ``sets`` are texts.

    Raises:
        UserError: ``unknown-key`` with the nearest known key, ``bad-value`` with what is allowed and where the value
            came from, ``bad-set``, and what the file raises.
    """
    found = read_config(file) if file is not None else find_config(start if start.is_dir() else start.parent)
    return _ordered(_merge(found, environ, flags, sets))


def given_settings(
    environ: Mapping[str, str], flags: Mapping[str, object], sets: Sequence[str] = (), file: Path | None = None
) -> Settings:
    """As ``load_settings`` with no file searched: what is wrong here is wrong for every document.

    Values that a document's own file may set right are not compared with each other.

    Raises:
        UserError: as ``load_settings``.
    """
    return _merge(read_config(file) if file is not None else None, environ, flags, sets)


def run_settings(
    start: Path, environ: Mapping[str, str], given: Mapping[str, object], file: Path | None = None
) -> Settings:
    """As ``load_settings`` for a run that some API started: what its parameters say is above file and environment.

    ``given`` are typed values by dotted key. A run that was resolved where it was started names no place to search:
    that is ``resolved_settings``.

    Raises:
        UserError: as ``load_settings``.
    """
    found = read_config(file) if file is not None else find_config(start if start.is_dir() else start.parent)
    return _ordered(_merge(found, environ, given, (), PARAMETERS))


def resolved_settings(given: Mapping[str, object], file: Path | None = None) -> Settings:
    """Defaults < the file that is named < ``given``: nothing of the machine where the run happens.

    Raises:
        UserError: as ``load_settings``.
    """
    return _ordered(_merge(read_config(file) if file is not None else None, {}, given, (), PARAMETERS))


def _ordered(settings: Settings) -> Settings:
    check_orders(settings.config, settings.origins)
    return settings


def given_values(
    environ: Mapping[str, str], flags: Mapping[str, object], sets: Sequence[str] = (), file: Path | None = None
) -> dict[str, object]:
    """What environment, ``--set`` and flags say, as typed values by dotted key: it travels with a run over many
    documents, each of which has a file of its own below that.

    Raises:
        UserError: as ``given_settings``.
    """
    given_settings(environ, flags, sets, file)
    merged = _Merged()
    _put_environment(merged, environ)
    for text in sets:
        _put_set(merged, text)
    for name, value in flags.items():
        _put_flag(merged, name, value, COMMAND_LINE)
    return merged.values


def _merge(
    found: ConfigFile | None,
    environ: Mapping[str, str],
    flags: Mapping[str, object],
    sets: Sequence[str],
    from_flags: str = COMMAND_LINE,
) -> Settings:
    merged = _Merged()
    if found is not None:
        _put_table(merged, found.table, "", str(found.path))
    _put_environment(merged, environ)
    for text in sets:
        _put_set(merged, text)
    for name, value in flags.items():
        _put_flag(merged, name, value, from_flags)
    config = _validated(merged)
    return Settings(config, _origins(merged), _rows(merged), found.path if found else None, _notes(found))


def config_values(config: ReviewerConfig) -> dict[str, object]:
    """Every key with its value, as JSON has them, in the order of the definition."""
    data = config.model_dump(mode="json")
    return {name: _lookup(data, name) for name in known_keys()}


def _lookup(data: Mapping[str, Any], name: str) -> object:
    value: Any = data
    for part in name.split("."):
        value = value[part]
    return value


def _notes(found: ConfigFile | None) -> tuple[str, ...]:
    return (found.note,) if found and found.note else ()


def _put_table(merged: _Merged, table: Mapping[str, object], prefix: str, origin: str) -> None:
    for part, value in table.items():
        name = prefix + part
        if name not in sections():
            _put(merged, name, value, origin)
        elif isinstance(value, Mapping):
            _put_table(merged, value, name + ".", origin)
        else:
            raise bad_value(name, value, "a table of keys", origin)


def _put_environment(merged: _Merged, environ: Mapping[str, str]) -> None:
    for variable in sorted(environ):
        if not variable.startswith(PREFIX) or variable in RESERVED:
            continue
        name = variable[len(PREFIX) :].lower().replace("__", ".")
        _put_text(merged, _row_name(name), environ[variable], f"environment variable {variable}")


def _row_name(name: str) -> str:
    """The key that a variable names: no variable can have the hyphens that names of rows have (``en-small-slip``)."""
    table, _, row = name.rpartition(".")
    key = known_keys().get(table)
    if key is None or not key.is_map or (isinstance(key.default, dict) and row in key.default):
        return name
    return f"{table}.{row.replace('_', '-')}"


def _put_flag(merged: _Merged, name: str, value: object, origin: str) -> None:
    before = merged.values.get(name)
    if name == EXTENDED and isinstance(before, list) and isinstance(value, list | tuple):
        value = [*before, *value]
    _put(merged, name, value, origin)


def _put_set(merged: _Merged, text: str) -> None:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        message = f"--set {without_secrets(text)!r} is not KEY=VALUE"
        raise UserError("bad-set", message, "for example: --set chunk.max_chunk_tokens=1200")
    _put_text(merged, name.strip(), value, f"--set {name.strip()}")


def _put_text(merged: _Merged, name: str, text: str, origin: str) -> None:
    key = known_keys().get(name)
    try:
        value = from_text(text, key.annotation) if key else text
    except BadJson as error:
        raise bad_value(name, text, _key_of(name).allowed, origin, str(error)) from None
    _put(merged, name, value, origin)


def _put(merged: _Merged, name: str, value: object, origin: str) -> None:
    """Record one value; tables of free names are spread, so that a later source changes only what it names."""
    key = known_keys().get(name)
    if key is None:
        _check_map_entry(name, value, origin)
        merged.put(name, value, origin)
    elif not key.is_map:
        merged.put(name, value, origin)
    elif isinstance(value, Mapping):
        for part, item in value.items():
            _put(merged, f"{name}.{part}", item, origin)
    else:
        raise bad_value(name, value, key.allowed, origin)


def _check_map_entry(name: str, value: object, origin: str) -> None:
    section, _, part = name.rpartition(".")
    key = known_keys().get(section)
    if key is not None and key.is_map and part:
        names = key.default if isinstance(key.default, dict) else {}
        if not names or part in names:
            return
        raise _unknown_key(name, origin, [f"{section}.{known}" for known in names])
    if name in sections():
        hint = f"name a key in it, for example: {next(k for k in known_keys() if k.startswith(name + '.'))}"
        raise UserError("unknown-key", f"{name!r} in {origin} is a group of keys, not a key", hint)
    if isinstance(value, Mapping):
        raise _unknown_table(name, origin)
    raise _unknown_key(name, origin, known_keys())


def _validated(merged: _Merged) -> ReviewerConfig:
    nested: dict[str, Any] = {}
    for name, value in merged.values.items():
        key = _key_of(name)
        fault = text_fault(name) or fault_of(value)
        if fault is not None:
            raise bad_value(name, value, key.allowed, merged.origins[name], fault)
        if key.is_map:
            # free names may hold anything, also a dot
            table = nested.setdefault(key.name, dict(key.default) if isinstance(key.default, dict) else {})
            table[name[len(key.name) + 1 :]] = value
        else:
            nested[key.name] = value
    try:
        config = ReviewerConfig.model_validate_json(json.dumps(_tree(nested)), strict=True)
    except ValidationError as error:
        raise _from_validation(error, merged) from None
    check_meaning(config, merged.origins)
    return config


def _tree(flat: Mapping[str, object]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, value in flat.items():
        *path, last = name.split(".")
        place = tree
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return tree


def _key_of(name: str) -> Key:
    keys = known_keys()
    while name not in keys:
        name = name.rpartition(".")[0]
    return keys[name]


def _from_validation(error: ValidationError, merged: _Merged) -> UserError:
    location = [str(part) for part in error.errors()[0]["loc"]]
    names = (".".join(location[:i]) for i in range(len(location), 0, -1))
    name = next((name for name in names if name in merged.values), None)
    if name is None:
        return UserError("bad-value", "the configuration cannot be used", "'reviewctl config' lists every key")
    return bad_value(name, merged.values[name], _key_of(name).allowed, merged.origins[name])


def _origins(merged: _Merged) -> dict[str, str]:
    origins = dict.fromkeys(known_keys(), DEFAULT)
    for name, origin in merged.origins.items():
        key = _key_of(name)
        if key.is_map and origins[key.name] not in {DEFAULT, origin}:
            origins[key.name] += f", {origin}"
        else:
            origins[key.name] = origin
    return origins


def _rows(merged: _Merged) -> dict[str, dict[str, str]]:
    rows = {
        key.name: dict.fromkeys(key.default if isinstance(key.default, dict) else (), DEFAULT)
        for key in known_keys().values()
        if key.is_map
    }
    for name, origin in merged.origins.items():
        key = _key_of(name)
        if key.is_map:
            rows[key.name][name[len(key.name) + 1 :]] = origin
    return rows


def _unknown_table(name: str, origin: str) -> UserError:
    tables = [*sections(), *(key.name for key in known_keys().values() if key.is_map)]
    close = nearest(name, sorted(tables))
    meant = f"did you mean {close!r}? " if close else ""
    return UserError("unknown-key", f"unknown table {name!r} in {origin}", f"{meant}'reviewctl config' lists every key")


def _unknown_key(name: str, origin: str, candidates: Iterable[str]) -> UserError:
    close = nearest(name, candidates if "." in name else [*candidates, *sorted(sections())])
    group = "a key of " if close in sections() else ""
    meant = f"did you mean {group}{close!r}? " if close else ""
    return UserError("unknown-key", f"unknown key {name!r} in {origin}", f"{meant}'reviewctl config' lists every key")
