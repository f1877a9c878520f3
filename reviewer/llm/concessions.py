"""What a server will not take. Servers of one protocol differ; the first refusal teaches, later calls leave it out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from reviewer.llm.faults import Answer


@dataclass(frozen=True, slots=True)
class Dispensable:
    """A member of a request that can be done without: ``signs`` in a refusal name it, ``instead`` replaces it."""

    name: str
    signs: tuple[str, ...]
    instead: Any = None


class Concessions:
    """The members that were refused, by model. Safe to use from several threads: they only grow."""

    def __init__(self, *optional: Dispensable) -> None:
        self._optional = optional
        self._refused: set[tuple[str, str]] = set()

    def taken(self, model: str, body: Mapping[str, Any], send: Callable[[Mapping[str, Any]], Answer]) -> Answer:
        """The answer to the body, sent again without what the answer names as refused, as long as one does."""
        while True:
            sent = self.apply(model, body)
            answer = send(sent)
            if answer.status == 200 or not self.learn(model, sent, answer):
                return answer

    def apply(self, model: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body without what this model's server refused."""
        kept = dict(body)
        for member in self._optional:
            if member.name in kept and (model, member.name) in self._refused:
                del kept[member.name]
                if member.instead is not None:
                    kept[member.name] = member.instead
        return kept

    def learn(self, model: str, sent: Mapping[str, Any], answer: Answer) -> bool:
        """Whether a refusal names something that was sent and can be left out the next time."""
        if answer.status not in {400, 422}:
            return False
        for member in self._optional:
            given = member.name in sent and sent[member.name] != member.instead
            if given and any(sign in answer.said for sign in member.signs):
                self._refused.add((model, member.name))
                return True
        return False
