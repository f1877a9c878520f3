"""How large a model is: as its backend says, else as its name does."""

import re
from typing import NamedTuple

_BILLION = 1_000_000_000
_NAMED = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)[ _-]?([bm])(?![a-z])", re.IGNORECASE)
"""`0.5b`, `32B`, `500m` in the name of a model."""


class ModelSize(NamedTuple):
    """Billions of weights, and who says so."""

    billions: float
    by_name: bool


def model_size(model: str, weights: int | None) -> ModelSize | None:
    """The size of a model; None where neither its backend (``Offers.weights``) nor its name tells it."""
    if weights is not None:
        return ModelSize(weights / _BILLION, by_name=False)
    found = _NAMED.search(model)
    if found is None:
        return None
    return ModelSize(float(found[1]) / (1000 if found[2].casefold() == "m" else 1), by_name=True)
