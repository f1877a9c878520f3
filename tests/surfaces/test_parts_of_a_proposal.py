"""What a report and ``show`` say of proposals: which changes come from one, and what was proposed in protected text."""

import json
import re

import pytest

UNJUDGED = ("--no-fixers", "--set", "validation.judge=false")
"""No model judges what another one proposed: that has tests of its own."""

TEXT = "# Mill\n\nThe pumps recieve the value of `teh` and stop untill the next day of the week.\n"
AFTER = TEXT.replace("recieve", "receive").replace("untill", "until")


@pytest.fixture
def review(cli, tmp_path, orchestrator):
    """Review the text with a worker that makes these proposals; the ids of entries, changes first."""

    def run(*proposals):
        (tmp_path / "a.md").write_text(TEXT)
        reply = [{"action": "replace", "kind": "typo", "rationale": "slips", **proposal} for proposal in proposals]
        (tmp_path / "s.jsonl").write_text(json.dumps({"when": {}, "reply": reply}) + "\n")
        cli("review", "a.md", "--backend", "scripted", "--script", "s.jsonl", "--skip-pyramid", *UNJUDGED)
        return [entry["id"] for entry in cli("log", "a.md", "--json").json["entries"]]

    return run


def test_the_parts_of_one_proposal_name_each_other(cli, review):
    first, second = review({"before": TEXT[8:-1], "after": AFTER[8:-1]})
    shown = cli("show", "a.md", first, "--json").json
    assert shown["together"] == [second]
    assert shown["source"]["proposal"].startswith("op-")
    said = cli("show", "a.md", first).out
    assert f"part of:   the proposal {shown['source']['proposal']}, with {second}\n" in said
    report = cli("report", "a.md").out
    for other in (first, second):
        assert re.search(rf"slips; the model does not say how sure it is .*? \(one proposal with {other}\)", report)


def test_show_names_the_verdicts(cli, review):
    first, _ = review({"before": TEXT[8:-1], "after": AFTER[8:-1]})
    said = cli("show", "a.md", first).out
    (line,) = [line for line in said.splitlines() if line.startswith("verdicts:")]
    assert "approved by language, " in line
    assert "protected_terms; " in line
    assert line.endswith("confidence_threshold attention: the model does not say how sure it is")


def test_a_part_is_undone_alone(cli, review, tmp_path):
    first, _ = review({"before": TEXT[8:-1], "after": AFTER[8:-1]})
    cli("revert", "a.md", first)
    edited = next(tmp_path.glob(".review/*/stage3/doc.edited.md")).read_text()
    assert edited == TEXT.replace("untill", "until")


def test_what_was_proposed_for_protected_text_is_shown(cli, review):
    (flag,) = review({"before": "value of `teh` and", "after": "value of `the` and"})
    proposed = "slips Proposed: “teh” → “the”. Not applied: it would touch the inline code on line 3."
    assert proposed in cli("show", "a.md", flag).out
    assert proposed in cli("report", "a.md").out


def test_a_flag_that_says_what_could_stand_there_shows_it(cli, review):
    (flag,) = review({"action": "flag_only", "before": "recieve", "after": "receive"})
    assert "Proposed: “recieve” → “receive”." in cli("show", "a.md", flag).out
    assert "Proposed: “recieve” → “receive”." in cli("report", "a.md").out


def test_a_change_of_its_own_is_part_of_nothing(cli, review):
    (change,) = review({"before": "recieve", "after": "receive"})
    assert cli("show", "a.md", change, "--json").json["together"] == []
    assert "part of" not in cli("show", "a.md", change).out


def test_a_chunk_whose_proposals_were_all_refused_is_told(cli, review):
    assert review({"before": "not there", "after": "there"}) == []
    assert "the model's only proposal was refused" in cli("report", "a.md").out


def test_a_flag_shows_whole_words_and_nothing_that_it_does_not_have(cli, review):
    (flag,) = review({"before": "value of `teh` and", "after": "value of `the` and"})
    said = cli("show", "a.md", flag).out
    assert "text:      '`teh`'\n" in said
    assert not any(line.startswith(("patches:", "before:", "after:")) for line in said.split("\n"))
    assert cli("show", "a.md", flag, "--json").json["passage"] == "`teh`"
    flags = cli("report", "a.md").out.split("## Flags")[1].split("\n## ")[0]
    assert "`` `teh` ``" in flags


def test_what_is_refused_is_told_with_its_place_old_and_new_text(cli, review):
    review({"before": TEXT[8:-1], "after": AFTER[8:-1]}, {"before": "recieve", "after": "received"})
    refused = cli("report", "a.md").out.split("## Refused edits")[1].split("\n## ")[0]
    assert "| line 3 |" in refused
    assert "| `recieve` | `received` | REJECT_OVERLAP |" in refused


def test_a_part_that_is_proposed_again_names_the_parts_that_are_in_force(cli, review):
    first, second = review({"before": TEXT[8:-1], "after": AFTER[8:-1]})
    cli("revert", "a.md", second)
    assert cli("show", "a.md", first, "--json").json["together"] == []
    models = ("--backend", "scripted", "--script", "s.jsonl", "--skip-pyramid", *UNJUDGED)
    (again,) = cli("review", "a.md", *models, "--again", "--json").json["applied"]
    assert cli("show", "a.md", again, "--json").json["together"] == [first]
    assert cli("show", "a.md", first, "--json").json["together"] == [again]
