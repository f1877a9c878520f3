"""The script of the ``scripted`` backend: a JSONL file that says what is answered to what.

Each line is an object: ``{"when": {"stage"?, "chunk"?, "contains"?}, "reply": …, "finish_reason"?, "prompt_tokens"?,
"completion_tokens"?, "delay_ms"?, "status"?}``. The first line whose ``when`` fits a call answers it, every time;
``{}`` fits every call. ``stage`` is pyramid, edit or tutor; ``chunk`` the id of a chunk, or of a pyramid node;
``contains`` a text that stands in one of the messages. A ``reply`` that is a string is answered as it is, any other
JSON value as JSON. A ``status`` other than 200 is a failure (404: no such model). Empty lines are skipped.
"""

import codecs
import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from reviewer.errors import UserError
from reviewer.file_kinds import read_regular
from reviewer.hashing import bytes_hash
from reviewer.json_text import BadJson, read_json, refuse_repeats
from reviewer.model.chat import ChatRequest, FinishReason, Stage
from reviewer.model.frozen import Frozen, first_fault
from reviewer.path_text import bare_path, shown_path

_Count = Annotated[int, Field(ge=0, strict=True)]


class When(Frozen):
    """Which calls a line answers. What is left out fits all."""

    stage: Stage | None = None
    chunk: str | None = None
    contains: str | None = None

    def fits(self, request: ChatRequest) -> bool:
        """Whether a line with this condition answers the call."""
        return (
            self.stage in {None, request.stage}
            and self.chunk in {None, request.subject}
            and (self.contains is None or any(self.contains in turn.content for turn in request.messages))
        )


class ScriptLine(Frozen):
    """One answer. ``delay_ms``: how long the call takes."""

    when: When
    reply: Any = ""
    finish_reason: FinishReason = "stop"
    prompt_tokens: _Count | None = None
    completion_tokens: _Count | None = None
    delay_ms: _Count = 0
    status: Annotated[int, Field(ge=200, le=599, strict=True)] = 200

    @property
    def text(self) -> str:
        """The reply as a backend would send it."""
        return self.reply if isinstance(self.reply, str) else json.dumps(self.reply, ensure_ascii=False)


class Script(Frozen):
    """All answers, and the digest of the file that holds them."""

    path: str
    digest: str
    lines: tuple[ScriptLine, ...]


_LINE = TypeAdapter(ScriptLine)


def read_script(path: Path) -> Script:
    """Read and check a script.

    Raises:
        UserError: ``no-script`` (not readable), ``bad-script`` naming file and line.
    """
    try:
        data = read_regular(path)
    except OSError as error:
        raise UserError("no-script", f"cannot read the script {shown_path(path)}: {error.strerror}", _HINT) from error
    lines = tuple(_line(path, number, raw) for number, raw in enumerate(data.split(b"\n"), start=1) if raw.strip())
    if not lines:
        raise UserError("bad-script", f"{bare_path(path)}: the script has no line", _HINT)
    return Script(path=str(path), digest=bytes_hash(data), lines=lines)


_HINT = 'a script is JSONL; this line answers every call: {"when": {}, "reply": []}'


def _line(path: Path, number: int, raw: bytes) -> ScriptLine:
    try:
        value = read_json(raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw, refuse_repeats)
    except BadJson as error:
        raise _bad(path, number, f"is not JSON that can be read: {error}") from None
    if not isinstance(value, dict):
        raise _bad(path, number, "is not a JSON object")
    try:
        line = _LINE.validate_python(value)
    except ValidationError as error:
        raise _bad(path, number, first_fault(error)) from None
    if "reply" not in value and line.status == 200:
        raise _bad(path, number, "has no 'reply'")
    return line


def _bad(path: Path, number: int, what: str) -> UserError:
    return UserError("bad-script", f"{bare_path(path)}:{number}: {what}", _HINT)
