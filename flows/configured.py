"""How a flow begins: its parameters become a configuration, or its final state says what is wrong with them."""

import os
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from prefect import State
from prefect.settings import PREFECT_API_URL

from flows.conclusion import Outcome, conclude, refused
from flows.parameters import Form, RunSettings
from reviewer.config import ReviewerConfig
from reviewer.errors import ReviewError, UserError
from reviewer.path_text import shown_path
from reviewer.service.settings.carried import PLACES
from reviewer.service.settings.resolution import Settings, resolved_settings, run_settings
from reviewer.sovereignty import may_receive_text

Body = Callable[[ReviewerConfig, bool], Outcome]
"""What a flow does with its configuration; the second argument says whether the API may receive text."""


def run_configured(path: Path, settings: RunSettings, options: Form, body: Body) -> State[Any]:
    """Run a flow's body on a document: its final state, also where the parameters cannot be used.

    ``options`` are the flow's own; every path in them and in ``settings`` must be absolute.
    """
    try:
        require_absolute(path)
        config = configured(path, settings, options)
    except ReviewError as error:
        return refused(error, text_allowed=may_get_text(()))
    text_allowed = may_get_text(config.llm.allowed_hosts)
    return conclude(partial(body, config, text_allowed), text_allowed=text_allowed)


def configured(start: Path, settings: RunSettings, *options: Form) -> ReviewerConfig:
    """The configuration that a run's parameters stand for; as ``settings_of``."""
    return settings_of(start, settings, *options).config


def settings_of(start: Path, settings: RunSettings, *options: Form) -> Settings:
    """The settings that a run's parameters stand for; searched from ``start`` unless they were resolved before.

    Raises:
        UserError: ``relative-path``; ``bad-parameter``; as ``load_settings``.
    """
    for part in (settings, *options):
        for name in type(part).model_fields:
            if isinstance(value := getattr(part, name), Path):
                require_absolute(value)
    given = settings.given()
    for key in PLACES:
        if isinstance(value := given.get(key), str) and value:
            require_absolute(Path(value))
    if not settings.inherit:
        return resolved_settings(given, settings.config_file)
    return run_settings(start, os.environ, given, settings.config_file)


def require_absolute(path: Path) -> None:
    """Refuse a relative path in a flow run.

    Raises:
        UserError: ``relative-path``.
    """
    if not path.is_absolute():
        message = f"{shown_path(path)} is relative to a folder that a worker does not know"
        raise UserError("relative-path", message, "give a full path")


def may_get_text(allowed_hosts: Collection[str]) -> bool:
    """True when the API of this run is on this machine, or its host is in ``llm.allowed_hosts``."""
    url = PREFECT_API_URL.value()
    return url is None or may_receive_text(str(url), allowed_hosts)
