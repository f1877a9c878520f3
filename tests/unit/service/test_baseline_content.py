"""A baseline that is not what we write is refused, naming what is wrong; nothing of it is guessed."""

import json

import pytest

from reviewer.errors import UserError
from reviewer.service.baseline import read_baseline

ENTRY = {"path": "a.md", "fingerprint": "f", "rule": "r", "ordinal": 1, "added": "2031-01-01"}


def baseline(**more):
    return json.dumps({"schema": 1, "entries": [{**ENTRY, **more}]})


WRONG = [
    ("[" * 100_000, "nested in more than 200 levels"),
    ('{"schema": 1, "entries": ' + "9" * 5000 + "}", "more digits"),
    ("[]", "'schema' and 'entries'"),
    ("null", "'schema' and 'entries'"),
    ('{"schema": 1}', "'schema' and 'entries'"),
    ('{"schema": true, "entries": []}', "schema is 'True'"),
    ('{"schema": 2, "entries": []}', "schema is '2'"),
    ('{"schema": 1, "entries": {}}', "'entries' must be a list, not an object"),
    ('{"schema": 1, "entries": null}', "'entries' must be a list, not null"),
    ('{"schema": 1, "entries": [], "entries": []}', "'entries' stands twice"),
    ('{"schema": 1, "entries": [3]}', "entry 1 must be an object, not a number"),
    ('{"schema": 1, "entries": [{"path": "a.md"}]}', "entry 1 has no 'fingerprint'"),
    (baseline(path=1), "entry 1: 'path' must be a text, not a number"),
    (baseline(fingerprint=[]), "entry 1: 'fingerprint' must be a text, not a list"),
    (baseline(added=None), "entry 1: 'added' must be a text, not null"),
    (baseline(ordinal=True), "entry 1: 'ordinal' must be a whole number, not true or false"),
    (baseline(ordinal="1"), "entry 1: 'ordinal' must be a whole number, not a text"),
]


@pytest.mark.parametrize(("content", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_is_wrong_is_named(tmp_path, content, said):
    file = tmp_path / "base.json"
    file.write_text(content)
    with pytest.raises(UserError) as raised:
        read_baseline(file)
    assert (raised.value.code, raised.value.exit_code) == ("bad-baseline", 2)
    assert said in raised.value.message


def test_an_entry_with_less_and_with_more_than_we_write_is_read(tmp_path):
    file = tmp_path / "base.json"
    file.write_text(json.dumps({"schema": 1, "entries": [{"path": "a.md", "fingerprint": "f", "why": "agreed"}]}))
    assert read_baseline(file).entries == {("a.md", "f"): {"path": "a.md", "fingerprint": "f", "why": "agreed"}}
