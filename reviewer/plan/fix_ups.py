"""How often a proposal needed what the seed mends: wrong hashes, notes and blank lines (§7, v7.3.2 and v2.4.0).

With quotes nothing of it decides anything: a hash and an id are the kernel's own, a note is written from the rationale,
and a line only chooses among places where the quote stands. What was mended, or would have been, is counted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from reviewer.hashing import content_hash
from reviewer.lazy_pattern import lazy_pattern
from reviewer.model.chunk_edits import FixUp
from reviewer.plan.proposal_fields import ACTIONS, ALIASES, plain_name

_LEAST = 10
"""Characters above which a quote has real content (seed: blank-line targeting guard)."""

_LINE_END = lazy_pattern(r"\r\n|\n|\r")
_WITH_ID = lazy_pattern(r"\s*REVIEWER:?\s*RVW-\d+")
_FIELDS = {name: field for field, names in ALIASES.items() for name in names}


def fix_ups(items: Sequence[Mapping[str, Any]], passage: str) -> dict[FixUp, int]:
    """Counts over proposals about a passage.

    ``HASH_RECOMPUTE``: it came with a ``before_hash`` that is not that of its quote. ``NOTE_INJECT``: it asks for
    attention and has no note. ``NOTE_ID_FIX``: its note does not begin with a change id. ``BLANK_LINE_RELOCATED``: it
    replaces at a line that is blank, and its quote stands elsewhere in the passage; ``BLANK_LINE_DOWNGRADED``: nowhere.
    """
    lines = _LINE_END.split(passage)
    counts: Counter[FixUp] = Counter()
    for item in items:
        given = {_FIELDS.get(plain_name(key), plain_name(key)): value for key, value in item.items()}
        counts.update(_of_notes(given))
        before = given.get("before")
        if not isinstance(before, str):
            continue
        stated = given.get("before_hash")
        counts["HASH_RECOMPUTE"] += isinstance(stated, str) and bool(stated) and stated != content_hash(before)
        if _replaces(given) and len(before.strip()) > _LEAST and _is_blank(lines, given):
            counts["BLANK_LINE_RELOCATED" if before.strip() in passage else "BLANK_LINE_DOWNGRADED"] += 1
    return {name: count for name, count in sorted(counts.items()) if count}


def _of_notes(given: Mapping[str, Any]) -> list[FixUp]:
    note = given.get("review_note")
    text = note.get("text") if isinstance(note, dict) else note
    if isinstance(text, str) and text.strip():
        return [] if _WITH_ID.match(text) else ["NOTE_ID_FIX"]
    return ["NOTE_INJECT"] if given.get("needs_attention") is True else []


def _replaces(given: Mapping[str, Any]) -> bool:
    return plain_name(given.get("action") or "replace") in ACTIONS["replace"]


def _is_blank(lines: Sequence[str], given: Mapping[str, Any]) -> bool:
    target = given.get("target")
    line = given.get("line", target.get("line_start") if isinstance(target, dict) else None)
    known = isinstance(line, int) and not isinstance(line, bool) and 1 <= line <= len(lines)
    return known and not lines[line - 1].strip()
