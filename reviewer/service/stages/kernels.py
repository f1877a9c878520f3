"""The deterministic kernels: what each reads, what it gives, and the key under which its result may be stored.

Names and dependencies are the seed's kernel map (section 3), with one difference: our scans read the parsed document
and no chunks, so ``md_consistency_scan`` does not depend on ``md_chunk`` and is not computed again when budgets change.

A kernel sees only the configuration that is in its key: ``compute`` hands it the defaults for everything else, so a
field that is read but not declared cannot change a result behind the key's back.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from reviewer import __version__
from reviewer.config import ReviewerConfig, RuleConfig
from reviewer.errors import ReviewError
from reviewer.hashing import json_hash
from reviewer.markdown import chunk, fingerprint, inventory, parse, protect, structure
from reviewer.model.document import Document
from reviewer.model.finding import ScanResult
from reviewer.model.frozen import Frozen
from reviewer.model.inventory import Inventory
from reviewer.model.parsed import ParsedDocument
from reviewer.model.ports import Speller
from reviewer.model.results import ChunkPlan, Fingerprints, ProtectedRegions
from reviewer.model.structure import Structure
from reviewer.scan import runner
from reviewer.scan.registry import RULES
from reviewer.scan.words.misspelling import spelling_words
from reviewer.service.files.documents import parsed

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_FLAT = re.compile(r"[a-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class KernelInput:
    """What a kernel computes from. ``results`` holds the values of the kernels that it ``needs``."""

    document: Document
    config: ReviewerConfig
    speller: Speller
    results: Mapping[str, Frozen] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kernel:
    """A pure, versioned function from content to content.

    ``upstream`` are the kernels whose code it stands on (part of its key), ``needs`` those whose values it is given;
    ``reads`` are configuration fields or whole sections, dotted; ``spells`` tells that it asks the speller.
    """

    name: str
    version: str
    upstream: tuple[str, ...]
    reads: tuple[str, ...]
    result: type[Frozen]
    function: Callable[[KernelInput], Frozen]
    needs: tuple[str, ...] = ()
    spells: bool = False

    def compute(self, source: KernelInput) -> Frozen:
        """The kernel's result, from content alone: the document has no name here. Raises what the function raises."""
        document = replace(source.document, source_id="")
        return self.function(replace(source, document=document, config=visible_config(self, source.config)))


def _parsed(source: KernelInput) -> ParsedDocument:
    return parsed(source.document, source.config.style.unprotected)


def _inventory(source: KernelInput) -> Frozen:
    return inventory.inventory(parsed(source.document))


def _structure(source: KernelInput) -> Frozen:
    return structure.structure(parsed(source.document))


def _protected_regions(source: KernelInput) -> Frozen:
    return ProtectedRegions(spans=protect.protected_regions(_parsed(source)))


def _chunk(source: KernelInput) -> Frozen:
    return ChunkPlan(chunks=chunk.chunk_plan(_parsed(source), source.config.chunk))


def _consistency_scan(source: KernelInput) -> Frozen:
    scan = runner.scan_input(_parsed(source), source.config)
    if runner.asks_speller(source.config):
        try:
            scan = scan.answered(source.speller.corrections(spelling_words(scan)))
        except ReviewError as error:
            scan = scan.answered({}, error.message)
    return runner.run_rules(scan, kernel="md_consistency_scan")


def _numbering_control(source: KernelInput) -> Frozen:
    return runner.run_rules(runner.scan_input(_parsed(source), source.config), kernel="md_numbering_control")


def _fingerprint_chunk(source: KernelInput) -> Frozen:
    plan = source.results["md_chunk"]
    if not isinstance(plan, ChunkPlan):
        raise TypeError(f"md_fingerprint_chunk needs a ChunkPlan, not {type(plan).__name__}")
    return Fingerprints(items=fingerprint.fingerprints(_parsed(source), plan.chunks, source.config))


