"""An ops file that was applied in place before: its lines are those of the document as it was then.

Applied again, its lines name other places, since the first time moved them. So it is read once more against the text
before each earlier commit of people's ops; where the ledger has every op of it, it is the same file again.
"""

from collections.abc import Callable, Iterator, Sequence

from reviewer.ledger.fold import History
from reviewer.ledger.policy import PEOPLE
from reviewer.markdown.source import read_document
from reviewer.model.document import Document
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.plan.refusal import rejection

_TRIED = 3
"""Earlier commits that are looked at, latest first: each costs a parse."""

Read = Callable[[Document], tuple[tuple[EditOp, ...], tuple[Rejection, ...]]]


def given_again(ops: Sequence[EditOp], history: History, read: Read) -> tuple[Rejection, ...] | None:
    """A refusal for each op of a file that was applied before as a whole; None when it was not.

    ``ops`` are what the file means in the present document, ``read`` reads it against another. ``REJECT_HASH`` for what
    is in force (told as already applied), ``REJECT_LEDGER`` for what was undone. Where all of ``ops`` are in force
    nothing is looked for. What a person wants a second time in these very words needs an id.
    """
    if not history.op_ids or any(op.id for op in ops) or all(op.op_id in history.active_op_ids for op in ops):
        return None
    known = {*history.active_op_ids, *history.reverted_op_ids}
    for text in _before_commits(history, len(ops)):
        first, refused = read(read_document(text.encode(), ""))
        if first and not refused and all(op.op_id in known and not op.id for op in first):
            return tuple(_done(op, history) for op in first)
    return None


def _done(op: EditOp, history: History) -> Rejection:
    undone = history.reverted_op_ids.get(op.op_id)
    if undone is None:
        return rejection(op, RejectCode.HASH, "it was applied before")
    message = f"the same edit is in the ledger as {undone} and was undone; reapply {undone}"
    return rejection(op, RejectCode.LEDGER, message)


def _before_commits(history: History, ops: int) -> Iterator[str]:
    """The text before each commit of so many ops of people that changed something, the latest first."""
    seen: list[tuple[int, int]] = []
    for at, entry in enumerate(history.entries):
        if entry.event not in {"change", "flag"} or entry.source.get("type") not in PEOPLE:
            continue
        if entry.txn_index == 0 or not seen or history.entries[seen[-1][0]].txn != entry.txn:
            seen.append((at, 0))
        seen[-1] = (seen[-1][0], seen[-1][1] + 1)
    fitting = [at for at, size in seen if 0 < size <= ops]
    for at in fitting[: -_TRIED - 1 : -1]:
        yield history.text_at(at)
