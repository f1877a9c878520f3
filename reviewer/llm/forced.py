"""How likely a text is, from llama.cpp's server: it is made to write the text, and says what it would have written.

The grammar (GBNF) names the tokens by number. One that gave the text as a literal would let the model cut it into the
tokens that suit it: where it does not expect the text, it writes a space and then ``ca`` and ``t`` in the place of
`` cat``, each of which is far less likely. Characters that are several tokens are given as literals, since the grammar
engine cannot take a token that ends inside a character.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from reviewer.llm.logprobs import tokens_of
from reviewer.model.chat import TokenChoice


class Piece(NamedTuple):
    """One token of a text: its number and its bytes."""

    number: int
    raw: bytes


class Forcing(NamedTuple):
    """A grammar, and the most tokens that a text may take with it."""

    grammar: str
    limit: int


def read_pieces(listed: object) -> tuple[Piece, ...]:
    """What ``/tokenize`` gives with ``with_pieces``; nothing where it is of another form."""
    found = []
    for item in listed if isinstance(listed, list) else []:
        number, piece = (item.get("id"), item.get("piece")) if isinstance(item, dict) else (None, None)
        try:
            raw = piece.encode() if isinstance(piece, str) else bytes(piece) if isinstance(piece, list) else None
        except (TypeError, ValueError):
            raw = None
        if not isinstance(number, int) or raw is None:
            return ()
        found.append(Piece(number, raw))
    return tuple(found)


def make_up(pieces: Sequence[Piece], text: str) -> bool:
    """Whether the pieces are the text. Some vocabularies begin every text with a space, which is none of its own."""
    return b"".join(piece.raw for piece in pieces) in {text.encode(), b" " + text.encode()}


def forcing(pieces: Sequence[Piece]) -> Forcing:
    """The grammar that allows these tokens in this order and nothing else."""
    symbols, limit = [], 0
    for group in _whole_characters(pieces):
        if len(group) == 1:
            symbols.append(f"<[{group[0].number}]>")
            limit += 1
        else:
            raw = b"".join(piece.raw for piece in group)
            symbols.append('"' + "".join(f"\\U{ord(character):08X}" for character in raw.decode()) + '"')
            limit += len(raw)
    return Forcing("root ::= " + " ".join(symbols), limit)


def scored(entries: object, text: str) -> tuple[TokenChoice, ...]:
    """The tokens of a forced answer; none where it is not the text."""
    if found := tokens_of(entries, text):
        return found
    spaced = tokens_of(entries, " " + text)
    return (spaced[0].having(text=spaced[0].text[1:]), *spaced[1:]) if spaced else ()


def completion_entries(answered: dict[str, Any]) -> list[Any]:
    """The tokens of an answer of ``/completion``."""
    found = answered.get("completion_probabilities")
    return found if isinstance(found, list) else []


def _whole_characters(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """The pieces, each by itself or, where one ends inside a character, with those that complete it."""
    group: list[Piece] = []
    for piece in pieces:
        group.append(piece)
        if _is_whole(b"".join(member.raw for member in group)):
            yield tuple(group)
            group = []


def _is_whole(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True
