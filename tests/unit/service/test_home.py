from pathlib import Path

import pytest

from reviewer.errors import UserError
from reviewer.service.home import prefect_folder, results_folder, reviewctl_home, server_record


def test_the_configured_home_comes_first():
    environ = {"REVIEWCTL_HOME": "/srv/state", "XDG_STATE_HOME": "/x"}
    assert reviewctl_home(environ) == Path("/srv/state")
    assert results_folder(environ) == Path("/srv/state/results")
    assert server_record(environ) == Path("/srv/state/server.json")


def test_then_the_xdg_state_folder():
    assert reviewctl_home({"XDG_STATE_HOME": "/x/state"}) == Path("/x/state/reviewctl")


@pytest.mark.parametrize(
    "environ", [{}, {"XDG_STATE_HOME": ""}, {"XDG_STATE_HOME": "relative"}, {"REVIEWCTL_HOME": ""}]
)
def test_else_the_state_folder_of_the_user(environ, monkeypatch):
    monkeypatch.setenv("HOME", "/home/someone")
    assert reviewctl_home(environ) == Path("/home/someone/.local/state/reviewctl")


def test_a_relative_home_is_refused():
    with pytest.raises(UserError) as caught:
        reviewctl_home({"REVIEWCTL_HOME": "state"})
    assert caught.value.code == "home-not-absolute"


def test_a_configured_prefect_home_is_respected():
    assert prefect_folder({"REVIEWCTL_HOME": "/srv/s"}) == Path("/srv/s/prefect")
    assert prefect_folder({"REVIEWCTL_HOME": "/srv/s", "PREFECT_HOME": "/srv/mine"}) == Path("/srv/mine")
