"""A backend is opened and asked for its models once, by whoever starts the flow."""

import json
from pathlib import Path

import pytest

from flows.opened_edge import edge_for, models_opened
from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.errors import BackendError, UserError
from reviewer.model.chat import ChatRequest


@pytest.fixture
def config(tmp_path: Path) -> ReviewerConfig:
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"when": {}, "reply": []}) + "\n")
    return ReviewerConfig(llm=LLMConfig(backend="scripted", script=str(script)))


def test_the_flow_gets_the_models_that_were_opened_for_it(config: ReviewerConfig) -> None:
    with models_opened(config):
        edge = edge_for(config)
        assert edge_for(config) is edge
    assert edge_for(config) is not edge


def test_afterwards_they_are_closed(config: ReviewerConfig) -> None:
    with models_opened(config):
        edge = edge_for(config)
    with pytest.raises(BackendError) as error:
        edge.client.chat(ChatRequest(stage="edit", subject="c", model="m", messages=()))
    assert error.value.code == "closed"


def test_without_models_nothing_is_opened(config: ReviewerConfig) -> None:
    nothing = config.model_copy(update={"no_llm": True, "llm": LLMConfig(backend="scripted")})
    with models_opened(nothing), pytest.raises(UserError):
        edge_for(nothing)
