"""What to do about a command line that does not fit: an option of another command is told with that command."""

from typing import Any


def usage_hint(error: Any) -> str:
    """The hint for a usage error of the parser: which commands have the option, else where the command's help is."""
    context = getattr(error, "ctx", None)
    if context is None:
        return "see 'reviewctl --help'"
    owners = _owners(context, getattr(error, "option_name", ""))
    told = f"{error.option_name} is an option of {owners}; " if owners else ""
    return f"{told}see '{context.command_path} --help'"


def _owners(context: Any, option: str) -> str:
    commands = getattr(context.find_root().command, "commands", {})
    names = [
        name for name, command in commands.items() if option and any(option in _written(p) for p in command.params)
    ]
    return ", ".join(f"'reviewctl {name}'" for name in names)


def _written(parameter: Any) -> tuple[str, ...]:
    return (*parameter.opts, *parameter.secondary_opts)
