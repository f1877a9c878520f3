"""The llamacpp backend where something is missing. No model is loaded here."""

import hashlib
import sys
from types import ModuleType, SimpleNamespace

import pytest

from reviewer.config import LLMConfig
from reviewer.errors import BackendError, UserError
from reviewer.llm.llamacpp_engine import draft_from_the_text
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


def test_what_is_copied_is_drafted_where_the_package_can():
    """The names are those of xllamacpp 2026.10."""
    kinds = SimpleNamespace(COMMON_SPECULATIVE_TYPE_NGRAM_SIMPLE=6)
    drafts = SimpleNamespace(size_n=12, size_m=48)
    params = SimpleNamespace(speculative=SimpleNamespace(types=[], ngram_simple=drafts))
    draft_from_the_text(SimpleNamespace(common_speculative_type=kinds), params)
    assert (params.speculative.types, drafts.size_n, drafts.size_m) == ([6], 2, 16)


@pytest.mark.parametrize("package", [SimpleNamespace(), SimpleNamespace(common_speculative_type=SimpleNamespace())])
@pytest.mark.parametrize("params", [SimpleNamespace(), SimpleNamespace(speculative=SimpleNamespace(n_max=16))])
def test_an_older_package_goes_without_drafts(package, params):
    before = repr(params)
    draft_from_the_text(package, params)
    assert repr(params) == before
