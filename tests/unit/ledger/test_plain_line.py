"""The quick reader of ledger lines accepts only what the general reader accepts, and gives the same entry."""

import json
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reviewer.hashing import bytes_hash, canonical_json, json_hash
from reviewer.ledger.plain_line import plain_entry
from reviewer.ledger.store import _read_any_line, entry_line, sealed
from reviewer.model.verdict import Verdict, compact

TEXT = "# T\n\none teh two\n"
CHARACTERS = "".join(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF)


@pytest.fixture
def entry(make):
    return make.committed(make.empty(TEXT), make.op(TEXT, "teh", "the")).entries[0]


def resealed(entry, **changes):
    """A line with other values, with the hash that belongs to them."""
    fields = {**json.loads(entry_line(entry)), **changes}
    fields["entry_hash"] = json_hash({key: value for key, value in fields.items() if key != "entry_hash"})
    return canonical_json(fields)


def test_what_the_program_writes_is_read_as_the_general_reader_reads_it(entry):
    line = entry_line(entry)[:-1]
    found = plain_entry(line)
    assert found == entry == _read_any_line(line, entry.prev, ())
    assert found.model_fields_set == _read_any_line(line, entry.prev, ()).model_fields_set


def test_every_character_is_read_and_written_alike(entry):
    line = sealed(entry.model_copy(update={"rationale": CHARACTERS, "scope": {"anchor": CHARACTERS}}))[1][:-1]
    assert plain_entry(line).rationale == CHARACTERS
    assert plain_entry(line) == _read_any_line(line, entry.prev, ())


@pytest.mark.parametrize(
    "change",
    [
        {"seq": "1"}, {"seq": 1.0}, {"silent": 0}, {"seq": True}, {"schema": 2}, {"span": [1]}, {"span": {"start": 1}},
        {"source": {"confidence": 1e-07}}, {"source": {"other": ""}}, {"actor": {"tool": "", "Tool": ""}},
        {"source": {"deep": [[[]]]}}, {"verdicts": [{"a": 1.5}]}, {"unknown": 1},
        {"txn_size": 2**60}, {"span": [0, 10**4200]}, {"basis_seq": -(2**60)}, {"review_note": []}, {"refs": ""},
    ],
)  # fmt: skip
def test_values_that_the_writers_may_write_differently_are_left_to_the_general_reader(entry, change):
    assert plain_entry(resealed(entry, **change)) is None


VERDICTS = (
    Verdict(validator="proposal_shape", execution="deterministic", decision="approve"),
    Verdict(validator="no_effect", execution="deterministic", decision="approve"),
    Verdict(validator="numbers", execution="deterministic", decision="attention", reason="it would change a number"),
    Verdict(validator="meaning_reversal_review", execution="model", decision="approve", confidence=0.9, reason="…"),
    Verdict(validator="editorial_review", execution="model", decision="approve", confidence=1.0),
)


def test_verdicts_are_read_quickly_and_alike(entry):
    fields = {"verdicts": compact(VERDICTS), "source": {**entry.source, "confidence": 0.75}}
    line = sealed(entry.model_copy(update=fields))[1][:-1]
    assert plain_entry(line) == _read_any_line(line, entry.prev, ())
    assert [v.get("validators", v.get("validator")) for v in plain_entry(line).verdicts] == [
        ["proposal_shape", "no_effect"], "numbers", "meaning_reversal_review", "editorial_review",
    ]  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.floats(0, 1))
def test_a_share_is_read_as_it_is_written_or_left_to_the_general_reader(entry, share):
    verdict = Verdict(validator="v", execution="model", decision="approve", confidence=share)
    line = sealed(entry.model_copy(update={"verdicts": compact([verdict])}))[1][:-1]
    assert plain_entry(line) in (None, _read_any_line(line, entry.prev, ()))


@pytest.mark.parametrize("written", ["0.50", "1", "0", "1.00", ".5", "0.00001", "5e-1", "1.5", "0.30000000000000004"])
def test_a_share_in_another_form_is_not_the_quick_readers(entry, written):
    verdict = Verdict(validator="v", execution="model", decision="approve", confidence=0.5)
    line = sealed(entry.model_copy(update={"verdicts": compact([verdict])}))[1][:-1]
    assert plain_entry(line) is not None
    bare = line.replace(b'"confidence":0.5', b'"confidence":' + written.encode())
    digest = _resealed(bare)
    assert plain_entry(digest) is None


