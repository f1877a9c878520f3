"""What stands in the file of ``apply --ops``: JSON or a unified diff, told apart by content."""

from dataclasses import dataclass
from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.json_text import Repeated, mark_repeats, read_json, shown
from reviewer.ledger.compare import hunks
from reviewer.ledger.fold import History
from reviewer.ledger.patches import patch_pair
from reviewer.model.document import Document
from reviewer.model.edit import EditOp, RejectCode, Rejection
from reviewer.patch.replay import Replay
from reviewer.path_text import shown_path
from reviewer.plan.diffs.diff_text import BadDiff, Diff, is_diff, parse_diff
from reviewer.plan.diffs.from_diff import ops_from_diff, quote_of_hunk
from reviewer.plan.place import Places
from reviewer.plan.proposal_fields import items_of, two_readings


@dataclass(frozen=True, slots=True)
class GivenDiff:
    """A diff and the bytes that it was read from."""

    diff: Diff
    raw: bytes


def ops_in(document: Document, path: Path) -> object:
    """The ops of a file: a ``GivenDiff``, or a list of JSON values. ``path`` is the file's name for people.

    Raises:
        UserError: ``bad-ops-file``, naming the place.
    """
    try:
        return _diff(document) if is_diff(document.text) else _items(document.text)
    except BadDiff as error:
        reason, hint = str(error), "make the diff again, for example with: diff -u OLD NEW"
    except ValueError as error:
        reason, hint = str(error), "give a list, or an object with 'ops', or a unified diff"
    raise UserError("bad-ops-file", f"{shown_path(path)} cannot be used: {reason}", hint)


def _diff(document: Document) -> GivenDiff:
    return GivenDiff(parse_diff(document.text), document.raw)


def _items(text: str) -> list[object]:
    """Raises: ValueError."""
    if not text.strip():
        raise ValueError("it is empty")
    data: object = read_json(text, mark_repeats)
    if isinstance(data, Repeated):
        raise ValueError(f"the key {shown(data.key)} stands twice in its outermost object")
    if reason := two_readings(data):
        raise ValueError(reason)
    items = items_of(data)
    if items is None:
        raise ValueError("it holds no list of ops")
    return items


def ops_of_diff(
    places: Places, given: GivenDiff, config: ReviewerConfig, history: History
) -> tuple[tuple[EditOp, ...], tuple[Rejection, ...]]:
    """As ``ops_from_diff``, with what the ledger knows: recorded states, and the patches that were made from it."""
    known = _own_patch(given, history)
    if known is not None:
        return (), (known,)
    based = _is_state(history, given.diff.state_hash, places.parsed.document)
    return ops_from_diff(places, given.diff, config, hunks, based=based)


def _is_state(history: History, state_hash: str, document: Document) -> bool:
    """Whether the ledger knows a state by this hash, and the document is in it."""
    if not state_hash:
        return False
    states = {entry.state_hash: entry.seq for entry in history.entries}
    if Replay(history.snapshot.text).state_hash() == state_hash:
        states[state_hash] = 0
    seq = states.get(state_hash)
    return seq is not None and history.text_at(seq) == document.text


def _own_patch(given: GivenDiff, history: History) -> Rejection | None:
    """The answer to a change's own forward patch: the change is there already, or was undone and can be put back."""
    entry = history.entry(given.diff.title)
    if entry is None or not entry.op_id:
        return None
    pair = patch_pair(history, entry.id)
    if pair is None or pair.forward != given.raw:
        return None
    code = RejectCode.HASH if entry.id in history.active else RejectCode.LEDGER
    message = f"it is {entry.id}, already applied"
    if code is RejectCode.LEDGER:
        message = f"the same edit is in the ledger as {entry.id} and was undone; reapply {entry.id}"
    quote = quote_of_hunk(given.diff.hunks[0]) if given.diff.hunks else ""
    return Rejection(op_id=entry.op_id, code=code, message=message, index=1, quote=quote)
