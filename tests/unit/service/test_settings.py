"""Where configuration values come from, and what is refused. Claims: issue A "Configuration"."""

import os
from pathlib import Path

import pytest

from reviewer.config import LLMConfig
from reviewer.errors import UserError
from reviewer.service.settings.resolution import Settings, config_values, load_settings


def load(folder: Path, **sources: object) -> Settings:
    environ = sources.get("environ", {})
    flags = sources.get("flags", {})
    return load_settings(folder, environ, flags, sources.get("sets", ()), sources.get("file"))  # type: ignore[arg-type]


def refused(folder: Path, **sources: object) -> UserError:
    with pytest.raises(UserError) as caught:
        load(folder, **sources)
    return caught.value


def test_without_any_source_every_value_is_a_default(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert set(settings.origins.values()) == {"default"}
    assert settings.config.chunk.max_chunk_tokens == 1800
    assert settings.file is None


def test_each_source_beats_the_one_before_it(tmp_path: Path) -> None:
    file = tmp_path / "reviewctl.toml"
    file.write_text(
        "[chunk]\nmax_chunk_tokens = 100\noverlap_tokens = 11\nmin_chunk_tokens = 12\n[llm]\ntimeout = 13\n"
    )
    variables = {
        "REVIEWCTL_CHUNK__OVERLAP_TOKENS": "21",
        "REVIEWCTL_CHUNK__MIN_CHUNK_TOKENS": "22",
        "REVIEWCTL_LLM__TIMEOUT": "23",
        "REVIEWCTL_LLM__EDIT_MODEL": "m23",
    }
    sets = ["llm.timeout=33", "chunk.min_chunk_tokens=33"]
    settings = load(tmp_path, environ=variables, sets=sets, flags={"chunk.min_chunk_tokens": 42})
    chunk = settings.config.chunk
    assert (chunk.max_chunk_tokens, chunk.overlap_tokens, chunk.min_chunk_tokens) == (100, 21, 42)
    assert (settings.config.llm.timeout, settings.config.llm.edit_model) == (33, "m23")
    assert settings.origins["chunk.max_chunk_tokens"] == str(file)
    assert settings.origins["chunk.overlap_tokens"] == "environment variable REVIEWCTL_CHUNK__OVERLAP_TOKENS"
    assert settings.origins["chunk.min_chunk_tokens"] == "command line"
    assert settings.origins["llm.timeout"] == "--set llm.timeout"


def test_the_nearest_file_upward_is_the_only_one(tmp_path: Path) -> None:
    near = tmp_path / "a" / "b"
    near.mkdir(parents=True)
    (tmp_path / "reviewctl.toml").write_text("strict = true\nno_llm = true\n")
    (tmp_path / "a" / "pyproject.toml").write_text("[tool.reviewctl]\nno_llm = false\n")
    settings = load(near / "spec.md")
    assert settings.file == tmp_path / "a" / "pyproject.toml"
    assert not settings.config.strict


def test_a_pyproject_without_our_table_is_passed_over(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / "reviewctl.toml").write_text("strict = true\n")
    (below / "pyproject.toml").write_text("[tool.other]\nkey = 1\n")
    assert load(below).config.strict


def test_in_one_folder_the_own_file_wins_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "reviewctl.toml").write_text("operator = 'own'\n")
    (tmp_path / "pyproject.toml").write_text("[tool.reviewctl]\noperator = 'shared'\nstrict = true\n")
    settings = load(tmp_path)
    assert (settings.config.operator, settings.config.strict) == ("own", False)
    assert len(settings.notes) == 1
    assert "pyproject.toml beside it is ignored" in settings.notes[0]


def test_a_named_file_replaces_the_search(tmp_path: Path) -> None:
    (tmp_path / "reviewctl.toml").write_text("strict = true\n")
    other = tmp_path / "other.toml"
    other.write_text("operator = 'me'\n")
    config = load(tmp_path, file=other).config
    assert (config.operator, config.strict) == ("me", False)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("chunk.max_chunk_tokens=1200", "chunk.max_chunk_tokens", 1200),
        ("no_llm=yes", "no_llm", True),
        ("fixers=off", "fixers", False),
        ("llm.temperature=0.5", "llm.temperature", 0.5),
        ("llm.edit_model=123", "llm.edit_model", "123"),
        ("llm.tutor_model=null", "llm.tutor_model", None),
        ('llm.tutor_model="null"', "llm.tutor_model", "null"),
        ("style.glossary=GitHub, OAuth", "style.glossary", ["GitHub", "OAuth"]),
        ('style.glossary=["a, b"]', "style.glossary", ["a, b"]),
        ("style.glossary=", "style.glossary", []),
        ("output_suffix=a=b.md", "output_suffix", "a=b.md"),
        ('style.term_pairs=[["un", "one"]]', "style.term_pairs", [["un", "one"]]),
    ],
)
def test_texts_become_values_of_the_keys_type(tmp_path: Path, text: str, key: str, value: object) -> None:
    from_set = load(tmp_path, sets=[text])
    assert config_values(from_set.config)[key] == value
    name, _, plain = text.partition("=")
    variable = "REVIEWCTL_" + name.upper().replace(".", "__")
    assert config_values(load(tmp_path, environ={variable: plain}).config)[key] == value


