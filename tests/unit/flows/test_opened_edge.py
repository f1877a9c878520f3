"""A backend is opened and asked for its models once, by whoever starts the flow."""

import json
from pathlib import Path

import pytest

from flows.opened_edge import edge_for, models_opened
from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.errors import BackendError, UserError
from reviewer.model.chat import ChatRequest
from reviewer.service.models.edge import ModelEdge


@pytest.fixture
def config(tmp_path: Path) -> ReviewerConfig:
    script = tmp_path / "script.jsonl"
    script.write_text(json.dumps({"when": {}, "reply": []}) + "\n")
    return ReviewerConfig(llm=LLMConfig(backend="scripted", script=str(script)))


def asked(edge: ModelEdge) -> str:
    return edge.client.chat(ChatRequest(stage="edit", subject="c", model="m", messages=())).text


def test_the_flow_gets_the_models_that_were_opened_for_it(config: ReviewerConfig) -> None:
    with models_opened(config):
        edge = edge_for(config)
        assert asked(edge) == "[]"
    assert edge.client.ended.is_set()


def test_a_flow_that_runs_again_after_it_closed_them_opens_its_own(config: ReviewerConfig) -> None:
    with models_opened(config):
        edge_for(config).client.close()
        assert asked(edge_for(config)) == "[]"


def test_models_of_another_configuration_are_not_taken(config: ReviewerConfig, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"when": {}, "reply": ["other"]}) + "\n")
    with models_opened(config):
        edge = edge_for(config.model_copy(update={"llm": LLMConfig(backend="scripted", script=str(other))}))
        assert asked(edge) == '["other"]'


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
