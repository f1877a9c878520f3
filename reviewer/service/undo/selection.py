"""From a selection to change ids: single ids, ranges, filters."""

from reviewer.errors import UserError
from reviewer.json_text import shown
from reviewer.ledger.events import ADDS
from reviewer.ledger.fold import History
from reviewer.ledger.ids import sort_key
from reviewer.model.edit import Action
from reviewer.model.entry import LedgerEntry
from reviewer.model.finding import Severity
from reviewer.model.selection import Selection
from reviewer.service.workspace.listed import listed

RANGE = ".."
FILTERS = "kind", "severity", "section", "source"
_CALLED = {"kind": "kinds", "severity": "severities"}


def select_ids(history: History, selection: Selection, *, active: bool, listing: str) -> tuple[str, ...]:
    """Ids named one by one as they are, existing or not; ranges and filters give changes that are ``active`` (or not).

    Filters never choose hand edits; those are named by id or range. Empty when everything that matches is as it should
    be already. ``listing`` is the command that lists the entries of this ledger.

    Raises:
        UserError: ``nothing-selected``; ``mixed-selection``; ``empty-filter``; ``bad-range``; ``no-match`` when no
            change of the ledger, active or not, is in the range or passes the filters.
    """
    _refuse_empty_filters(selection)
    chosen = selection.all or selection.filtered
    if selection.ids and chosen:
        raise UserError("mixed-selection", "ids and filters were given together", "name ids, or use filters alone")
    if selection.all and selection.filtered:
        raise UserError("mixed-selection", "--all and filters were given together", "use the filters alone, or --all")
    if not selection.ids and not chosen:
        raise UserError("nothing-selected", "no change was named", "name ids, a range, a filter or --all")
    if chosen:
        matching = [entry for entry in history.entries if entry.event == "change" and _passes(entry, selection)]
        if not matching and selection.all:
            return ()
        if not matching:
            raise _no_match(history, selection, listing)
        return _in_state(history, matching, active=active)
    ids: list[str] = []
    for name in selection.ids:
        ids += _range(history, name, listing, active=active) if RANGE in name else [name]
    return tuple(dict.fromkeys(ids))


def _refuse_empty_filters(selection: Selection) -> None:
    """An empty filter would match what says nothing about itself, which is almost everything."""
    for name, value in _filters(selection):
        if not value.strip():
            raise UserError("empty-filter", f"--{name} is empty", "give it a value; perhaps a variable was not set")


def _filters(selection: Selection) -> list[tuple[str, str]]:
    given = ((name, getattr(selection, name)) for name in FILTERS)
    return [(name, value) for name, value in given if value is not None]


def _no_match(history: History, selection: Selection, listing: str) -> UserError:
    """Names the filters, and of the first that nothing passes what there is instead."""
    given = _filters(selection)
    changes = [entry for entry in history.entries if entry.event == "change"]
    alone = (name for name, value in given if not any(_passes(e, Selection(**{name: value})) for e in changes))
    there = _values(changes, next(alone, ""))
    told = " ".join(f"--{name} {shown(value)}" for name, value in given)
    hint = f"{there}list the entries with: {listing}"
    return UserError("no-match", f"no change in the ledger matches {told}", hint)


def _values(changes: list[LedgerEntry], name: str) -> str:
    if name not in _CALLED or not changes:
        return ""
    return f"{_CALLED[name]} in the ledger: {listed(sorted({getattr(entry, name) for entry in changes}))}; "


def _in_state(history: History, matching: list[LedgerEntry], *, active: bool) -> tuple[str, ...]:
    return tuple(entry.id for entry in matching if (entry.id in history.active) is active)


def _passes(entry: LedgerEntry, selection: Selection) -> bool:
    source = entry.source
    return (
        selection.kind in (None, entry.kind)
        and (selection.severity in (None, entry.severity) or is_deletion(entry, selection.severity))
        and (selection.section is None or _in_section(entry, selection.section))
        and selection.source in (None, source.get("type"), source.get("rule"), source.get("model"))
    )


def is_deletion(entry: LedgerEntry, severity: str | None) -> bool:
    """Whether a filter for deletions means this change: by what it does, also where its author called it minor."""
    deleted = entry.event == "change" and entry.action == Action.DELETE.value
    return deleted and severity == Severity.DELETION.value


def _in_section(entry: LedgerEntry, section: str) -> bool:
    """``S`` is the section of a title: all of the document but what stands before it."""
    path = entry.scope.get("node_path", "")
    if section == "S":
        return path.startswith("S") and not path.startswith("S0")
    return section == entry.scope.get("anchor") or path == section or path.startswith(f"{section}.")


def _range(history: History, text: str, listing: str, *, active: bool) -> tuple[str, ...]:
    first, _, last = (part.strip() for part in text.partition(RANGE))
    low, high = sort_key(first), sort_key(last)
    verbs = low[2] + high[2]
    if not low[0] or low[0] != high[0] or verbs or low > high:
        raise UserError("bad-range", f"{text!r} is no range of change ids", "write for example RVW-0003..RVW-0010")
    matching = [entry for entry in history.entries if entry.event in ADDS and low <= sort_key(entry.id) <= high]
    if not matching:
        raise UserError("no-match", f"no change in the ledger is in {text!r}", f"list the entries with: {listing}")
    return _in_state(history, matching, active=active)
