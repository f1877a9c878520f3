"""The parameters of flows about plans: how one is made, what of one is applied, how long an answer is waited for."""

from typing import Any, Self

from pydantic import ConfigDict, Field, ValidationError

from flows.parameters import LIST, OUTPUT, WORKSPACE, Form, FullPath, Unset
from reviewer.errors import UserError
from reviewer.model.choice import Choice, Decision, Tier
from reviewer.model.edit import EDIT_KINDS
from reviewer.model.frozen import first_fault

KINDS: dict[str, Any] = {"items": {"type": "string", "enum": [*EDIT_KINDS]}}


class PlanOptions(Form):
    """How a plan is made."""

    model_config = ConfigDict(title="Options")

    workspace: FullPath | Unset = WORKSPACE
    refresh: bool = Field(False, title="Compute again", description="Compute every step again, also what is stored.")
    again: bool = Field(
        False, title="Propose again", description="Propose again, under new ids, what was undone or rejected."
    )
    refresh_context: bool = Field(
        False, title="Renew the background", description="Tell models the document's summaries as they are now."
    )


class ApprovalOptions(PlanOptions):
    """How the plan is made, and how long its approval is waited for."""

    output: FullPath | Unset = OUTPUT
    wait_hours: float = Field(
        168.0,
        title="Hours to wait",
        description="How long an answer is waited for; then the run fails, and nothing is applied.",
        gt=0,
        le=8760,
    )
    despite_failures: bool = Field(
        False,
        title="Also when something failed",
        description="Ask also when rules or chunks failed. Off: the run fails, and a retry does what failed once more.",
    )


class ChoiceForm(Form):
    """What of a stored plan is applied."""

    model_config = ConfigDict(title="Choice")

    tier: Tier = Field("all", title="What", description="all; silent: what needs no note; none.")
    ops: tuple[str, ...] = Field(
        (),
        title="Op ids",
        description="These ops alone, with what is grouped with them. Not together with kinds or silent.",
        json_schema_extra=LIST,
    )
    kinds: tuple[str, ...] = Field((), title="Kinds", description="Only these kinds.", json_schema_extra=KINDS)
    but_ops: tuple[str, ...] = Field((), title="Not these ops", description="Op ids.", json_schema_extra=LIST)
    but_kinds: tuple[str, ...] = Field((), title="Not these kinds", json_schema_extra=KINDS)
    reason: str = Field("", title="Reason", description="Why, for the ledger.", max_length=500)

    @classmethod
    def of(cls, decision: Decision) -> Self:
        """The same as a part of a form."""
        return cls.model_validate({**decision.choice.model_dump(), "reason": decision.reason})

    def decision(self) -> Decision:
        """The same as services take it.

        Raises:
            UserError: ``bad-parameter``: op ids beside a tier or kinds.
        """
        try:
            choice = Choice(**{name: getattr(self, name) for name in Choice.model_fields})
        except ValidationError as error:
            raise UserError("bad-parameter", first_fault(error), "name op ids, or a tier and kinds") from None
        return Decision(choice=choice, reason=self.reason)
