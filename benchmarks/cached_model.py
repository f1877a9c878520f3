"""A model of which every reply is kept in a file, so that what is made of replies can be measured again without it."""

import json
import time
from pathlib import Path
from typing import Any

from reviewer.hashing import json_hash
from reviewer.model.chat import ChatClient, ChatReply, ChatRequest, Offers, Watch


class Missing(Exception):  # noqa: N818 - nothing is wrong: it was not asked yet
    """A reply that is not kept, where no model may be asked."""


class CachedModel:
    """A client that asks ``client`` (None: nobody) for what the file at ``path`` has no reply to.

    ``milliseconds`` adds up what the calls took when they were made. After ``until`` (of ``time.monotonic``) nobody is
    asked.
    """

    backend, endpoint, constrains, questions = "kept", "", False, 0

    def __init__(self, path: Path, client: ChatClient | None) -> None:
        self._path, self._client = path, client
        self._replies: dict[str, dict[str, Any]] = {}
        self.milliseconds = 0
        self.until = float("inf")
        if path.exists():
            for line in path.read_text(encoding="utf-8").split("\n"):
                if line.endswith("}"):  # a run that was ended may have left half a line
                    record = json.loads(line)
                    self._replies[record["key"]] = record["reply"]

    def digest(self, model: str) -> str:
        """Nothing."""
        return ""

    def count_tokens(self, model: str, text: str) -> int | None:
        """None."""
        return None

    def offers(self, model: str) -> Offers:
        """Everything."""
        return Offers(logprobs=True, continues=True, scores=True)

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """The reply that is kept, else the model's."""
        return self._reply(request, None)

    def score(self, request: ChatRequest, text: str) -> ChatReply:
        """As ``chat``."""
        return self._reply(request, text)

    def close(self) -> None:
        """Ends the model's calls."""
        if self._client is not None:
            self._client.close()

    def _reply(self, request: ChatRequest, text: str | None) -> ChatReply:
        asked = [[turn.role, turn.content] for turn in request.messages]
        key = json_hash([asked, text, request.max_tokens, request.top_logprobs, request.model])
        if key not in self._replies:
            if self._client is None or time.monotonic() > self.until:
                raise Missing
            reply = self._client.chat(request) if text is None else self._client.score(request, text)
            self._keep(key, reply.model_dump(mode="json"))
        found = ChatReply.model_validate(self._replies[key])
        self.milliseconds += found.elapsed_ms
        return found

    def _keep(self, key: str, reply: dict[str, Any]) -> None:
        self._replies[key] = reply
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, "reply": reply}, ensure_ascii=False) + "\n")
