"""The models of one run: an open client, names and digests, prompts. Opened once, closed by whoever opened it."""

import os
import random
import threading
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field

from reviewer.config import LLMConfig
from reviewer.errors import BackendError, NotAsked
from reviewer.hashing import content_hash
from reviewer.llm.in_front import InFront
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatClient, ChatReply, ChatRequest, Offers, Watch
from reviewer.plan.chunk_job import Models
from reviewer.plan.prompt import Prompts
from reviewer.service.home import reviewctl_home
from reviewer.service.models.machine_slots import MachineSlots
from reviewer.service.models.prompt_files import read_prompts

_JITTER = (3.0, 8.0)
"""Seconds between an empty reply and the next attempt (seed: Retry Policy)."""

_COUNTS = 10_000
"""Token counts that are kept: those that come first are of what every prompt holds."""

_GONE = frozenset({"unreachable", "no-model", "model-not-loaded"})
"""Failures that the next call would meet as well."""

_BROKEN = 3
"""Calls in a row that broke off, after which a backend is gone, too. Each of them was asked twice."""


@dataclass(frozen=True, slots=True)
class ModelEdge:
    """What chunk reviews and summaries ask. ``models`` for edits; ``pyramid_model`` with its digest for summaries.

    ``validator_model`` judges what the others propose; empty: nobody does.
    """

    client: "GuardedClient"
    models: Models
    pyramid_model: str
    pyramid_digest: str
    prompts: Prompts = field(default_factory=read_prompts)
    validator_model: str = ""
    validator_digest: str = ""

    def described(self) -> tuple[tuple[str, str], ...]:
        """What a run was made with, for its record."""
        return (
            ("backend", self.client.backend),
            ("endpoint", self.client.endpoint),
            ("edit_model", self.models.worker),
            ("edit_model_digest", self.models.worker_digest),
            ("tutor_model", self.models.tutor),
            ("tutor_model_digest", self.models.tutor_digest),
            ("pyramid_model", self.pyramid_model),
            ("pyramid_model_digest", self.pyramid_digest),
            ("validator_model", self.validator_model),
            ("validator_model_digest", self.validator_digest),
            ("prompts", self.prompts.digest()),
        )

    def wait(self, attempt: int) -> None:
        """Wait before a further attempt, no longer once the client is closed; a script is not waited for."""
        if self.client.backend != "scripted":
            self.client.ended.wait(random.uniform(*_JITTER))  # noqa: S311 - jitter is no secret


class GuardedClient(InFront):
    """A client that stops asking a backend that is gone, so that a dead endpoint costs one wait and not one a chunk.

    At most ``concurrency`` calls at a time, and as many as ``machine`` has free. ``calls`` counts those that were
    handed to the backend, whatever came of them: what counts as a call everywhere. The small calls that find out what
    is offered are calls too.
    """

    def __init__(self, client: ChatClient, concurrency: int, machine: MachineSlots | None = None) -> None:
        super().__init__(client)
        self._machine = machine
        self._gone: BackendError | None = None
        self._broken = 0
        self._slots = threading.BoundedSemaphore(concurrency)
        self._lock = threading.Lock()
        self._asking = threading.Lock()
        self._counted: dict[str, int] = {}
        self._offered: dict[str, Offers] = {}
        self._handed = 0
        self.ended = threading.Event()

    @property
    def calls(self) -> int:
        """See the class."""
        return self._handed + self._client.questions

    @property
    def gone(self) -> bool:
        """Whether a call showed that the backend is not there any more."""
        return self._gone is not None

    def count_tokens(self, model: str, text: str) -> int | None:
        """As the client's; None once the backend is gone. What is the same in many prompts is asked for once."""
        key = content_hash(f"{model}\0{text}")
        if key in self._counted:
            return self._counted[key]
        count = None if self._gone else self._client.count_tokens(model, text)
        if count is not None and len(self._counted) < _COUNTS:
            self._counted[key] = count
        return count

    def offers(self, model: str) -> Offers:
        """As the client's, but asked for once, whatever came of it; nothing once the backend is gone."""
        with self._asking:
            if model not in self._offered:
                with self._slots:
                    if self.gone:
                        return Offers()
                    self._offered[model] = self._client.offers(model)
            return self._offered[model]

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """Ask, unless an earlier call showed that the backend is gone (``NotAsked``). Raises as the client's."""
        return self._call(lambda: self._client.chat(request, watch))

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """As ``chat``."""
        return self._call(lambda: self._client.score(request, text))

    def _call(self, call: Callable[[], ChatReply]) -> ChatReply:
        with self._slots, self._machine.one(self.ended) if self._machine else nullcontext():
            if self._gone is not None:
                raise NotAsked(self._gone.code, f"not asked, because before: {self._gone.message}", self._gone.hint)
            with self._lock:
                self._handed += 1
            try:
                reply = call()
            except BackendError as error:
                self._note(error)
                raise
            self._broken = 0
            return reply

    def _note(self, error: BackendError) -> None:
        """Whether a failure shows that the backend is gone: one call that breaks off does not."""
        with self._lock:
            self._broken = self._broken + 1 if error.code == "broken-off" else 0
            if error.code in _GONE or self._broken >= _BROKEN:
                self._gone = error

    def close(self) -> None:
        """End all calls."""
        self.ended.set()
        super().close()


def open_edge(llm: LLMConfig, environ: Mapping[str, str] = os.environ) -> ModelEdge:
    """Open the backend and ask for the models' digests: a backend that is not there is told before anything is sent.

    Raises:
        SovereigntyError, UserError: as ``open_client``; ``no-machine-limit``.
        BackendError: ``unreachable``, ``no-model``.
    """
    folder = reviewctl_home(environ) / "slots"
    machine = MachineSlots(folder, f"{llm.backend} {llm.endpoint}", llm.machine_concurrency)
    client = open_client(llm, environ=environ)
    try:
        digests: dict[str, str] = {}

        def digest(model: str) -> str:
            if model and model not in digests:
                digests[model] = client.digest(model)
            return digests.get(model, "")

        tutor = llm.tutor_model or ""
        models = Models(llm.worker, digest(llm.worker), tutor, digest(tutor))
        pyramid, validator = llm.pyramid_model or llm.worker, llm.validator_model or tutor or llm.worker
        asked = ModelEdge(
            GuardedClient(client, llm.concurrency, machine),
            models,
            pyramid,
            digest(pyramid),
            validator_model=validator,
            validator_digest=digest(validator),
        )
    except BaseException:
        client.close()
        raise
    return asked
