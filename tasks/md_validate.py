"""``md_validate`` as a Prefect task: one batch of candidates before one validator."""

from typing import Any

from prefect import task

from reviewer.service.models.kernels import VALIDATE, ModelTask
from tasks.model_run import ask
from tasks.policy import kernel_options


@task(**kernel_options(VALIDATE))
def md_validate(job: ModelTask) -> Any:
    """The stored result, or what the model says."""
    return ask(job)
