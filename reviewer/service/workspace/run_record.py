"""``run.json``: what the last run was made with, the ledger head it left, and the state of every file it wrote."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from reviewer.errors import IntegrityError
from reviewer.file_kinds import read_regular
from reviewer.ledger.atomic import write_atomic
from reviewer.model.frozen import Frozen
from reviewer.model.pyramid import HeldContext
from reviewer.model.validation import ValidatorCount
from reviewer.service.workspace.folder import Workspace

_EDITED = "/stage3/doc.edited.md"


class RunRecord(Frozen):
    """The workspace's record of its last run. ``files`` maps absolute paths to the hash of what was written there.

    ``in_place``: the document was written in place, by this run or by one before, and still has the ledger's state.
    ``begun``: hashes of derived files that a run was about to write; empty again once it came to its end.
    ``unfound``: flags that the rules raised once, and no more when they last looked.
    ``plan``: the stored plan that was applied last, ``not_chosen`` op ids of what no decision has chosen of it so far.
    ``context``: what models were told beside the passages, by the last complete run that told them anything.
    """

    schema_version: int = Field(default=1, alias="schema")
    document: str
    created: str
    tool_version: str = ""
    doc_hash: str = ""
    head: str = ""
    config: dict[str, Any] = Field(default_factory=dict)
    kernels: dict[str, str] = Field(default_factory=dict)
    command: str = ""
    not_reviewed: tuple[str, ...] = ()
    refused_whole: tuple[str, ...] = ()
    asked_again: tuple[str, ...] = ()
    proofreading: tuple[str, ...] = ()
    models: dict[str, str] = Field(default_factory=dict)
    validation: tuple[ValidatorCount, ...] = ()
    failures: tuple[str, ...] = ()
    files: dict[str, str] = Field(default_factory=dict)
    in_place: bool = False
    begun: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    unfound: tuple[str, ...] = ()
    plan: str = ""
    not_chosen: tuple[str, ...] = ()
    context: HeldContext | None = None

    def wrote(self, path: Path, found: str) -> bool:
        """Whether these bytes at ``path`` are ours, of the last run or of one that was killed since."""
        return found == self.files.get(str(path)) or found in self.begun.get(str(path), ())

    def all_written(self) -> frozenset[str]:
        """Hashes of everything that was written, wherever it stands since: a review may have been moved."""
        return frozenset((*self.files.values(), *(found for hashes in self.begun.values() for found in hashes)))


def read_record(workspace: Workspace) -> RunRecord | None:
    """The record, or None where it is missing or damaged: the ledger, not the record, is the truth.

    One that was made for the document at another place is read as of this place (``_at_its_place``).

    Raises:
        IntegrityError: ``bad-record``: something else than a file stands in its place, so none could be written either.
        PermissionError: it may not be read; perhaps it holds the head of a longer ledger.
    """
    try:
        record = RunRecord.model_validate_json(read_regular(workspace.run_json))
        return record if record.document == str(workspace.document) else _at_its_place(record, workspace)
    except (FileNotFoundError, NotADirectoryError, ValidationError):
        return None
    except PermissionError:
        raise
    except OSError as error:
        message = f"{workspace.run_json} cannot be read: {error.strerror}"
        raise IntegrityError(
            "bad-record", message, "move away what stands there; the next run writes it again"
        ) from None


def _at_its_place(record: RunRecord, workspace: Workspace) -> RunRecord:
    """The record of a review that was copied, moved or is reached by another path.

    The document and the review's own files are those of this place. Files elsewhere (``--output``) stay those of the
    first place as long as its document is there: nothing outside is written for a copy.
    """
    first = Path(record.document)
    elsewhere = os.path.lexists(first) and not _same(first, workspace.document)
    root = next((Path(name).parents[1] for name in record.files if name.endswith(_EDITED)), None)

    def here(name: str) -> str | None:
        path = Path(name)
        if path == first:
            return str(workspace.document)
        if root is not None and path.is_relative_to(root):
            return str(workspace.root / path.relative_to(root))
        return None if elsewhere else name

    files = {place: found for name, found in record.files.items() if (place := here(name)) is not None}
    begun = {place: hashes for name, hashes in record.begun.items() if (place := here(name)) is not None}
    return record.model_copy(update={"document": str(workspace.document), "files": files, "begun": begun})


def _same(first: Path, second: Path) -> bool:
    try:
        return first.samefile(second)
    except OSError:
        return False


def write_record(workspace: Workspace, record: RunRecord) -> None:
    """Replace the record as a whole."""
    data = json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=2, sort_keys=True)
    write_atomic(workspace.run_json, data.encode() + b"\n")


def announce(workspace: Workspace, last: RunRecord | None, hashes: Mapping[str, str]) -> RunRecord | None:
    """Note what is about to be written: killed in between, the next run must not take it for a person's edit."""
    if last is None or all(last.wrote(Path(path), found) for path, found in hashes.items()):
        return last
    begun = {path: (*last.begun.get(path, ()), found) for path, found in hashes.items()}
    noted = last.model_copy(update={"begun": {**last.begun, **begun}})
    write_record(workspace, noted)
    return noted
