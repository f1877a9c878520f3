"""The options of ``reviewctl review`` that set a configuration key, and which key each sets."""

from typing import Annotated

import typer

KEYS = {
    "in_place": "in_place",
    "strict": "strict",
    "skip_pyramid": "skip_pyramid",
    "no_llm": "no_llm",
    "fixers": "fixers",
    "disable": "rules.disable",
    "backend": "llm.backend",
    "endpoint": "llm.endpoint",
    "model": "llm.edit_model",
    "pyramid_model": "llm.pyramid_model",
    "model_path": "llm.model_path",
    "script": "llm.script",
    "tutor_model": "llm.tutor_model",
    "strict_sovereign": "llm.strict_sovereign",
    "mode": "review.mode",
    "cache_mode": "cache_mode",
}
"""Parameter of the command to configuration key. An option that was not given leaves its key alone."""

Strict = Annotated[
    bool | None,
    typer.Option("--strict", help="Reject edits of protected spans instead of flagging them.", show_default=False),
]
SkipPyramid = Annotated[bool | None, typer.Option("--skip-pyramid", help="Build no summaries.", show_default=False)]
NoLlm = Annotated[bool | None, typer.Option("--no-llm", help="Deterministic passes only.", show_default=False)]
Fixers = Annotated[
    bool | None,
    typer.Option("--fixers/--no-fixers", help="Whether repairs are proposed without a model.", show_default="on"),
]
Backend = Annotated[
    str | None, typer.Option("--backend", metavar="NAME", help="Model backend (llm.backend).", show_default="ollama")
]
Endpoint = Annotated[
    str | None,
    typer.Option(
        "--endpoint", metavar="URL", help="Backend's URL (llm.endpoint).", show_default="http://127.0.0.1:11434"
    ),
]
Model = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="Worker model (llm.edit_model).", show_default="mistral:instruct"),
]
PyramidModel = Annotated[
    str | None,
    typer.Option(
        "--pyramid-model", metavar="NAME", help="Model for summaries (llm.pyramid_model).", show_default="--model"
    ),
]
ModelPath = Annotated[
    str | None,
    typer.Option("--model-path", metavar="FILE", help="GGUF file of --backend llamacpp.", show_default=False),
]
Script = Annotated[
    str | None,
    typer.Option("--script", metavar="FILE", help="Answers of --backend scripted, JSONL.", show_default=False),
]
TutorModel = Annotated[
    str | None,
    typer.Option("--tutor-model", metavar="NAME", help="Tutor model (llm.tutor_model).", show_default="none"),
]
StrictSovereign = Annotated[
    bool | None,
    typer.Option(
        "--strict-sovereign/--no-strict-sovereign",
        help="Refuse backends that are not on this machine.",
        show_default="on",
    ),
]
Mode = Annotated[
    str | None,
    typer.Option("--mode", metavar="MODE", help="plan, proofread, both or auto (review.mode).", show_default="auto"),
]
CacheMode = Annotated[
    str | None,
    typer.Option(
        "--cache-mode",
        metavar="MODE",
        help="write_through, read_only, read_prefer or off.",
        show_default="write_through",
    ),
]
RefreshContext = Annotated[
    bool, typer.Option("--refresh-context", help="Tell models the summaries as they are now, not the recorded ones.")
]
Again = Annotated[bool, typer.Option("--again", help="Propose again, under new ids, what was undone or rejected.")]
Ephemeral = Annotated[
    bool,
    typer.Option(
        "--ephemeral",
        envvar="REVIEWCTL_EPHEMERAL",
        help="Start a Prefect server for this run alone, ending with it.",
    ),
]
