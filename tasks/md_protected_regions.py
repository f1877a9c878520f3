"""``md_protected_regions`` as a Prefect task."""

from typing import Any

from prefect import task

from reviewer.service.stages.kernels import BY_NAME
from tasks.policy import KernelJob, compute, kernel_options


@task(**kernel_options("md_protected_regions"))
def md_protected_regions(job: KernelJob) -> Any:
    """The stored result, or the kernel's."""
    return compute(BY_NAME["md_protected_regions"], job)
