"""Textual independence is not safety: a state that an undo makes is checked like one that an edit makes (DESIGN §5)."""

from collections.abc import Sequence
from functools import partial

from reviewer.config import ReviewerConfig
from reviewer.hashing import bytes_hash
from reviewer.ledger.compare import hunks
from reviewer.ledger.fold import History
from reviewer.markdown.edited import SafetyEdit
from reviewer.markdown.safety import structure_violations
from reviewer.markdown.source import encode, read_document
from reviewer.service.documents import parsed


def unsound(history: History, ids: Sequence[str], *, config: ReviewerConfig, on: bool) -> str | None:
    """Why the state with ``ids`` switched on or off is refused; None when it is sound.

    A state that the ledger recorded before, the original included, is sound as it is.
    """
    replay = history.replay.clone()
    for name in ids:
        replay.toggle(name, on=on)
    text = replay.text()
    raw = encode(text, bom=history.snapshot.bom)
    if bytes_hash(raw) in history.recorded:
        return None
    parse = partial(parsed, unprotected=config.style.unprotected)
    before = parse(read_document(history.bytes, history.snapshot.source_id))
    after = parse(read_document(raw, history.snapshot.source_id))
    edits = [
        SafetyEdit(index, hunk.span, len(hunk.after_text), "structure", "human")
        for index, hunk in enumerate(hunks(history.text, text))
    ]
    violations = structure_violations(before, after, edits, silent=config.style.silent_allowlist)
    return f"the document's structure would change: {violations[0].message}" if violations else None
