"""Configuration values that nobody types by accident: refused with key and source, whichever way they come."""

import pytest

from reviewer.errors import UserError
from reviewer.service.settings.resolution import load_settings

DEEP = "[" * 60_000 + "]" * 60_000  # deeper than the stack of any parser here
LONG = "9" * 5000


def refused(folder, flags=(), sets=(), environ=()):
    with pytest.raises(UserError) as raised:
        load_settings(folder, dict(environ), dict(flags), sets)
    assert raised.value.exit_code == 2
    assert len(raised.value.message) < 400
    raised.value.message.encode("utf-8", "backslashreplace")
    return raised.value


VALUES = [
    ("style.glossary", "[" * 100_000, "nested"),
    ("style.glossary", DEEP, "nested"),
    ("style.glossary", "[" * 50 + "]" * 50, "nested"),
    ("style.glossary", f"[{LONG}]", "digits"),
    ("style.glossary", '["\\ud800"]', "UTF-8"),
    ("style.glossary", '["a\\u0000b"]', "NUL"),
    ("style.term_pairs", DEEP, "nested"),
    ("rules.severity", '{"doubled-word": "minor", "doubled-word": "critical"}', "'doubled-word' stands twice"),
    ("rules.severity", '{"\\ud800": "minor"}', "UTF-8"),
    ("rules.severity", '{"doubled-word": ' + DEEP + "}", "nested"),
    ("chunk.max_chunk_tokens", LONG, "digits"),
    ("chunk.max_chunk_tokens", "9" * 4000, "2147483647"),
    ("llm.timeout", "99999999999999999999", "2147483647"),
    ("lock_timeout", "1e300", "2147483647"),
    ("lock_timeout", "1e999", "lock_timeout"),
    ("operator", '"\\ud800"', "UTF-8"),
    ("operator", "\udcff", "UTF-8"),
    ("output_suffix", '".\\u0000"', "NUL"),
    ("style.ai_leftover_patterns", '["a{99999999999}"]', "ai_leftover_patterns"),
    ("style.ai_leftover_patterns", f'["{"(" * 5000}"]', "ai_leftover_patterns"),
    ("style.ai_leftover_patterns", f'["{"(" * 5000}{")" * 5000}"]', "ai_leftover_patterns"),
]


@pytest.mark.parametrize(("key", "text", "said"), VALUES, ids=[f"{key}-{said}" for key, _, said in VALUES])
def test_a_text_from_an_option_or_a_variable_is_refused_with_its_key(tmp_path, key, text, said):
    variable = "REVIEWCTL_" + key.upper().replace(".", "__")
    for error in (refused(tmp_path, sets=[f"{key}={text}"]), refused(tmp_path, environ={variable: text})):
        assert error.code == "bad-value"
        assert key in error.message
        assert said in error.message


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("llm.edit_model", "\udcff"),
        ("llm.endpoint", "\udcff"),
        ("rules.disable", ["\udcff"]),
        ("operator", "a\0b"),
        ("style.language", "\ud800"),
        ("chunk.max_chunk_tokens", 10**5000),
    ],
    ids=["model", "endpoint", "rule", "operator", "language", "number"],
)
def test_a_flag_is_refused_with_its_key(tmp_path, key, value):
    assert key in refused(tmp_path, flags={key: value}).message


@pytest.mark.parametrize("name", ["oper\udcff", "style.\udcff", "rules.severity.\udcff"])
def test_a_name_that_is_no_text_is_refused(tmp_path, name):
    refused(tmp_path, sets=[f"{name}=minor"])
    refused(tmp_path, environ={f"REVIEWCTL_{name.upper().replace('.', '__')}": "minor"})


@pytest.mark.parametrize("language", ["xx", "englsh", "und", "e", "12"])
def test_a_language_that_does_not_exist_is_refused_not_taken_for_one_without_rules(tmp_path, language):
    error = refused(tmp_path, sets=[f"style.language={language}"])
    assert "style.language" in error.message
    assert "ISO 639" in error.hint


FILES = [
    (f"style.glossary = {DEEP}", "nested too deep"),
    (f"unknown = {DEEP}", "nested too deep"),
    (f"style.glossary = {'[' * 300}{']' * 300}", "style.glossary"),
    (f"chunk.max_chunk_tokens = {LONG}", "more digits"),
    (f"unknown = {LONG}", "more digits"),
    (f"chunk.max_chunk_tokens = 0x{'f' * 6000}", "chunk.max_chunk_tokens"),
    (f"style.glossary = [0x{'f' * 6000}]", "style.glossary"),
    ("rules.severity" + ".a" * 5000 + " = 1", "rules.severity.a"),
    ('operator = "a\\u0000"', "operator"),
    ("lock_timeout = 2024-01-01", "lock_timeout"),
    ("lock_timeout = nan", "lock_timeout"),
]


@pytest.mark.parametrize(("text", "said"), FILES, ids=[text[:30] for text, _ in FILES])
def test_a_file_is_refused_with_its_name_and_where_it_can_be_read_with_the_key(tmp_path, text, said):
    (tmp_path / "reviewctl.toml").write_text(text + "\n")
    error = refused(tmp_path)
    assert "reviewctl.toml" in error.message
    assert said in error.message


URLS = ["http://h/?api_key=SECRET", "http://h/#SECRET", "http://me:SECRET@h/", f"http://me:SECRET{'x' * 90}@h/"]
HOLDERS = [
    "llm.endpoint = ['{}']",
    "llm.endpoint = {{ url = '{}' }}",
    "llm.allowed_hosts = '{}'",
    "llm = '{}'",
    "llm = ['{}']",
]
HOLDERS += ["llm.allowed_hosts = [['{}']]", "llm.allowed_hosts = [1, '{}']", "llm.allowed_hosts = {{ a = '{}' }}"]


@pytest.mark.parametrize("url", URLS, ids=["query", "fragment", "login", "long login"])
@pytest.mark.parametrize("holder", HOLDERS)
def test_a_place_of_a_wrong_type_is_refused_without_showing_what_it_holds(tmp_path, holder, url):
    (tmp_path / "reviewctl.toml").write_text(holder.format(url) + "\n")
    error = refused(tmp_path)
    assert "llm" in error.message
    assert "reviewctl.toml" in error.message
    assert "SECRET" not in error.message + error.hint


@pytest.mark.parametrize("url", URLS, ids=["query", "fragment", "login", "long login"])
def test_a_broken_list_of_hosts_is_refused_without_showing_it(tmp_path, url):
    error = refused(tmp_path, sets=[f'llm.allowed_hosts=["box.lan", "{url}"'])
    assert error.code == "bad-value"
    assert "SECRET" not in error.message + error.hint


@pytest.mark.parametrize(
    ("text", "value"),
    [("[Aa]s an AI", ("[Aa]s an AI",)), ("a, b", ("a", "b")), ("[", ("[",)), ('["a"]', ("a",))],
)
def test_plain_words_that_only_look_like_json_stay_words(tmp_path, text, value):
    settings = load_settings(tmp_path, {}, {}, [f"style.glossary={text}"])
    assert settings.config.style.glossary == value


@pytest.mark.parametrize("key", ["chunk.max_chunk_tokens", "llm.timeout", "llm.num_ctx"])
def test_the_largest_number_is_taken(tmp_path, key):
    load_settings(tmp_path, {}, {}, [f"{key}=2147483647"])
    assert key in refused(tmp_path, sets=[f"{key}=2147483648"]).message
