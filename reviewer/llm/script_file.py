"""The script of the ``scripted`` backend: a JSONL file that says what is answered to what.

Each line is an object: ``{"when": {"stage"?, "chunk"?, "contains"?, "continues"?}, "reply": …, "tokens"?,
"finish_reason"?, "prompt_tokens"?, "completion_tokens"?, "delay_ms"?, "status"?}``, or one with ``score`` in the place
of ``reply`` and ``tokens``. The first line whose ``when`` fits a call answers it, every time; ``{}`` fits every call.
``stage`` is that of the call (pyramid, edit, tutor, proofread, validate); ``chunk`` the id of a chunk, or of a pyramid
node; ``contains`` a text that stands in one of the messages, or in the text to be scored; ``continues`` the end of a
last message of role assistant, which the reply goes on from ("" fits every such message). A ``reply`` that is a string
is answered as it is, any other JSON value as JSON. A ``status`` other than 200 is a failure (404: no such model). Empty
lines are skipped.

``tokens`` are those of the reply, ``[{"text", "logprob"?, "top"?: [[text, logprob], …]}, …]``, and make up its text.
``score`` answers calls for the likelihood of a text, and no others: an object from the text of a token, with the space
before it, to its log-probability, or to ``{"logprob"?, "top"?}``. All other tokens (words and marks, each with the
space before it) are certain: log-probability 0, no alternatives.
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

_Logprob = Annotated[float, Field(le=0, allow_inf_nan=False)]
_Count = Annotated[int, Field(ge=0, strict=True)]


class When(Frozen):
    """Which calls a line answers. What is left out fits all."""

    stage: Stage | None = None
    chunk: str | None = None
    contains: str | None = None
    continues: str | None = None

    def fits(self, request: ChatRequest, scored: str = "") -> bool:
        """Whether a line with this condition answers the call; ``scored``: the text whose likelihood is asked for."""
        said = (*(turn.content for turn in request.messages), scored)
        return (
            self.stage in {None, request.stage}
            and self.chunk in {None, request.subject}
            and (self.contains is None or any(self.contains in text for text in said))
            and (self.continues is None or _is_continued(request, self.continues))
        )


def _is_continued(request: ChatRequest, end: str) -> bool:
    last = request.messages[-1] if request.messages else None
    return last is not None and last.role == "assistant" and last.content.endswith(end)


class Seen(Frozen):
    """How a model sees one token of a text."""

    logprob: _Logprob = 0.0
    top: tuple[tuple[str, _Logprob], ...] = ()


class ScriptToken(Seen):
    """One token of a reply."""

    text: str


class ScriptLine(Frozen):
    """One answer. ``delay_ms``: how long the call takes; ``score`` is None in a line that answers chats."""

    when: When
    reply: Any = ""
    tokens: tuple[ScriptToken, ...] = ()
    score: dict[Annotated[str, Field(min_length=1)], _Logprob | Seen] | None = None
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
    if (fault := _contradiction(value, line)) is not None:
        raise _bad(path, number, fault)
    return line


def _contradiction(value: dict[str, Any], line: ScriptLine) -> str | None:
    """What is wrong between the members of a line."""
    if line.score is not None:
        both = next((name for name in ("reply", "tokens", "finish_reason") if name in value), None)
        return None if both is None else f"has both 'score' and {both!r}"
    if "reply" not in value and line.status == 200:
        return "has no 'reply'"
    if line.tokens and "".join(token.text for token in line.tokens) != line.text:
        return "'tokens' do not make up the text of 'reply'"
    return None


def _bad(path: Path, number: int, what: str) -> UserError:
    return UserError("bad-script", f"{bare_path(path)}:{number}: {what}", _HINT)
