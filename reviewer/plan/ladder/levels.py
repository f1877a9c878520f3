"""The extraction ladder: whatever a model wrote, what it proposes (seed §7). Six levels, the seed's names.

The reply is never trusted: what comes out is data that others check, quote by quote. Nothing is invented on the way: a
text that does not end is no text, an object that does not close is no proposal, thinking is no answer.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reviewer.model.chunk_edits import ExtractionMethod
from reviewer.plan.ladder.freeform import gives_schema, prose_of, says_clean
from reviewer.plan.ladder.items import Found, found_in, is_bare
from reviewer.plan.ladder.json_values import Read, json_strict, json_values
from reviewer.plan.ladder.labelled import labelled_lines, rvw_blocks
from reviewer.plan.ladder.search_replace import search_replace
from reviewer.plan.ladder.sentences import sentences
from reviewer.plan.ladder.text import Payload, before_end, ends_after, fenced, payloads, unmarked, without_thinking
from reviewer.plan.ladder.yaml_values import yaml_values
from reviewer.plan.proposal_fields import ALIASES, plain_name

_TEXTS = frozenset((*ALIASES["before"], *ALIASES["after"]))


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was read in a reply, and how.

    ``items`` are proposals in any of their forms (``proposal_fields``), unchecked. ``prose``: the reply was prose that
    proposes nothing readable; then there are no items. ``short_circuited``: the reply says where it ends.
    ``cut``: it ended in the middle; complete proposals before that are in ``items``. ``dropped``: members of the list
    that are no proposals, and proposals that are broken. ``open_end``: nothing marks the end of the last proposal, as
    in YAML without a fence. Method ``none``: nothing readable at all.
    """

    method: ExtractionMethod
    items: tuple[dict[str, Any], ...] = ()
    prose: str = ""
    short_circuited: bool = False
    cut: bool = False
    dropped: int = 0
    open_end: bool = False

    @property
    def clean(self) -> bool:
        """The reply says that there is nothing to change."""
        nothing = not (self.items or self.prose or self.cut)
        return nothing and self.method not in {"none", "empty_response"}


def extract(reply: str, *, ended: bool = True) -> Extraction:
    """What a reply proposes. Never raises, whatever the reply; time grows with its length, not faster.

    ``ended`` False: the model did not stop by itself. Then a last proposal without a mark of its end is not taken.

    A reply that is one JSON value is read as that. Else thinking goes first, then a payload between markers is tried
    (other brackets may stand before it), then blocks with markers of their own, then the levels in order. A list that
    is empty on purpose is an answer: no items, the level's method; prose that says "no changes needed" too.
    """
    read = _extract(reply)
    if ended or not read.open_end:
        return read
    return replace(read, items=read.items[:-1], cut=True, open_end=False)


def _extract(reply: str) -> Extraction:
    if not reply.strip("\ufeff \t\r\n\f\v"):
        return Extraction("empty_response")
    whole = _whole(reply)
    if whole is not None:
        return whole
    answer = without_thinking(reply)
    if answer.unfinished or not answer.text.strip():
        return Extraction("none", cut=answer.unfinished)
    tagged = _tagged(answer.text)
    if tagged is not None:
        return tagged
    body = before_end(answer.text)
    if body is None:
        return _levels(answer.text)
    return replace(_levels(body, closed=True), short_circuited=True, open_end=False)


def _whole(reply: str) -> Extraction | None:
    """Level 1 where the reply is one value, in a fence or not: then nothing else is tried."""
    text = reply.strip().removeprefix("\ufeff").strip()
    inside = fenced(text) if text.startswith(("`", "~")) and text.endswith(("`", "~")) else []
    for candidate in (text, *inside) if len(inside) == 1 else (text,):
        try:
            value = json_strict(candidate)
        except ValueError:
            continue
        if isinstance(value, str):
            return _whole(value)
        found = found_in(value)
        if found is not None and not found.usable and says_clean(text):
            return Extraction("freeform_salvage")
        if found is not None:
            method: ExtractionMethod = "json_relaxed" if is_bare(value) else "json_strict"
            return _extraction(method if found.usable else "none", found)
    return None


