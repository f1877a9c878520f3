"""The llamacpp backend where something is missing. No model is loaded here."""

import hashlib
import sys
from types import ModuleType

import pytest

from reviewer.config import LLMConfig
from reviewer.errors import BackendError, UserError
from reviewer.llm.open import open_client
from reviewer.model.chat import ChatRequest


@pytest.fixture
def with_extra(monkeypatch):
    """As if the package were there; what it would do is not asked."""
    monkeypatch.setitem(sys.modules, "xllamacpp", ModuleType("xllamacpp"))


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "small.gguf"
    path.write_bytes(b"GGUF" + bytes(1000))
    return path


def opened(path):
    return open_client(LLMConfig(backend="llamacpp", model_path=path and str(path)), environ={})


def refusal(path):
    with pytest.raises(UserError) as caught:
        opened(path)
    return caught.value


def test_without_the_package_the_way_to_get_it_is_named(monkeypatch, model):
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    error = refusal(model)
    assert error.code == "missing-extra"
    assert "pip install 'reviewctl[llamacpp]'" in error.hint


@pytest.mark.usefixtures("with_extra")
def test_a_model_file_is_needed_and_checked(tmp_path):
    text = tmp_path / "notes.gguf"
    text.write_text("no model")
    assert (refusal(None).code, refusal("").code) == ("no-model-path", "no-model-path")
    assert "--model-path" in refusal(None).hint
    assert refusal(tmp_path / "absent.gguf").code == "no-model-file"
    assert refusal(tmp_path).code == "no-model-file"
    assert refusal(text).code == "bad-model-file"


@pytest.mark.usefixtures("with_extra")
def test_the_digest_needs_no_loading_and_is_the_files_own(model):
    assert opened(model).digest("any") == "sha256:" + hashlib.sha256(model.read_bytes()).hexdigest()


@pytest.mark.usefixtures("with_extra")
def test_a_client_that_is_closed_before_its_first_call_loads_nothing(model):
    client = opened(model)
    client.close()
    client.close()
    assert client.count_tokens("any", "text") is None
    with pytest.raises(BackendError) as caught:
        client.chat(ChatRequest(stage="edit", subject="a", model="m", messages=()))
    assert caught.value.code == "closed"
