"""From a model's reply to the edited document, through the scripted backend: what is edited, what is refused, what the
chunk's outcome says. Forms that models give for the same thing, and the ways in which replies go wrong (issue C).
"""

import json
from dataclasses import dataclass
from functools import partial

import pytest

from reviewer.config import Adaptive, LLMConfig, ReviewerConfig
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import open_edge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document

DOC = "# Hall\n\n## Doors\n\nThe door is green.\n\nA window stand open.\n"
FIXED = DOC.replace("stand", "stands")
EDIT = {"action": "replace", "before": "window stand", "after": "window stands", "kind": "grammar"}


class NoWords:
    """Knows no wrong word."""

    identity = "none 1"

    def corrections(self, words):
        return {}


@dataclass
class Reviewed:
    """The outcome of a review, the edited text, and the status line of each chunk."""

    outcome: object
    text: str
    chunks: list[dict]

    @property
    def only(self):
        (chunk,) = self.chunks
        return chunk["outcome"], chunk["extraction_method"]


@pytest.fixture
def review(tmp_path):
    def run(document, *lines, **adaptive):
        path, script = tmp_path / "hall.md", tmp_path / "script.jsonl"
        path.write_text(document, encoding="utf-8")
        script.write_text("".join(json.dumps({"when": {}, **line}) + "\n" for line in lines), encoding="utf-8")
        llm = LLMConfig(backend="scripted", script=str(script), concurrency=1)
        config = ReviewerConfig(llm=llm, skip_pyramid=True, fixers=False, adaptive=Adaptive(**adaptive))
        models = ModelTools(open_edge(llm), partial(pool_runs, 1), lambda _: None, lambda: 0.0)
        outcome = review_document(ReviewRequest(path, config), Tools(NoWords(), SystemClock(), models=models))
        (status,) = tmp_path.glob(".review/*/stage2/ops/status.jsonl")
        chunks = [json.loads(line) for line in status.read_text(encoding="utf-8").splitlines()]
        with open(outcome.outputs.edited, encoding="utf-8", newline="") as file:
            return Reviewed(outcome, file.read(), chunks)

    return run


def marked(edits):
    return f"BEGIN_EDIT_OPS\n{edits if isinstance(edits, str) else json.dumps(edits)}\nEND_EDIT_OPS"


@pytest.mark.parametrize(
    ("reply", "method"),
    [
        ([EDIT], "json_strict"),
        ({"edits": [EDIT]}, "json_strict"),
        (f"Here it is:\n\n```json\n{json.dumps([EDIT])}\n```\nAnything else?", "json_strict"),
        (f"As in [2] and {{that}}.\n{marked([EDIT])}\nAs in [3].", "tagged_payload"),
        (
            f"<think>I could {json.dumps(EDIT | {'after': 'wall'})} [or not]</think>\n{json.dumps([EDIT])}",
            "json_strict",
        ),
        ("[{'before': 'window stand', 'after': 'window stands',}]", "json_relaxed"),
        ("[{“before”: “window stand”, “after”: “window stands”}]", "json_relaxed"),
        ({"oldText": "window stand", "newText": "window stands"}, "json_relaxed"),
        ([{"op": "replace", "find": "A window stand open.", "replace": "A window stands open."}], "json_strict"),
        ([{"original": "window stand", "replacement": "window stands", "line": "77"}], "json_strict"),
        (marked([EDIT | {"target": None}]), "tagged_payload"),
        (marked([EDIT | {"target": {"line_start": "5", "line_end": "5"}}]), "tagged_payload"),
        ("- before: window stand\n  after: window stands\n", "yaml"),
        ('[RVW] action=replace\nlines=5-5\nbefore="window stand"\nafter="window stands"\n', "plaintext_regex"),
        ("<<<<<<< SEARCH\nA window stand open.\n=======\nA window stands open.\n>>>>>>> REPLACE\n", "plaintext_regex"),
        ('One should replace "window stand" with "window stands" in the second paragraph.', "plaintext_regex"),
    ],
)
def test_the_same_edit_in_any_form_changes_the_same_letters(review, reply, method):
    reviewed = review(DOC, {"reply": reply})
    assert reviewed.only == ("ops", method)
    assert (reviewed.text, len(reviewed.outcome.applied), reviewed.outcome.rejected) == (FIXED, 1, ())


@pytest.mark.parametrize(
    "reply",
    ["[]", "```json\n[]\n```", "I read it twice.\n\n[]", {"edits": []}, "No changes needed.", ["no changes needed"]],
)
def test_nothing_to_do_is_clean_however_it_is_said(review, reply):
    reviewed = review(DOC, {"reply": reply})
    assert reviewed.only[0] == "clean"
    assert (reviewed.text, reviewed.outcome.status) == (DOC, "completed")


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"action": "replace", "before": "window stand"}, "after_text must be text"),
        ({"action": "replace", "before": "window stand", "after": None}, "after_text must be text"),
        (EDIT | {"severity": "enormous"}, "severity"),
        ({"before": "the cellar", "after": "the loft"}, "is not in the passage"),
        ({"line": 5, "after": "A window stands open."}, "must quote the text"),
        ({"old": "window stand", "new": "a", "new_text": "b"}, "different thin"),
    ],
)
def test_a_proposal_that_cannot_be_used_is_refused_and_costs_no_other(review, bad, said):
    good = {"before": "is green", "after": "was green"}
    reviewed = review(DOC, {"reply": [bad, good]})
    assert reviewed.text == DOC.replace("is green", "was green")
    assert [said in rejected.message for rejected in reviewed.outcome.rejected] == [True]


