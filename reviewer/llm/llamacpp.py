"""A GGUF file run in this process: no server to install or start (the engine is in ``llamacpp_engine``)."""

import hashlib
import threading
from pathlib import Path

from reviewer.errors import ReviewError, UserError
from reviewer.llm import faults
from reviewer.llm.llamacpp_engine import Engine
from reviewer.llm.openai import OpenAIClient
from reviewer.model.chat import ChatReply, ChatRequest, Offers, Watch
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


def file_digest(model: Path, closed: threading.Event) -> str:
    """SHA-256 of the model file.

    Raises:
        BackendError: ``no-model``; ``closed`` once the event is set.
    """
    total = hashlib.sha256()
    try:
        with model.open("rb") as file:
            while block := file.read(_BLOCK):
                if closed.is_set():
                    raise faults.closed()
                total.update(block)
    except OSError as error:
        raise faults.no_model("llama.cpp", str(model), "check --model-path") from error
    return "sha256:" + total.hexdigest()


class LlamaCppClient:
    """A ``ChatClient`` on one GGUF file, whatever model a request names. The model is loaded with the first call.

    Each of ``slots`` calls at once has a window of ``num_ctx`` tokens; a request cannot widen it.
    """

    backend = "llamacpp"
    endpoint = ""
    constrains = True

    def __init__(self, model: Path, num_ctx: int, slots: int) -> None:
        self._model = model
        self._num_ctx = num_ctx
        self._slots = slots
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._engine: Engine | None = None
        self._client: OpenAIClient | None = None
        self._digest = ""

    def digest(self, model: str) -> str:
        """SHA-256 of the model file (about a second for each GB, once)."""
        if not self._digest:
            self._digest = file_digest(self._model, self._closed)
        return self._digest

    def count_tokens(self, model: str, text: str) -> int | None:
        """The model's own count."""
        try:
            return self._ready().count_tokens(model, text)
        except ReviewError:
            return None

    @property
    def questions(self) -> int:
        """Those of the loaded model."""
        return self._client.questions if self._client is not None else 0

    def offers(self, model: str) -> Offers:
        """What the model in this process does; nothing where it cannot be loaded."""
        try:
            return self._ready().offers(model)
        except ReviewError:
            return Offers()

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """One call; the first one loads the model, which its time limit does not cover."""
        return self._ready().chat(request, watch)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """One call, as ``chat``."""
        return self._ready().score(request, text)

    def close(self) -> None:
        """End all calls. While a model is being loaded, this waits for it."""
        self._closed.set()
        with self._lock:
            if self._engine is not None:
                self._engine.close()

    def _ready(self) -> OpenAIClient:
        with self._lock:
            if self._client is None and not self._closed.is_set():
                self._engine = Engine(self._model, self._num_ctx, self._slots)
                self._client = OpenAIClient(self._engine.calls, "")
            if self._client is None:
                raise faults.closed()
            return self._client
