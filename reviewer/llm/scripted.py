"""A backend without a model: answers come from a file (``script_file``), so that all the rest can be tested."""

import threading
import time
from collections.abc import Iterable

from reviewer.errors import BackendError
from reviewer.llm import faults
from reviewer.llm.faults import Answer
from reviewer.llm.replies import text
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.script_tokens import pieces, reply_tokens, scored_tokens
from reviewer.model.chat import ChatReply, ChatRequest, Offers, Watch
from reviewer.path_text import shown_path


class ScriptedClient:
    """A ``ChatClient`` that answers from a script. It constrains nothing and counts nothing.

    It offers what the script has: log-probabilities where a line gives ``tokens``, continuing where a ``when`` names
    ``continues``, scores where a line has ``score``.
    """

    backend = "scripted"
    endpoint = ""
    constrains = False
    questions = 0

    def __init__(self, script: Script) -> None:
        self._script = script
        self._closed = threading.Event()
        self._chats = _Lines(line for line in script.lines if line.score is None)
        self._scores = _Lines(line for line in script.lines if line.score is not None)
        self._offers = Offers(
            logprobs=any(line.tokens for line in script.lines),
            continues=any(line.when.continues is not None for line in script.lines),
            scores=any(line.score is not None for line in script.lines),
        )

    def digest(self, model: str) -> str:
        """The digest of the script: another script is another model."""
        return self._script.digest

    def count_tokens(self, model: str, text: str) -> int | None:
        """None."""
        return None

    def offers(self, model: str) -> Offers:
        """See the class."""
        return self._offers

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """The first line that fits, after its delay. A watch sees the reply grow by one token or word at a time."""
        began = time.monotonic()
        line = self._answer(self._chats, request)
        reply = ChatReply(
            text=text(line.text, self._script.path),
            finish_reason=line.finish_reason,
            tokens=reply_tokens(line, request.top_logprobs),
            prompt_tokens=line.prompt_tokens,
            completion_tokens=line.completion_tokens,
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )
        return reply if watch is None else _watched(reply, pieces(line), watch)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """The first line with ``score`` that fits, after its delay."""
        began = time.monotonic()
        if not self._offers.scores:
            raise faults.not_offered(shown_path(self._script.path), request.model)
        line = self._answer(self._scores, request, text)
        return ChatReply(
            text=text,
            tokens=scored_tokens(line.score or {}, text, request.top_logprobs),
            prompt_tokens=line.prompt_tokens,
            completion_tokens=line.completion_tokens,
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )

    def close(self) -> None:
        """End all calls."""
        self._closed.set()

    def _answer(self, lines: "_Lines", request: ChatRequest, scored: str = "") -> ScriptLine:
        if self._closed.is_set():
            raise faults.closed()
        line = lines.first(request, scored)
        if line is None:
            raise self._no_line(request)
        if self._closed.wait(min(line.delay_ms / 1000, request.timeout)):
            raise faults.closed()
        if line.delay_ms / 1000 > request.timeout:
            raise faults.timed_out(self._script.path, request.timeout)
        if line.status != 200:
            raise self._refusal(line, request.model)
        return line

    def _no_line(self, request: ChatRequest) -> BackendError:
        return BackendError(
            "bad-reply",
            f"no line of {shown_path(self._script.path)} fits stage {request.stage!r}, chunk {request.subject!r}",
            'add a last line that fits every call: {"when": {}, "reply": []}, or with "score": {} for scores',
        )

    def _refusal(self, line: ScriptLine, model: str) -> BackendError:
        if line.status == 404:
            return faults.no_model(self._script.path, model, "the script answers so: status 404")
        return faults.refused(self._script.path, Answer(line.status, None))


class _Lines:
    """Lines of a script, in its order."""

    def __init__(self, lines: Iterable[ScriptLine]) -> None:
        self._general: list[tuple[int, ScriptLine]] = []
        self._by_chunk: dict[str, list[tuple[int, ScriptLine]]] = {}
        for number, line in enumerate(lines):
            chunk = line.when.chunk
            (self._general if chunk is None else self._by_chunk.setdefault(chunk, [])).append((number, line))

    def first(self, request: ChatRequest, scored: str) -> ScriptLine | None:
        """The first that fits, looking only at lines for this chunk and for all chunks."""
        groups = (self._by_chunk.get(request.subject, ()), self._general)
        firsts = [next((pair for pair in group if pair[1].when.fits(request, scored)), None) for group in groups]
        fitting = [pair for pair in firsts if pair is not None]
        return min(fitting, key=lambda pair: pair[0])[1] if fitting else None


def _watched(reply: ChatReply, written: list[str], watch: Watch) -> ChatReply:
    """The reply as far as the watch lets it be written; of what is cut, one token for each piece."""
    so_far = ""
    for number, piece in enumerate(written, start=1):
        so_far += piece
        if (why := watch(so_far)) is not None:
            cut = {"text": so_far, "finish_reason": "cut", "cut": why, "tokens": reply.tokens[:number]}
            return reply.having(**cut, completion_tokens=None if reply.completion_tokens is None else number)
    return reply
