"""The part of the report that says what validators decided, those without a model first (audita-validators)."""

from collections.abc import Sequence

from reviewer.model.validation import ValidatorCount
from reviewer.report.quoting import code

_GROUPS = (("deterministic", "Without a model"), ("model", "By a model"))


def validation_text(counts: Sequence[ValidatorCount]) -> str:
    """A table for each group; empty where nothing was proposed. A validator that is not named was not reached."""
    tables = [
        f"{title}:\n\n{_table(own)}"
        for execution, title in _GROUPS
        if (own := [count for count in counts if count.execution == execution])
    ]
    if not tables:
        return ""
    intro = "How often each validator decided what, in this run. An edit that is rejected by one meets no other."
    return "\n\n".join(("## Validation", intro, *tables))


def _table(counts: Sequence[ValidatorCount]) -> str:
    lines = ["| Validator | Approved | Attention | Rejected | No answer |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {code(count.validator)} | {count.approve} | {count.attention} | {count.reject} | {count.unavailable} |"
        for count in counts
    ]
    return "\n".join(lines)
