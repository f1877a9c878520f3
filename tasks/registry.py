"""The task of each kernel."""

from collections.abc import Mapping
from typing import Any

from prefect import Task

from tasks.md_chunk import md_chunk
from tasks.md_consistency_scan import md_consistency_scan
from tasks.md_edit_plan import md_edit_plan
from tasks.md_fingerprint_chunk import md_fingerprint_chunk
from tasks.md_inventory import md_inventory
from tasks.md_numbering_control import md_numbering_control
from tasks.md_proofread import md_proofread
from tasks.md_protected_regions import md_protected_regions
from tasks.md_pyramid import md_pyramid
from tasks.md_structure import md_structure
from tasks.md_validate import md_validate

TASKS: Mapping[str, Task[Any, Any]] = {
    kernel_task.name: kernel_task
    for kernel_task in (
        md_inventory,
        md_structure,
        md_protected_regions,
        md_chunk,
        md_consistency_scan,
        md_numbering_control,
        md_fingerprint_chunk,
        md_pyramid,
        md_edit_plan,
        md_proofread,
        md_validate,
    )
}
