"""The options of ``reviewctl apply``, and the step from them to a decision on a stored plan."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reviewer.surfaces.cli import options

if TYPE_CHECKING:
    from reviewer.model.choice import Decision

OpsFile = Annotated[
    Path | None,
    typer.Option(
        "--ops", metavar="FILE", help="Ops or proposals as JSON, or a unified diff.", show_default=False,
        parser=options.path_of("--ops"),
    ),
]  # fmt: skip
PlanName = Annotated[
    str | None,
    typer.Option(
        "--plan", metavar="HASH", help="A stored plan: its hash, the beginning of it, or latest.", show_default=False
    ),
]
Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="WHAT", show_default="all",
        help="Of the plan: all, silent (what needs no note), none, or op ids; may be repeated.",
    ),
]  # fmt: skip
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "-k", "--kind", metavar="KIND", help="Of the plan: only this kind; may be repeated.", show_default=False
    ),
]
But = Annotated[
    list[str] | None,
    typer.Option(
        "--but", metavar="WHAT", help="Of the plan: not this op id or kind; may be repeated.", show_default=False
    ),
]
Reason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="Of the plan: why, for the ledger.", show_default=False)
]
AllowEmpty = Annotated[bool, typer.Option("--allow-empty", help="Accept ops that empty a section or the document.")]

_TIERS = frozenset({"all", "silent", "none"})


def decision_of(select: list[str] | None, kinds: list[str] | None, but: list[str] | None, reason: str) -> "Decision":
    """The decision that was given.

    Raises:
        UserError: ``usage``: an option that names nothing; op ids beside a tier or kinds; a reason that is too long.
    """
    from pydantic import ValidationError

    from reviewer.errors import UserError
    from reviewer.model.choice import Choice, Decision
    from reviewer.model.edit import EDIT_KINDS
    from reviewer.model.frozen import first_fault

    names = _apart("--select", select)
    tiers, left = [name for name in names if name in _TIERS], _apart("--but", but)
    fields: dict[str, Any] = {
        "tier": tiers[0] if tiers else "all",
        "ops": [name for name in names if name not in _TIERS],
        "kinds": _apart("--kind", kinds),
        "but_kinds": [name for name in left if name in EDIT_KINDS],
        "but_ops": [name for name in left if name not in EDIT_KINDS],
    }
    if len(set(tiers)) > 1 or (tiers and fields["ops"]):
        raise UserError("usage", f"--select {' '.join(names)} names more than one thing", _HINT)
    try:
        return Decision(choice=Choice.model_validate(fields), reason=reason)
    except ValidationError as error:
        raise UserError("usage", f"--select, --kind or --reason: {first_fault(error)}", _HINT) from None


_HINT = "name all, silent or none, or op ids; --kind narrows all and silent"


def _apart(option: str, texts: list[str] | None) -> list[str]:
    """Names, also several in one text. An empty one is most often a variable that was not set: it never means all."""
    if not all(text.replace(",", "").strip() for text in texts or ()):
        from reviewer.errors import UserError

        raise UserError("usage", f"{option} names nothing", "check the command line: a variable may be empty")
    return [name for text in texts or () for part in text.split(",") if (name := part.strip())]
