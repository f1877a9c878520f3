"""Read one op of the ``apply --ops`` format: any JSON value in, checked fields or a refusal out."""

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from reviewer.hashing import content_hash
from reviewer.model.edit import EDIT_KINDS, MODELS, Action, RejectCode, ReviewNote, Source
from reviewer.model.finding import Severity

_CHANGE_ID = re.compile(r"RVW-(?:\d{4}|[1-9]\d{4,11})", re.ASCII)
_ID_FIRST = re.compile(r"[ \t]*REVIEWER:[ \t]*(?:(RVW-\d+)\b)?[ \t]*(?:[—–:-]+[ \t]*)?", re.ASCII)
_ALERTS = {"NOTE", "TIP", "WARNING", "CAUTION", "IMPORTANT"}
_ACTIONS = tuple(Action)
_SEVERITIES = tuple(Severity)
_SOURCES = get_args(Source.model_fields["type"].annotation)
_PERSON = Source(type="human")
_SOURCE_FIELDS = ("rule", "model", "digest", "prompt_hash", "run_id")
_NESTING = 8
_CONTAINERS = (dict, list)


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """This op is not taken, and why; caught where ops are read."""

    def __init__(self, code: RejectCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class OpFields(NamedTuple):
    """The fields of one op, each of its right type. ``needs_attention`` and ``note`` are None where not given.

    A named tuple, like all that is made for each of 10,000 ops: a frozen data class takes three times as long to make.
    """

    id: str
    action: Action
    line_start: int
    line_end: int
    before_text: str
    before_hash: str | None
    after_text: str
    kind: str
    severity: Severity
    needs_attention: bool | None
    note: ReviewNote | None
    rationale: str
    source: Source
    confidence: float | None
    group: str

    @property
    def from_model(self) -> bool:
        """True when a model proposed it: then notes and hashes are mended (issue A), never for people."""
        return self.source.type in MODELS


def read_fields(op: object) -> OpFields:
    """Check the types of one op. Unknown fields are left alone; an unknown kind is ``style``.

    Raises:
        Refused: with ``REJECT_SCHEMA_ID``, ``REJECT_SCHEMA_NOTE`` or ``REJECT_OTHER``.
    """
    if not isinstance(op, dict):
        raise Refused(RejectCode.OTHER, f"an op must be an object, not {_type(op) if op is not None else 'null'}")
    target = op.get("target")
    if not isinstance(target, dict):
        raise Refused(RejectCode.OTHER, f"target must be an object with line_start and line_end, not {_type(target)}")
    identifier = _id(op.get("id"))
    action = _choice(op, "action", _ACTIONS)
    kind = _text(op, "kind", default="style")
    before_hash = op.get("before_hash")
    source = _source(op.get("source"))
    return OpFields(
        id=identifier,
        action=Action(action),
        line_start=_line(target, "line_start"),
        line_end=_line(target, "line_end"),
        before_text=_text(op, "before_text", default=""),
        before_hash=before_hash if isinstance(before_hash, str) else None,
        after_text=_text(op, "after_text"),
        kind=kind if kind in EDIT_KINDS else "style",
        severity=Severity(_choice(op, "severity", _SEVERITIES, default="minor")),
        needs_attention=_flag(op, "needs_attention"),
        note=_note(op, identifier, source),
        rationale=_text(op, "rationale", default=""),
        source=source,
        confidence=_confidence(op.get("confidence")),
        group=_text(op, "group", default=""),
    )


def claimed_hash_holds(fields: OpFields) -> bool:
    """True when ``before_hash`` is the hash of ``before_text`` as given."""
    return fields.before_hash == content_hash(fields.before_text)


def as_stored(value: object, depth: int = 0) -> Any:
    """A copy that can be written as UTF-8 JSON, whatever was given: deep nesting and huge numbers become text."""
    if not isinstance(value, _CONTAINERS):
        return _scalar(value)
    if depth >= _NESTING:
        return "(nested too deep)"
    if isinstance(value, dict):
        return {as_stored(str(key)): as_stored(item, depth + 1) for key, item in value.items()}
    return [as_stored(item, depth + 1) for item in value]


def _scalar(value: object) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, int):
        return value if abs(value) < 2**63 else "(huge number)"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return value if value is None else str(type(value))


def _id(value: object) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, str) and _CHANGE_ID.fullmatch(value) and value != "RVW-0000":
        return value
    shown = repr(as_stored(value))[:40]
    raise Refused(RejectCode.SCHEMA_ID, f"id {shown} is not RVW- and at least four digits")


def _text(op: dict[Any, Any], name: str, default: str | None = None) -> str:
    value = op.get(name)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise Refused(RejectCode.OTHER, f"{name} must be text, not {_type(value)}")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise Refused(RejectCode.OTHER, f"{name} holds half of a surrogate pair, which is no text") from None
    return value


def _choice(op: dict[Any, Any], name: str, known: Sequence[str], default: str | None = None) -> str:
    value = op.get(name)
    if value is None and default is not None:
        return default
    if isinstance(value, str) and value in known:
        return value
    raise Refused(RejectCode.OTHER, f"{name} {repr(as_stored(value))[:40]} is not one of {', '.join(known)}")


def _line(target: dict[Any, Any], name: str) -> int:
    value = target.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused(RejectCode.OTHER, f"target.{name} must be a whole number, not {_type(value)}")
    return value


def _flag(op: dict[Any, Any], name: str) -> bool | None:
    value = op.get(name)
    if value is None or isinstance(value, bool):
        return value
    raise Refused(RejectCode.OTHER, f"{name} must be true or false, not {_type(value)}")


def _confidence(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise Refused(RejectCode.OTHER, "confidence must be a number from 0 to 1")
    return float(value)


def _source(value: object) -> Source:
    if value is None:
        return _PERSON
    if isinstance(value, str):
        value = {"type": value}
    if not isinstance(value, dict):
        raise Refused(RejectCode.OTHER, f"source must be an object with a type, not {_type(value)}")
    chosen: Any = _choice(value, "type", _SOURCES, default="human")
    return Source(type=chosen, **{name: _text(value, name, default="") for name in _SOURCE_FIELDS})


def _note(op: dict[Any, Any], identifier: str, source: Source) -> ReviewNote | None:
    """The note without ``REVIEWER: RVW-NNNN —``, which is put before it again at commit, when the id is known."""
    value = op.get("review_note")
    if value is None:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("text"), str):
        raise Refused(RejectCode.SCHEMA_NOTE, "review_note must be an object with alert and text")
    alert: Any = value.get("alert", "CAUTION" if op.get("action") == "delete" else "NOTE")
    if not isinstance(alert, str) or alert not in _ALERTS:
        raise Refused(RejectCode.SCHEMA_NOTE, f"review_note.alert is not one of {', '.join(sorted(_ALERTS))}")
    text = _text(value, "text")
    start = _ID_FIRST.match(text)
    if start is None and source.type not in MODELS:
        raise Refused(RejectCode.SCHEMA_NOTE, "review_note.text must start with REVIEWER:")
    if start is None:
        return ReviewNote(alert=alert, text=text.strip())
    if start[1] and identifier and start[1] != identifier and source.type not in MODELS:
        raise Refused(RejectCode.SCHEMA_NOTE, f"review_note.text names {start[1][:20]}, but the op is {identifier}")
    return ReviewNote(alert=alert, text=text[start.end() :].strip())


def _type(value: object) -> str:
    return "missing" if value is None else type(value).__name__
