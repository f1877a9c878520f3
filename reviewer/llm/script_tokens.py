"""The tokens of scripted answers: those that a line states, and those of a text that a line scores."""

import re
from collections.abc import Mapping

from reviewer.llm.script_file import ScriptLine, Seen
from reviewer.model.chat import TokenChoice

_PIECE = r" ?\w+| ?[^\w\s]|\s"
_CERTAIN = Seen()


def reply_tokens(line: ScriptLine, wanted: int) -> tuple[TokenChoice, ...]:
    """The tokens of a line's reply, with at most ``wanted`` alternatives each; none where none are wanted."""
    return tuple(_choice(token.text, token, wanted) for token in line.tokens) if wanted else ()


def scored_tokens(score: Mapping[str, float | Seen], text: str, wanted: int) -> tuple[TokenChoice, ...]:
    """The tokens of ``text`` as a line scores them. A token that the line names goes before a word or mark."""
    named = sorted(score, key=len, reverse=True)
    pattern = "|".join([*map(re.escape, named), _PIECE])
    return tuple(
        _choice(found[0], _seen(score.get(found[0], _CERTAIN)), wanted) for found in re.finditer(pattern, text)
    )


def pieces(line: ScriptLine) -> list[str]:
    """A reply as it would be written, piece by piece."""
    return [token.text for token in line.tokens] or [found[0] for found in re.finditer(_PIECE, line.text)]


def _seen(value: float | Seen) -> Seen:
    return value if isinstance(value, Seen) else Seen(logprob=value)


def _choice(text: str, seen: Seen, wanted: int) -> TokenChoice:
    return TokenChoice(text=text, logprob=seen.logprob, top=seen.top[:wanted])
