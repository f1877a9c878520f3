"""Reading a server's JSON: what is missing or of another type is ``bad-reply``, never an exception of ours."""

from typing import Any

from reviewer.llm.faults import Answer, bad_reply
from reviewer.model.chat import ChatReply, Watch


def json_object(answer: Answer, where: str) -> dict[str, Any]:
    """The answer as a JSON object.

    Raises:
        BackendError: ``bad-reply``.
    """
    if not isinstance(answer.value, dict):
        raise bad_reply(where, "answered with something that is no JSON object")
    return answer.value


def part(value: object, name: str, where: str) -> dict[str, Any]:
    """The member ``name`` of an object, itself an object.

    Raises:
        BackendError: ``bad-reply``.
    """
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, dict):
        raise bad_reply(where, f"answered without {name!r}")
    return found


def first(value: object, name: str, where: str) -> dict[str, Any]:
    """The first item of the list ``name`` of an object, itself an object.

    Raises:
        BackendError: ``bad-reply``.
    """
    found = value.get(name) if isinstance(value, dict) else None
    if not isinstance(found, list) or not found or not isinstance(found[0], dict):
        raise bad_reply(where, f"answered without {name!r}")
    return found[0]


def text(value: object, where: str) -> str:
    """A reply's text; null is an empty one. Half surrogate pairs, which no file can hold, become U+FFFD.

    Raises:
        BackendError: ``bad-reply``.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise bad_reply(where, "answered with something that is no text")
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def seen(reply: ChatReply, answer: Answer, watch: Watch | None) -> ChatReply:
    """The reply as the watch, if there is one, left it: one that came in one piece is looked at now."""
    why = watch(reply.text) if watch is not None and not answer.watched else answer.cut
    return reply if why is None else reply.having(finish_reason="cut", cut=why)


def count(value: object, *names: str) -> int | None:
    """A whole number below nested names; None where there is none."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
