"""``md_proofread`` as a Prefect task: the proofreading of one chunk, paragraph by paragraph."""

from typing import Any

from prefect import task

from reviewer.service.models.kernels import PROOFREAD, ModelTask
from tasks.model_run import ask
from tasks.policy import kernel_options


@task(**kernel_options(PROOFREAD))
def md_proofread(job: ModelTask) -> Any:
    """The stored result, or what the models say."""
    return ask(job)
