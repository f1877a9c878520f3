"""From parameters to a configuration: above file and environment, or alone where all was resolved before."""

from pathlib import Path

import pytest

from flows.configured import configured
from flows.parameters import OpsOptions, ReviewOptions, RunSettings
from reviewer.errors import UserError


@pytest.fixture
def document(tmp_path):
    path = tmp_path / "plan.md"
    path.write_text("# Plan\n", encoding="utf-8")
    (tmp_path / "reviewctl.toml").write_text(
        'strict = true\noperator = "file"\n[rules]\ndisable = ["term-drift"]\n', encoding="utf-8"
    )
    return path


def test_file_then_environment_then_parameters(document, monkeypatch):
    monkeypatch.setenv("REVIEWCTL_OPERATOR", "environment")
    monkeypatch.setenv("REVIEWCTL_LLM__NUM_CTX", "4096")
    settings = RunSettings(model="small", disable=("table-columns",), more={"llm.num_ctx": 2048})
    config = configured(document, settings)
    assert config.strict
    assert (config.operator, config.llm.edit_model, config.llm.num_ctx) == ("environment", "small", 2048)
    assert config.rules.disable == ("term-drift", "table-columns")


def test_a_run_that_was_resolved_before_reads_nothing_here(document, monkeypatch):
    monkeypatch.setenv("REVIEWCTL_OPERATOR", "environment")
    config = configured(document, RunSettings(inherit=False, no_llm=True))
    assert (config.strict, config.operator, config.no_llm) == (False, "reviewctl", True)


@pytest.mark.parametrize("inherit", [True, False])
def test_a_named_file_is_read_instead_of_the_nearest(document, tmp_path, inherit):
    other = tmp_path / "other.toml"
    other.write_text("no_llm = true\n", encoding="utf-8")
    config = configured(document, RunSettings(config_file=other, inherit=inherit))
    assert (config.strict, config.no_llm) == (False, True)


@pytest.mark.parametrize(
    ("settings", "code", "said"),
    [
        (RunSettings(more={"chunk.max_chunk_token": 60}), "unknown-key", "chunk.max_chunk_tokens"),
        (RunSettings(more={"chunk.max_chunk_tokens": "many"}), "bad-value", "the run's parameters"),
        (RunSettings(more={"chunk.max_chunk_tokens": 60, "chunk.min_chunk_tokens": 90}), "bad-value", "up to 60"),
        (RunSettings(more={"llm.script": "answers.jsonl"}), "relative-path", "answers.jsonl"),
        (RunSettings(model_path=Path("small.gguf")), "relative-path", "small.gguf"),
        (RunSettings(config_file=Path("reviewctl.toml")), "relative-path", "reviewctl.toml"),
        (RunSettings(config_file=Path("/nowhere/reviewctl.toml")), "missing-config", "/nowhere"),
        (RunSettings(disable=("no-such-rule",)), "unknown-rule", "no-such-rule"),
        (RunSettings(language="qq"), "bad-value", "qq"),
    ],
)
def test_what_only_we_can_check_is_told(document, settings, code, said):
    with pytest.raises(UserError) as caught:
        configured(document, settings)
    assert caught.value.code == code
    assert said in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize("options", [ReviewOptions(output=Path("o.md")), OpsOptions(workspace=Path("w"))])
def test_a_relative_path_among_the_options_is_refused(document, options):
    with pytest.raises(UserError) as caught:
        configured(document, RunSettings(), options)
    assert caught.value.code == "relative-path"
