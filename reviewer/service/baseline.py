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
from typing import Any

from reviewer.errors import UserError
from reviewer.model.checked import CheckedDocument

SCHEMA = 1
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
        temporary = self.file.with_name(f".{self.file.name}.{os.getpid()}.tmp")
        try:
            temporary.write_bytes(text.encode("utf-8", "surrogatepass"))
            temporary.replace(self.file)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            message = f"baseline {str(self.file)!r} cannot be written: {error.strerror}"
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
        data = json.loads(file.read_bytes())
        if data["schema"] != SCHEMA:
            raise _bad(file, f"its schema is {data['schema']!r}, this version reads {SCHEMA}")
        entries: Known = {(str(entry["path"]), str(entry["fingerprint"])): entry for entry in data["entries"]}
    except FileNotFoundError:
        hint = f"make it with: reviewctl check PATHS --write-baseline {file}"
        raise UserError("missing-baseline", f"baseline {str(file)!r} does not exist", hint) from None
    except OSError as error:
        raise _bad(file, error.strerror or "it cannot be read") from None
    except ValueError as error:
        raise _bad(file, f"it is not JSON ({error})") from None
    except (KeyError, TypeError):
        raise _bad(file, "it does not hold what a baseline holds (schema and entries)") from None
    return Baseline(file, entries)


def baseline_to_write(file: Path) -> Baseline:
    """The baseline that ``--write-baseline`` updates: what the file holds, or an empty one."""
    return read_baseline(file) if file.exists() else Baseline(file, {})


def today() -> str:
    """Today's date in UTC, ISO 8601."""
    return datetime.now(UTC).date().isoformat()


def _bad(file: Path, reason: str) -> UserError:
    hint = f"write it again with: reviewctl check PATHS --write-baseline {file}"
    return UserError("bad-baseline", f"{str(file)!r} is not a baseline: {reason}", hint)
