"""llama.cpp inside this process, by the optional package ``xllamacpp``.

The package starts llama.cpp's own HTTP server. Here it listens on a Unix socket in a folder that only this user may
enter, and on no port. Its constructor and destructor hold the interpreter's lock, and destroying it waits for the batch
that is being computed (with a call open it would wait for ever): an engine that was closed while it computed is
destroyed when the next one starts or the process ends, and batches are small.
"""

import atexit
import importlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from reviewer.errors import BackendError, UserError
from reviewer.llm.route import Route
from reviewer.llm.transport import HttpCalls
from reviewer.path_text import shown_path

EXTRA = "xllamacpp"
BATCH_TOKENS = 128
"""Tokens of a prompt that are computed in one go: about a second on two cores with a model of 0.5 billion weights."""

LONGEST_SOCKET_PATH = 100
"""Bytes; the system's limit for the path of a Unix socket is 104 to 108."""


def require_extra() -> Any:
    """The package.

    Raises:
        UserError: ``missing-extra``.
    """
    try:
        return importlib.import_module(EXTRA)
    except ImportError as error:
        raise UserError(
            "missing-extra",
            f"the llamacpp backend needs the package {EXTRA!r}, which is not installed",
            "pip install 'reviewctl[llamacpp]' (or 'reviewctl[logits]'), or use a server: --backend ollama or openai",
        ) from error


class Engine:
    """One model in memory, answering through ``calls`` (OpenAI's protocol)."""

    def __init__(self, model: Path, num_ctx: int, slots: int) -> None:
        """Load a model: seconds to minutes, not interruptible.

        Raises:
            BackendError: ``no-model``: the file cannot be loaded.
            UserError: ``missing-extra``.
        """
        package = require_extra()
        _destroy_closed()
        self._folder = tempfile.mkdtemp(prefix="reviewctl-", dir=_short_folder())
        path = os.path.join(self._folder, "llama.sock")
        try:
            self._server = package.Server(_parameters(package, model, path, num_ctx, slots))
        except (RuntimeError, ValueError, OSError) as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise BackendError(
                "no-model",
                f"llama.cpp cannot load {shown_path(model)}",
                "check that the file is whole and that the model fits into memory (llm.num_ctx, llm.concurrency)",
            ) from error
        label = f"llama.cpp ({model.name})"
        self.calls = HttpCalls(Route("http", "localhost", 80, socket_path=path, label=label))
        self._closed = False
        _engines.append(self)

    def close(self) -> None:
        """End all calls at once; destroy the engine when it computes nothing any more."""
        self._closed = True
        cut_off = self.calls.close()
        shutil.rmtree(self._folder, ignore_errors=True)
        if not cut_off:
            self.destroy()

    def destroy(self) -> None:
        """Give the memory back. Waits for the batch that is being computed."""
        self.calls.close()
        if self in _engines:
            _engines.remove(self)
            del self._server
            shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def closed(self) -> bool:
        """Whether it answers no more."""
        return self._closed


_engines: list[Engine] = []
"""All that hold a model: none may live on while the interpreter is taken down (llama.cpp crashes then)."""


def _destroy_closed() -> None:
    for engine in [engine for engine in _engines if engine.closed]:
        engine.destroy()


@atexit.register
def _destroy_all() -> None:
    for engine in tuple(_engines):
        engine.destroy()


def _parameters(package: Any, model: Path, socket_path: str, num_ctx: int, slots: int) -> Any:
    """How the server runs. Without n-gram drafts, though a text that is copied would take half the time with them:

    the tokens of a draft that was right come without probability and without alternatives (24 of 26 in a forced copy,
    22 of 25 in a free one; xllamacpp 2026.10), no request can switch drafts off, and these are what proofreading reads.
    """
    params = package.CommonParams()
    params.model.path = str(model)
    params.hostnames, params.port = [socket_path], 0
    params.n_parallel, params.n_ctx = slots, num_ctx * slots
    params.n_batch = params.n_ubatch = BATCH_TOKENS
    params.cpuparams.n_threads = cores()
    params.cache_ram_mib = 0  # old prompts are kept by the slots alone, so that memory does not grow with the document
    params.warmup = False
    params.offline, params.ui, params.endpoint_slots = True, False, False
    params.verbosity = -1
    return params


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _short_folder() -> str | None:
    usual = os.path.join(tempfile.gettempdir(), "reviewctl-xxxxxxxx", "llama.sock")
    return "/tmp" if len(os.fsencode(usual)) > LONGEST_SOCKET_PATH else None  # noqa: S108 - a private folder is made there
