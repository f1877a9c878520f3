"""Where the system refuses to write: before anything is done, or when the ledger has it already."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from reviewer.errors import IntegrityError, ResultsNotWrittenError, UserError
from reviewer.file_kinds import kind_of, takes_files
from reviewer.ledger.entries import Transaction
from reviewer.ledger.ids import parse_entry_id
from reviewer.ledger.unwritable import refused, remedy
from reviewer.path_text import shown_path
from reviewer.service.workspace.command_line import on_review
from reviewer.service.workspace.folder import Workspace
from reviewer.service.workspace.listed import listed


def refuse_unwritable_places(workspace: Workspace, outputs: Sequence[Path]) -> None:
    """Before the ledger is written: what follows from it must have a place where it can be written.

    A disk that will be full cannot be foreseen; that is told by ``told_when_behind``.

    Raises:
        UserError: ``unwritable``: a folder that may not be written, or something else than a file in a file's place.
    """
    stage3 = workspace.stage3
    derived = (stage3 / workspace.report.name, stage3 / "md_inline_notes_inject.json", stage3 / "apply_log.jsonl")
    files = (workspace.edited, workspace.annotated, workspace.report, workspace.run_json, *derived, *outputs)
    for file in files:
        if kind := kind_of(file):
            raise _unwritable(file, f"is {kind}, not a regular file", "move away what stands there")
    folders = [Path(os.path.realpath(file)).parent for file in files]
    for folder in dict.fromkeys((*folders, workspace.patches)):
        if not os.path.lexists(folder):
            continue  # it is made
        if not folder.is_dir():
            raise _unwritable(folder, "is no folder", "move away what stands there")
        if not takes_files(folder):
            raise _unwritable(folder, "cannot be written", "make it writable")
    for patch in _folders_for_patches(workspace.patches):
        raise _unwritable(patch, "is a folder, not a regular file", "move away what stands there")


def _folders_for_patches(patches: Path) -> Iterator[Path]:
    """Folders in the place of a patch: all else that bears the name of one is replaced when it is written."""
    if not os.path.lexists(patches):
        return
    with os.scandir(patches) as found:
        folders = [item.name for item in found if item.is_dir(follow_symlinks=False)]
    for name in sorted(folders):
        with suppress(ValueError):
            parse_entry_id(name.removesuffix(".patch").removesuffix(".inverse"))
            if name.endswith(".patch"):
                yield patches / name


def _unwritable(path: Path, fault: str, mend: str) -> UserError:
    hint = f"nothing that was asked for is done; {mend}, then run the command again"
    return UserError("unwritable", f"{shown_path(path)} {fault}", hint)


@contextmanager
def told_when_behind(workspace: Workspace, transaction: Transaction, notes: Sequence[str] = ()) -> Iterator[None]:
    """After the append: an error says that ``transaction`` is done, and which file is still to be written.

    ``notes`` are what the command would have told a person at its end.

    Raises:
        ResultsNotWrittenError: ``results-not-written``; exit code 4 where a file does not read back as it was written.
    """
    try:
        yield
    except OSError as error:
        raise _behind(workspace, transaction, notes, (refused(error), remedy(error))) from error
    except IntegrityError as error:
        told = _behind(workspace, transaction, notes, (error.message, "check the disk"))
        told.exit_code = error.exit_code
        raise told from error
    except UserError as error:
        raise _behind(workspace, transaction, notes, (error.message, "mend that")) from error


def _behind(
    workspace: Workspace, transaction: Transaction, notes: Sequence[str], why: tuple[str, str]
) -> ResultsNotWrittenError:
    done, head = _done(transaction), transaction.history.head
    said = "; ".join(f"{verb} {listed(ids)}" for verb, ids in done.items())
    fault, mend = why
    status = on_review("status", workspace.document, workspace.root)
    return ResultsNotWrittenError(
        "results-not-written",
        f"done and in the ledger ({said}; head {head}), but not everything that follows from it was written: {fault}",
        f"{mend}; the next review, apply, revert or reapply writes what is missing; see also: {status}",
        {**done, "head": head, "notes": list(notes)},
    )


def _done(transaction: Transaction) -> dict[str, list[str]]:
    """What a transaction did, by what is said of it; the ids are those of changes and flags."""
    done: dict[str, list[str]] = {}
    for entry in transaction.entries:
        if entry.event == "change":
            done.setdefault("applied", []).append(entry.id)
        elif entry.event == "flag":
            done.setdefault("flagged", []).append(entry.id)
        elif entry.event in {"revert", "reapply"}:
            verb = "reverted" if entry.event == "revert" else "reapplied"
            done.setdefault(verb, []).extend(entry.refs)
    return done
