"""The tutor's reply: ACCEPTED, CORRECTED or REJECTED, why, and the list that should stand instead (seed §7)."""

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from reviewer.plan.ladder.json_values import json_strict
from reviewer.plan.ladder.text import fenced, without_thinking

Word = Literal["ACCEPTED", "CORRECTED", "REJECTED"]

_REASON = 500
_MARKS = r"[ \t>*_#`\"'-]*"
_WORDS = r"(ACCEPTED|CORRECTED|REJECTED)"
_LINE = re.compile(rf"^{_MARKS}VERDICT{_MARKS}[:=]{_MARKS}{_WORDS}\b(?P<rest>[^\n]*)", re.IGNORECASE | re.MULTILINE)
_ALONE = re.compile(rf"\s*{_MARKS}{_WORDS}{_MARKS}[.!:,]?{_MARKS}(?:\r?\n|\Z)", re.IGNORECASE)
_OTHER_WORD = re.compile(rf"\b{_WORDS}\b", re.IGNORECASE)
_REASON_AT = re.compile(rf"^{_MARKS}REASON{_MARKS}[:=]{_MARKS}", re.IGNORECASE | re.MULTILINE)
_CORRECTION_AT = re.compile(rf"^{_MARKS}CORRECTIONS?{_MARKS}[:=]{_MARKS}", re.IGNORECASE | re.MULTILINE)
_LISTS = ("correction", "corrections", "corrected", "edits", "ops", "corrected_ops")


@dataclass(frozen=True, slots=True)
class Verdict:
    """``verdict`` None: the tutor failed, and its worker's proposals are rejected. ``correction``: for ``extract``."""

    verdict: Word | None
    reason: str = ""
    correction: str = ""


def read_verdict(reply: str) -> Verdict:
    """The verdict of a reply; never raises.

    It stands in a line that begins with ``VERDICT:``, or is the first line alone, or a field of a JSON object. Two
    different ones, or a line that names several, are none: an echo of the question accepts nothing.
    """
    answer = without_thinking(reply)
    text = answer.text.strip()
    if answer.unfinished or not text:
        return Verdict(None)
    as_object = _from_json(text)
    if as_object is not None:
        return as_object
    lines = list(_LINE.finditer(text))
    if not lines:
        alone = _ALONE.match(text)
        return _verdict(alone[1], text[alone.end() :]) if alone is not None else Verdict(None)
    words = {line[1].upper() for line in lines}
    if len(words) > 1 or any(_names_another(line["rest"], line[1]) for line in lines):
        return Verdict(None)
    return _verdict(lines[0][1], text[lines[0].start("rest") :])


def _names_another(rest: str, word: str) -> bool:
    return any(other[1].upper() != word.upper() for other in _OTHER_WORD.finditer(rest[:200]))


def _verdict(word: str, rest: str) -> Verdict:
    verdict: Any = word.upper()
    correction = _CORRECTION_AT.search(rest)
    told = rest[: correction.start()] if correction is not None else rest
    reason = _REASON_AT.search(told)
    why = told[reason.end() :] if reason is not None else told
    if verdict != "CORRECTED":
        return Verdict(verdict, _one_line(why))
    return Verdict(
        verdict, _one_line(why), rest[correction.end() :].strip() if correction is not None else rest.strip()
    )


def _from_json(text: str) -> Verdict | None:
    for candidate in (text, *fenced(text)[:1]):
        try:
            value = json_strict(candidate)
        except ValueError:
            continue
        if isinstance(value, dict):
            return _from_object({str(key).casefold(): member for key, member in value.items()})
    return None


def _from_object(value: dict[str, Any]) -> Verdict | None:
    word = value.get("verdict")
    if not isinstance(word, str) or not re.fullmatch(_WORDS, word.strip(), re.IGNORECASE):
        return None
    verdict: Any = word.strip().upper()
    reason = value.get("reason")
    held = next((value[name] for name in _LISTS if value.get(name) is not None), None)
    correction = held if isinstance(held, str) else json.dumps(held) if isinstance(held, dict | list) else ""
    return Verdict(
        verdict, _one_line(reason) if isinstance(reason, str) else "", correction if verdict == "CORRECTED" else ""
    )


def _one_line(text: str) -> str:
    """A reason as it is told on; without a list that stands in it."""
    flat = " ".join(text.encode("utf-8", "replace").decode("utf-8").split()).strip(" *_:-")
    return flat if len(flat) <= _REASON else flat[: _REASON - 1] + "…"
