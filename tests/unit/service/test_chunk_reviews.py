"""The fan-out over chunks: which template each one gets, whatever the order in which calls end."""

import pytest

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.plan.chunk_job import Models
from reviewer.service.models.chunk_reviews import ChunkReviews
from reviewer.service.models.edge import GuardedClient, ModelEdge

CHUNKS = 130
FIRST_PLAIN = 39  # a window of 20 that ends 20 chunks before
UNREADABLE = {"when": {}, "reply": "Well."}
NO_STRUCTURE = ({"when": {"contains": "[RVW]"}, "reply": "BEGIN_EDIT_OPS\nEND_EDIT_OPS"}, UNREADABLE)
"""A model that can write plain blocks and nothing else."""


def edge_of(*lines, concurrency=2):
    read = tuple(ScriptLine.model_validate(line) for line in lines)
    client = ScriptedClient(Script(path="script.jsonl", digest="sha256:s", lines=read))
    return ModelEdge(GuardedClient(client, concurrency), Models("worker", "sha256:w"), "worker", "sha256:w")


def reviews_of(edge, numbers=range(CHUNKS), concurrency=2, templates=()):
    text = "# Plant\n\n" + "".join(f"## Part {n}\n\nThe valve number {n} closes at noon.\n\n" for n in numbers)
    document = read_document(text.encode(), "plant.md")
    config = ReviewerConfig(llm=LLMConfig(concurrency=concurrency))
    return ChunkReviews(document, chunk_plan(parse(document), config.chunk), config, edge, templates=dict(templates))


def at_once(task, done):
    done(task.compute())


class Backwards:
    """Ends what is under way in turns, the last one first."""

    def __init__(self, width):
        self.width, self.waiting = width, []

    def __call__(self, task, done):
        self.waiting.append((task, done))
        if len(self.waiting) == self.width:
            while self.waiting:
                late, tell = self.waiting.pop()
                tell(late.compute())


def templates_of(edits):
    return [chunk.template for chunk in edits if not chunk.reason.endswith("not sent")]


@pytest.mark.parametrize("submit", [at_once, Backwards(10)], ids=["in order", "backwards"])
def test_a_model_that_cannot_write_structure_is_asked_plainly_to_the_end(submit):
    templates = templates_of(reviews_of(edge_of(*NO_STRUCTURE)).run(submit, lambda _: None))
    assert templates == ["review"] * FIRST_PLAIN + ["review_plain"] * (CHUNKS - FIRST_PLAIN)


def test_a_chunk_that_is_new_among_those_asked_plainly_is_asked_plainly():
    first = reviews_of(edge_of(*NO_STRUCTURE)).run(at_once, lambda _: None)
    known = {edits.chunk_id: edits.template for edits in first}
    numbers = [*range(5), 1000, *range(5, 100), 2000, *range(100, CHUNKS)]
    again = reviews_of(edge_of(*NO_STRUCTURE), numbers, templates=known.items()).run(at_once, lambda _: None)
    told = {edits.chunk_id: edits.template for edits in again}
    assert {name: told[name] for name in known if name in told} == known
    assert sorted(told[name] for name in told if name not in known) == ["review", "review_plain"]


# Counters: calls that were handed to the backend in this run


class Stored:
    """Tasks whose results are kept from run to run, where they may be."""

    def __init__(self):
        self.results = {}

    def __call__(self, task, done):
        if task.key not in self.results:
            result = task.compute()
            if task.ended(result) is not None:
                done(result)
                return
            self.results[task.key] = result
        done(self.results[task.key])


def counted(edge, submit):
    """Calls as the chunks count them, and as the client does."""
    before = edge.client.calls
    edits = reviews_of(edge, range(8)).run(submit, lambda _: None)
    metrics = [chunk.metrics for chunk in edits]
    return sum(m.worker_calls + m.tutor_calls for m in metrics), edge.client.calls - before, metrics


SLIP = [{"before": "closes at", "after": "closed at", "kind": "grammar"}]


@pytest.mark.parametrize(
    ("lines", "again"),
    [
        (({"when": {}, "reply": []},), 0),
        (({"when": {"contains": "number 3"}, "status": 500}, {"when": {}, "reply": []}), 1),
        (({"when": {"contains": "number 3"}, "reply": ""}, {"when": {}, "reply": []}), 3),
    ],
)
def test_chunks_and_client_count_the_same_calls_and_what_is_stored_counts_none(lines, again):
    submit, edge = Stored(), edge_of(*lines)
    first, made, _ = counted(edge, submit)
    assert first == made >= 8
    assert counted(edge, submit)[:2] == (again, again)


def test_a_stored_review_has_no_tokens_and_no_time_and_says_so():
    submit = Stored()
    edge = edge_of({"when": {}, "reply": SLIP, "prompt_tokens": 300, "completion_tokens": 40})
    _, _, first = counted(edge, submit)
    _, _, again = counted(edge, submit)
    sent = [metrics for metrics in first if metrics.worker_calls]
    assert {(m.completion_tokens, m.prompt_tokens, m.stored) for m in sent} == {(40, 300, False)}
    stored = [metrics for metrics in again if metrics.stored]
    assert len(stored) == len(sent) == 8
    assert {(m.completion_tokens, m.prompt_tokens, m.t_request_ms, m.retries) for m in stored} == {(0, 0, 0, 0)}
    assert {(m.parse_success, m.ops_proposed, m.extraction_method) for m in stored} == {(True, 1, "json_strict")}


def test_a_backend_that_is_gone_is_not_counted_as_asked():
    edge = edge_of({"when": {}, "status": 404})
    calls, made, _ = counted(edge, at_once)
    assert calls == made == 1
