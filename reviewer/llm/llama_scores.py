"""Scores from llama.cpp's server: it is made to write a text (``forced``), and tells what it thinks of each token."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from reviewer.errors import BackendError
from reviewer.llm import faults
from reviewer.llm.faults import Answer
from reviewer.llm.forced import Forcing, Piece, completion_entries, forcing, make_up, read_pieces, scored
from reviewer.llm.logprobs import foretold
from reviewer.llm.openai_chat import cached_tokens, chat_body, entries_of
from reviewer.llm.replies import count, first, json_object, part
from reviewer.llm.transport import HttpCalls
from reviewer.model.chat import ChatReply, ChatRequest

LOOKUP_SECONDS = 30.0

Ask = Callable[[str, Mapping[str, Any], ChatRequest], Answer]
"""Sends a body to a path for a request; a status other than 200 is raised."""


class LlamaScores:
    """Scores texts by one server."""

    def __init__(self, calls: HttpCalls, root: str, ask: Ask) -> None:
        self._calls = calls
        self._root = root
        self._ask = ask
        self._starts: dict[str, list[int]] = {}

    def tells_tokens(self, model: str, text: str) -> bool:
        """Whether the server says which tokens a text has. That is no call to the model.

        Raises:
            BackendError: as ``HttpCalls.send``.
        """
        return bool(self._pieces(model, text))

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """One call, see ``ChatClient.score``. An empty text is not asked about.

        Raises:
            BackendError: as ``ChatClient.chat``.
        """
        began = time.monotonic()
        if not text:
            return ChatReply(text="")
        pieces = self._pieces(request.model, text)
        if not pieces:
            raise self._other_text()
        answered, entries = self._written(request, forcing(pieces))
        if foretold(entries):
            raise faults.bad_reply(
                self._calls.where, "tells nothing of tokens that a draft foretold: run it without speculative drafts"
            )
        tokens = scored(entries, text)
        if not tokens:
            raise self._other_text()
        return ChatReply(
            text=text,
            tokens=tokens if request.top_logprobs else tuple(token.having(top=()) for token in tokens),
            prompt_tokens=_either(answered, "prompt_tokens", "tokens_evaluated"),
            completion_tokens=_either(answered, "completion_tokens", "tokens_predicted"),
            cached_prompt_tokens=cached_tokens(answered),
            elapsed_ms=round((time.monotonic() - began) * 1000),
        )

    def _written(self, request: ChatRequest, forced: Forcing) -> tuple[dict[str, Any], object]:
        """The server's answer and its tokens: as a reply to the messages, or else as plain text."""
        alternatives = max(1, request.top_logprobs)
        if not request.messages:
            body = {
                "model": request.model,
                "prompt": self._start(request.model),
                "n_predict": forced.limit,
                "n_probs": alternatives,
                "temperature": 0.0,
                "grammar": forced.grammar,
            }
            answered = json_object(self._ask("/completion", body, request), self._calls.where)
            return answered, completion_entries(answered)
        plainly = {"stop": (), "json_schema": None, "temperature": 0.0}
        wanted = request.having(max_tokens=forced.limit, top_logprobs=alternatives, **plainly)
        body = chat_body(wanted) | {"grammar": forced.grammar}
        answered = json_object(self._ask("/v1/chat/completions", body, request), self._calls.where)
        choice = first(answered, "choices", self._calls.where)
        if part(choice, "message", self._calls.where).get("reasoning_content"):
            raise self._other_text()  # it was written as a thought, and is as likely as one
        return answered, entries_of(choice)

    def _pieces(self, model: str, text: str) -> tuple[Piece, ...]:
        """The tokens of a text, none where the server does not tell or they are not the text."""
        pieces = read_pieces(self._tokens(model, text, with_pieces=True, parse_special=False))
        return pieces if make_up(pieces, text) else ()

    def _start(self, model: str) -> list[int]:
        """What plain text follows: the model's sign for the beginning of a text, or else a line end.

        The server computes nothing for an empty prompt.
        """
        if model not in self._starts:
            shown = self._calls.send("GET", self._root + "/props", None, LOOKUP_SECONDS).value
            sign = shown.get("bos_token") if isinstance(shown, dict) else None
            tokens = self._tokens(model, sign if isinstance(sign, str) and sign else "\n", parse_special=True)
            self._starts[model] = [token for token in tokens if isinstance(token, int)]
        return self._starts[model]

    def _tokens(self, model: str, text: str, **how: bool) -> list[Any]:
        asked = {"model": model, "content": text, "add_special": False, **how}
        answer = self._calls.send("POST", self._root + "/tokenize", asked, LOOKUP_SECONDS)
        found = answer.value.get("tokens") if isinstance(answer.value, dict) else None
        return found if isinstance(found, list) else []

    def _other_text(self) -> BackendError:
        return faults.bad_reply(self._calls.where, "did not write the text that it was made to write")


def _either(answered: Mapping[str, Any], usage: str, other: str) -> int | None:
    """OpenAI's count, or that of ``/completion``."""
    found = count(answered, "usage", usage)
    return count(answered, other) if found is None else found
