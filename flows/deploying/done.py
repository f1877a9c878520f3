"""What a deployment did, in words that a person and a program can read."""

from dataclasses import dataclass
from enum import StrEnum


class Done(StrEnum):
    """What became of one thing."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing in Prefect: its ``kind`` (work pool, deployment, automation), its name, what was done to it.

    ``changed`` names the fields that were written, ``schedule`` says of a deployment with one when it runs and whether
    it is on.
    """

    kind: str
    name: str
    done: Done
    changed: tuple[str, ...] = ()
    schedule: str = ""
