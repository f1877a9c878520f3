"""What of a resolved configuration travels with a run, so that a retry repeats it wherever it happens."""

from pathlib import Path

from reviewer.config import ReviewerConfig
from reviewer.endpoint import refuse_secrets
from reviewer.service.settings.keys import known_keys
from reviewer.service.settings.resolution import config_values

PLACES = ("llm.model_path", "llm.script")
"""Keys that name a file."""


def with_full_paths(config: ReviewerConfig) -> ReviewerConfig:
    """The same with absolute paths: a run may be repeated in another folder."""
    llm = config.llm
    return config.having(llm=llm.having(model_path=_full(llm.model_path), script=_full(llm.script)))


def carried(config: ReviewerConfig) -> dict[str, object]:
    """Every key that differs from its default, by dotted name, as JSON has it; of tables just the entries that differ.

    ``resolved_settings`` makes the configuration of it again.

    Raises:
        UserError: ``secret-in-endpoint``, ``bad-host``: what travels is stored by Prefect.
    """
    refuse_secrets(config.llm)
    defaults = config_values(ReviewerConfig())
    values: dict[str, object] = {}
    for name, value in config_values(config).items():
        default = defaults[name]
        if value == default:
            continue
        if known_keys()[name].is_map and isinstance(value, dict) and isinstance(default, dict):
            values |= {f"{name}.{part}": item for part, item in value.items() if default.get(part) != item}
        else:
            values[name] = value
    return values


def _full(path: str | None) -> str | None:
    return str(Path(path).absolute()) if path else None
