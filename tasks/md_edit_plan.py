"""``md_edit_plan`` as a Prefect task: the review of one chunk by models."""

from typing import Any

from prefect import task

from reviewer.service.models.kernels import EDIT_PLAN, ModelTask
from tasks.model_run import ask
from tasks.policy import kernel_options


@task(**kernel_options(EDIT_PLAN))
def md_edit_plan(job: ModelTask) -> Any:
    """The stored result, or what the models say."""
    return ask(job)
