"""The order of the stages, pure: ``check``, tests and flows run the same one and differ only in how a kernel is run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from reviewer.config import ReviewerConfig
from reviewer.model.chunk import ChunkFingerprint, ReviewChunk
from reviewer.model.document import Document
from reviewer.model.finding import Finding, ScanResult
from reviewer.model.frozen import Frozen
from reviewer.model.inventory import Inventory
from reviewer.model.ports import Speller
from reviewer.model.results import ChunkPlan, Fingerprints, KernelFailure, ProtectedRegions
from reviewer.model.structure import ProtectedSpan, Structure
from reviewer.service.stages.kernels import KERNELS, Kernel, KernelInput

Pending = Callable[[], Frozen]
"""Waits for a kernel's result; raises when it has none."""

Run = Callable[[Kernel, KernelInput], Pending]
"""Starts a kernel. It may run at once, in a thread, or be answered from a cache."""


class KernelFailed(Exception):  # noqa: N818 - it says what happened, like the state of the same name
    """A kernel ended without a result; ``failure`` says why."""

    def __init__(self, failure: KernelFailure) -> None:
        super().__init__(failure.kernel)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Analysis:
    """What stages 1 and 2 found. A kernel in ``failures`` left its field empty (``None``, ``()``, no findings)."""

    document: Document
    inventory: Inventory | None
    structure: Structure | None
    protected: tuple[ProtectedSpan, ...]
    chunks: tuple[ReviewChunk, ...]
    consistency: ScanResult
    numbering: ScanResult
    fingerprints: tuple[ChunkFingerprint, ...]
    failures: tuple[KernelFailure, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings of both scans in document order."""
        both = (*self.consistency.findings, *self.numbering.findings)
        return tuple(sorted(both, key=lambda item: (item.span, item.rule, item.message)))

    @property
    def problems(self) -> tuple[str, ...]:
        """Kernels and rules that failed, one line each."""
        kernels = [f"{failure.kernel}: {failure.error}" for failure in self.failures]
        rules = [
            f"{failed.rule}: {failed.error}"
            for scan in (self.consistency, self.numbering)
            for failed in scan.failed_rules
        ]
        return (*kernels, *rules)


def call_directly(kernel: Kernel, source: KernelInput) -> Pending:
    """Run a kernel in this thread, when its value is asked for."""
    return partial(kernel.compute, source)


def analyse(document: Document, config: ReviewerConfig, speller: Speller, run: Run = call_directly) -> Analysis:
    """Run all deterministic kernels over one document.

    Every kernel is started before any is waited for, unless it needs another one's value. A kernel that raises is a
    failure value; those that do not need it run all the same. Raises nothing of a kernel's.
    """
    pending: dict[str, Pending] = {}
    values: dict[str, Frozen] = {}
    failures: list[KernelFailure] = []
    for kernel in KERNELS:
        for need in kernel.needs:
            _settle(need, pending, values, failures)
        missing = [need for need in kernel.needs if need not in values]
        if missing:
            failures.append(KernelFailure(kernel=kernel.name, error=f"not run, because {missing[0]} failed"))
            continue
        source = KernelInput(document, config, speller, {need: values[need] for need in kernel.needs})
        pending[kernel.name] = run(kernel, source)
    for name in tuple(pending):
        _settle(name, pending, values, failures)
    return _analysis(document, values, failures)


def _settle(name: str, pending: dict[str, Pending], values: dict[str, Frozen], failures: list[KernelFailure]) -> None:
    wait = pending.pop(name, None)
    if wait is None:
        return
    try:
        values[name] = wait()
    except KernelFailed as error:
        failures.append(error.failure)
    except Exception as error:  # noqa: BLE001 - one kernel's fault is a value; the others still count
        failures.append(KernelFailure(kernel=name, error=f"{type(error).__name__}: {error}"))


def _analysis(document: Document, values: dict[str, Frozen], failures: Sequence[KernelFailure]) -> Analysis:
    inventory = _typed(values, "md_inventory", Inventory, None)
    return Analysis(
        document=document,
        inventory=inventory and inventory.model_copy(update={"path": document.source_id}),
        structure=_typed(values, "md_structure", Structure, None),
        protected=_typed(values, "md_protected_regions", ProtectedRegions, ProtectedRegions()).spans,
        chunks=_typed(values, "md_chunk", ChunkPlan, ChunkPlan()).chunks,
        consistency=_typed(values, "md_consistency_scan", ScanResult, ScanResult()),
        numbering=_typed(values, "md_numbering_control", ScanResult, ScanResult()),
        fingerprints=_typed(values, "md_fingerprint_chunk", Fingerprints, Fingerprints()).items,
        failures=tuple(failures),
    )


def _typed(values: dict[str, Frozen], name: str, model: type[Any], empty: Any) -> Any:
    value = values.get(name, empty)
    if value is not empty and not isinstance(value, model):
        raise TypeError(f"{name} gave {type(value).__name__}, not {model.__name__}")
    return value
