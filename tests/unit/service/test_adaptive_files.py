"""What adaptive planning leaves in a workspace, the keys of its results, and that they are read again."""

import json
from dataclasses import replace

import pytest
from model_desk import edit, job_for

from reviewer.config import (
    Adaptive,
    ChunkConfig,
    ContentRecipes,
    LLMConfig,
    MdStrip,
    PreservationRules,
    ReviewerConfig,
    StyleRules,
    ValidationConfig,
)
from reviewer.llm.script_file import Script, ScriptLine
from reviewer.llm.scripted import ScriptedClient
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.pyramid import ChunkContext
from reviewer.plan.chunk_job import Models, Tiers
from reviewer.plan.replies_again import placed_again
from reviewer.service.models.chunk_reviews import ChunkReviews
from reviewer.service.models.edge import GuardedClient, ModelEdge
from reviewer.service.models.files import ChunkFiles
from reviewer.service.models.kernels import edit_task
from reviewer.service.workspace.folder import Workspace

QUOTE = "> Cité d'un rapport.\n" * 6
TEXT = f"# Pompes\n\nLa pompe sont neuve, et le débit $q$ sont nul.\n\n{QUOTE}"
NOTHING = {"when": {}, "reply": "", "completion_tokens": 2048, "finish_reason": "length"}


def edge_of(*lines):
    read = tuple(ScriptLine.model_validate({"when": {}, **line}) for line in lines)
    made = GuardedClient(ScriptedClient(Script(path="script.jsonl", digest="sha256:s", lines=read)), 1)
    return ModelEdge(made, Models("worker", "sha256:w"), "worker", "sha256:w")


@pytest.fixture
def workspace(tmp_path):
    root = tmp_path / "ws"
    (root / "stage2").mkdir(parents=True)
    return Workspace(root, tmp_path / "doc.md")


def reviewed(workspace, text, *lines, **config):
    document = read_document(text.encode(), "doc.md")
    settings = ReviewerConfig(llm=LLMConfig(concurrency=1), style=StyleRules(language="fr"), **config)
    chunks = chunk_plan(parse(document), settings.chunk)
    plan = ChunkReviews(document, chunks, settings, edge_of(*lines))
    files = ChunkFiles(workspace, "run-1", "settings")
    return plan.run(lambda task, done: done(task.compute()), lambda finished: files.write(finished.edits))


def names(folder):
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


def status(workspace):
    return [json.loads(line) for line in (workspace.stage2 / "ops" / "status.jsonl").read_text("utf-8").splitlines()]


def test_a_chunk_that_stays_degenerate_is_an_example_until_it_does_not(workspace):
    (edits,) = reviewed(workspace, TEXT, NOTHING)
    name = edits.chunk_id
    assert names(workspace.stage2 / "exemplars") == {f"{name}.json"}
    assert names(workspace.stage2 / "masks") == {f"{name}_QUOTE_1.md", f"{name}_MATH.json", f"{name}_recipe.json"}
    (line,) = status(workspace)
    assert line["content_recipe"] == ["blockquote_flatten"]
    assert [(entry["policy"], entry["to"]) for entry in line["adaptive_escalation"]] == [
        ("C", "recipes blockquote_flatten")
    ]
    reviewed(workspace, TEXT, {"reply": []})
    assert names(workspace.stage2 / "exemplars") == set()


def test_parts_of_a_chunk_have_files_of_their_own_and_one_line(workspace):
    text = "# Pompes\n\n" + "Une pompe est neuve, et rien ne manque ici.\n\n" * 40
    (edits,) = reviewed(workspace, text, {"reply": []}, chunk=ChunkConfig(max_edit_chunk_tokens=300))
    raw = {name for name in names(workspace.stage2 / "ops") if name.endswith(".raw.txt")}
    assert raw == {f"{edits.chunk_id}_a.raw.txt", f"{edits.chunk_id}_b.raw.txt"}
    (line,) = status(workspace)
    assert (line["chunk_id"], line["parts"], line["outcome"], line["attempts"]) == (edits.chunk_id, 2, "clean", 2)


def test_a_part_without_prose_is_not_asked_about(workspace):
    text = "# Pompes\n\n" + "Une pompe est neuve.\n\n" * 20 + "```\n" + "code\n" * 200 + "```\n"
    (edits,) = reviewed(workspace, text, {"reply": []}, chunk=ChunkConfig(max_edit_chunk_tokens=150))
    assert edits.metrics.worker_calls == edits.metrics.parts == 1


# Keys


def key(job, *lines):
    return edit_task(job, edge_of(*lines or ({"reply": []},)), must_be_stored=False).key


def test_what_may_be_told_later_is_in_the_key():
    base = job_for(TEXT, language="fr")
    told = replace(base, tiers=Tiers(0, 3, lambda tier: ChunkContext(tier=tier), "digest 1", findings=False))
    others = (
        replace(told.tiers, digest="digest 2"),
        replace(told.tiers, findings=True),
        replace(told.tiers, most=2),
    )
    keys = {key(told), *(key(replace(told, tiers=tiers)) for tiers in others)}
    assert len(keys) == 4


@pytest.mark.parametrize(
    "changed",
    [
        {"adaptive": Adaptive(enabled=False)},
        {"content_recipes": ContentRecipes(blockquote_min_lines=9)},
        {"md_strip": MdStrip(bold_threshold=2)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_how_policies_are_set_is_in_the_key(changed):
    base = job_for(TEXT, language="fr")
    assert key(base) != key(replace(base, config=base.config.model_copy(update=changed)))


@pytest.mark.parametrize(
    "changed",
    [
        {"validation": ValidationConfig(rules=PreservationRules(not_its_kind="attention"))},
        {"style": StyleRules(ai_leftover_patterns=("as a language model",))},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_what_decides_which_proposals_a_tutor_sees_is_in_the_key_where_there_is_one(changed):
    """Else a verdict about some proposals would be taken for one about others, which no tutor saw."""
    for tutor in ("", "tutor-model"):
        base = job_for(TEXT, language="fr", tutor=tutor)
        other = replace(base, config=base.config.model_copy(update=changed))
        assert (key(base) != key(other)) is bool(tutor)


def test_no_background_is_made_for_a_key_but_the_first():
    asked = []

    def at(tier):
        asked.append(tier)
        return ChunkContext(tier=tier)

    key(replace(job_for(TEXT, language="fr"), tiers=Tiers(1, 3, at, "digest", findings=True)))
    assert asked == []


def test_a_proposal_about_masked_text_is_placed_again_in_a_document_that_moved():
    moved = "# Avant\n\nUn mot.\n\n" + TEXT
    base = job_for(TEXT, language="fr")
    edge = edge_of({"reply": [edit("débit Expression1 sont", "débit Expression1 est")]})
    task = edit_task(base, edge, must_be_stored=False)
    stored = task.compute()
    (op,) = placed_again(job_for(moved, language="fr"), stored).ops
    assert moved[: op.span.start] + op.after_text + moved[op.span.end :] == moved.replace("$q$ sont", "$q$ est")
