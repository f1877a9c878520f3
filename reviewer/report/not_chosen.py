"""What of a stored plan no decision has chosen so far: a section of the report."""

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.count_text import counted, verb
from reviewer.model.edit import EditOp
from reviewer.report.pipe_table import pipe_table
from reviewer.report.plan_text import OP_COLUMNS, op_rows
from reviewer.report.quoting import code


@dataclass(frozen=True, slots=True)
class NotChosen:
    """``count`` ops of the plan with this hash; ``ops`` is None where the plan is no longer kept.

    ``words``: by op id what stands there and what would, in whole words; ``apply`` a command line.
    """

    plan: str
    count: int
    ops: tuple[EditOp, ...] | None
    words: Mapping[str, tuple[str, str]]
    apply: str


def not_chosen_text(data: NotChosen | None) -> str:
    """The section; empty where all was chosen."""
    if data is None or not data.count:
        return ""
    were = verb(data.count, "was", "were")
    intro = f"{counted(data.count, 'op')} of the plan {code(data.plan)} {were} not chosen"
    if data.ops is None:
        return f"## Not chosen\n\n{intro}; the plan is no longer kept."
    intro += f", and may be chosen later: {code(data.apply, 400)}"
    return f"## Not chosen\n\n{intro}\n\n{pipe_table(OP_COLUMNS, op_rows(data.ops, data.words))}"
