"""Who reviews a document now: so that two batches that overlap do not do the same work twice.

A claim is a lock of the operating system, beside the document's workspace (which may not exist yet). It falls with its
process, however that ends.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from reviewer.errors import Busy
from reviewer.file_kinds import read_regular
from reviewer.ledger.atomic import write_atomic
from reviewer.ledger.lock import workspace_lock
from reviewer.service.files.names import fitted
from reviewer.service.workspace.inside_review import refuse_document_inside
from reviewer.service.workspace.review_index import FOLDER

_CLAIMS = "claims"
_RUN = "run"
_MOST = 200


class InReview(Exception):  # noqa: N818 - a state, not a failure
    """Another run reviews the document; the message says which process."""


class Claim:
    """A document that is ours. ``left_run``: the flow run that a claimer waited for when it was killed, else empty."""

    def __init__(self, folder: Path) -> None:
        self._note = folder / _RUN
        self.left_run = self._left()

    def note_run(self, run: str) -> None:
        """Note the flow run that reviews the document in another process: it goes on should we be killed."""
        write_atomic(self._note, run.encode())

    def forget_run(self) -> None:
        """That run has ended."""
        with suppress(OSError):
            self._note.unlink(missing_ok=True)

    def _left(self) -> str:
        try:
            return read_regular(self._note, _MOST).decode("ascii", "replace").strip()
        except OSError:
            return ""


@contextmanager
def claimed(document: Path, command: str = "batch") -> Iterator[Claim]:
    """Hold a document, an absolute path, for the time of its review.

    Raises:
        InReview: another run holds it; nobody waits.
        UserError: ``unwritable``: no review can be kept beside the document; ``inside-review``.
    """
    refuse_document_inside(document)
    folder = document.parent / FOLDER / _CLAIMS / fitted(document.name, "")
    with ExitStack() as held:
        try:
            held.enter_context(workspace_lock(folder, command, timeout=0.0))
        except Busy as busy:
            raise InReview(holder_in(busy)) from None
        yield Claim(folder)


def holder_in(busy: Busy) -> str:
    """Who holds it, as the lock's error names it."""
    return busy.message.partition(" is held by ")[2]
