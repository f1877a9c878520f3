"""Accepted findings: ``check --baseline FILE`` reports only what is not in it.

The file is JSON, schema 1: ``{schema: 1, entries: [{path, rule, severity, section, snippet, ordinal, added,
fingerprint}]}``, sorted by path and position of the finding. ``path`` is relative to the file's folder, ``added`` the
date (UTC) on which the entry first came in. A finding is the same when path and fingerprint are
(``reviewer.plan.finding_identity``): line numbers play no part.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import NoneType
from typing import Any

from reviewer.errors import UserError
from reviewer.file_kinds import read_regular
from reviewer.json_text import BadJson, read_json, refuse_repeats, shown
from reviewer.model.checked import CheckedDocument
from reviewer.path_text import shown_path
from reviewer.service.workspace.command_line import command, option

SCHEMA = 1
_IDENTITY = ("path", "fingerprint")
_FIELDS: dict[str, type] = {
    **dict.fromkeys((*_IDENTITY, "rule", "severity", "section", "snippet", "added"), str),
    "ordinal": int,
}
Known = dict[tuple[str, str], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries of one file, by path and fingerprint."""

    file: Path
    entries: Known

    def apply(self, documents: Sequence[CheckedDocument]) -> tuple[list[CheckedDocument], dict[str, int]]:
        """The documents without known findings, and how many are ``known`` and ``fixed`` (of the checked documents)."""
        kept, known = [], 0
        for document in documents:
            place = self._place(document.path)
            fresh = [
                (finding, identity)
                for finding, identity in zip(document.findings, document.identities, strict=True)
                if (place, identity.fingerprint) not in self.entries
            ]
            known += len(document.findings) - len(fresh)
            findings, identities = tuple(f for f, _ in fresh), tuple(i for _, i in fresh)
            kept.append(replace(document, findings=findings, identities=identities))
        places = {self._place(document.path) for document in documents if document.error is None}
        held = sum(place in places for place, _ in self.entries)
        return kept, {"known": known, "fixed": held - known}

    def updated(self, documents: Sequence[CheckedDocument], today: str) -> "Baseline":
        """All findings of the checked documents, with the date of those that were in before.

        Entries of other documents stay as long as their file exists, so that a check of some files keeps the rest.
        """
        read = [document for document in documents if document.error is None]
        places = {self._place(document.path) for document in read}
        entries = {key: entry for key, entry in self.entries.items() if key[0] not in places and self._exists(key[0])}
        for document in read:
            place = self._place(document.path)
            for finding, identity in zip(document.findings, document.identities, strict=True):
                before = self.entries.get((place, identity.fingerprint), {})
                entries[place, identity.fingerprint] = {
                    "path": place,
                    "rule": finding.rule,
                    "severity": finding.severity.value,
                    "section": identity.section,
                    "snippet": identity.snippet,
                    "ordinal": identity.ordinal,
                    "added": before.get("added", today),
                    "fingerprint": identity.fingerprint,
                }
        return Baseline(self.file, dict(sorted(entries.items(), key=lambda item: item[0][0])))

    def write(self) -> None:
        """Write the file in one step.

        Raises:
            UserError: ``unwritable``.
        """
        data = {"schema": SCHEMA, "entries": list(self.entries.values())}
        text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
        from reviewer.ledger.atomic import write_atomic

        try:
            write_atomic(self.file, text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            message = f"baseline {shown_path(self.file)} cannot be written: {error.strerror}"
            raise UserError("unwritable", message, "name a file in an existing folder that can be written") from None

    def _place(self, path: str) -> str:
        return path if path == "-" else Path(os.path.relpath(path, self.file.parent)).as_posix()

    def _exists(self, place: str) -> bool:
        return (self.file.parent / place).exists()


def read_baseline(file: Path) -> Baseline:
    """The baseline in a file.

    Raises:
        UserError: ``missing-baseline``, ``bad-baseline``.
    """
    try:
        return Baseline(file, _entries(read_json(read_regular(file), refuse_repeats)))
    except FileNotFoundError:
        hint = f"make it with: {_made_with(file)}"
        raise UserError("missing-baseline", f"baseline {shown_path(file)} does not exist", hint) from None
    except OSError as error:
        raise _bad(file, error.strerror or "it cannot be read") from None
    except BadJson as error:
        raise _bad(file, f"it is not JSON that can be read ({error})") from None
    except ValueError as error:
        raise _bad(file, str(error)) from None


def _entries(data: object) -> Known:
    """Raises: ValueError, saying what is not as a baseline has it."""
    if not isinstance(data, dict) or "schema" not in data or "entries" not in data:
        raise ValueError("it is no object with 'schema' and 'entries'")
    if type(data["schema"]) is not int or data["schema"] != SCHEMA:
        raise ValueError(f"its schema is {shown(str(data['schema']))}, this version reads {SCHEMA}")
    if not isinstance(data["entries"], list):
        raise ValueError(f"'entries' must be a list, not {_type_of(data['entries'])}")
    entries: Known = {}
    for number, entry in enumerate(data["entries"], 1):
        if fault := _entry_fault(entry):
            raise ValueError(f"entry {number}{fault}")
        entries[entry["path"], entry["fingerprint"]] = entry
    return entries


def _entry_fault(entry: object) -> str:
    if not isinstance(entry, dict):
        return f" must be an object, not {_type_of(entry)}"
    missing = next((name for name in _IDENTITY if name not in entry), None)
    if missing:
        return f" has no {missing!r}"
    for name, kind in _FIELDS.items():
        if name in entry and type(entry[name]) is not kind:
            wanted = "a text" if kind is str else "a whole number"
            return f": {name!r} must be {wanted}, not {_type_of(entry[name])}"
    return ""


def _type_of(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", NoneType: "null"}
    return names.get(type(value), "a number")


def unfinished(documents: Sequence[CheckedDocument]) -> str:
    """Why a check cannot be accepted into a baseline; empty where it can.

    What was not looked at would be missing in it, and be reported as new by the next check.
    """
    unread = [document.path for document in documents if document.error is not None]
    if unread:
        return f"{_some(unread)} could not be read"
    failed = sorted({rule.rule for document in documents for rule in document.failed_rules})
    return f"{_some(failed)} failed" if failed else ""


def _some(names: Sequence[str]) -> str:
    first = shown_path(names[0])
    return first if len(names) == 1 else f"{first} and {len(names) - 1} more"


def baseline_to_write(file: Path) -> Baseline:
    """The baseline that ``--write-baseline`` updates: what the file holds, or an empty one.

    Raises:
        UserError: ``bad-baseline``; ``bad-output`` where none can be written.
    """
    from reviewer.service.workspace.output_file import refuse_unwritable

    refuse_unwritable(file, "--write-baseline")
    return read_baseline(file) if file.exists() else Baseline(file, {})


def today() -> str:
    """Today's date in UTC, ISO 8601."""
    return datetime.now(UTC).date().isoformat()


def _made_with(file: Path) -> str:
    return f"{command('check', 'PATHS')}{option('--write-baseline', file)}"


def _bad(file: Path, reason: str, hint: str = "") -> UserError:
    hint = hint or f"restore it; or move it away and make it anew with: {_made_with(file)}"
    return UserError("bad-baseline", f"{shown_path(file)} is not a baseline: {reason}", hint)