def _tagged(text: str) -> Extraction | None:
    """Level 4: the first payload behind a begin marker in which something can be read; else the first that was cut."""
    cut: Extraction | None = None
    for payload in payloads(text):
        read, ended = _payload(payload)
        if read is None:
            continue
        if read.usable or read.items:
            return replace(_extraction("tagged_payload", read), short_circuited=ended)
        cut = cut or replace(_extraction("none", read), short_circuited=ended)
    return cut if cut is not None and cut.cut else None


def _payload(payload: Payload) -> tuple[Found | None, bool]:
    """Levels 1 to 3 on a payload, and whether an end marker ended it; one within a string of the value does not.

    Nothing between two markers, or words that say so, is an empty list.
    """
    begins = len(payload.rest) - len(payload.rest.lstrip())
    if payload.closed and payload.rest[begins : begins + 1] in {"[", "{"}:
        read = json_values(payload.rest)
        if read is not None and read.method == "json_strict" and read.found.usable and read.end > len(payload.text):
            return read.found, ends_after(payload.rest, read.end)
    found = _structured(payload.text, closed=payload.closed)
    if found is not None and payload.closed:
        found = replace(found, open_end=False)
    if found is None and payload.closed:
        said = unmarked(payload.text)
        found = Found() if not said or says_clean(said) else None
    return found, payload.closed


def _structured(text: str, *, closed: bool) -> Found | None:
    read = json_values(text, closed=closed)
    if read is not None and (read.found.usable or read.found.cut):
        return read.found
    values = yaml_values(text)
    if values is not None and values.usable:
        return values
    return read.found if read is not None else None


def _levels(text: str, *, closed: bool = False) -> Extraction:
    """The six levels in order; ``closed``: an end marker stood behind the text."""
    blocks = search_replace(text)
    values = json_values(text, closed=closed)
    if blocks is not None and blocks.items:
        beside = values.found.items if values is not None else ()
        return _extraction("plaintext_regex", _with_unread(blocks, beside))
    if values is not None and values.found.items:
        spoken = sentences(unmarked(text[values.end :]))
        return _extraction(values.method, _with_unread(values.found, spoken.items if spoken else ()))
    cut = any(found is not None and found.cut for found in (blocks, values.found if values else None))
    in_yaml = yaml_values(text) if not cut else None
    if in_yaml is not None and in_yaml.items:
        return _extraction("yaml", in_yaml)
    plain = _plain(text, (rvw_blocks,) if cut else (rvw_blocks, labelled_lines))
    if plain is not None and plain.items:
        return _extraction("plaintext_regex", replace(plain, cut=plain.cut or cut))
    return _without_lists(text, values, cut=cut or (plain is not None and plain.cut))


def _with_unread(found: Found, beside: Sequence[dict[str, Any]]) -> Found:
    """What was found, with a count of what stands beside it in another form and says something else.

    Words behind a list mostly explain it; what they propose beyond it is told, not made.
    """
    said = "\n".join(_texts(found.items))
    more = sum(not all(text in said for text in _texts([item])) for item in beside)
    return replace(found, dropped=found.dropped + more) if more else found


def _texts(items: Iterable[dict[str, Any]]) -> list[str]:
    """What proposals quote and put there."""
    pairs = (pair for item in items for pair in item.items())
    return [value for key, value in pairs if isinstance(value, str) and plain_name(key) in _TEXTS]


def _without_lists(text: str, values: Read | None, *, cut: bool) -> Extraction:
    """No proposal in any form: an empty list, then sentences, then prose. What was cut is not searched for more."""
    if cut:
        return Extraction("none", cut=True)
    if values is not None:
        return _extraction(values.method, values.found)
    said = unmarked(text)
    if says_clean(said):
        return Extraction("freeform_salvage")
    if gives_schema(said):
        return Extraction("none")
    spoken = sentences(said)
    if spoken is not None:
        return _extraction("plaintext_regex", spoken)
    prose = prose_of(said)
    return Extraction("freeform_salvage", prose=prose) if prose else Extraction("none")


def _plain(text: str, readers: tuple[Callable[[str], Found | None], ...]) -> Found | None:
    """What the first reader finds; one that only saw something broken lets the next one try."""
    seen: Found | None = None
    for reader in readers:
        found = reader(text)
        if found is not None and found.items:
            return found
        seen = seen or found
    return seen


def _extraction(method: ExtractionMethod, found: Found) -> Extraction:
    return Extraction(method, found.items, cut=found.cut, dropped=found.dropped, open_end=found.open_end)
