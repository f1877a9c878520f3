"""Why validators asked for attention, of the verdicts that an entry of the ledger holds."""

from typing import NamedTuple

from reviewer.model.entry import LedgerEntry
from reviewer.validate.verdicts import attention_reason


class Told(NamedTuple):
    """The text of a note: what was said of the edit, and why a person is told of it, in brackets, or nothing."""

    said: str
    why: str = ""


def asking(entry: LedgerEntry) -> tuple[str, ...]:
    """One text for each validator that asked for attention, as ``validate.verdicts.attention_reasons`` has it."""
    return tuple(
        attention_reason(verdict.get("validator", ""), verdict.get("reason", ""))
        for verdict in entry.verdicts
        if verdict.get("decision") == "attention"
    )


def told(text: str, reasons: tuple[str, ...]) -> Told:
    """A note's text, parted before the first of the reasons that ``plan.attention.loud`` put at its end."""
    starts = [at for reason in reasons if (at := text.rfind(f" [{reason}")) >= 0]
    return Told(text[: min(starts)], text[min(starts) + 1 :]) if starts else Told(text)
