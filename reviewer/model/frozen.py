"""The base of all data that is written as JSON, and what is told of data that does not fit it."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError


class Frozen(BaseModel):
    """Immutable, strict about unknown fields: a misspelt field is an error, never ignored."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    def having(self, **values: Any) -> Self:
        """The same data with these values, which are not validated; itself where it has them already."""
        same = all((had := getattr(self, name)) is value or had == value for name, value in values.items())
        return self if same else self.model_copy(update=values)


def first_fault(error: ValidationError) -> str:
    """The first thing that is wrong with data from elsewhere, in one line: what, and in which field."""
    fault = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(name)[:40] for name in fault["loc"])
    said = fault["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    said = f"{said[:1].lower()}{said[1:]}"
    return f"{place!r}: {said}" if place else said
