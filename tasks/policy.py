"""The only cache policy. A kernel's key is computed before its task is submitted, where an error is loud.

Prefect logs an exception in ``compute_key`` and runs the task uncached; so the policy only hands over what is in the
job, and a job cannot be made without a key.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from prefect import State
from prefect.cache_policies import NO_CACHE, CachePolicy

from reviewer.config import ReviewerConfig
from reviewer.model.finding import ScanResult
from reviewer.model.frozen import Frozen
from reviewer.model.ports import Speller
from reviewer.model.results import KernelFailure
from reviewer.service.files.documents import DocumentRef, load_ref
from reviewer.service.home import results_folder
from reviewer.service.models.kernels import ModelTask
from reviewer.service.stages.kernels import Kernel, KernelInput, kernel_key, key_identities
from tasks.held import failed
from tasks.results import KernelResult, Stored, stored_state

CacheMode = Literal["write_through", "read_only", "read_prefer", "off"]


@dataclass(frozen=True, slots=True)
class KernelJob:
    """One kernel on one document. ``key`` names its stored result; ``results`` are values of the kernels it needs."""

    kernel: str
    key: str
    document: DocumentRef
    config: ReviewerConfig
    speller: Speller
    results: Mapping[str, Frozen] = field(default_factory=dict)
    must_be_stored: bool = False


@dataclass
class KernelPolicy(CachePolicy):
    """Prefect's cache key is the job's key."""

    def compute_key(self, task_ctx: Any, inputs: dict[str, Any], flow_parameters: dict[str, Any], **_: Any) -> str:
        """The key of the ``job`` argument, the only input that a kernel task may have."""
        job = inputs.get("job")
        if set(inputs) != {"job"} or not isinstance(job, KernelJob | ModelTask):
            raise TypeError(f"a kernel task takes one job, not {sorted(inputs)}")
        return job.key


def make_job(kernel: Kernel, document: DocumentRef, source: KernelInput, mode: CacheMode) -> KernelJob:
    """A job with its key. In mode ``read_only`` a result that is not stored is a failure, not a computation.

    Raises:
        ValueError: an input without a digest.
    """
    key = kernel_key(kernel, document.digest(), source.config, key_identities(kernel, source.speller))
    stored = mode == "read_only"
    return KernelJob(kernel.name, key, document, source.config, source.speller, source.results, stored)


def kernel_options(name: str) -> dict[str, Any]:
    """Options of the task of a kernel: cached by our key, checked when read, not kept in memory, not retried."""
    return {
        "name": name,
        "cache_policy": KernelPolicy(),
        "persist_result": True,
        "result_serializer": KernelResult(kernel=name),
        "cache_result_in_memory": False,
    }


def run_options(job: KernelJob | ModelTask, mode: CacheMode, *, refresh: bool = False) -> tuple[dict[str, Any], Stored]:
    """``with_options`` arguments for one run, and what is stored under the job's key.

    ``write_through`` reads and stores; ``read_prefer`` and ``read_only`` read and store nothing; ``off`` does neither.
    ``refresh`` computes again and stores the new result, where the mode stores at all.
    """
    folder = results_folder()
    stored: Stored = "missing" if mode == "off" else stored_state(folder, job.kernel, job.key)
    reads_only = mode in {"read_prefer", "read_only"} and stored != "good"
    if mode == "off" or reads_only:
        return {"cache_policy": NO_CACHE, "persist_result": False}, stored
    refresh_cache = (refresh or stored == "damaged") and mode == "write_through"
    serializer = KernelResult(kernel=job.kernel, key=job.key)
    return {"result_storage": folder, "result_serializer": serializer, "refresh_cache": refresh_cache}, stored


def compute(kernel: Kernel, job: KernelJob) -> Frozen | State[Any]:
    """The body of every kernel task; it runs only when nothing usable is stored.

    A failure is a ``Failed`` state that holds the failure as its value: shown, not stored. Its message never quotes the
    document, because the state goes to the Prefect API.
    """
    if job.must_be_stored:
        missed = KernelFailure(kernel=kernel.name, error="backend_error: cache_miss")
        return failed("cache_miss", f"{kernel.name}: backend_error, cache_miss", missed)
    try:
        document = load_ref(job.document)
        result = kernel.compute(KernelInput(document, job.config, job.speller, job.results))
    except Exception as error:  # noqa: BLE001 - a kernel's fault is a value: shown here, reported by the flow
        failure = KernelFailure(kernel=kernel.name, error=f"{type(error).__name__}: {error}")
        return failed("kernel_failed", f"{kernel.name}: {type(error).__name__}", failure)
    if isinstance(result, ScanResult) and result.failed_rules:
        names = ", ".join(rule.rule for rule in result.failed_rules)
        return failed("rules_failed", f"{kernel.name}: {names}", result)
    return result