_PROTECTION_READ = ("style.protect_math", "style.protect_tables")
_NUMBERING_READ = ("rules", "style.bad_headings", "style.language", *_PROTECTION_READ)
_CONSISTENCY_READ = (*_NUMBERING_READ, "style.ai_leftover_patterns", "style.glossary", "style.term_pairs")
_FINGERPRINTS_READ = (
    "fingerprint",
    "content_recipes.blockquote_min_lines",
    "content_recipes.code_fence_min_count",
    "content_recipes.emoji_min_count",
    "content_recipes.math_min_count",
    "content_recipes.table_mask_min_rows",
)

KERNELS: tuple[Kernel, ...] = (
    Kernel("md_inventory", inventory.VERSION, (), (), Inventory, _inventory),
    Kernel("md_structure", structure.VERSION, ("md_inventory",), (), Structure, _structure),
    Kernel(
        "md_protected_regions",
        protect.VERSION,
        ("md_inventory",),
        _PROTECTION_READ,
        ProtectedRegions,
        _protected_regions,
    ),
    Kernel(
        "md_chunk",
        chunk.VERSION,
        ("md_structure", "md_protected_regions"),
        ("chunk.max_chunk_tokens", "chunk.min_chunk_tokens"),
        ChunkPlan,
        _chunk,
    ),
    Kernel(
        "md_consistency_scan",
        runner.CONSISTENCY_VERSION,
        ("md_protected_regions", "md_structure"),
        _CONSISTENCY_READ,
        ScanResult,
        _consistency_scan,
        spells=True,
    ),
    Kernel(
        "md_numbering_control",
        runner.NUMBERING_VERSION,
        ("md_structure", "md_protected_regions"),
        _NUMBERING_READ,
        ScanResult,
        _numbering_control,
    ),
    Kernel(
        "md_fingerprint_chunk",
        fingerprint.VERSION,
        ("md_chunk",),
        _FINGERPRINTS_READ,
        Fingerprints,
        _fingerprint_chunk,
        needs=("md_chunk",),
    ),
)
"""In an order in which every kernel comes after those that it needs."""

BY_NAME: Mapping[str, Kernel] = {kernel.name: kernel for kernel in KERNELS}

_PLANNING = "read when findings become ops, after the kernels"
_MODEL_EDGE = "read at the model edge only"
IRRELEVANT: Mapping[str, str] = {
    "batch": "says how documents are shared out, not what is found in one",
    "chunk.max_edit_chunk_tokens": _MODEL_EDGE,
    "chunk.overlap_tokens": "context around a chunk, never part of it",
    "content_recipes.blockquote_flatten": _MODEL_EDGE,
    "content_recipes.digit_truncation_min_lines": _MODEL_EDGE,
    "content_recipes.digit_truncation_threshold": _MODEL_EDGE,
    "content_recipes.emoji_mask": _MODEL_EDGE,
    "content_recipes.enabled": _MODEL_EDGE,
    "content_recipes.synonym_map_enabled": _MODEL_EDGE,
    "content_recipes.synonyms": _MODEL_EDGE,
    "content_recipes.table_mask": _MODEL_EDGE,
    "content_recipes.math_consolidate": _MODEL_EDGE,
    "content_recipes.code_fence_mask": _MODEL_EDGE,
    "content_recipes.digit_truncation": _MODEL_EDGE,
    "proofread": _MODEL_EDGE,
    "llm": _MODEL_EDGE,
    "md_strip": _MODEL_EDGE,
    "circuit_breaker": _MODEL_EDGE,
    "adaptive": _MODEL_EDGE,
    "review": _MODEL_EDGE,
    "validation": _PLANNING,
    "skip_pyramid": _MODEL_EDGE,
    "no_llm": _MODEL_EDGE,
    "pyramid_levels": _MODEL_EDGE,
    "summary_max_tokens": _MODEL_EDGE,
    "strict": _PLANNING,
    "style.silent_allowlist": _PLANNING,
    "fixers": _PLANNING,
    "severity_alert_map": "read when notes are written",
    "in_place": "read when documents are written",
    "output_suffix": "read when documents are written",
    "cache_mode": "says whether results are stored, not what they are",
    "plans_kept": "read when a plan is stored",
    "operator": "read at commit",
    "lock_timeout": "read at commit",
}
"""Configuration that no deterministic kernel reads, with the reason; a test holds this list complete."""


