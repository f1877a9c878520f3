"""Candidates in batches of ``validation.max_prompt_tokens``, by our token estimate (audita-validators)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reviewer.model.chat import ChatMessage
from reviewer.model.tokens import estimate_tokens
from reviewer.validate.items import Item

Messages = Callable[[Sequence[Item]], tuple[ChatMessage, ...]]
"""The whole prompt about some items, numbered as they will be."""


@dataclass(frozen=True, slots=True)
class Batches:
    """``batches`` hold the places of their candidates with the items that are told; ``too_large`` are asked nowhere."""

    batches: tuple[tuple[tuple[int, Item], ...], ...]
    too_large: tuple[int, ...]


def batches_of(items: Sequence[Item], messages: Messages, most: int) -> Batches:
    """Items in order, as many to a batch as fit into ``most`` tokens, prompt and all.

    An item that does not fit alone loses its context from the end, neighbours first, as far as needed; what is required
    is never cut. One that does not fit even so is too large.
    """
    batches: list[list[tuple[int, Item]]] = []
    too_large: list[int] = []
    for place, item in enumerate(items):
        fitting = _fitting(item, messages, most)
        if fitting is None:
            too_large.append(place)
        elif batches and _size(messages([*(held for _, held in batches[-1]), fitting])) <= most:
            batches[-1].append((place, fitting))
        else:
            batches.append([(place, fitting)])
    return Batches(tuple(map(tuple, batches)), tuple(too_large))


def _fitting(item: Item, messages: Messages, most: int) -> Item | None:
    left: Item | None = item
    while left is not None and _size(messages([left])) > most:
        left = left.shorter()
    return left


def _size(messages: Sequence[ChatMessage]) -> int:
    return sum(estimate_tokens(message.content) for message in messages)
