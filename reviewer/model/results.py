"""What kernels return where a library function gives a tuple: one frozen object that can be stored and read back."""

from reviewer.model.chunk import ChunkFingerprint, ReviewChunk
from reviewer.model.frozen import Frozen
from reviewer.model.structure import ProtectedSpan


class ProtectedRegions(Frozen):
    """Result of ``md_protected_regions``."""

    spans: tuple[ProtectedSpan, ...] = ()


class ChunkPlan(Frozen):
    """Result of ``md_chunk``."""

    chunks: tuple[ReviewChunk, ...] = ()


class Fingerprints(Frozen):
    """Result of ``md_fingerprint_chunk``, in the order of the chunks."""

    items: tuple[ChunkFingerprint, ...] = ()


class KernelFailure(Frozen):
    """A kernel without a result. ``error`` is for the user's own eyes: it may quote the document."""

    kernel: str
    error: str
