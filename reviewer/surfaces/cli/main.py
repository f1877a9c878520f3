"""The command line's root: which commands there are. Every heavy import is inside a command's body."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from reviewer import __version__
from reviewer.errors import UserError
from reviewer.surfaces.cli import (
    apply,
    batch,
    check,
    config,
    deploy,
    diff,
    door,
    grep,
    inspect,
    log,
    output,
    plan,
    reapply,
    report,
    revert,
    review,
    server,
    show,
    state_at,
    status,
    verify,
    worker,
)

app = typer.Typer(
    name="reviewctl",
    help="Review Markdown documents so that every change is identified, explained and reversible.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for _command in (
    review, plan, batch, check, inspect, apply, revert, reapply, report, show, grep, log, diff, state_at, verify,
    status, config, server, deploy, worker,
):  # fmt: skip
    app.command(_command.NAME)(_command.run)


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --version: print one JSON object.")] = False,
) -> None:
    """Review Markdown documents so that every change is identified, explained and reversible."""
    command = context.invoked_subcommand
    if version:
        output.write_json({"schema": 1, "version": __version__}) if as_json else output.write(
            f"reviewctl {__version__}"
        )
        raise typer.Exit
    if command is None:
        raise UserError("usage", "Missing command", "see 'reviewctl --help'")
    if as_json:
        raise UserError("usage", "--json stands before the command", f"write: reviewctl {command} … --json")


COLLECT_AFTER = 1_000_000
"""New objects between two garbage collections (Python's own default is 700). A command builds millions of small objects
that live to its end; collecting seldom saves a tenth of a check's time and a third of a revert's (measured)."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``reviewctl`` with these arguments (default: the process's own) and return the exit code.

    Plugins of pydantic are not looked for, unless the environment says so: reading the entry points of every installed
    package costs more than building our models, and a plugin would see every text.
    """
    gc.set_threshold(COLLECT_AFTER, 50, 50)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    if arguments is not None:
        return door.run(app, arguments)
    code = door.run(app, sys.argv[1:])
    gc.freeze()  # the process ends: its last collection would walk through all that is left
    return code


if __name__ == "__main__":
    sys.exit(main())
