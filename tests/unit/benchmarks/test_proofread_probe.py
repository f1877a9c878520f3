"""The probe asks a model once: what it was told is kept, and judged again without it."""

import json

from benchmarks.proofread_probe import main
from benchmarks.proofread_samples import Wanted, samples_of
from tests.model_desk import client
from tests.proofread_desk import doubt

WRONG = "The gate recieves water from the lake."
CLEAN = "The pump is old and small."
TRUTH = {"doc": "d", "line_start": 3, "line_end": 3, "kind": "hard", "class": "typo", "before": WRONG,
         "after": WRONG.replace("recieves", "receives")}  # fmt: skip


def corpus(folder):
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "d.md").write_text(f"# T\n\n{WRONG}\n\n{CLEAN}\n", encoding="utf-8")
    (folder / "index.tsv").write_text("id\tlang\nd\ten\n", encoding="utf-8")
    (folder / "truth.jsonl").write_text(json.dumps(TRUTH) + "\n", encoding="utf-8")
    (folder / "neutral.jsonl").write_text("", encoding="utf-8")
    return folder


def test_samples_are_paragraphs_with_the_fixes_of_people_and_clean_ones(tmp_path):
    root = corpus(tmp_path / "corpus")
    wrong, clean = samples_of(root, Wanted("en", 5, 5))
    text = wrong.parsed.document.text
    assert [(text[slice(*fix.span)], fix.after) for fix in wrong.fixes] == [(WRONG, TRUTH["after"])]
    assert (text[slice(*clean.lines)], clean.fixes) == (f"{CLEAN}\n", ())
    assert samples_of(root, Wanted("en", 5, 5, skip_errors=1)) == [clean]
    assert samples_of(root, Wanted("fr", 5, 5)) == []


def probe(folder, model, *more):
    edits = folder / "edits.jsonl"
    arguments = [str(folder / "corpus"), "--model-path", "qwen-0.5b.gguf", "--cache", str(folder / "kept.sqlite")]
    assert main([*arguments, "--edits", str(edits), "--clean", "5", *more], model) == 0
    return [json.loads(line) for line in edits.read_text(encoding="utf-8").splitlines()]


def test_what_was_answered_is_judged_again_without_the_model(tmp_path, capsys):
    corpus(tmp_path / "corpus")
    lines = doubt(" recieves", " receives", -2.5, " water from the lake.")
    assert probe(tmp_path, client(*lines), "--offline") == []
    assert "'not asked': 2" in capsys.readouterr().out
    rows = probe(tmp_path, client(*lines))
    assert [(row["old"], row["new"], row["grade"]) for row in rows] == [("recieves", "receives", "exact")]
    asked = capsys.readouterr().out
    assert probe(tmp_path, client(*lines), "--offline") == rows
    assert capsys.readouterr().out == asked
