"""``docs/cli.md``, ``docs/configuration.md``, ``docs/schemas/`` and the table in ``docs/rules.md``, made from the code.

``python -m reviewer.surfaces.cli.reference`` writes them.
With ``--check`` nothing is written, and stale files are exit code 1.
"""

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import typer

from reviewer.report.rule_texts import RULE_TEXTS
from reviewer.scan.registry import RULES
from reviewer.service.settings.keys import Key, known_keys
from reviewer.surfaces.cli.main import app
from reviewer.surfaces.cli.schemas import schemas

DOCS = Path(__file__).parents[3] / "docs"
_MADE = "<!-- Made by `python -m reviewer.surfaces.cli.reference`; do not edit by hand. -->"

_MADE_ABOVE = "<!-- Down to here made by `python -m reviewer.surfaces.cli.reference`; edit by hand below. -->\n"

_CLI_INTRO = """\
# Command line

Every command takes `--json` and then prints exactly one JSON object on standard output; what is for people goes to
standard error. Errors are two lines, what is wrong with which input and what to do; with `--json` they are
`{"schema": 1, "status": "error", "code": …, "message": …, "hint": …}` on standard output. The JSON Schemas are in
[schemas](schemas); fields may be added, those that are there stay.

| Exit code | Meaning |
|---|---|
| 0 | done |
| 1 | findings or refusals at or above `--fail-on`; `apply`: an op was rejected; `revert`, `reapply`: one failed |
| 2 | wrong usage or input; `check`: a document could not be read, or the spelling program is missing |
| 3 | a kernel, a chunk or the model backend failed; `batch`: a document failed |
| 4 | ledger, snapshot and documents do not fit together |
| 70 | our own bug, also when a rule of `check` failed |
| 130 | interrupted |
"""

_CONFIGURATION_INTRO = """\
# Configuration

A value comes from, in rising order: the default, a file, the environment, the command line.

- The file is `reviewctl.toml`, or `[tool.reviewctl]` in `pyproject.toml`, in the document's folder or the nearest one
  above it. Where both stand in one folder, `reviewctl.toml` is used. `--config FILE` names another.
- A variable is `REVIEWCTL_` and the key in capitals, with `__` for a dot: `REVIEWCTL_CHUNK__MAX_CHUNK_TOKENS=1200`.
  Values are JSON or plain text; lists may be separated by commas, but a list that begins as JSON must be
  JSON. In the name of a row of a table `_` stands for `-`: `REVIEWCTL_RULES__SEVERITY__TERM_DRIFT=minor`.
  `REVIEWCTL_HOME` is no key: it says where cached results live. Nor is `REVIEWCTL_ENDPOINT_LOGIN`, the user and
  password of a model server ([models.md](models.md)): secrets have no place in the configuration.
- `--set KEY=VALUE` on the command line takes the same values, and may be repeated; the last one of a key counts.
  Options with a name of their own (`--strict`, `--model`, …) are in [cli.md](cli.md). They beat `--set`, in whichever
  order the two stand.

A key that does not exist, or a value that is not allowed, is an error that names the place. So is a number above
2147483647, a text that is not UTF-8 or holds a NUL, lists nested in each other without need, and a regular expression
with more than 50 groups inside each other. Tables
(`rules.severity`, `proofread.policy`) are merged row by row; everything else is replaced. `--disable RULE` adds to
`rules.disable`.
`reviewctl config` prints every value, and every row of a table, with its source.

```toml
[chunk]
max_chunk_tokens = 1200

[rules]
disable = ["term-drift"]

[rules.severity]
misspelling = "attention"
```

| Key | Default | Allowed | Meaning |
|---|---|---|---|
"""

_RULES_INTRO = """\
# Rules

`reviewctl check` and `reviewctl review` run the same rules. Each name leads to what the rule finds and leaves alone.

| Rule | Severity | Reports |
|---|---|---|
"""


def cli_reference() -> str:
    """The text of ``docs/cli.md``."""
    root: Any = typer.main.get_command(app)
    parts = [_CLI_INTRO, "## reviewctl\n", _table(root)]
    for name, command in root.commands.items():
        parts += [f"## reviewctl {name}\n", inspect.cleandoc(command.help or "") + "\n", _usage(name, command)]
        parts.append(_table(command))
    return "\n".join([_MADE, *parts])


def configuration_reference() -> str:
    """The text of ``docs/configuration.md``."""
    return "\n".join([_MADE, _CONFIGURATION_INTRO + "".join(map(_row, known_keys().values()))])


def rules_reference() -> str:
    """The text of ``docs/rules.md``: the table of the registry, then what people wrote below ``_MADE_ABOVE``."""
    rows = [f"| [`{rule.id}`](#{rule.id}) | {rule.severity.value} | {_cell(RULE_TEXTS[rule.id])} |\n" for rule in RULES]
    written = (DOCS / "rules.md").read_bytes().decode().partition(_MADE_ABOVE)[2]
    return _RULES_INTRO + "".join(rows) + "\n" + _MADE_ABOVE + written


def files() -> dict[str, str]:
    """Every file with its text, by its path below ``docs``."""
    texts = {"cli.md": cli_reference(), "configuration.md": configuration_reference(), "rules.md": rules_reference()}
    for name, schema in schemas().items():
        texts[f"schemas/{name}"] = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    return texts


def main(arguments: list[str]) -> int:
    """Write all files, or with ``--check`` say which are stale."""
    stale = 0
    for name, text in files().items():
        file = DOCS / name
        if "--check" not in arguments:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
        elif not file.exists() or file.read_bytes() != text.encode():
            typer.echo(f"docs/{name} is stale: run python -m reviewer.surfaces.cli.reference", err=True)
            stale = 1
    return stale


def _usage(name: str, command: Any) -> str:
    words = [_argument(parameter) for parameter in command.params if parameter.param_type_name == "argument"]
    return f"```text\nreviewctl {name} {' '.join([*words, '[OPTIONS]'])}\n```\n"


def _argument(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _table(command: Any) -> str:
    rows = ["| Option | Default | Meaning |", "|---|---|---|", *map(_parameter, command.params)]
    return "\n".join(rows) + "\n"


def _parameter(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"| `{_argument(parameter)}` | {_default(parameter)} | {_cell(parameter.help or '')} |"
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    choices = getattr(parameter.type_descriptor, "choices", None)
    metavar = parameter.metavar or ("/".join(str(getattr(c, "value", c)) for c in choices) if choices else "")
    value = f" `{metavar}`" if metavar else ""
    return f"| {names}{value} | {_default(parameter)} | {_cell(parameter.help or '')} |"


def _default(parameter: Any) -> str:
    if isinstance(parameter.show_default, str):
        return f"`{parameter.show_default}`"
    if parameter.required:
        return "required"
    default = getattr(parameter.default, "value", parameter.default)
    if default is None or default is False or not parameter.show_default:
        return ""
    return f"`{default}`"


def _row(key: Key) -> str:
    return f"| `{key.name}` | {_short(key)} | {_cell(key.allowed)} | {_cell(key.description)} |\n"


def _short(key: Key) -> str:
    default = json.loads(json.dumps(key.default, default=list))
    text = json.dumps(default, ensure_ascii=False)
    if len(text) > 60 and isinstance(default, list):
        return f"{len(default)} entries, see `reviewctl config`"
    return f"`{_cell(text)}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
