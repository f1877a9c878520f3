"""Recorded and hand-made replies (``fixtures/replies``): what is read and placed is what a person expects of them."""

import tomllib
from pathlib import Path

import pytest

from reviewer.config import ChunkConfig, ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, Source
from reviewer.plan.chunk_place import ChunkPlaces, salvaged_op
from reviewer.plan.ladder.levels import extract
from reviewer.plan.preserved import preserved
from reviewer.plan.proposal_fields import ALIASES, plain_name
from reviewer.plan.verdict import read_verdict
from reviewer.validate.preserve.around import Around

FOLDER = Path(__file__).parents[3] / "fixtures" / "replies"
REPLIES = sorted(FOLDER.glob("*/*.txt"))
WORKER = Source(type="worker", model="m")
KEYS = {"about", "passage", "method", "clean", "cut", "short_circuited", "dropped", "prose", "edit", "verdict"}
FATES = {"changes", "flagged", "refused"}


def name(path):
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(params=REPLIES, ids=name)
def cassette(request):
    reply = request.param.read_bytes().decode()
    expected = tomllib.loads(request.param.with_suffix(".toml").read_text(encoding="utf-8"))
    assert expected.keys() <= KEYS
    assert expected["about"]
    raw = (FOLDER / "passages" / f"{expected['passage']}.md").read_bytes()
    parsed = parse(read_document(raw, "passage.md"))
    (chunk,) = chunk_plan(parsed, ChunkConfig())
    if "verdict" in expected:
        verdict = read_verdict(reply)
        assert (verdict.verdict or "") == expected["verdict"]["word"]
        assert verdict.reason.startswith(expected["verdict"].get("reason", ""))
        reply = verdict.correction
    return reply, expected, ChunkPlaces(chunk, parsed)


def test_a_reply_is_read_as_expected(cassette):
    reply, expected, _ = cassette
    read = extract(reply)
    if "method" in expected:
        assert read.method == expected["method"]
    for key in ("clean", "cut", "short_circuited"):
        assert getattr(read, key) is expected.get(key, False) or not reply, key
    assert read.dropped == expected.get("dropped", 0)
    assert read.prose.startswith(expected.get("prose", ""))
    assert bool(read.prose) == ("prose" in expected)
    said = [{field: _said(item, field) for field in ("action", "before", "after")} for item in read.items]
    wanted = [{field: edit.get(field) for field in ("action", "before", "after")} for edit in expected.get("edit", [])]
    assert said == wanted


def _said(item, field):
    """The first value that a proposal gives a field under any of its names."""
    return next((value for key, value in item.items() if plain_name(key) in ALIASES[field]), None)


def test_each_proposal_changes_what_is_expected_and_nothing_else(cassette):
    reply, expected, places = cassette
    for item, edit in zip(extract(reply).items, expected.get("edit", []), strict=True):
        (fate,) = FATES & edit.keys()
        ops, refused = places.place([item], WORKER)
        ops, harmful = preserved(ops, Around(places.parsed.document.text, places.chunk.span), ReviewerConfig())
        refused = (*refused, *harmful)
        if fate == "refused":
            assert (ops, len(refused)) == ((), 1)
            assert edit["refused"] in refused[0].message
            continue
        assert refused == ()
        if fate == "flagged":
            assert ops[0].action is Action.FLAG_ONLY
            assert edit["flagged"] in ops[0].review_note.text
            continue
        text = places.parsed.document.text
        old, new = edit["changes"]
        assert old in text
        assert text[: ops[0].span.start] + ops[0].after_text + text[ops[0].span.end :] == text.replace(old, new, 1)


def test_prose_becomes_one_flag(cassette):
    reply, _, places = cassette
    prose = extract(reply).prose
    if prose:
        assert salvaged_op(places, prose, WORKER).action is Action.FLAG_ONLY


def test_there_are_replies_of_both_kinds():
    folders = [path.parent.name for path in REPLIES]
    assert folders.count("real") >= 27
    assert folders.count("made") >= 15
