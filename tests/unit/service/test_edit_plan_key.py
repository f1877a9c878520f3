"""The key of a chunk's review holds what decides what a tutor is shown: else its verdict covers what it never saw."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from model_desk import client, edit, job_for

from reviewer.config import PreservationRules, ReviewerConfig
from reviewer.service.models.kernels import edit_task

TEXT = "The gaet is open at noon. The crew wait there.\n"
LINES = (
    {"when": {"stage": "edit"}, "reply": [edit("gaet is", "gate is"), edit("crew wait there", "crew sleep there")]},
    {"when": {"stage": "tutor"}, "reply": "ACCEPTED\nfine"},
)
DEFAULT = ReviewerConfig()


def key(config):
    """The key of the chunk's review, and what was told to the tutor when it is computed."""
    asked = []
    model = client(*LINES)
    chat = model.chat

    def heard(request, watch=None):
        asked.append(request)
        return chat(request, watch)

    model.chat = heard
    job = job_for(TEXT, tutor="t")
    job = replace(job, config=config, places=replace(job.places, config=config))
    task = edit_task(job, SimpleNamespace(client=model, wait=lambda _: None), must_be_stored=False)
    task.compute()
    told = [message.content for request in asked if request.stage == "tutor" for message in request.messages]
    return task.key, "\n".join(told)


def test_other_rules_show_a_tutor_other_edits_and_are_another_key():
    rules = PreservationRules(not_its_kind="attention")
    loose = DEFAULT.model_copy(update={"validation": DEFAULT.validation.model_copy(update={"rules": rules})})
    (strict_key, strict_told), (loose_key, loose_told) = key(DEFAULT), key(loose)
    assert "sleep" not in strict_told
    assert "sleep" in loose_told
    assert strict_key != loose_key


@pytest.mark.parametrize(
    "config",
    [
        DEFAULT.model_copy(
            update={"style": DEFAULT.style.model_copy(update={"ai_leftover_patterns": ("(?i)beep boop",)})}
        ),
        DEFAULT.model_copy(update={"severity_alert_map": {**DEFAULT.severity_alert_map, "major": "NOTE"}}),
    ],
    ids=["leftovers", "notes"],
)
def test_so_are_patterns_of_leftovers_and_kinds_of_notes(config):
    assert key(config)[0] != key(DEFAULT)[0]


def test_what_is_decided_behind_the_tutor_is_no_part_of_it():
    other = DEFAULT.model_copy(update={"validation": DEFAULT.validation.model_copy(update={"min_confidence": 0.9})})
    assert key(other)[0] == key(DEFAULT)[0]
