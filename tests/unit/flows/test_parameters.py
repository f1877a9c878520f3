"""Parameters of flows: what the form refuses, and that they stand for exactly the configuration they were made of."""

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.parameters import KEYS, Changes, ReviewOptions, RunSettings, UndoOptions
from reviewer.config import ReviewerConfig
from reviewer.errors import UserError
from reviewer.model.selection import Selection
from reviewer.service.settings.carried import with_full_paths
from reviewer.service.settings.keys import known_keys
from reviewer.service.settings.resolution import load_settings, resolved_settings

CHANGED = {
    "no_llm": True,
    "in_place": True,
    "strict": True,
    "fixers": False,
    "cache_mode": "read_only",
    "operator": "",
    "lock_timeout": 0.5,
    "output_suffix": ".seen.md",
    "pyramid_levels": 2,
    "severity_alert_map": {"minor": "TIP"},
    "chunk.max_chunk_tokens": 1200,
    "llm.backend": "llamacpp",
    "llm.endpoint": "no place at all",
    "llm.edit_model": "",
    "llm.model_path": "/models/small.gguf",
    "llm.script": "/answers.jsonl",
    "llm.allowed_hosts": ["box.lan"],
    "llm.concurrency": 64,
    "llm.tutor_model": "tutor",
    "review.mode": "both",
    "rules.disable": ["term-drift"],
    "rules.severity": {"term-drift": "critical"},
    "style.language": "fr",
    "style.glossary": [],
    "style.term_pairs": [["refonte", "overhaul"]],
    "proofread.policy": {"en-small-slip": "drop"},
    "validation.rules.language": "attention",
}


@given(st.sets(st.sampled_from(sorted(CHANGED))))
def test_what_travels_makes_the_same_configuration_wherever_it_arrives(names):
    settings = load_settings(Path("/"), {}, {name: CHANGED[name] for name in names})
    sent = RunSettings.of(settings.config).model_dump_json()
    arrived = RunSettings.model_validate_json(sent)
    assert not arrived.inherit
    assert resolved_settings(arrived.given()).config == settings.config


def test_just_what_differs_travels():
    assert json.loads(RunSettings.of(ReviewerConfig(no_llm=True)).model_dump_json()) == {
        "inherit": False,
        "no_llm": True,
        "disable": [],
        "more": {},
    }


def test_every_field_is_a_key_with_the_choices_and_bounds_of_the_form():
    schema = RunSettings.model_json_schema()["properties"]
    configured = {name: known_keys()[key] for name, key in KEYS.items()}
    assert set(schema) - set(KEYS) == {"config_file", "inherit", "more"}
    for name, key in configured.items():
        if choices := schema[name].get("enum"):
            known = (True, False) if key.annotation is bool else get_args(key.annotation)
            assert tuple(choices) == known
    bounds = configured["concurrency"].constraints
    assert (schema["concurrency"]["minimum"], schema["concurrency"]["maximum"]) == (bounds[0].ge, bounds[1].le)


@pytest.mark.parametrize("form", [RunSettings, ReviewOptions, UndoOptions, Changes])
def test_every_field_says_what_it_is(form):
    for name, field in form.model_json_schema()["properties"].items():
        assert field["title"] != name
        assert len(field["description"]) > 12


def test_a_switch_that_may_be_unset_is_a_choice_not_a_switch():
    """A form shows a boolean as a switch, which is off until it is touched, also where off is not the default."""
    properties = RunSettings.model_json_schema()["properties"]
    for name in ("no_llm", "fixers", "strict", "in_place"):
        assert properties[name]["enum"] == [True, False]
        assert not {"type", "default"} & set(properties[name])


