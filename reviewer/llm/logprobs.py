"""The tokens of a reply as servers give them: OpenAI's form, which llama.cpp, vLLM and Ollama share.

An entry is ``{"token", "bytes"?, "logprob", "top_logprobs": [{"token", "bytes"?, "logprob"}]}``, in llama.cpp with an
``id``. Texts are read from the bytes, since ``token`` holds U+FFFD where a token ends inside a character. llama.cpp
puts all tokens of one character together into the last one's entry, whose alternatives are those of the last token.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from reviewer.model.chat import LEAST_ALTERNATIVE, TokenChoice

_LEAST = math.log(LEAST_ALTERNATIVE)


def tokens_of(entries: object, text: str) -> tuple[TokenChoice, ...]:
    """The tokens that make up ``text``; none where those of the server do not.

    The end of the text, which servers give as a token without text or with the text of its sign, is no token of it.
    """
    joined, found = "", []
    for token in read_tokens(entries):
        if joined == text and token.text:
            break
        joined += token.text
        found.append(token)
    return tuple(found) if joined == text else ()


def foretold(entries: object) -> bool:
    """Whether some token came without any alternative, though some were asked for.

    So do tokens that a speculative draft foretold (llama.cpp, ``--spec-type``): their probability is not computed, and
    a text that is copied would pass for one that the model is sure of.
    """
    return isinstance(entries, list) and any(
        isinstance(entry, dict) and entry.get("top_logprobs", None) == [] for entry in entries
    )


def read_tokens(entries: object) -> Iterator[TokenChoice]:
    """All tokens that can be read, up to the first that is none."""
    begun = b""
    for entry in entries if isinstance(entries, list) else []:
        raw = _bytes(entry)
        if raw is None or not math.isfinite(_logprob(entry)):
            return
        if not raw:
            continue
        text = _text(begun + raw)
        yield TokenChoice(text=text, logprob=_logprob(entry), top=_top(entry, text, (begun, raw)))
        begun = b"" if text else begun + raw


def _top(entry: dict[str, Any], text: str, read: tuple[bytes, bytes]) -> tuple[tuple[str, float], ...]:
    """The alternatives of one entry. ``read``: the beginning of a character in the tokens before, and its own bytes."""
    begun, raw = read
    found = [alternative for alternative in _entries(entry.get("top_logprobs")) if _logprob(alternative) >= _LEAST]
    own = [_is_same(alternative, entry, raw) for alternative in found]
    if all(own):
        return ()
    before = begun + _put_together(found, own, raw)
    texts = [text if same else _text(before + (_bytes(item) or b"")) for item, same in zip(found, own, strict=True)]
    choices = [(shown, _logprob(item)) for shown, item in zip(texts, found, strict=True)]
    return tuple(sorted(choices, key=lambda choice: -choice[1]))


def _is_same(alternative: dict[str, Any], entry: dict[str, Any], raw: bytes) -> bool:
    if "id" in alternative and "id" in entry:
        return bool(alternative["id"] == entry["id"])
    return _bytes(alternative) == raw


def _put_together(found: Sequence[dict[str, Any]], own: Sequence[bool], raw: bytes) -> bytes:
    """What stands in an entry before its last token, where it holds several."""
    last = next((_bytes(item) or b"" for item, same in zip(found, own, strict=True) if same), raw)
    return raw.removesuffix(last) if raw.endswith(last) else b""


def _entries(value: object) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _bytes(entry: object) -> bytes | None:
    """None where an entry is none."""
    if not isinstance(entry, dict) or not isinstance(entry.get("token"), str):
        return None
    raw = entry.get("bytes")
    try:
        return bytes(raw) if isinstance(raw, list) else entry["token"].encode("utf-8", "replace")
    except (TypeError, ValueError):
        return None


def _logprob(entry: dict[str, Any]) -> float:
    value = entry.get("logprob")
    return min(float(value), 0.0) if isinstance(value, int | float) and not isinstance(value, bool) else -math.inf


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""