def _resealed(line):
    """The line with the hash of what it holds, as its bytes are."""
    start = line.index(b'"entry_hash":"')
    end = line.index(b",", start) + 1
    found = bytes_hash(line[:start] + line[end:]).encode()
    return line[:start] + b'"entry_hash":"' + found + b'",' + line[end:]


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line + b" ",
        lambda line: b" " + line,
        lambda line: line.replace(b":", b": ", 1),
        lambda line: line.replace(b'"eh"', b'"\\u0065h"'),
        lambda line: line.replace(b'"eh"', b'"eh","before_text":"eh"'),
        lambda line: b"{" + line[1:-1].split(b",", 1)[1] + b"," + line[1:-1].split(b",", 1)[0] + b"}",
        lambda line: line.replace(b'"schema":1', b'"schema_version":1'),
        lambda line: line.replace(b'"reason":"",', b""),
        lambda line: line.replace(b'"eh"', b'"\\u0009"'),
        lambda line: line.replace(b'"seq":1', b'"seq":01'),
        lambda line: line.replace(b'"seq":1', b'"seq":-0'),
        lambda line: line.replace(b"eh", b"\xff\xfeh"),
        lambda line: b"[" + line + b"]",
        lambda line: line[:-1],
        lambda line: b"",
    ],
)
def test_a_line_that_is_not_canonical_is_left_to_the_general_reader(entry, damage):
    line = entry_line(entry)[:-1]
    assert damage(line) != line
    assert plain_entry(damage(line)) is None


def test_a_line_that_was_sealed_as_it_is_but_is_not_canonical_is_refused_as_before(entry):
    """The hash of the bytes alone is not enough: the keys of ``source`` stand in another order here."""
    fields = json.loads(entry_line(entry))
    fields["source"] = dict(reversed(fields["source"].items()))
    bare = {key: fields[key] for key in sorted(fields) if key != "entry_hash"}
    fields["entry_hash"] = json_hash(bare)  # canonical content, but written in another order
    line = json.dumps({key: fields[key] for key in sorted(fields)}, ensure_ascii=False, separators=(",", ":")).encode()
    assert plain_entry(line) is None
    assert _read_any_line(line, entry.prev, ()) == "not in canonical form"


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line.replace(b'"tool":', b'"operator":"x","tool":'),  # a key twice
        lambda line: line.replace(b'"tool":"', b'"tool":"","tool":"'),
        lambda line: line.replace(b'"refs":[]', b'"refs":[,]'),
        lambda line: line.replace(b'"},"after_text"', b'",},"after_text"'),  # a comma too many
        lambda line: line.replace(b'"eh"', b'"e\th"'),  # a bare tab
        lambda line: line.replace(b'"eh"', b'"\\u001F"'),
        lambda line: line.replace(b'"eh"', b'"\\/"'),
        lambda line: line.replace(b'"eh"', b'"\\ud83d\\ude00"'),
        lambda line: line.replace(b'"eh"', b'"\xed\xa0\x80"'),
    ],
)
def test_bytes_in_another_form_are_left_to_the_general_reader_though_they_have_their_digest(entry, damage):
    line = damage(entry_line(entry)[:-1])
    own = b'"entry_hash":"%b",' % entry.entry_hash.encode()
    bare = line.replace(own, b"")
    line = line.replace(own, b'"entry_hash":"%b",' % bytes_hash(bare).encode())
    assert line != entry_line(entry)[:-1]
    assert plain_entry(line) is None
    assert isinstance(_read_any_line(line, entry.prev, ()), str)


def test_no_flipped_byte_is_accepted(entry):
    line = entry_line(entry)[:-1]
    for place in range(len(line)):
        for bit in (1, 32, 128):
            assert plain_entry(line[:place] + bytes([line[place] ^ bit]) + line[place + 1 :]) is None
