"""Level 5 of the ladder, structured part: ``[RVW]`` blocks and labelled lines (seed §7, ``review_plain.j2``)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.plan.ladder.items import Found, as_object, is_item
from reviewer.plan.ladder.yaml_values import typed
from reviewer.plan.proposal_fields import ALIASES, plain_name

_FIELDS = sorted(
    {name for names in ALIASES.values() for name in names}
    | {"kind", "severity", "confidence", "lines", "line_end", "note"},
    key=len,
    reverse=True,
)
_KEY = f"(?:{'|'.join(_FIELDS)})"
_BLOCK = re.compile(r"^[ \t>*`\-]{0,8}(?:\d{1,3}[.)][ \t]*)?\**\[RVW[^\]\n]{0,12}\]\**", re.IGNORECASE | re.MULTILINE)
_FIELD = re.compile(rf"(?:^|(?<=[\s,;|/]))(?P<key>{_KEY})[ \t]*[=:][ \t]*", re.IGNORECASE | re.MULTILINE)
_NEXT_ON_LINE = re.compile(rf"[ \t,;|/]+(?={_KEY}=)|\n|\Z", re.IGNORECASE)
_CLOSERS = {'"': '"', "“": "”", "'": "'", "`": "`", "«": "»"}
_ENDS = (
    rf"[ \t]*[,;|/]?[ \t]*(?:\Z|\r?\n[ \t]*(?:\r?\n|\Z|{_KEY}[ \t]*[=:]|\[RVW|END_EDIT_OPS|`{{3}}|-{{3}})"
    rf"|(?<=[ \t]){_KEY}=)"
)
"""What must follow a quote mark that ends a value: the next field, a blank line, or the end."""

_CLOSER = {
    opener: re.compile(f"{closer}(?={_ENDS})|{closer}(?=[ \t]*[,;|/][ \t]*{_KEY}=)", re.IGNORECASE)
    for opener, closer in _CLOSERS.items()
}
_CLOSING = frozenset((*_CLOSERS.values(), "\n"))
_LONGEST = 8_000
"""Characters of a value; the chunk that it quotes is shorter."""

_MOST = 24
"""Fields of a block."""

_LABELS = {
    **{name: field for field in ("before", "after", "action", "rationale", "line") for name in ALIASES[field]},
    **dict.fromkeys(("corrected", "correction", "corrected_text", "suggestion", "après"), "after"),
    **dict.fromkeys(("with", "by"), "with"),
    "avant": "before",
    "kind": "kind",
    "severity": "severity",
    **dict.fromkeys(("delete", "remove", "supprimer"), "delete"),
    **dict.fromkeys(("flag", "signaler"), "flag_only"),
}
_ALONE = frozenset({"delete", "flag_only"})
"""Labels that are an action, with the quoted text and perhaps a reason behind them."""

_NO_LABELS = ("old", "new", "type", "add", "edit")
"""Too common in documents: a reply that repeats its passage must not become a proposal."""

_LABEL = re.compile(
    r"[ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+){0,2}[*_]{0,3}`?"
    rf"(?P<label>{'|'.join(sorted((n.replace('_', '[ _]') for n in _LABELS if n not in _NO_LABELS), key=len)[::-1])})"
    r"`?[*_]{0,3}[ \t]*[:=][*_]{0,3}(?:[ \t]+(?P<value>.*)|[ \t]*)",
    re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[\w+.-]*[ \t]*")


@dataclass(frozen=True, slots=True)
class _Block:
    item: dict[str, Any]
    complete: bool
    open_end: bool = False


def rvw_blocks(text: str) -> Found | None:
    """``[RVW] action=…`` and its fields, on one line or several; values in quotes may span lines.

    A value whose quote does not end makes its block incomplete: dropped, or cut when it is the last.
    """
    starts = list(_BLOCK.finditer(text))
    if not starts:
        return None
    stops = [match.start() for match in starts[1:]] + [len(text)]
    blocks = [_block(text[match.end() : stop]) for match, stop in zip(starts, stops, strict=True)]
    items = tuple(block.item for block in blocks if block.complete and is_item(block.item))
    cut = not blocks[-1].complete
    open_end = blocks[-1].open_end and bool(items) and items[-1] is blocks[-1].item
    return Found(items, len(blocks) - len(items) - cut, cut, open_end)


def _block(body: str) -> _Block:
    pairs: list[tuple[str, Any]] = []
    position = 0
    for _ in range(_MOST):
        match = _FIELD.search(body, position)
        if match is None:
            break
        value, position = _value(body, match.end())
        if value is None:
            return _Block({}, complete=False)
        pairs.append((plain_name(match["key"]), typed(match["key"], value)))
    return _Block(as_object(pairs), complete=True, open_end=position >= len(body) and body[-1:] not in _CLOSING)


def _value(body: str, start: int) -> tuple[str | None, int]:
    """A value and where it ends; None for one whose quote mark does not come."""
    opener = body[start : start + 1]
    if opener not in _CLOSERS:
        end = _NEXT_ON_LINE.search(body, start)
        stop = end.start() if end is not None else len(body)
        return body[start:stop].strip(" \t\r,;|"), stop
    inner = body[start + 1 : start + 1 + _LONGEST]
    closer = _CLOSER[opener].search(inner)
    if closer is not None:
        return _literal(inner[: closer.start()], opener), start + 1 + closer.end()
    line = inner.partition("\n")[0].rstrip(" \t\r,;|")
    if line.endswith(_CLOSERS[opener]):
        return _literal(line[:-1], opener), start + 1 + len(line)
    return None, len(body)


def _literal(value: str, opener: str) -> str:
    """Nothing is escaped in this form but, by habit, the quote mark itself."""
    return value.replace("\\" + opener, opener)


def labelled_lines(text: str) -> Found | None:
    """``Before: …`` and ``After: …`` in lines of their own, the value behind the label or in the lines below it."""
    groups: list[dict[str, Any]] = [{}]
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        match = _LABEL.fullmatch(lines[number].rstrip("\r"))
        number += 1
        if match is None:
            continue
        field = _LABELS[plain_name(match["label"])]
        value = (match["value"] or "").strip()
        if not value:
            value, number = _below(lines, number)
        if field in _ALONE:
            groups += [_alone(field, value), {}]
            continue
        if field in groups[-1] or (field in {"before", "action"} and "after" in groups[-1]):
            groups.append({})
        groups[-1][field] = unquoted(value)
        groups[-1]["unended"] = groups[-1].get("unended") or _unended(value)
    items = tuple(item for group in groups if (item := _grouped(group)) is not None)
    return Found(items, open_end=True) if items else None


def _unended(value: str) -> bool:
    """A quote mark that begins a value and never comes again: the value goes on where nobody looked, or was cut."""
    closer = _CLOSERS.get(value[:1])
    return closer is not None and closer not in value[1:]


def _below(lines: Sequence[str], number: int) -> tuple[str, int]:
    """A value that begins in the line after its label: a fence, or lines up to a blank one."""
    fence = _FENCE.fullmatch(lines[number].rstrip("\r")) if number < len(lines) else None
    end = number + (fence is not None)
    while end < len(lines):
        line = lines[end].strip()
        if line == fence[1] if fence is not None else not line or _LABEL.fullmatch(line) is not None:
            break
        end += 1
    found = [line.rstrip("\r") for line in lines[number + (fence is not None) : end]]
    if fence is None and found and all(line.startswith(">") for line in found):
        found = [line[1:].removeprefix(" ") for line in found]
    return "\n".join(found), end + (fence is not None)


def _alone(action: str, value: str) -> dict[str, Any]:
    closer = _CLOSERS.get(value[:1])
    quote, closed, why = value[1:].partition(closer) if closer is not None else ("", "", "")
    if not closed:
        return {}
    before = unquoted(value[0] + quote + closed)
    return {"action": action, "before": before, "rationale": why.strip(" \t-–—:;,.()") or None}


def _grouped(group: dict[str, Any]) -> dict[str, Any] | None:
    """One proposal; ``Replace: a`` with ``With: b`` says before and after. None where a side is missing."""
    item = dict(group)
    if item.pop("unended", False):
        return None
    if "with" in item:
        replacement = item.pop("with")
        if "before" not in item and "after" in item:
            item["before"], item["after"] = item["after"], replacement
    if "before" not in item or not ("after" in item or "action" in item):
        return None
    return item


def unquoted(value: str) -> str:
    """The value without the quote marks that are all around it."""
    closer = _CLOSERS.get(value[:1])
    if closer is None or len(value) < 2 or not value.endswith(closer) or closer in value[1:-1]:
        return value
    inner = value[1:-1]
    return inner.strip(" \u00a0\u202f") if closer == "»" else inner