def closure(kernel: Kernel) -> tuple[Kernel, ...]:
    """The kernel and all that it stands on, sorted by name."""
    found: dict[str, Kernel] = {}
    waiting = [kernel]
    while waiting:
        current = waiting.pop()
        found[current.name] = current
        waiting.extend(BY_NAME[name] for name in current.upstream)
    return tuple(found[name] for name in sorted(found))


def leaf_fields(config: Frozen, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every configuration value with its dotted name."""
    for name in type(config).model_fields:
        value = getattr(config, name)
        if isinstance(value, Frozen):
            yield from leaf_fields(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def is_listed(name: str, listed: tuple[str, ...] | Mapping[str, str]) -> bool:
    """True when a dotted field, or a section that holds it, is in the list."""
    parts = name.split(".")
    return any(".".join(parts[:count]) in listed for count in range(1, len(parts) + 1))


def visible_config(kernel: Kernel, config: ReviewerConfig) -> ReviewerConfig:
    """The configuration with defaults for all that neither the kernel nor its upstream reads."""
    reads = tuple(name for part in closure(kernel) for name in part.reads)
    data: dict[str, Any] = {}
    for name, value in leaf_fields(config):
        if is_listed(name, reads):
            section, _, last = name.rpartition(".")
            (data.setdefault(section, {}) if section else data)[last] = value
    if "rules" in data:
        data["rules"] = _own_rules(kernel, config.rules)
    return ReviewerConfig.model_validate(data)


def kernel_key(kernel: Kernel, doc_hash: str, config: ReviewerConfig, extra: Mapping[str, str] | None = None) -> str:
    """The name of the kernel's result for one content and configuration: ``name-vVERSION-<64 hex>``.

    Built from the versions of the kernel, its upstream and the parser, the release, the schema of its result, the
    document's hash and the configuration that is read; ``extra`` holds identities of programs. Never paths or run ids.

    Raises:
        ValueError: an input without a digest, a missing speller identity, or a version that is no file name.
    """
    identities = dict(extra or {})
    if not _DIGEST.fullmatch(doc_hash):
        raise ValueError(f"{kernel.name}: {doc_hash!r} is no content hash, so there is no key")
    if kernel.spells and not identities.get("speller"):
        raise ValueError(f"{kernel.name}: the speller has no identity, so there is no key")
    digest = json_hash(
        {
            "kernel": kernel.name,
            "release": __version__,
            "versions": {"parse": parse.VERSION} | {part.name: part.version for part in closure(kernel)},
            "schema": _schema_hash(kernel.result),
            "document": doc_hash,
            "config": visible_config(kernel, config).model_dump(mode="json"),
            "extra": identities,
        }
    )
    key = f"{kernel.name}-v{kernel.version}-{digest.removeprefix('sha256:')}"
    if not _FLAT.fullmatch(key):
        raise ValueError(f"{kernel.name}: version {kernel.version!r} must be lower-case letters, digits, '-' and '_'")
    return key


def key_identities(kernel: Kernel, speller: Speller) -> dict[str, str]:
    """The program identities that this kernel's key must hold."""
    return {"speller": speller.identity} if kernel.spells else {}


def _own_rules(kernel: Kernel, rules: RuleConfig) -> dict[str, Any]:
    own = {rule.id for rule in RULES if rule.kernel == kernel.name}
    return {
        "disable": sorted(own.intersection(rules.disable)),
        "severity": {name: level for name, level in sorted(rules.severity.items()) if name in own},
    }


@cache
def _schema_hash(model: type[Frozen]) -> str:
    return json_hash(model.model_json_schema())