def test_tables_of_free_names_are_merged_name_by_name(tmp_path: Path) -> None:
    (tmp_path / "reviewctl.toml").write_text("[severity_alert_map]\nminor = 'TIP'\ncritical = 'CAUTION'\n")
    settings = load(tmp_path, sets=["severity_alert_map.critical=WARNING"])
    expected = {"minor": "TIP", "attention": "WARNING", "deletion": "CAUTION", "critical": "WARNING"}
    assert settings.config.severity_alert_map == expected


def test_rule_severities_can_be_named_in_a_variable(tmp_path: Path) -> None:
    settings = load(tmp_path, environ={"REVIEWCTL_RULES__SEVERITY__DOUBLED_WORD": "critical"})
    assert settings.config.rules.severity == {"doubled-word": "critical"}


def test_the_disable_flag_adds_and_set_replaces(tmp_path: Path) -> None:
    (tmp_path / "reviewctl.toml").write_text("[rules]\ndisable = ['misspelling']\n")
    added = load(tmp_path, flags={"rules.disable": ["doubled-word"]})
    assert added.config.rules.disable == ("misspelling", "doubled-word")
    replaced = load(tmp_path, sets=["rules.disable=doubled-word"])
    assert replaced.config.rules.disable == ("doubled-word",)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("chunk.max_chunk_token", "chunk.max_chunk_tokens"),
        ("max_chunk_tokens", "chunk.max_chunk_tokens"),
        ("llm.silent_allowlist", "style.silent_allowlist"),
        ("stric", "strict"),
        ("severity_alert_map.minro", "severity_alert_map.minor"),
    ],
)
def test_an_unknown_key_names_its_place_and_the_nearest_key(tmp_path: Path, name: str, meant: str) -> None:
    error = refused(tmp_path, sets=[f"{name}=1"])
    assert (error.code, error.exit_code) == ("unknown-key", 2)
    assert f"{name!r} in --set {name}" in error.message
    assert repr(meant) in error.hint


def test_an_unknown_key_in_a_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "reviewctl.toml"
    file.write_text("[chunk]\noverlap = 3\n")
    error = refused(tmp_path)
    assert error.code == "unknown-key"
    assert f"'chunk.overlap' in {file}" in error.message
    assert "'chunk.overlap_tokens'" in error.hint


def test_an_unknown_variable_is_named_and_the_home_is_none(tmp_path: Path) -> None:
    error = refused(tmp_path, environ={"REVIEWCTL_OPERATR": "x"})
    assert error.code == "unknown-key"
    assert "REVIEWCTL_OPERATR" in error.message
    assert "'operator'" in error.hint
    load(tmp_path, environ={"REVIEWCTL_HOME": "/somewhere", "OTHER": "x"})


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("chunk.max_chunk_tokens=49", "a whole number, at least 50"),
        ("chunk.max_chunk_tokens=many", "a whole number, at least 50"),
        ("chunk.max_chunk_tokens=1.5", "a whole number, at least 50"),
        ("circuit_breaker.failure_threshold=1.1", "a number, above 0 and at most 1"),
        ("llm.temperature=NaN", "a number, at least 0"),
        ("llm.backend=olama", "one of ollama, claude, openai, llamacpp, scripted"),
        ("no_llm=maybe", "true or false"),
        ("output_suffix=", "a text, not empty, at most 60 characters, without / and \\"),
        ('style.term_pairs=[["one"]]', "a list of pairs of texts"),
        ("style.glossary=[1]", "a list of texts"),
        ("rules.severity.misspelling=deletion", "a table whose values are one of minor, attention, critical"),
        ("rules.severity=minor", "a table whose values are one of minor, attention, critical"),
    ],
)
def test_a_bad_value_names_key_value_source_and_what_is_allowed(tmp_path: Path, text: str, allowed: str) -> None:
    name = text.partition("=")[0]
    error = refused(tmp_path, sets=[text])
    assert error.code == "bad-value"
    assert error.message.startswith(f"{name} = ")
    assert f"(from --set {name})" in error.message
    assert error.hint == f"allowed: {allowed}"


