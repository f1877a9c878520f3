"""Reviews of a document of one paragraph, by models that a script speaks for."""

import json
import math
from functools import partial

from reviewer.config import LLMConfig, ReviewerConfig, ReviewModes
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import open_edge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document

SURE = math.log(0.6)


class NoWords:
    identity = "none 1"

    def corrections(self, words):
        return {}


def hesitates(wrong, right, rest):
    """A model that would write ``right`` where the text has ``wrong``."""
    return [
        {"when": {"stage": "proofread", "continues": f" {right}"}, "reply": rest, "finish_reason": "length"},
        {"when": {"stage": "proofread"}, "score": {f" {wrong}": {"logprob": -0.5, "top": [[f" {wrong}", -0.5],
                                                                                       [f" {right}", SURE]]}}},
    ]  # fmt: skip


def review(folder, text, lines, mode, **config):
    """The outcome, and the decisions in ``validation.jsonl``."""
    path, script = folder / "plant.md", folder / "script.jsonl"
    path.write_text(f"# Plant\n\n{text}\n")
    script.write_text("".join(json.dumps(line) + "\n" for line in lines))
    llm = LLMConfig(backend="scripted", script=str(script), edit_model="small-0.5b")
    given = ReviewerConfig(llm=llm, fixers=False, skip_pyramid=True, review=ReviewModes(mode=mode), **config)
    models = ModelTools(open_edge(llm), partial(pool_runs, 1), lambda _: None, lambda: 0.0)
    outcome = review_document(ReviewRequest(path, given), Tools(NoWords(), SystemClock(), models=models))
    (file,) = folder.glob(".review/*/stage2/validation.jsonl")
    return outcome, [json.loads(line) for line in file.read_text().splitlines()]
