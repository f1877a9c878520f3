"""Which models a run asks, and that one which is missing is told before any text is sent."""

import pytest
from desks import KEYS, PROTOCOLS, config
from model_servers import MODEL, Server, running

from reviewer.errors import BackendError
from reviewer.service.models.edge import open_edge


@pytest.fixture(params=sorted(PROTOCOLS))
def served(request):
    with running(Server(PROTOCOLS[request.param])) as server:
        yield lambda **models: open_edge(config(request.param, server.url, **models), KEYS), server


def test_summaries_are_asked_of_the_edit_model_unless_another_is_named(served):
    edge_with, _ = served
    edge = edge_with(edit_model=MODEL)
    assert (edge.pyramid_model, edge.pyramid_digest) == (MODEL, edge.models.worker_digest)


@pytest.mark.parametrize("role", ["edit_model", "pyramid_model", "tutor_model"])
def test_a_model_that_is_missing_is_named_before_any_text_is_sent(served, role):
    edge_with, server = served
    with pytest.raises(BackendError) as caught:
        edge_with(**{"edit_model": MODEL, role: "absent"})
    assert (caught.value.code, caught.value.exit_code) == ("no-model", 3)
    assert "'absent'" in caught.value.message
    assert server.chats == []
