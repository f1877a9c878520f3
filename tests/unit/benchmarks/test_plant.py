import pytest

from benchmarks.grading.documents import CLASSES
from benchmarks.grading.edits import Edit, apply
from benchmarks.grading.grade import grade_record
from benchmarks.plant.contexts import CONTEXTS
from benchmarks.plant.errors import misspellings
from benchmarks.plant.make import LANGUAGES, POSITIONS, planted_set
from benchmarks.plant.sentences import read_sentence, sentences
from reviewer.config import ReviewerConfig
from reviewer.model.parsed import BlockKind

SET = planted_set(7, ReviewerConfig())


def test_the_same_seed_gives_the_same_bytes_and_another_one_others():
    assert [d.raw for d in planted_set(7, ReviewerConfig())] == [d.raw for d in SET]
    assert [d.raw for d in planted_set(8, ReviewerConfig())] != [d.raw for d in SET]


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_class_stands_once_at_each_place_in_each_context(language):
    found = sorted((r.cls, *r.note.split()) for d in SET if d.language == language for r in d.records)
    assert found == sorted((c, p, x) for c in CLASSES for p in POSITIONS for x in CONTEXTS)


@pytest.mark.parametrize("document", SET, ids=lambda d: d.name)
def test_a_record_quotes_its_lines_and_mends_them(document):
    lines = document.text.split("\n")
    for record in document.records:
        assert "\n".join(lines[record.line_start - 1 : record.line_end]) == record.before
        assert record.after != record.before
        assert "  " not in record.after.strip()


@pytest.mark.parametrize("document", SET, ids=lambda d: d.name)
def test_the_mended_document_holds_clean_sentences_only(document):
    """Without what was put beside the errors: every sentence of it is one of the list."""
    spans = [document.lines_span(r.line_start, r.line_end) for r in document.records]
    edits = [Edit(a, b, r.after, "human") for (a, b), r in zip(spans, document.records, strict=True)]
    mended = apply(document.text, edits)
    known = " ".join(" ".join(s.text.split()) for s in sentences(document.language))
    for block in document.parsed.blocks:
        if block.kind is not BlockKind.PARAGRAPH:
            continue
        start, end = block.span
        text = _plain(apply(document.text[:end], [e for e in edits if e.end <= end])[_moved(start, edits) :])
        for sentence in _sentences(text):
            assert sentence in known
    assert [grade_record(document, r, edits) for r in document.records] == ["fixed"] * len(document.records)
    assert mended.count("\n") >= document.text.count("\n") - len(edits)


def _moved(offset, edits):
    return offset + sum(len(e.after) - (e.end - e.start) for e in edits if e.end <= offset)


def _plain(text):
    for put in ("([notes](https://example.org/notes))", "([page](pages/first.md))", "(`level_2`)", "(`open --all`)"):
        text = text.replace(put, "")
    for put in ("($x_n$)", r"($p_1\le2$)", "*", "\n> ", "> "):
        text = text.replace(put, " " if put.startswith("\n") else "")
    return " ".join(text.removeprefix("- ").replace(" .", ".").replace(" ,", ",").split())


def _sentences(text):
    parts = [part.strip(" .") for part in text.split(". ")]
    return [part.replace(" .", ".") for part in parts if part]


@pytest.mark.parametrize("context", ["link", "code", "math"])
def test_what_stands_beside_an_error_is_protected_and_outside_of_it(context):
    for document in SET:
        for record in document.records:
            if record.note.endswith(context):
                start, end = document.lines_span(record.line_start, record.line_end)
                inside = [r for r in document.parsed.protected if start <= r.span.start < end]
                after = [document.text[r.span.start : r.span.end] for r in inside]
                assert all(piece in record.after for piece in after)


def test_a_slot_is_read_as_its_right_half_and_gives_its_wrong_one():
    sentence = read_sentence("Both {are|is|a} there, {than|then|g} gone.")
    assert sentence.text == "Both are there, than gone."
    (site,) = sentence.of("agreement")
    assert site.head + site.wrong + site.tail == "Both is there, than gone."
    (site,) = sentence.of("grammar")
    assert site.head + site.wrong + site.tail == "Both are there, then gone."


def test_misspellings_differ_and_keep_both_ends():
    for word in ("pressure", "valves", "settle"):
        for wrong in misspellings(word):
            assert wrong != word
            assert (wrong[0], wrong[-1]) == (word[0], word[-1])
