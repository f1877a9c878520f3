"""Every backend behind the same desk; no test here reaches another machine."""

from collections.abc import Iterator

import pytest
from no_network import armed


@pytest.fixture(autouse=True)
def _stays_here() -> Iterator[None]:
    with armed():
        yield
