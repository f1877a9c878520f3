"""A GGUF file run in this process: no server to install or start (the engine is in ``llamacpp_engine``)."""

import threading
from pathlib import Path

from reviewer.errors import ReviewError
from reviewer.llm import faults
from reviewer.llm.llamacpp_engine import Engine
from reviewer.llm.llamacpp_file import FileDigest
from reviewer.llm.openai import OpenAIClient
from reviewer.model.chat import ChatReply, ChatRequest, Offers, Watch


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
        self._digest = FileDigest(model, self._closed)

    def digest(self, model: str) -> str:
        """SHA-256 of the model file (about a second for each GB, once)."""
        return self._digest()

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
