"""Which changes a command is about: ids, ranges, filters (issue: single and bulk ids, ``RVW-0003..RVW-0010``)."""

from dataclasses import dataclass

from reviewer.errors import UserError
from reviewer.ledger.fold import History
from reviewer.ledger.ids import sort_key
from reviewer.model.entry import LedgerEntry

RANGE = ".."


@dataclass(frozen=True, slots=True)
class Selection:
    """``ids`` are entry ids and ranges, taken together. Filters narrow all changes down; ``all`` takes every one.

    Ids and filters are not mixed: an id names one change, a filter searches. ``source`` is a source type (fixer, human,
    …) or a rule id; ``section`` a section id (with its subsections) or an anchor.
    """

    ids: tuple[str, ...] = ()
    kind: str | None = None
    severity: str | None = None
    section: str | None = None
    source: str | None = None
    all: bool = False

    @property
    def filtered(self) -> bool:
        """True when a filter is set."""
        return any(value is not None for value in (self.kind, self.severity, self.section, self.source))


def select_ids(history: History, selection: Selection, *, active: bool) -> tuple[str, ...]:
    """Ids named one by one as they are, existing or not; ranges and filters give changes that are ``active`` (or not).

    Raises:
        UserError: ``nothing-selected``; ``mixed-selection``; ``bad-range``.
    """
    chosen = selection.all or selection.filtered
    if selection.ids and chosen:
        raise UserError("mixed-selection", "ids and filters were given together", "name ids, or use filters alone")
    if not selection.ids and not chosen:
        raise UserError("nothing-selected", "no change was named", "name ids, a range, a filter or --all")
    if chosen:
        candidates = [entry for entry in _changes(history) if _passes(entry, selection)]
        return tuple(entry.id for entry in candidates if (entry.id in history.active) is active)
    ids: list[str] = []
    for name in selection.ids:
        ids += _range(history, name, active=active) if RANGE in name else [name.strip()]
    return tuple(dict.fromkeys(ids))


def _changes(history: History) -> list[LedgerEntry]:
    return [entry for entry in history.entries if entry.event == "change"]


def _passes(entry: LedgerEntry, selection: Selection) -> bool:
    return (
        selection.kind in (None, entry.kind)
        and selection.severity in (None, entry.severity)
        and (selection.section is None or _in_section(entry, selection.section))
        and selection.source in (None, entry.source.get("type"), entry.source.get("rule"))
    )


def _in_section(entry: LedgerEntry, section: str) -> bool:
    path = entry.scope.get("node_path", "")
    return section == entry.scope.get("anchor") or path == section or path.startswith(f"{section}.")


def _range(history: History, text: str, *, active: bool) -> list[str]:
    first, _, last = (part.strip() for part in text.partition(RANGE))
    try:
        low, high = sort_key(first), sort_key(last)
    except ValueError:
        low = high = ("", 0, "", 0)
    if low[0] != high[0] or low[0] == "" or low > high:
        raise UserError("bad-range", f"{text!r} is no range of change ids", "write for example RVW-0003..RVW-0010")
    return [
        entry.id
        for entry in _changes(history)
        if low <= sort_key(entry.id) <= high and (entry.id in history.active) is active
    ]
