"""Values of failed states. Prefect writes a failed state with its value into the log, which goes to the API."""

from dataclasses import dataclass
from typing import Any

from prefect import State
from prefect.states import Failed
from prefect.transactions import get_transaction


@dataclass(frozen=True, slots=True, repr=False)
class Held:
    """A value that may quote a document: it stays in this process, and only its type is ever shown."""

    value: object

    def __repr__(self) -> str:
        """The type of the value."""
        return f"<{type(self.value).__name__} held in the process>"


def failed(name: str, message: str, value: object) -> State[Any]:
    """A ``Failed`` state that holds a value for the caller. The value is neither stored nor shown.

    ``message`` goes to the API: it must not quote a document.
    """
    if (transaction := get_transaction()) is not None:
        # Else Prefect keeps a failed task's value, too, in a file with a random name.
        transaction.write_on_commit = False
    return Failed(name=name, message=message, data=Held(value))


def released(state: State[Any]) -> object:
    """The value of a final state, taken out of its holder; an exception where the run itself broke."""
    value = state.result(raise_on_failure=False)
    return value.value if isinstance(value, Held) else value
