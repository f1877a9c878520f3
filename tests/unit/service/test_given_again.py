"""An ops file that was applied in place is known again as a whole: its lines are those of the document as it was."""

import json

import pytest

from reviewer.config import ReviewerConfig
from reviewer.hashing import content_hash
from reviewer.service.apply_ops import ApplyRequest, apply_ops
from reviewer.service.clock import SystemClock

TEXT = "# T\n\none.\n\ntwo.\n"


def insert(line, text):
    return {"action": "insert", "target": {"line_start": line, "line_end": line}, "after_text": text}


def replace(line, before, after):
    target = {"line_start": line, "line_end": line}
    told = {"before_text": before, "before_hash": content_hash(before), "after_text": after}
    return {"action": "replace", "target": target, **told}


def applied(path, ops):
    file = path.with_suffix(".json")
    file.write_text(json.dumps(ops))
    config = ReviewerConfig(in_place=True)
    return apply_ops(ApplyRequest(path, file, config), SystemClock())


FILES = {
    "two insertions": [insert(3, "\nA.\n"), insert(5, "\nB.\n")],
    "an insertion and a replacement": [insert(3, "\nA.\n"), replace(5, "two.", "2.")],
    "of one group": [{**insert(1, "\nA.\n"), "group": "g"}, {**insert(5, "\nB.\n"), "group": "g"}],
    "one that removes lines": [replace(1, "# T", "# Title"), insert(3, "\nA.\n\nC.\n"), insert(5, "\nB.\n")],
}


@pytest.mark.parametrize("ops", FILES.values(), ids=FILES)
def test_applied_again_in_place_it_changes_nothing(tmp_path, ops):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    first = applied(path, ops)
    text = path.read_text()
    assert len(first.applied) == len(ops)
    for _ in range(2):
        again = applied(path, ops)
        assert (again.applied, set(again.already_applied), again.rejected) == ((), set(first.applied), ())
        assert path.read_text() == text


def test_after_another_file_too(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    first = applied(path, FILES["two insertions"])
    applied(path, [insert(1, "\nlead\n")])
    text = path.read_text()
    assert set(applied(path, FILES["two insertions"]).already_applied) == set(first.applied)
    assert path.read_text() == text


def test_new_ops_are_made(tmp_path):
    path = tmp_path / "d.md"
    path.write_text(TEXT)
    applied(path, [insert(3, "\nA.\n")])
    assert len(applied(path, [insert(3, "\nB.\n")]).applied) == 1
    assert path.read_text() == "# T\n\none.\n\nB.\n\nA.\n\ntwo.\n"
