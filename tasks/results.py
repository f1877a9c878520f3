"""How results are stored: typed, with a checksum, and never with a class name that the file could choose."""

import hashlib
from pathlib import Path
from typing import Any, Literal

from prefect.serializers import Serializer
from pydantic import Field

from reviewer.file_kinds import read_regular
from reviewer.json_text import read_json
from reviewer.model.frozen import Frozen
from reviewer.service.models.kernels import RESULTS
from reviewer.service.stages.kernels import BY_NAME

Stored = Literal["good", "missing", "damaged"]


class KernelResult(Serializer):
    """JSON of a kernel's own result model below its SHA-256. The kernel's name and the key are part of the checksum.

    So a result that was put under another document's or configuration's key is none.

    Anything else than the very bytes that were written raises ``ValueError``, which Prefect takes as a miss.
    """

    type: str = Field(default="reviewctl-kernel-result", frozen=True)
    kernel: str
    key: str = ""

    def dumps(self, obj: Any) -> bytes:
        """Bytes of a result.

        Raises:
            TypeError: not the kernel's result model.
        """
        model = result_of(self.kernel)
        if not isinstance(obj, model):
            raise TypeError(f"{self.kernel} gives {model.__name__}, not {type(obj).__name__}")
        body = obj.model_dump_json().encode()
        return self._checksum(body) + b"\n" + body

    def loads(self, blob: bytes) -> Frozen:
        """The result again, or ``ValueError`` where a byte differs."""
        return result_of(self.kernel).model_validate_json(self.verified(blob))

    def verified(self, blob: bytes) -> bytes:
        """The JSON below the checksum, or ``ValueError`` where they do not agree."""
        checksum, _, body = blob.partition(b"\n")
        if self._checksum(body) != checksum:
            raise ValueError(f"the stored result of {self.kernel} is damaged")
        return body

    def _checksum(self, body: bytes) -> bytes:
        named = f"{self.kernel}\n{self.key}\n".encode()
        return hashlib.sha256(named + body).hexdigest().encode()


def result_of(kernel: str) -> type[Frozen]:
    """The result model of a kernel."""
    return RESULTS[kernel] if kernel in RESULTS else BY_NAME[kernel].result


def stored_state(folder: Path, kernel: str, key: str) -> Stored:
    """What is stored under a key, told by its checksum without building the result. Never raises."""
    try:
        record = read_json(read_regular(folder / key))
        KernelResult(kernel=kernel, key=key).verified(record["result"].encode())
    except FileNotFoundError:
        return "missing"
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "damaged"
    return "good"
