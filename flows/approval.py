"""What a person is asked about a plan, and what of an answer becomes a decision."""

from typing import Literal

from prefect.input import RunInput
from pydantic import Field, ValidationError

from flows.parameters import LIST
from flows.plan_parameters import KINDS
from reviewer.count_text import counted
from reviewer.errors import UserError
from reviewer.model.choice import Choice, Decision
from reviewer.model.frozen import first_fault
from reviewer.report.quoting import code
from reviewer.service.waiting_plan import WaitingPlan

What = Literal["all", "silent", "ops", "kinds", "nothing"]


class Approval(RunInput):
    """The form that a suspended run shows; the server checks it before the run goes on."""

    what: What = Field(
        title="What to apply",
        description="all; silent: what needs no note; ops or kinds: those below; nothing.",
    )
    ops: list[str] = Field(
        default=[], title="Op ids", description="With ops: the ids of these, as in the plan.", json_schema_extra=LIST
    )
    kinds: list[str] = Field(
        default=[], title="Kinds", description="With kinds, or to narrow silent.", json_schema_extra=KINDS
    )
    name: str = Field(
        title="Your name", description="Who decides; it is kept in the ledger.", min_length=1, max_length=200
    )
    reason: str = Field(default="", title="Reason", description="Why, for the ledger.", max_length=500)

    def decision(self) -> Decision:
        """The answer as services take it.

        Raises:
            UserError: ``bad-parameter``: it says two things, or not what.
        """
        if (self.what == "ops") != bool(self.ops):
            said = (
                "no op id is given" if self.what == "ops" else f"op ids are given, and {self.what!r} is to be applied"
            )
            raise UserError("bad-parameter", said, "choose ops and name their ids, or leave the ids empty")
        if self.what == "kinds" and not self.kinds:
            raise UserError("bad-parameter", "no kind is given", "choose kinds, or all")
        if self.kinds and self.what in {"ops", "all", "nothing"}:
            message = f"kinds are given, and {self.what!r} is to be applied"
            raise UserError("bad-parameter", message, "choose kinds or silent, or leave the kinds empty")
        tier = {"silent": "silent", "nothing": "none"}.get(self.what, "all")
        try:
            choice = Choice.model_validate({"tier": tier, "ops": self.ops, "kinds": self.kinds})
        except ValidationError as error:
            raise UserError("bad-parameter", first_fault(error), "answer once more") from None
        if not self.name.strip():
            raise UserError("bad-parameter", "no name is given", "the ledger says who decided: give a name")
        return Decision(choice=choice, operator=self.name.strip(), reason=self.reason)


def question(waiting: WaitingPlan, link: str, refused: str = "") -> str:
    """The Markdown above the form: counts, the plan's hash, where to read it; first, why an answer was refused."""
    counts, file = waiting.counts, code(waiting.readable, 1000)
    kinds = ", ".join(f"{kind} {count}" for kind, count in counts.kinds.items())
    lines = [
        f"Planned, and not applied yet: **{counted(counts.changes, 'change')}** ({counts.silent} silent, "
        f"{counts.attention} with a note) and **{counted(counts.flags, 'flag')}**. Refused: {counts.rejected}; "
        f"in force already: {counts.already_applied}.",
        f"By kind: {kinds}." if kinds else "",
        f"{counts.chunks_failed} of {counted(counts.chunks, 'chunk')} failed." if counts.chunks_failed else "",
        f"Read {link} (on disk: {file})." if link else f"Read {file}.",
        f"Plan hash: `{waiting.plan}`",
    ]
    said = [f"**The last answer was refused:** {refused}"] if refused else []
    return "\n\n".join(filter(None, (*said, *lines)))
