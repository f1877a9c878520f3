"""``md_pyramid`` as a Prefect task: one summary."""

from typing import Any

from prefect import task

from reviewer.service.models.kernels import PYRAMID, ModelTask
from tasks.model_run import ask
from tasks.policy import kernel_options


@task(**kernel_options(PYRAMID))
def md_pyramid(job: ModelTask) -> Any:
    """The stored result, or what the model says."""
    return ask(job)