def test_a_quote_that_stands_twice_is_refused_with_the_number_and_a_line_chooses(review):
    twice = "# Doors\n\n- It stand open.\n- It stand open.\n- It is shut.\n"
    refused = review(twice, {"reply": [{"before": "It stand", "after": "It stands", "kind": "grammar"}]})
    assert refused.text == twice
    assert "matches 2 times" in refused.outcome.rejected[0].message
    chosen = review(twice, {"reply": [{"before": "It stand", "after": "It stands", "kind": "grammar", "line": 4}]})
    assert chosen.text == "# Doors\n\n- It stand open.\n- It stands open.\n- It is shut.\n"


def test_lines_are_those_that_were_shown_also_behind_a_formula_of_several_lines(review):
    """The formula is shown as one word, so the last line is the ninth."""
    text = "# Law\n\nIt hold.\n\n$$\nx\n\ny\n$$\n\nIt hold.\n\nIt hold.\n"
    reviewed = review(text, {"reply": [{"before": "It hold.", "after": "It holds.", "line": 9}]})
    assert reviewed.text == text.removesuffix("It hold.\n") + "It holds.\n"


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ({"reply": f"[{json.dumps(EDIT)}, {{\"before\": \"The door is", "finish_reason": "length"}, "truncated"),
        ({"reply": marked(f"[{json.dumps(EDIT)}, {{\"bef").removesuffix("END_EDIT_OPS"), "finish_reason": "length"},
         "truncated"),
        ({"reply": f"[{json.dumps(EDIT)}," + " \n" * 400 + "so it is, " * 300, "finish_reason": "length"},
         "degenerate"),
    ],
)  # fmt: skip
def test_of_a_reply_that_was_cut_whole_proposals_are_made_and_the_chunk_counts_as_failed(review, line, outcome):
    reviewed = review(DOC, line)
    assert reviewed.only[0] == outcome
    assert (reviewed.text, reviewed.outcome.counts.chunks_failed) == (FIXED, 1)
    assert reviewed.outcome.status == "completed_with_failures"


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ({"reply": "I look at the door first: it could be " + '{"before": "green"', "finish_reason": "length"},
         "truncated"),
        ({"reply": "", "completion_tokens": 0}, "empty_response"),
        ({"reply": "", "completion_tokens": 700}, "degenerate"),
        ({"reply": [EDIT], "prompt_tokens": 40}, "prompt_truncated"),
        ({"status": 500}, "backend_error"),
    ],
)  # fmt: skip
def test_a_reply_that_is_none_changes_nothing_and_is_not_clean(review, line, outcome):
    reviewed = review(DOC, line)
    assert reviewed.only[0] == outcome
    assert (reviewed.text, reviewed.outcome.counts.chunks_failed) == (DOC, 1)
    assert any(outcome in failure for failure in reviewed.outcome.failures)


def test_backslashes_of_a_formula_survive_a_reply_that_lost_them_and_one_that_did_not(review):
    text = "# Law\n\nHere $\\nu_1$ are small, and $a\\\\b$ is not.\n"
    loose = '{"edits": [{"before": "Here $\\nu_1$ are small", "after": "Here $\\nu_1$ is small"}]}'
    strict = [{"before": "Here $\\nu_1$ are small, and $a\\\\b$", "after": "Here $\\nu_1$ is small, and $a\\\\b$"}]
    wanted = text.replace("are small", "is small")
    assert review(text, {"reply": strict}, math_mask=False).text == wanted
    assert review(text, {"reply": loose}, math_mask=False).text in {wanted, text}


def test_code_between_two_sentences_is_not_edited_by_a_quote_that_holds_it(review):
    text = "# Make\n\nDo this:\n\n```sh\nmake al\n```\n\nThen wait.\n"
    quote = "Do this:\n\n```sh\nmake al\n```\n\nThen wait."
    reviewed = review(text, {"reply": [{"before": quote, "after": quote.replace("make al", "make all")}]})
    assert reviewed.text == text
    assert len(reviewed.outcome.flagged) == 1


def test_every_line_of_prose_is_shown_to_the_model_once_headings_included(review):
    """Before the first heading, between a heading and its first subsection, and in equal sections."""
    places = ["lead", "title", "intro", "parent", "leaf", "twin"]
    text = (
        "A lead erorlead here.\n\n# The erortitle\n\nAn intro erorintro.\n\n## Rooms\n\nA parent erorparent.\n\n"
        "### One\n\nA leaf erorleaf.\n\n## Twin\n\nA twin erortwin.\n\n## Twin\n\nA twin erortwin.\n"
    )
    lines = [
        {"when": {"contains": f"eror{place}"}, "reply": [{"before": f"eror{other}", "after": f"error{other}"}
                                                         for other in places]}
        for place in places
    ]  # fmt: skip
    reviewed = review(text, *lines)
    assert reviewed.text == text.replace("eror", "error")
    assert len({chunk["chunk_id"] for chunk in reviewed.chunks}) == len(reviewed.chunks)


def test_a_heading_longer_than_any_file_name_is_no_hindrance(review):
    text = f"# {'A very long heading ' * 25}\n\nA window stand open.\n"
    assert "window stands" in review(text, {"reply": [EDIT]}).text
