"""A backend without a model: answers come from a file (``script_file``), so that all the rest can be tested."""

import threading
import time

from reviewer.errors import BackendError
from reviewer.llm import faults
from reviewer.llm.faults import Answer
from reviewer.llm.replies import text
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.model.chat import ChatReply, ChatRequest
from reviewer.path_text import shown_path


class ScriptedClient:
    """A ``ChatClient`` that answers from a script. It constrains nothing and counts nothing."""

    backend = "scripted"
    endpoint = ""
    constrains = False

    def __init__(self, script: Script) -> None:
        self._script = script
        self._closed = threading.Event()
        self._general: list[tuple[int, ScriptLine]] = []
        self._by_chunk: dict[str, list[tuple[int, ScriptLine]]] = {}
        for number, line in enumerate(script.lines):
            chunk = line.when.chunk
            (self._general if chunk is None else self._by_chunk.setdefault(chunk, [])).append((number, line))

    def digest(self, model: str) -> str:
        """The digest of the script: another script is another model."""
        return self._script.digest

    def count_tokens(self, model: str, text: str) -> int | None:
        """None."""
        return None

    def chat(self, request: ChatRequest) -> ChatReply:
        """The first line that fits, after its delay."""
        began = time.monotonic()
        if self._closed.is_set():
            raise faults.closed()
        line = self._line_for(request)
        if self._closed.wait(min(line.delay_ms / 1000, request.timeout)):
            raise faults.closed()
        if line.delay_ms / 1000 > request.timeout:
            raise faults.timed_out(self._script.path, request.timeout)
        if line.status != 200:
            raise self._refusal(line, request.model)
        return ChatReply(
            text=text(line.text, self._script.path),
            finish_reason=line.finish_reason,
            prompt_tokens=line.prompt_tokens,
            completion_tokens=line.completion_tokens,
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )

    def close(self) -> None:
        """End all calls."""
        self._closed.set()

    def _line_for(self, request: ChatRequest) -> ScriptLine:
        """The first in file order, looking only at lines for this chunk and for all chunks."""
        groups = (self._by_chunk.get(request.subject, ()), self._general)
        firsts = [next((pair for pair in group if pair[1].when.fits(request)), None) for group in groups]
        fitting = [pair for pair in firsts if pair is not None]
        if not fitting:
            raise BackendError(
                "bad-reply",
                f"no line of {shown_path(self._script.path)} fits stage {request.stage!r}, chunk {request.subject!r}",
                'add a last line that fits every call: {"when": {}, "reply": []}',
            )
        return min(fitting, key=lambda pair: pair[0])[1]

    def _refusal(self, line: ScriptLine, model: str) -> BackendError:
        if line.status == 404:
            return faults.no_model(self._script.path, model, "the script answers so: status 404")
        return faults.refused(self._script.path, Answer(line.status, None))
