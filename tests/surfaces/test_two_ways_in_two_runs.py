"""Another reply about a sentence that an earlier run already wrote: the two are not mixed."""

import json

import pytest

UNJUDGED = ("--no-fixers", "--set", "validation.models=false")
"""No model judges what another one proposed: that has tests of its own."""

SENTENCE = "The pump are red and teh door is closed by the old man."
ONE = SENTENCE.replace("pump are", "pump is").replace("teh", "the")
MANY = SENTENCE.replace("pump are", "pumps are").replace("teh", "the")
NEXT = "We wait untill noon."


@pytest.fixture
def run(cli, tmp_path, orchestrator):
    """Review the text with a worker that makes these proposals; the outcome, and the text as it became."""
    (tmp_path / "a.md").write_text(f"# Mill\n\n{SENTENCE} {NEXT}\n")

    def review(*edits, options=()):
        reply = [{"before": old, "after": new, "kind": "grammar", "rationale": "slips"} for old, new in edits]
        (tmp_path / "s.jsonl").write_text(json.dumps({"when": {}, "reply": reply}) + "\n")
        models = ("--backend", "scripted", "--script", "s.jsonl", "--skip-pyramid", *UNJUDGED)
        outcome = cli("review", "a.md", *models, *options, "--json").json
        edited = next(tmp_path.glob(".review/*/stage3/doc.edited.md")).read_text()
        return outcome, edited[len("# Mill\n\n") : -1]

    return review


def test_the_way_that_was_made_stands_and_the_other_is_recorded(run):
    assert run((SENTENCE, ONE))[1] == f"{ONE} {NEXT}"
    outcome, text = run((f"{SENTENCE} {NEXT}", f"{MANY} {NEXT.replace('untill', 'until')}"))
    assert text == f"{ONE} {NEXT.replace('untill', 'until')}"
    (refused,) = outcome["rejected"]
    assert refused["code"] == "REJECT_OVERLAP"
    assert "written otherwise by the change RVW-000" in refused["message"]


def test_after_an_undo_the_other_way_is_made(run, cli):
    first, _ = run((SENTENCE, ONE))
    cli("revert", "a.md", *first["applied"])
    assert run((SENTENCE, MANY))[1] == f"{MANY.replace('the door', 'teh door')} {NEXT}"
    assert run((SENTENCE, MANY), options=("--again",))[1] == f"{MANY} {NEXT}"


def test_what_needs_no_other_correction_is_made(run):
    run((SENTENCE, SENTENCE.replace("teh", "the")))
    assert run((SENTENCE, SENTENCE.replace("pump are", "pump is")))[1] == f"{ONE} {NEXT}"


def test_the_same_reply_again_changes_nothing(run):
    _, text = run((SENTENCE, ONE), (SENTENCE, MANY))
    outcome, again = run((SENTENCE, ONE), (SENTENCE, MANY))
    assert again == text == f"{ONE} {NEXT}"
    assert outcome["applied"] == []
