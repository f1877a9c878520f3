"""The part of the report that says what validators decided, those without a model first (audita-validators)."""

from collections.abc import Sequence

from reviewer.count_text import counted, verb
from reviewer.model.validation import ValidatorCount
from reviewer.report.pipe_table import pipe_table
from reviewer.report.quoting import code

_GROUPS = (("deterministic", "Without a model"), ("model", "By a model"))


def validation_text(counts: Sequence[ValidatorCount]) -> str:
    """A table for each group, and a line for its validators that only approved; empty where nothing was proposed.

    A validator that is not named was not reached.
    """
    groups = [
        f"{title}:\n\n{_group(own)}"
        for execution, title in _GROUPS
        if (own := [count for count in counts if count.execution == execution])
    ]
    if not groups:
        return ""
    intro = "How often each validator decided what, in this run. An edit that is rejected by one meets no other."
    return "\n\n".join(("## Validation", intro, *groups))


def _group(counts: Sequence[ValidatorCount]) -> str:
    """What a person may want to look at as a table, the others named in one line."""
    objected = [count for count in counts if count.attention or count.reject or count.unavailable]
    content = [count for count in counts if count not in objected]
    return "\n\n".join(filter(None, (_table(objected), _approved(content))))


def _table(counts: Sequence[ValidatorCount]) -> str:
    if not counts:
        return ""
    rows = [(code(one.validator), one.approve, one.attention, one.reject, one.unavailable) for one in counts]
    return pipe_table(("Validator", "Approved", "Attention", "Rejected", "No answer"), rows)


def _approved(counts: Sequence[ValidatorCount]) -> str:
    """Each with how many edits it judged: chains differ, and what one rejects the next ones never see."""
    if not counts:
        return ""
    named = ", ".join(f"{code(count.validator)} ({count.approve})" for count in counts)
    they = verb(len(counts), "it", "they")
    return f"{counted(len(counts), 'validator')} approved everything that {they} judged (so many edits): {named}."
