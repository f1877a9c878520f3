"""What ``deployments/`` declares, as data. It is Prefect's own file format; a field that we do not know is refused."""

from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field

from reviewer.model.frozen import Frozen

FOLDER = "{{ $REVIEW_FOLDER }}"
"""Stands in parameters for the folder that ``reviewctl deploy`` is told. Prefect reads it as a variable of the
environment."""


class Limit(Frozen):
    """So many runs of a deployment at a time, and what becomes of others."""

    limit: int = Field(ge=1)
    collision_strategy: Literal["ENQUEUE", "CANCEL_NEW"]


class Schedule(Frozen):
    """When runs begin by themselves, if ``active``. ``slug`` names it within its deployment."""

    slug: str
    cron: str
    timezone: str
    active: bool


class Pool(Frozen):
    """Where runs of a deployment wait for a worker, and what their process gets."""

    name: str
    job_variables: dict[str, Any]


class Deployment(Frozen):
    """One deployment. ``entrypoint`` is a module path: workers import it from where reviewctl is installed."""

    name: str
    description: str
    entrypoint: str = Field(pattern=r"^[a-z_.]+$")
    parameters: dict[str, Any]
    enforce_parameter_schema: Literal[True]
    concurrency_limit: Limit
    tags: tuple[str, ...]
    work_pool: Pool
    schedules: tuple[Schedule, ...] = ()

    def parameters_for(self, folder: Path) -> dict[str, Any]:
        """Its default parameters, with ``folder`` where the file leaves a place for it."""
        filled: dict[str, Any] = _filled(self.parameters, str(folder))
        return filled

    def folder_in(self, parameters: Mapping[str, Any]) -> Path | None:
        """The folder that stands in such parameters, as ``parameters_for`` made them; None where there is none."""
        found = _at_folder(self.parameters, parameters)
        return Path(found) if isinstance(found, str) else None


def deployments() -> tuple[Deployment, ...]:
    """The deployments of ``prefect.yaml``, in its order."""
    return tuple(Deployment.model_validate(one) for one in _read("prefect.yaml")["deployments"])


def pool_name() -> str:
    """The one work pool that they all use."""
    (name,) = {deployment.work_pool.name for deployment in deployments()}
    return name


def automations() -> tuple[dict[str, Any], ...]:
    """The automations of ``automations.yaml``, as Prefect's API takes them."""
    return tuple(_read("automations.yaml")["automations"])


def _read(name: str) -> Mapping[str, Any]:
    data: Mapping[str, Any] = yaml.safe_load(files("deployments").joinpath(name).read_bytes())
    return data


def _filled(value: Any, folder: str) -> Any:
    if isinstance(value, Mapping):
        return {key: _filled(item, folder) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(item, folder) for item in value]
    return folder if value == FOLDER else value


def _at_folder(declared: Any, made: Any) -> Any:
    """What stands in ``made`` where the folder stands in ``declared``."""
    if declared == FOLDER:
        return made
    pairs: Iterable[tuple[Any, Any]] = ()
    if isinstance(declared, Mapping) and isinstance(made, Mapping):
        pairs = ((item, made.get(key)) for key, item in declared.items())
    elif isinstance(declared, list | tuple) and isinstance(made, list | tuple):
        pairs = zip(declared, made, strict=False)
    return next((found for found in (_at_folder(*pair) for pair in pairs) if found is not None), None)
