"""One deployment: made as declared; what a person set in the UI of its schedules stays."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

from prefect import Flow
from prefect.client.orchestration import SyncPrefectClient
from prefect.client.schemas.actions import DeploymentScheduleCreate
from prefect.client.schemas.objects import ConcurrencyOptions, DeploymentSchedule
from prefect.client.schemas.responses import DeploymentResponse
from prefect.client.schemas.schedules import CronSchedule
from prefect.exceptions import ObjectNotFound
from prefect.utilities.callables import parameter_schema

from flows.deploying.declared import Deployment
from flows.deploying.done import Done, Step

Schedules = list[DeploymentScheduleCreate]


def ensure_deployment(
    client: SyncPrefectClient, declared: Deployment, folder: Path | None, scheduled: bool | None
) -> Step:
    """Create the deployment, or write what differs. ``folder``, ``scheduled``: as in ``deploy.Wish``."""
    flow = flow_of(declared)
    name = f"{flow.name}/{declared.name}"
    there = _there(client, name)
    schedules = _schedules(declared, there, scheduled)
    wanted = _wanted(declared, flow, folder or _folder_of(declared, there))
    shown = "; ".join(map(_shown, schedules))
    changed = _changed(there, wanted, schedules) if there is not None else ()
    if there is not None and not changed:
        return Step("deployment", name, Done.UNCHANGED, schedule=shown)
    client.create_deployment(flow_id=client.create_flow(flow), schedules=schedules, **wanted)
    return Step("deployment", name, Done.UPDATED if there else Done.CREATED, changed, shown)


def flow_of(declared: Deployment) -> Flow[..., Any]:
    """The flow that a deployment runs, imported as a worker will."""
    module, _, name = declared.entrypoint.rpartition(".")
    flow = getattr(import_module(module), name)
    if not isinstance(flow, Flow):
        raise TypeError(f"{declared.entrypoint} is no flow")
    return flow


def _there(client: SyncPrefectClient, name: str) -> DeploymentResponse | None:
    try:
        return client.read_deployment_by_name(name)
    except ObjectNotFound:
        return None


def _folder_of(declared: Deployment, there: DeploymentResponse | None) -> Path:
    """The folder of before; at first the present one."""
    before = declared.folder_in(there.parameters) if there is not None else None
    return before or Path.cwd()


def _wanted(declared: Deployment, flow: Flow[..., Any], folder: Path) -> dict[str, Any]:
    """What ``create_deployment`` takes of all but the schedules."""
    limit = declared.concurrency_limit
    return {
        "name": declared.name,
        "description": declared.description,
        "entrypoint": declared.entrypoint,
        "pull_steps": [],
        "parameters": declared.parameters_for(folder),
        "parameter_openapi_schema": parameter_schema(flow).model_dump(),
        "enforce_parameter_schema": declared.enforce_parameter_schema,
        "concurrency_limit": limit.limit,
        "concurrency_options": ConcurrencyOptions.model_validate({"collision_strategy": limit.collision_strategy}),
        "tags": list(declared.tags),
        "work_pool_name": declared.work_pool.name,
        "job_variables": declared.work_pool.job_variables,
    }


def _schedules(declared: Deployment, there: DeploymentResponse | None, scheduled: bool | None) -> Schedules:
    """Those that are there, as a person may have set them in the UI, else the declared ones."""
    known = {schedule.slug for schedule in declared.schedules}
    kept = [_kept(schedule) for schedule in (there.schedules if there is not None else ())]
    have = {schedule.slug for schedule in kept}
    new = [_made(schedule) for schedule in declared.schedules if schedule.slug not in have]
    fresh = new if there is None or scheduled else []
    return [
        one.model_copy(update={"active": scheduled}) if scheduled is not None and one.slug in known else one
        for one in (*kept, *fresh)
    ]


def _kept(schedule: DeploymentSchedule) -> DeploymentScheduleCreate:
    return DeploymentScheduleCreate(
        schedule=schedule.schedule, active=schedule.active, parameters=schedule.parameters, slug=schedule.slug
    )


def _made(schedule: Any) -> DeploymentScheduleCreate:
    cron = CronSchedule(cron=schedule.cron, timezone=schedule.timezone)
    return DeploymentScheduleCreate(schedule=cron, active=schedule.active, slug=schedule.slug)


def _shown(schedule: DeploymentScheduleCreate) -> str:
    when = schedule.schedule
    told = f"{when.cron} {when.timezone or 'UTC'}" if isinstance(when, CronSchedule) else type(when).__name__
    return f"{told}, {'on' if schedule.active else 'off'}"


def _changed(there: DeploymentResponse, wanted: dict[str, Any], schedules: Schedules) -> tuple[str, ...]:
    """Names of what differs."""
    limit = there.global_concurrency_limit
    odd: dict[str, Any] = {
        "concurrency_limit": limit.limit if limit is not None else None,
        "schedules": [_kept(schedule) for schedule in there.schedules],
    }
    new = {**wanted, "schedules": schedules}
    old = {name: odd[name] if name in odd else getattr(there, name) for name in new}
    return tuple(sorted(name for name in new if _plain(old[name]) != _plain(new[name])))


def _plain(value: Any) -> str:
    """The same text for what the API gives back and what it was given; a list of tags or schedules has no order."""
    if isinstance(value, list):
        return str(sorted(map(_plain, value)))
    data = value.model_dump(mode="json", exclude_none=True) if hasattr(value, "model_dump") else value
    return json.dumps(data, sort_keys=True, default=str)
