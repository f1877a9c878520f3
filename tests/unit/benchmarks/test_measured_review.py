import json
from dataclasses import replace
from functools import partial

import pytest

from benchmarks.grading.documents import Measured, Record
from benchmarks.grading.labels import key_of
from benchmarks.grading.sample import pieces_of
from benchmarks.grading.tables import markdown
from benchmarks.grading.tally import tally
from benchmarks.in_process import only
from benchmarks.kept_replies import Replies, keeping
from benchmarks.measured_review import measure
from reviewer.model.finding import ScanResult
from reviewer.service.models.edge import open_edge
from reviewer.service.models.kernels import ModelTask
from reviewer.service.settings.resolution import given_settings
from tests.model_desk import edit

FIRST = "The pump stand in the cellar and the filter stands beside it, so both of them can be seen from the low door."
SECOND = "The tank stand on the roof and the pipe runs down from it, so both of them can be reached by the iron ladder."
TEXT = f"# Cellar\n\n{FIRST}\n\n# Roof\n\n{SECOND}\n"
RECORD = Record(3, 3, FIRST, FIRST.replace("pump stand", "pump stands"), "agreement")


def _marked(proposal):
    return f"BEGIN_EDIT_OPS\n{json.dumps([proposal])}\nEND_EDIT_OPS"


@pytest.fixture
def world(tmp_path):
    script = tmp_path / "script.jsonl"
    lines = [
        {"when": {"contains": text[:40]}, "reply": _marked(edit(f"{noun} stand", f"{noun} stands"))}
        for noun, text in (("pump", FIRST), ("tank", SECOND))
    ]
    script.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    flags = {"llm.backend": "scripted", "llm.script": str(script)}
    config = given_settings({}, flags, ["skip_pyramid=true", "llm.concurrency=1", "validation.judge=false"]).config
    edge = open_edge(config.llm, {})
    yield config, *keeping(edge, Replies(tmp_path / "replies.sqlite"), float("inf"))
    edge.client.close()


def test_only_the_chunks_of_the_sample_are_asked_about_and_judged(world):
    config, edge, take = world
    document = Measured("doc", "en", TEXT.encode(), (RECORD,))
    cellar, _ = pieces_of(document, 1)
    chosen = frozenset({cellar.chunk.chunk_id})
    run = measure(document, ((cellar,), chosen), config, (edge, take))
    assert run.faults == ()
    assert {call.subject for call in run.asked} == chosen
    (made,) = run.edits
    assert document.text[made.start : made.end] != made.after
    found = tally("plan", [run], {})
    assert found.grades["en", "agreement"]["fixed"] == 1
    assert found.programs["en", "agreement"]["missed"] == 1
    (applied,) = found.applied
    assert (applied.label, applied.exact, applied.clean) == ("valuable", True, False)


def test_an_edit_that_nobody_has_read_counts_as_harm_in_clean_words_until_it_is_labelled(world):
    config, edge, take = world
    document = Measured("doc", "en", TEXT.encode(), (RECORD,))
    pieces = tuple(pieces_of(document, 1))
    run = measure(document, (pieces, frozenset(p.chunk.chunk_id for p in pieces)), config, (edge, take))
    label = partial(tally, "plan", [run])
    unread = label({})
    assert unread.harm(silent=False).count == 1
    assert unread.harmed_lines() == 1
    roof = max(run.edits, key=lambda made: made.start)
    read = label({key_of(document, roof).op: "valuable"})
    assert read.harm(silent=False).count == 0
    assert read.clean_words > 0
    assert "| unread | 0 |" in markdown([read], "t")
    assert "| unread | 1 |" in markdown([unread], "t")


def test_a_chunk_is_left_out_whatever_is_asked_about_it():
    asked: list[str] = []
    with only({"a_1"})() as submit:
        for subject in ("a_1", "a_1, proofread", "a_2, proofread", "a_2"):
            task = ModelTask("kernel", "key", subject, ScanResult, ScanResult, lambda _: None)
            compute = partial(_noted, asked, subject)
            submit(replace(task, compute=compute), lambda _: None)
    assert sorted(asked) == ["a_2", "a_2, proofread"]


def _noted(asked, subject):
    asked.append(subject)
    return ScanResult()
