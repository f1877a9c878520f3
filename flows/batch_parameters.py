"""The parameters of the flow ``batch``: its form in the Prefect UI, beside ``RunSettings``."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from flows.parameters import KEYS, Form, FullPath, RunSettings, Unset
from reviewer.service.settings.carried import PLACES

_GLOBS: dict[str, Any] = {"items": {"type": "string", "minLength": 1, "maxLength": 4095}}


def _no_default(made: dict[str, Any]) -> None:
    """A form would fill in ``null``."""
    made.pop("default", None)


Paths = Annotated[tuple[FullPath, ...], Field(json_schema_extra={"minItems": 1})]
"""Full paths of folders and documents."""


class BatchOptions(Form):
    """Which documents of the folders, and what is done with them."""

    model_config = ConfigDict(title="Options")

    include: tuple[str, ...] = Field(
        (),
        title="Look for",
        description="Globs to look for in folders, in place of *.md and *.markdown.",
        json_schema_extra=_GLOBS,
    )
    exclude: tuple[str, ...] = Field(
        (), title="Leave out", description="Globs of files and folders to leave out.", json_schema_extra=_GLOBS
    )
    changed_since: str | Unset = Field(
        None,
        title="Changed since",
        description="Only documents that differ from this git commit, branch or tag.",
        json_schema_extra=_no_default,
    )
    refresh: bool = Field(
        False, title="Review all", description="Review also what has not changed since its last review."
    )
    again: bool = Field(
        False, title="Propose again", description="Propose again, under new ids, what was undone or rejected."
    )
    summary: FullPath | Unset = Field(
        None,
        title="Summary",
        description="Full path of a folder for the summary. Empty: one of each batch's own in .review/batches.",
        json_schema_extra=_no_default,
    )


def settings_for_all(given: Mapping[str, Any], config_file: Path | None) -> RunSettings:
    """What was given for all documents as a part of the form; each document's own file is searched beside that."""
    values = {key: str(Path(value).absolute()) if key in PLACES and value else value for key, value in given.items()}
    named = {name: values.pop(key) for name, key in KEYS.items() if values.get(key) is not None}
    return RunSettings.model_validate({"config_file": config_file and config_file.absolute(), **named, "more": values})
