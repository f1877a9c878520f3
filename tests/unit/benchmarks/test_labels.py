import re

import pytest

from benchmarks.grading.documents import Measured
from benchmarks.grading.edits import Edit
from benchmarks.grading.labels import FILE, LABELS, add_labels, in_place, key_of, read_labels, write_unlabelled

TEXT = "The pump\tis olld.\nThe tank is nw.\n"
DOCUMENT = Measured("doc", "en", TEXT.encode(), ())
OLD, NEW = Edit(12, 16, "old", "worker"), Edit(30, 32, "new", "worker")


def unlabelled(path, *edits):
    write_unlabelled(path, [(key_of(DOCUMENT, edit), "", in_place(DOCUMENT, edit)) for edit in edits])
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def test_what_a_person_has_read_is_taken_and_the_rest_left(tmp_path):
    labels, read = tmp_path / "labels.tsv", tmp_path / "read.tsv"
    first, second = unlabelled(read, OLD, NEW)
    read.write_text(f"valuable{first}\n{second}\n", encoding="utf-8")
    assert add_labels(read, labels) == 1
    assert read_labels(labels) == {key_of(DOCUMENT, OLD).op: "valuable"}
    assert "olld" not in labels.read_text(encoding="utf-8")


def test_labels_are_kept_and_a_later_reading_counts(tmp_path):
    labels, read = tmp_path / "labels.tsv", tmp_path / "read.tsv"
    first, second = unlabelled(read, OLD, NEW)
    read.write_text(f"valuable{first}\n", encoding="utf-8")
    add_labels(read, labels)
    read.write_text(f"cosmetic{first}\nharmful{second}\n", encoding="utf-8")
    assert add_labels(read, labels) == 1
    assert read_labels(labels) == {key_of(DOCUMENT, OLD).op: "cosmetic", key_of(DOCUMENT, NEW).op: "harmful"}


def test_a_label_that_does_not_exist_is_refused_with_its_line(tmp_path):
    labels = tmp_path / "labels.tsv"
    labels.write_text("# head\ndoc\t1\tabc\tgood\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="line 2: verdict 'good'"):
        read_labels(labels)


def test_the_labels_of_the_project_hold_keys_and_labels_only():
    for line in FILE.read_text(encoding="utf-8").split("\n")[1:-1]:
        document, number, op, label = line.split("\t")
        assert re.fullmatch(r"[a-z0-9-]+", document)
        assert int(number) > 0
        assert re.fullmatch(r"[0-9a-f]{16}", op)
        assert label in LABELS
