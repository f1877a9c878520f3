"""``md_inventory`` as a Prefect task."""

from typing import Any

from prefect import task

from reviewer.service.stages.kernels import BY_NAME
from tasks.policy import KernelJob, compute, kernel_options


@task(**kernel_options("md_inventory"))
def md_inventory(job: KernelJob) -> Any:
    """The stored result, or the kernel's."""
    return compute(BY_NAME["md_inventory"], job)
