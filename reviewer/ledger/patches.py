"""Forward and inverse patch files of every entry that changes text: exports, rebuilt from the ledger at will.

``RVW-0034.patch`` applies in the state before the entry, ``RVW-0034.inverse.patch`` in the state after it; each names
that state by ``seq`` and ``state_hash`` above its headers (DESIGN §5).
"""

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from reviewer.ledger.atomic import make_folder
from reviewer.ledger.events import ADDS, TOGGLES, step
from reviewer.ledger.fold import History
from reviewer.ledger.unwritable import naming
from reviewer.model.entry import LedgerEntry
from reviewer.patch.replay import Replay
from reviewer.patch.site import PatchSite, inverse, site_in
from reviewer.patch.unified import PatchHeader, write_patch

BUDGET = 256 * 1024 * 1024
"""Bytes of patch files in one workspace. A hunk holds whole lines: thousands of changes in one line of 200 KB would
fill a disk. What is beyond is not lost: the ledger has it, and ``patch_pair`` makes it when it is asked for."""

BOM = "\ufeff"
"""The byte order mark as a character of the file's first line."""


@dataclass(frozen=True, slots=True)
class PatchPair:
    """Both patches of one entry."""

    id: str
    forward: bytes
    inverse: bytes

    @property
    def files(self) -> tuple[tuple[str, bytes], tuple[str, bytes]]:
        """File names and contents."""
        return (f"{self.id}.patch", self.forward), (f"{self.id}.inverse.patch", self.inverse)


def has_patch(entry: LedgerEntry) -> bool:
    """Whether an entry changes text."""
    return (entry.event in ADDS or entry.event in TOGGLES) and entry.before_text != entry.after_text


def patch_pairs(history: History, only: int | None = None) -> Iterator[PatchPair]:
    """The patches of all entries in ledger order, or of the entry with seq ``only``.

    Cost: one replay, and the size of the hunks; a hunk holds whole lines.
    """
    yield from _pairs(Replay(history.snapshot.text), history.entries, (0, only), bom=history.snapshot.bom)


def _pairs(
    replay: Replay, entries: Sequence[LedgerEntry], place: tuple[int, int | None], *, bom: bool
) -> Iterator[PatchPair]:
    """The patches of ``entries``, which come after the seq in ``place``, where ``replay`` stands.

    ``replay`` is moved on to before the last of them: one entry alone leaves it as it is.
    """
    seq, only = place
    state = (seq, replay.state_hash())
    last = len(entries) - 1
    for index, entry in enumerate(entries):
        now = (entry.seq, entry.state_hash)
        if has_patch(entry) and only in (None, entry.seq):
            site = _in_file(site_in(replay, entry.span, entry.after_text), bom=bom)
            path = PurePosixPath(entry.doc).name
            yield PatchPair(
                entry.id,
                write_patch(site, PatchHeader(path, entry.id, *state)),
                write_patch(inverse(site), PatchHeader(path, f"{entry.id} (inverse)", *now)),
            )
        if index < last:
            step(replay, entry)
        state = now


def _in_file(site: PatchSite, *, bom: bool) -> PatchSite:
    """The site as the file has it: its first line begins with the BOM, which the text lacks."""
    if not bom or site.line > 1:
        return site
    return PatchSite(site.line, BOM + site.before, BOM + site.after, site.lead)


def patch_pair(history: History, entry_id: str) -> PatchPair | None:
    """The patches of one entry, stored or not; None where there are none."""
    entry = history.entry(entry_id)
    if entry is None or not has_patch(entry):
        return None
    return next(patch_pairs(history, entry.seq), None)


def stored_pairs(history: History) -> Iterator[PatchPair]:
    """The patches that are kept as files: from the first entry on, up to ``BUDGET`` bytes in all."""
    total = 0
    for pair in patch_pairs(history):
        total += _size(pair)
        if total > BUDGET:
            return
        yield pair


def write_patches(history: History, folder: Path) -> int:
    """Write every stored patch that is missing or differs; returns how many entries have none because of ``BUDGET``."""
    make_folder(folder)
    present = set(os.listdir(folder))
    left = sum(has_patch(entry) for entry in history.entries)
    for pair in stored_pairs(history):
        left -= 1
        _write(pair, folder, present)
    return left


def _write(pair: PatchPair, folder: Path, present: Collection[str]) -> None:
    for name, data in pair.files:
        path = folder / name
        if name in present and path.is_file() and path.read_bytes() == data:
            continue
        part = folder / f".{name}.tmp"
        with naming(path):
            _put(part, path, data)


def _put(part: Path, path: Path, data: bytes) -> None:
    """No fsync: thousands of patches are written at once, and each can be made again."""
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def add_patches(before: History, history: History, folder: Path, since: int) -> bool:
    """Write the patches of the entries that came after ``before``, where all earlier ones are there already.

    ``since`` is when the earlier ones were last known to be right, in nanoseconds: a file that is missing or was
    touched since is not trusted, unless it is beyond ``BUDGET``. False when any is not: then ``write_patches`` is
    needed. Cost: a look at the folder and the new patches, not a replay.
    """
    try:
        with os.scandir(folder) as found:
            stats = {item.name: item.stat(follow_symlinks=False) for item in found}
    except OSError:
        return False
    stored = _stored(before, stats)
    if stored is None or any(stats[name].st_mtime_ns >= since for pair in stored for name in pair):
        return False
    size = sum(stats[name].st_size for pair in stored for name in pair)
    patched = [entry for entry in before.entries if has_patch(entry)]
    if len(stored) < len(patched):
        following = next(patch_pairs(before, patched[len(stored)].seq))
        return size + _size(following) > BUDGET
    seen = len(before.entries)
    new = history.entries[seen:]
    replay = before.replay if len(new) == 1 else before.replay.clone()
    for pair in _pairs(replay, new, (seen, None), bom=history.snapshot.bom):
        size += _size(pair)
        if size > BUDGET:
            break
        _write(pair, folder, stats)
    return True


def _stored(history: History, present: Collection[str]) -> list[tuple[str, str]] | None:
    """The names of the pairs that are present, from the first entry on; None when one is missing among them."""
    pairs = [(f"{e.id}.patch", f"{e.id}.inverse.patch") for e in history.entries if has_patch(e)]
    there = [pair for pair in pairs if pair[0] in present and pair[1] in present]
    return there if there == pairs[: len(there)] else None


def _size(pair: PatchPair) -> int:
    return len(pair.forward) + len(pair.inverse)


def wrong_patches(history: History, folder: Path) -> tuple[str, ...]:
    """Names of stored patches that are missing or are not what the ledger says, in ledger order."""
    wrong = []
    for pair in stored_pairs(history):
        for name, data in pair.files:
            path = folder / name
            if not path.is_file() or path.read_bytes() != data:
                wrong.append(name)
    return tuple(wrong)
