"""Every test: no home, no network beyond loopback, settings of hypothesis that suit two cores."""

import socket

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ("prefect_server",)

# The gate draws the same examples each time: a failure there is one of this change. New examples are drawn nightly.
settings.register_profile(
    "default", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("nightly", deadline=None, max_examples=2000, suppress_health_check=list(HealthCheck))
settings.load_profile("default")

_connect = socket.socket.connect
_LOOPBACK = ("127.", "::1", "localhost")


@pytest.fixture(autouse=True)
def _sealed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A test that tries to leave the machine fails; the user's home is never read or written."""

    def connect(self: socket.socket, address: object) -> None:
        host = address[0] if isinstance(address, tuple) else ""
        if self.family != socket.AF_UNIX and not str(host).startswith(_LOOPBACK):
            raise AssertionError(f"a test tried to reach {address!r}")
        _connect(self, address)  # type: ignore[arg-type]

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
