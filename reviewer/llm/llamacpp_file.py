"""A GGUF file that is run in this process: is it one, and which."""

import hashlib
import threading
from pathlib import Path

from reviewer.errors import UserError
from reviewer.llm import faults
from reviewer.path_text import shown_path

MAGIC = b"GGUF"
_BLOCK = 8 * 1024 * 1024


def require_gguf(path: str | None) -> Path:
    """The model file.

    Raises:
        UserError: ``no-model-path``, ``no-model-file``, ``bad-model-file``.
    """
    if not path:
        raise UserError("no-model-path", "the llamacpp backend needs a model file", "--model-path FILE.gguf")
    try:
        with Path(path).open("rb") as file:
            magic = file.read(len(MAGIC))
    except OSError as error:
        reason = error.strerror or "not readable"
        raise UserError(
            "no-model-file", f"cannot read the model {shown_path(path)}: {reason}", "--model-path FILE.gguf"
        ) from error
    if magic != MAGIC:
        raise UserError(
            "bad-model-file", f"{shown_path(path)} is no GGUF file", "--model-path takes a model in GGUF format"
        )
    return Path(path)


class FileDigest:
    """The SHA-256 of a model file, read once. Reading ends when ``closed`` is set."""

    def __init__(self, model: Path, closed: threading.Event) -> None:
        self._model = model
        self._closed = closed
        self._digest = ""

    def __call__(self) -> str:
        """The digest: about a second for each GB, the first time.

        Raises:
            BackendError: ``no-model``; ``closed`` once the event is set.
        """
        if not self._digest:
            self._digest = self._read()
        return self._digest

    def _read(self) -> str:
        total = hashlib.sha256()
        try:
            with self._model.open("rb") as file:
                while block := file.read(_BLOCK):
                    if self._closed.is_set():
                        raise faults.closed()
                    total.update(block)
        except OSError as error:
            raise faults.no_model("llama.cpp", str(self._model), "check --model-path") from error
        return "sha256:" + total.hexdigest()