@pytest.mark.parametrize(
    "text", ["[chunk]\nmax_chunk_tokens = '1200'\n", "operator = 2024-01-01\n", "strict = 1\n", "chunk = 3\n"]
)
def test_a_file_must_hold_the_type_itself(tmp_path: Path, text: str) -> None:
    (tmp_path / "reviewctl.toml").write_text(text)
    error = refused(tmp_path)
    assert error.code == "bad-value"
    assert "reviewctl.toml" in error.message


def test_patterns_must_compile_and_edit_kinds_exist(tmp_path: Path) -> None:
    assert "regular expressions" in refused(tmp_path, sets=['style.ai_leftover_patterns=["("]']).hint
    error = refused(tmp_path, sets=["style.silent_allowlist=typos"])
    assert error.code == "bad-value"
    assert "did you mean 'typo'?" in error.hint


@pytest.mark.parametrize("text", ["rules.disable=mispelling", "rules.severity.mispelling=minor"])
def test_rules_must_exist(tmp_path: Path, text: str) -> None:
    error = refused(tmp_path, sets=[text])
    assert error.code == "unknown-rule"
    assert "--set rules." in error.message
    assert "'misspelling'" in error.hint


def test_malformed_toml_names_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "reviewctl.toml"
    file.write_text("strict = true\noperator = = 1\n")
    error = refused(tmp_path)
    assert error.code == "bad-toml"
    assert error.message.startswith(f"{file}:2:")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("reviewctl.toml", b"operator = '\xff'\n"),
        ("pyproject.toml", b"[tool]\nreviewctl = 3\n"),
        ("pyproject.toml", b"[tool.reviewctl\n"),
    ],
)
def test_unreadable_files_are_refused(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    error = refused(tmp_path)
    assert error.code == "bad-toml"
    assert name in error.message


@pytest.mark.parametrize("name", ["nowhere.toml", "pyproject.toml"])
def test_a_named_file_must_exist_and_hold_a_configuration(tmp_path: Path, name: str) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert refused(tmp_path, file=tmp_path / name).code == "missing-config"


def test_set_needs_an_equals_sign(tmp_path: Path) -> None:
    assert refused(tmp_path, sets=["strict"]).code == "bad-set"


def test_a_group_of_keys_is_no_key(tmp_path: Path) -> None:
    error = refused(tmp_path, sets=["chunk=3"])
    assert error.code == "unknown-key"
    assert "chunk.max_chunk_tokens" in error.hint


@pytest.mark.parametrize(
    ("key", "value"), [("chunk.min_chunk_tokens", "5000"), ("adaptive.default_tier", "3")], ids=["chunks", "tiers"]
)
def test_a_lower_bound_above_its_upper_one_is_refused(tmp_path, key, value):
    with pytest.raises(UserError, match=key):
        load_settings(tmp_path, {}, {}, sets=[f"{key}={value}", "adaptive.tier_max=2"])


@pytest.mark.parametrize("name", ["reviewctl.toml", "pyproject.toml"])
@pytest.mark.parametrize(
    "make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("nowhere"), lambda path: path.symlink_to(path.name)]
)
def test_what_has_the_name_of_a_configuration_file_and_is_none_is_said(tmp_path: Path, name: str, make: object) -> None:
    make(tmp_path / name)  # type: ignore[operator]
    error = refused(tmp_path)
    assert (error.code, name in error.message) == ("unreadable-config", True)


@pytest.mark.parametrize("name", [".", "pipe", "link"])
def test_a_named_configuration_that_is_no_regular_file_is_not_said_to_be_missing(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    error = refused(tmp_path, file=tmp_path / name)
    assert error.code == "unreadable-config"
    assert "not a regular file" in error.message


@pytest.mark.parametrize("suffix", ["", "a/b", "a\\b", "x" * 61, "x" * 300])
def test_a_suffix_that_is_no_part_of_a_name_is_refused_by_its_key(tmp_path: Path, suffix: str) -> None:
    error = refused(tmp_path, sets=[f"output_suffix={suffix}"])
    assert (error.code, error.message.split(" ")[0]) == ("bad-value", "output_suffix")
    assert "at most 60 characters, without /" in error.hint


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("llm.model", "llm.edit_model"),
        ("llm.modl", "llm.edit_model"),
        ("model", "llm.edit_model"),
        ("llm.model_pth", "llm.model_path"),
        ("llm.tutor", "llm.tutor_model"),
        ("chunk.max_tokens", "chunk.max_chunk_tokens"),
        ("styl", "style"),
        ("lllm", "llm"),
    ],
)
def test_a_name_that_a_key_ends_in_and_a_group_are_near(tmp_path: Path, name: str, meant: str) -> None:
    assert repr(meant) in refused(tmp_path, sets=[f"{name}=1"]).hint


