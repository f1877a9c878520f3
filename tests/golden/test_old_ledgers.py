"""Ledgers of earlier schema versions: today's code reads, verifies and replays them to the same bytes, for ever."""

import hashlib
import json
from pathlib import Path

import pytest

from reviewer.ledger.fold import load
from reviewer.ledger.patches import patch_pairs
from reviewer.ledger.verify import verify_ledger
from reviewer.markdown.source import encode, read_document

OLD = Path(__file__).parents[2] / "fixtures" / "ledgers"
FILES = {
    "v1/snapshot.md": "sha256:0186b012c73d995c82b6cd7e165d3614dda6d202e7dcb7c218598cdbb9302508",
    "v1/ledger.jsonl": "sha256:d60c0010af993fca06d788a77c84508a288bca9a9da882f8e6e772f1a7adfd4b",
    "v1/edited.md": "sha256:762cb754134b3d5576d6142dfca574525939aeb27830fe7c6f7e9ee6e3c00853",
}
HEADS = {"v1": "sha256:869da3ac3aa0b851fd8a634d0f42de1058482fd80ea802f3f5c1957cb8e3edfd"}
ACTIVE = {"v1": {"RVW-0003", "RVW-0005", "RVW-0006", "RVW-0007", "RVW-0008", "EXT-0001", "EXT-0002"}}


def digest(raw):
    return "sha256:" + hashlib.sha256(raw).hexdigest()


def snapshot_of(version):
    return read_document((OLD / version / "snapshot.md").read_bytes(), "handbook.md")


@pytest.mark.parametrize("name", FILES)
def test_the_fixture_is_as_it_was_made(name):
    assert digest((OLD / name).read_bytes()) == FILES[name]


@pytest.mark.parametrize("version", HEADS)
def test_an_old_ledger_verifies(version):
    verdict = verify_ledger(OLD / version / "ledger.jsonl", snapshot_of(version), (HEADS[version],))
    assert verdict.ok, verdict.checks
    assert verdict.torn == 0
    assert verdict.history.head == HEADS[version]


@pytest.mark.parametrize("version", HEADS)
def test_an_old_ledger_replays_every_state_to_the_bytes_it_had(version):
    history, _ = load(OLD / version / "ledger.jsonl", snapshot_of(version), checked=True)
    states = json.loads((OLD / version / "states.json").read_bytes())
    assert len(states) == len(history.entries) + 1
    for seq, wanted in enumerate(states):
        assert digest(encode(history.text_at(seq), bom=history.snapshot.bom)) == wanted, seq
    assert history.bytes == (OLD / version / "edited.md").read_bytes()
    assert history.active == ACTIVE[version]
    assert set(history.flags) == {"RVW-0004"}


@pytest.mark.parametrize("version", HEADS)
def test_every_kind_of_entry_is_in_it(version):
    history, _ = load(OLD / version / "ledger.jsonl", snapshot_of(version))
    assert {entry.event for entry in history.entries} == {"change", "flag", "external", "revert", "reapply"}
    assert [pair.id for pair in patch_pairs(history)] == [e.id for e in history.entries if e.event != "flag"]
