"""Undoing on the review desk."""

import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

from review_desk import FixedClock, workspace_of

from reviewer.config import ReviewerConfig
from reviewer.model.selection import Selection
from reviewer.model.undo import FailedUndo, UndoOutcome
from reviewer.service.revert import UndoRequest, undo
from reviewer.service.verify import verify

FILTERS = set(Selection.model_fields)


def revert(path: Path, *ids: str, **options: Any) -> UndoOutcome:
    """``revert DOC IDS``; options are filters or fields of the request."""
    chosen = {name: options.pop(name) for name in FILTERS & set(options)}
    return undo(UndoRequest(path, Selection(ids=ids, **chosen), ReviewerConfig(), **options), FixedClock())


def reapply(path: Path, *ids: str, **options: Any) -> UndoOutcome:
    """``reapply DOC IDS``."""
    return revert(path, *ids, direction="reapply", **options)


def blocked(outcome: UndoOutcome) -> dict[str, tuple[str, ...]]:
    """What stood in the way of each change that was not undone."""
    return {item.id: item.blocked_by for item in outcome.failed}


def obeyed(doc: Path, item: FailedUndo) -> UndoOutcome:
    """Run the command of a refusal as a shell would; the outcome of its last part."""
    assert item.command, item
    for line in item.command.split(" && "):
        program, verb, path, *words = shlex.split(line)
        assert (program, path) == ("reviewctl", str(doc))
        flags = {word.removeprefix("--").replace("-", "_"): True for word in words if word.startswith("--")}
        names = [word for word in words if not word.startswith("--")]
        outcome = (revert if verb == "revert" else reapply)(doc, *names, **flags)
        assert outcome.failed == (), (line, outcome.failed)
    return outcome


def fits(path: Path) -> bool:
    """Whether ledger, patches and documents fit together, every state replayed."""
    found = verify(workspace_of(path))
    assert found["status"] == "ok", found
    return True


def patched(folder: Path, text: bytes, patch: bytes, program: str = "git") -> bytes:
    """What git or GNU patch makes of a document named ``doc.md`` with a patch."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "doc.md").write_bytes(text)
    (folder / "p.patch").write_bytes(patch)
    command = ["git", "apply", "p.patch"] if program == "git" else ["patch", "-s", "--binary", "doc.md", "p.patch"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return (folder / "doc.md").read_bytes() if (folder / "doc.md").exists() else b""
