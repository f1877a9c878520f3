"""The llamacpp backend where something is missing. No model is loaded here."""

import hashlib
import sys
from types import ModuleType

import pytest

from reviewer.config import LLMConfig
from reviewer.errors import BackendError, UserError
from reviewer.llm.llamacpp import LlamaCppClient
from reviewer.llm.llamacpp_logits import LogitsClient
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatRequest


@pytest.fixture
def with_extra(monkeypatch):
    """As if this package were there, and the other not; what it would do is not asked."""
    monkeypatch.setitem(sys.modules, "xllamacpp", ModuleType("xllamacpp"))
    monkeypatch.setitem(sys.modules, "llama_cpp", None)


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "small.gguf"
    path.write_bytes(b"GGUF" + bytes(1000))
    return path


@pytest.fixture
def with_logits(monkeypatch):
    """As if both packages were there."""
    monkeypatch.setitem(sys.modules, "xllamacpp", ModuleType("xllamacpp"))
    monkeypatch.setitem(sys.modules, "llama_cpp", ModuleType("llama_cpp"))


def opened(path, engine="auto"):
    config = LLMConfig(backend="llamacpp", model_path=path and str(path), engine=engine)
    return open_client(config, environ={})


def refusal(path):
    with pytest.raises(UserError) as caught:
        opened(path)
    return caught.value


def test_without_the_package_the_way_to_get_it_is_named(monkeypatch, model):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    monkeypatch.setitem(sys.modules, "llama_cpp", None)
    error = refusal(model)
    assert error.code == "missing-extra"
    assert "pip install 'reviewctl[llamacpp]'" in error.hint


@pytest.mark.usefixtures("with_extra")
def test_without_the_package_of_the_engine_that_is_wanted_the_way_to_get_it_is_named(model):
    with pytest.raises(UserError) as caught:
        opened(model, "logits")
    assert caught.value.code == "missing-extra"
    assert "pip install 'reviewctl[logits]'" in caught.value.hint


@pytest.mark.usefixtures("with_extra")
def test_the_server_is_taken_where_logits_are_not_to_be_had(model):
    assert isinstance(opened(model), LlamaCppClient)


@pytest.mark.usefixtures("with_logits")
def test_logits_are_taken_where_they_can_be_had_unless_the_server_is_wanted(monkeypatch, model):
    assert isinstance(opened(model), LogitsClient)
    assert isinstance(opened(model, "server"), LlamaCppClient)
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    assert isinstance(opened(model), LogitsClient)
    with pytest.raises(UserError):
        opened(model, "server")


@pytest.mark.usefixtures("with_extra")
def test_a_model_file_is_needed_and_checked(tmp_path):
    text = tmp_path / "notes.gguf"
    text.write_text("no model")
    assert (refusal(None).code, refusal("").code) == ("no-model-path", "no-model-path")
    assert "--model-path" in refusal(None).hint
    assert refusal(tmp_path / "absent.gguf").code == "no-model-file"
    assert refusal(tmp_path).code == "no-model-file"
    assert refusal(text).code == "bad-model-file"


@pytest.mark.parametrize("engine", ["server", "logits"])
@pytest.mark.usefixtures("with_logits")
def test_the_digest_needs_no_loading_and_is_the_files_own(model, engine):
    assert opened(model, engine).digest("any") == "sha256:" + hashlib.sha256(model.read_bytes()).hexdigest()


@pytest.mark.parametrize("engine", ["server", "logits"])
@pytest.mark.usefixtures("with_logits")
def test_a_client_that_is_closed_before_its_first_call_loads_nothing(model, engine):
    client = opened(model, engine)
    client.close()
    client.close()
    assert client.count_tokens("any", "text") is None
    with pytest.raises(BackendError) as caught:
        client.chat(ChatRequest(stage="edit", subject="a", model="m", messages=()))
    assert caught.value.code == "closed"