@pytest.mark.parametrize(
    ("table", "meant"), [("stlye", "style"), ("rule.severity", "rules.severity"), ("chunks", "chunk")]
)
def test_an_unknown_table_in_a_file_is_told_with_the_nearest_table(tmp_path: Path, table: str, meant: str) -> None:
    (tmp_path / "reviewctl.toml").write_text(f"[{table}]\nx = 1\n")
    error = refused(tmp_path)
    assert error.code == "unknown-key"
    assert f"unknown table {table.partition('.')[0]!r} in {tmp_path / 'reviewctl.toml'}" in error.message
    assert repr(meant.partition(".")[0]) in error.hint


BROKEN = ['[a, "b', "[a, b]", '["a", b]', '"a", "b"', '["a",]', ' [ "a" , ', '{"a": 1, b}', '["a"], ["b"]', "[1], [2]"]


@pytest.mark.parametrize("text", [*BROKEN, '["a" "b"], c', '[["a"], ["b"', "[], a"])
@pytest.mark.parametrize("key", ["style.glossary", "rules.disable", "style.term_pairs"])
def test_a_list_that_is_broken_json_is_refused_and_never_cut_at_its_commas(tmp_path: Path, text: str, key: str) -> None:
    error = refused(tmp_path, sets=[f"{key}={text}"])
    assert error.code == "bad-value"
    assert f"--set {key}" in error.message
    assert "JSON" in error.message
    assert '["a", "b"]' in error.message


@pytest.mark.parametrize(
    "hosts", ["[::1]:11434,box.lan", "box.lan,[::1]:11434", "[::1],[::2]", " [::1]:1 , [2001:db8::7]:2 ", "[::1]:11434"]
)
def test_a_list_of_hosts_may_begin_with_an_address_in_brackets(tmp_path: Path, hosts: str) -> None:
    expected = tuple(host.strip() for host in hosts.split(","))
    assert load(tmp_path, sets=[f"llm.allowed_hosts={hosts}"]).config.llm.allowed_hosts == expected
    variables = {"REVIEWCTL_LLM__ALLOWED_HOSTS": hosts}
    assert load(tmp_path, environ=variables).config.llm.allowed_hosts == expected


def test_a_list_of_patterns_may_begin_with_a_set_of_letters(tmp_path: Path) -> None:
    config = load(tmp_path, sets=["style.ai_leftover_patterns=[Aa]s an AI, [0-9]+ tokens"]).config
    assert config.style.ai_leftover_patterns == ("[Aa]s an AI", "[0-9]+ tokens")


@pytest.mark.parametrize(
    ("text", "value"), [('"a, b"', ("a, b",)), ("a, [b]", ("a", "[b]")), ("12", ("12",)), (" a ", ("a",)), ("", ())]
)
def test_plain_lists_are_cut_at_their_commas(tmp_path: Path, text: str, value: tuple[str, ...]) -> None:
    assert load(tmp_path, sets=[f"style.glossary={text}"]).config.style.glossary == value


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"backend": "llamacpp", "model_path": "/models/qwen-0.5b.gguf"}, "qwen-0.5b"),
        ({"backend": "llamacpp", "model_path": "/models/qwen-0.5b.gguf", "edit_model": "mine"}, "mine"),
        ({"backend": "llamacpp"}, "mistral:instruct"),
        ({"backend": "ollama", "model_path": "/models/qwen-0.5b.gguf"}, "mistral:instruct"),
        ({"backend": "scripted", "script": "/tests/answers.jsonl"}, "answers"),
        ({"backend": "scripted", "script": "/tests/answers.jsonl", "edit_model": "model-0.5b"}, "model-0.5b"),
        ({"backend": "scripted"}, "scripted"),
        ({"backend": "openai", "script": "/tests/answers.jsonl"}, "mistral:instruct"),
    ],
)
def test_a_model_from_a_file_is_called_as_the_file_in_ledger_and_report(given, name):
    assert LLMConfig(**given).worker == name
