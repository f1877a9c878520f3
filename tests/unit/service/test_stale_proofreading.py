"""What is stored for a chunk and answers other questions is not taken: the chunk is asked about anew, once."""

from proofread_desk import COPY, Words, doubt, edits

from reviewer.config import LLMConfig, ReviewerConfig
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chunk_edits import Outcome
from reviewer.plan.chunk_job import Models
from reviewer.service.models.chunk_reviews import ChunkReviews
from reviewer.service.models.edge import GuardedClient, ModelEdge
from reviewer.service.models.proofreading import Proofreading

TEXT = "# Queues\n\nThe usefull queue of a node is kept here.\n"
LINES = [{"when": {}, **line} for line in (*doubt(" usefull", " useful", -1.0, " queue of a node is"), {"score": {}})]


def proofreading():
    read = tuple(ScriptLine.model_validate(line) for line in LINES)
    client = ScriptedClient(Script(path="script.jsonl", digest="sha256:s", lines=read))
    edge = ModelEdge(GuardedClient(client, 1), Models("model-0.5b", "sha256:w"), "worker", "sha256:w")
    document, config = read_document(TEXT.encode(), "doc.md"), ReviewerConfig(llm=LLMConfig(concurrency=1))
    reviews = ChunkReviews(document, chunk_plan(parse(document), config.chunk), config, edge)
    return Proofreading(reviews, (), Words("usefull"), COPY)


class Store:
    """Results by key, as a cache gives them; ``spoil`` makes each stored reply one to another question."""

    def __init__(self):
        self.stored, self.computed = {}, 0

    def __call__(self, task, done):
        if task.key not in self.stored:
            self.computed += 1
            self.stored[task.key] = task.compute()
        done(self.stored[task.key])

    def spoil(self):
        for key, result in self.stored.items():
            replies = tuple(reply.model_copy(update={"asked": "0" * 16}) for reply in result.replies)
            self.stored[key] = result.model_copy(update={"replies": replies})


def test_replies_to_other_questions_are_asked_for_anew_and_that_is_stored():
    store = Store()
    for computed in (1, 1):
        (found,) = proofreading().run(store, lambda _: None)
        assert (edits(found.ops, TEXT), store.computed) == ([TEXT.replace("usefull", "useful")], computed)
    store.spoil()
    for _ in range(2):
        (found,) = proofreading().run(store, lambda _: None)
        assert (found.outcome, edits(found.ops, TEXT)) == (Outcome.OPS, [TEXT.replace("usefull", "useful")])
        assert store.computed == 2, "asked anew once, and found the next time"


def test_what_cannot_be_replayed_even_then_has_failed_and_says_why():
    store = Store()
    for _ in range(2):
        proofreading().run(store, lambda _: None)
        store.spoil()
    (found,) = proofreading().run(store, lambda _: None)
    assert (found.outcome, found.ops) == (Outcome.BACKEND_ERROR, ())
    assert "other questions" in found.reason
