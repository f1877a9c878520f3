"""The parameters of flows: what a person sees as a form in the Prefect UI, and what a retry finds again.

Small and frozen. They hold paths and settings, never text of a document. What JSON Schema can say is refused by the
server before a run is scheduled; the rest, as names of keys, by ``flows.configured`` when the run begins.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer
from pydantic.json_schema import SkipJsonSchema

from reviewer.config import Backend, CacheMode, Mode, ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.edit import EDIT_KINDS
from reviewer.model.finding import Severity
from reviewer.model.frozen import Frozen
from reviewer.model.selection import Selection
from reviewer.service.revert import Direction
from reviewer.service.settings.carried import carried

_FULL = "^/|^[A-Za-z]:"
"""Short, because the server's message quotes it; what is no full path all the same is refused when the run begins."""

FullPath = Annotated[Path, Field(json_schema_extra={"pattern": _FULL})]
"""A path from the root: the server refuses others; from Python ``flows.configured.require_absolute`` does."""

Unset = SkipJsonSchema[None]
"""None, which a form shows as an empty field: pydantic's own schema would make each of them a choice of two types."""


class Form(Frozen):
    """A part of a flow's form. What was not set is not written: the parameters of a run show what was chosen."""

    @model_serializer(mode="wrap")
    def _chosen(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        values: dict[str, Any] = write(self)
        return {name: value for name, value in values.items() if getattr(self, name, None) is not None}


def _unset(title: str, description: str, **schema: Any) -> Any:
    """A field that says nothing unless it is set; no ``default: null`` in the schema, which forms would fill in.

    ``schema`` is what a form and the server check beside the type. In Python the configuration has the only say, with
    its own messages: what a command line accepts can always travel.
    """

    def change(made: dict[str, Any]) -> None:
        made.pop("default", None)
        if made.get("type") == "boolean":  # a form shows a switch, which is off where it was not set
            del made["type"]
            made["enum"] = [True, False]
        made.update(schema)

    return Field(None, title=title, description=description, json_schema_extra=change)


_SOME = {"minLength": 1, "maxLength": 300}
_PLACE = r"^https?://[^@?#\s]+$"
LIST: dict[str, Any] = {"items": {"type": "string", **_SOME}}

KEYS = {
    "no_llm": "no_llm",
    "backend": "llm.backend",
    "model": "llm.edit_model",
    "model_path": "llm.model_path",
    "endpoint": "llm.endpoint",
    "concurrency": "llm.concurrency",
    "mode": "review.mode",
    "language": "style.language",
    "disable": "rules.disable",
    "fixers": "fixers",
    "strict": "strict",
    "in_place": "in_place",
    "cache_mode": "cache_mode",
    "operator": "operator",
}
"""Fields of ``RunSettings`` and the configuration key that each sets."""


class RunSettings(Form):
    """An empty field leaves its key as the configuration file has it, else at its default."""

    model_config = ConfigDict(title="Settings")

    config_file: FullPath | Unset = _unset(
        "Configuration file", "Full path of a reviewctl.toml. Empty: the nearest one above the document."
    )
    inherit: bool = Field(
        True,
        title="Search for a configuration file",
        description="Also read REVIEWCTL_ variables of the machine where the run happens. Off: only what stands here.",
    )
    no_llm: bool | Unset = _unset("Ask no model", "Only the deterministic rules look at the document.")
    backend: Backend | Unset = _unset("Model backend", "Which kind of server answers. By default ollama.")
    model: str | Unset = _unset("Model", "Name of the model that proposes edits, as the backend calls it.", **_SOME)
    model_path: FullPath | Unset = _unset("GGUF file", "Full path of the model file of backend llamacpp.")
    endpoint: str | Unset = _unset(
        "Endpoint",
        "URL of the model server. No user, password or key in it: they come from the environment.",
        pattern=_PLACE,
    )
    concurrency: Annotated[int, Field(ge=1, le=64)] | Unset = _unset(
        "Calls at the same time", "As many as the model server has slots. By default 2."
    )
    mode: Mode | Unset = _unset("How models are asked", "plan, proofread, both; auto goes by model and backend.")
    language: str | Unset = _unset(
        "Language",
        "en, fr, pt-BR … Empty: as the document says, else found out for each section.",
        pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*$",
    )
    disable: tuple[str, ...] = Field(
        (),
        title="Rules that do not run",
        description="Rule ids, beside those that the configuration file disables.",
        json_schema_extra=LIST,
    )
    fixers: bool | Unset = _unset("Repairs without a model", "Whether rules propose repairs. By default on.")
    strict: bool | Unset = _unset("Strict", "Reject edits of protected text (code, math, tables …) instead of noting.")
    in_place: bool | Unset = _unset("Write over the document", "Write the edited text over the document itself.")
    cache_mode: CacheMode | Unset = _unset("Stored results", "Whether results are read from and written to the cache.")
    operator: str | Unset = _unset("Operator", "Who is named in the ledger as the one who ran this.", **_SOME)
    more: dict[str, Any] = Field(
        {},
        title="Other keys",
        description='Any other configuration key by its dotted name, as JSON: {"chunk.max_chunk_tokens": 1200}. '
        "'reviewctl config' lists all.",
        json_schema_extra={"patternProperties": {r"^llm\.endpoint$": {"pattern": _PLACE}}},
    )

    @classmethod
    def of(cls, config: ReviewerConfig) -> Self:
        """What makes this configuration wherever the run happens: all that differs from the defaults, nothing searched.

        Raises:
            UserError: ``secret-in-endpoint``, ``bad-host``.
        """
        values = carried(config)
        named = {name: values.pop(key) for name, key in KEYS.items() if key in values}
        return cls.model_validate({"inherit": False, **named, "more": values})

    def given(self) -> Mapping[str, object]:
        """The keys that are set here, with their values as JSON has them.

        Raises:
            UserError: ``bad-parameter``: a key stands here twice.
        """
        values = self.model_dump(mode="json")
        named = {key: values[name] for name, key in KEYS.items() if values.get(name) not in (None, [])}
        for name, key in KEYS.items():
            if key in named and key in self.more:
                message = f"{key} is set twice: by {name!r}, and among the other keys"
                raise UserError("bad-parameter", message, f"take {key} out of 'more'")
        return {**named, **self.more}


WORKSPACE = _unset("Workspace", "Full path of its folder. Empty: in .review/ beside the document.")
OUTPUT = _unset("Output", "Full path of a file that also gets the edited text.")


class ReviewOptions(Form):
    """How this review is done."""

    model_config = ConfigDict(title="Options")

    workspace: FullPath | Unset = _unset(
        "Workspace", "Full path of its folder. Empty: in .review/ beside the document."
    )
    output: FullPath | Unset = OUTPUT
    refresh: bool = Field(False, title="Compute again", description="Compute every step again, also what is stored.")
    again: bool = Field(
        False, title="Propose again", description="Propose again, under new ids, what was undone or rejected."
    )
    refresh_context: bool = Field(
        False, title="Renew the background", description="Tell models the document's summaries as they are now."
    )


class OpsOptions(Form):
    """How the edits of the file are applied."""

    model_config = ConfigDict(title="Options")

    workspace: FullPath | Unset = _unset(
        "Workspace", "Full path of its folder. Empty: in .review/ beside the document."
    )
    output: FullPath | Unset = OUTPUT
    allow_empty: bool = Field(
        False, title="Allow empty sections", description="Accept edits that empty a section or the document."
    )


class Changes(Form):
    """Which changes are meant: ids, or filters, or all."""

    model_config = ConfigDict(title="Changes")

    ids: tuple[str, ...] = Field(
        (),
        title="Change ids",
        description="RVW-0034, or a range RVW-0003..RVW-0010. Not together with a filter.",
        json_schema_extra=LIST,
    )
    kind: str | Unset = _unset("Kind", "Only changes of this kind.", enum=[*EDIT_KINDS])
    severity: str | Unset = _unset("Severity", "Only changes of this severity.", enum=[item.value for item in Severity])
    section: str | Unset = _unset("Section", "Only this section: its id (S2.3, with subsections) or anchor.", **_SOME)
    source: str | Unset = _unset("Source", "Only from this source: fixer, human, tool, a rule or a model.", **_SOME)
    all: bool = Field(False, title="All changes", description="Every change; never an edit made by hand.")

    @classmethod
    def of(cls, selection: Selection) -> Self:
        """The same as a part of a form."""
        return cls.model_validate(selection.model_dump())

    def selection(self) -> Selection:
        """The same as services take it."""
        return Selection(**{name: getattr(self, name) for name in Selection.model_fields})


class UndoOptions(Form):
    """How changes are undone or redone."""

    model_config = ConfigDict(title="Options")

    direction: Direction = Field(
        "revert", title="Direction", description="revert undoes changes, reapply puts them in force again."
    )
    reason: str = Field("", title="Reason", description="Why, for the ledger.")
    dry_run: bool = Field(False, title="Only look", description="Write nothing; the resulting diff is an artifact.")
    cascade: bool = Field(
        False, title="Cascade", description="Also the changes that stand on them; redoing, those that they stand on."
    )
    cascade_external: bool = Field(
        False, title="Cascade over edits made by hand", description="Also undo hand edits that stand on them."
    )
    keep_going: bool = Field(
        False, title="As many as possible", description="Do what can be done instead of all or nothing."
    )
    workspace: FullPath | Unset = _unset(
        "Workspace", "Full path of its folder. Empty: in .review/ beside the document."
    )
