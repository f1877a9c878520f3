"""From what a model wrote to one verdict for each candidate (audita-validators, LLM Validator Batching).

Nothing is asked again: what is missing, said twice or out of range makes its candidate unavailable, and unavailable
never means approved.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from reviewer.count_text import counted
from reviewer.model.chunk_edits import RawReply
from reviewer.model.validation import BatchVerdicts
from reviewer.model.verdict import Verdict

TOO_LARGE = "validation_input_too_large"

_REASON = 300
_DECISIONS = {"approve": "approve", "approved": "approve", "reject": "reject", "rejected": "reject"}


def reconciled(
    validator: str, count: int, decisions: Sequence[Mapping[str, Any]], replies: tuple[RawReply, ...] = ()
) -> BatchVerdicts:
    """The verdicts on candidates 1 to ``count``. ``decisions`` are objects as they were read, unchecked.

    One usable entry about a candidate is its verdict. Without one, or with two, it is unavailable; entries about
    others are ignored.
    """
    said: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for decision in decisions:
        said[_ref(decision.get("ref"))].append(decision)
    verdicts = tuple(_verdict(validator, said.get(ref, ())) for ref in range(1, count + 1))
    ignored = tuple(sorted(ref for ref, entries in said.items() for _ in entries if not 1 <= ref <= count))
    missing = [str(ref) for ref, verdict in enumerate(verdicts, 1) if verdict.decision == "unavailable"]
    reason = ""
    if missing:
        reason = f"no usable decision about {', '.join(missing)} of {count}"
    elif ignored:
        reason = f"{counted(len(ignored), 'decision')} about nothing that was asked"
    outcome = "failed" if missing else "recovered" if ignored else "ok"
    return BatchVerdicts.model_validate(
        {"validator": validator, "verdicts": verdicts, "ignored": ignored, "outcome": outcome, "reason": reason,
         "replies": replies}
    )  # fmt: skip


def all_unavailable(validator: str, count: int, reason: str, replies: tuple[RawReply, ...] = ()) -> BatchVerdicts:
    """Nothing was said of any candidate: the call failed, or its reply cannot be read."""
    verdict = unavailable(validator, reason)
    return BatchVerdicts(
        validator=validator, verdicts=(verdict,) * count, outcome="failed", reason=reason, replies=replies
    )


def unavailable(validator: str, reason: str) -> Verdict:
    """No usable answer."""
    return Verdict(validator=validator, execution="model", decision="unavailable", reason=reason)


def _verdict(validator: str, entries: Sequence[Mapping[str, Any]]) -> Verdict:
    if len(entries) != 1:
        return unavailable(validator, "the model decided twice" if entries else "the model did not decide")
    said = entries[0].get("decision")
    decision = _DECISIONS.get(said.strip().casefold()) if isinstance(said, str) else None
    if decision is None:
        return unavailable(validator, "the model neither approved nor rejected")
    confidence = entries[0].get("confidence")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return unavailable(validator, "the model's confidence is no number from 0 to 1")
    return Verdict.model_validate(
        {"validator": validator, "execution": "model", "decision": decision, "confidence": round(confidence, 4),
         "reason": _one_line(entries[0].get("reason"))}
    )  # fmt: skip


def _ref(value: object) -> int:
    """The number that an entry is about, also written as ``1.0``; 0, which no candidate has, where that is none."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _one_line(value: object) -> str:
    text = " ".join(value.encode("utf-8", "replace").decode("utf-8").split()) if isinstance(value, str) else ""
    return text if len(text) <= _REASON else text[: _REASON - 1] + "…"