def refused(parameters, flow="review"):
    """What the server says of parameters before it schedules a run; empty when nothing."""
    from importlib import import_module

    from prefect.utilities.schema_tools.validation import ValidationError, validate

    schema = getattr(import_module(f"flows.{flow}"), flow).parameters.model_dump()
    try:
        validate(parameters, schema, raise_on_error=True)
    except ValidationError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"path": "docs/plan.md"}, "path"),
        ({"path": "~/plan.md"}, "path"),
        ({}, ""),
        ({"path": "/a.md", "settings": {"concurrency": 65}}, "settings.concurrency"),
        ({"path": "/a.md", "settings": {"concurrency": 0}}, "settings.concurrency"),
        ({"path": "/a.md", "settings": {"backend": "chatgpt"}}, "settings.backend"),
        ({"path": "/a.md", "settings": {"mode": "all"}}, "settings.mode"),
        ({"path": "/a.md", "settings": {"no_llm": "yes"}}, "settings.no_llm"),
        ({"path": "/a.md", "settings": {"modell": "x"}}, "settings"),
        ({"path": "/a.md", "settings": {"config_file": "reviewctl.toml"}}, "settings.config_file"),
        ({"path": "/a.md", "settings": {"model_path": "small.gguf"}}, "settings.model_path"),
        ({"path": "/a.md", "settings": {"endpoint": "http://me:secret@127.0.0.1:1"}}, "settings.endpoint"),
        ({"path": "/a.md", "settings": {"endpoint": "http://127.0.0.1:1?key=secret"}}, "settings.endpoint"),
        ({"path": "/a.md", "settings": {"more": {"llm.endpoint": "http://me:secret@a"}}}, "settings.more.llm.endpoint"),
        ({"path": "/a.md", "options": {"output": "out.md"}}, "options.output"),
        ({"path": "/a.md", "options": {"workspace": "../w"}}, "options.workspace"),
    ],
)
def test_the_server_refuses_before_scheduling_and_names_the_field(parameters, field):
    said = refused(parameters)
    assert said
    assert field in said.replace("['", ".").replace("']", "")


@pytest.mark.parametrize(
    ("flow", "parameters"),
    [
        ("revert", {"path": "/a.md"}),
        ("revert", {"path": "/a.md", "changes": {"severity": "huge"}}),
        ("revert", {"path": "/a.md", "changes": {"kind": "nonsense"}}),
        ("revert", {"path": "/a.md", "changes": {}, "options": {"direction": "back"}}),
        ("apply", {"path": "/a.md", "ops": "ops.json"}),
        ("apply", {"path": "/a.md", "plan": "latest", "choice": {"kinds": ["nonsense"]}}),
        ("apply", {"path": "/a.md", "plan": "latest", "choice": {"tier": "some"}}),
        ("plan", {"path": "a.md"}),
        ("approve", {"path": "/a.md", "options": {"wait_hours": 0}}),
    ],
)
def test_the_other_flows_refuse_too(flow, parameters):
    assert refused(parameters, flow)


@pytest.mark.parametrize(
    "settings",
    [{}, {"inherit": False, "no_llm": True}, {"more": {"chunk.max_chunk_tokens": 60}}, {"language": "pt-BR"}],
)
def test_the_server_takes_what_is_right(settings):
    assert refused({"path": "/a b/ü.md", "settings": settings, "options": {"refresh": True}}) == ""


def test_what_travels_is_what_the_server_takes():
    config = load_settings(Path("/"), {}, {**CHANGED, "llm.endpoint": "http://[::1]:8080/v1", "operator": "me"}).config
    config = config.having(llm=config.llm.having(edit_model="small"))
    sent = json.loads(RunSettings.of(config).model_dump_json())
    assert refused({"path": "/a.md", "settings": sent}) == ""


def test_a_secret_never_becomes_a_parameter():
    config = ReviewerConfig()
    with pytest.raises(UserError) as caught:
        RunSettings.of(config.having(llm=config.llm.having(endpoint="http://me:secret@127.0.0.1:9")))
    assert caught.value.code == "secret-in-endpoint"
    assert "secret@" not in caught.value.message


def test_a_key_that_stands_twice_is_refused():
    with pytest.raises(UserError) as caught:
        RunSettings(model="a", more={"llm.edit_model": "b"}).given()
    assert caught.value.code == "bad-parameter"
    assert "llm.edit_model" in caught.value.message


def test_files_are_named_by_full_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    config = load_settings(Path("/"), {}, {"llm.model_path": "small.gguf", "llm.script": ""}).config
    llm = with_full_paths(config).llm
    assert (llm.model_path, llm.script) == (str(tmp_path / "small.gguf"), None)


def test_changes_are_a_selection():
    selection = Selection(ids=("RVW-0001", "RVW-0003..RVW-0009"))
    assert Changes.of(selection).selection() == selection
    assert Changes(kind="typo").selection() == Selection(kind="typo")
