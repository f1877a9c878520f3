"""A review measures the background of its prompts in the backend's own tokens, and asks for few counts."""

import json
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from model_servers import MODEL, Asked, Said, Server, llama_cpp, running

from reviewer.config import Adaptive, LLMConfig, ReviewerConfig, ReviewModes
from reviewer.model.outcome import ReviewOutcome
from reviewer.service.clock import SystemClock
from reviewer.service.models.edge import open_edge
from reviewer.service.models.pool_runs import pool_runs
from reviewer.service.models.review import ModelTools
from reviewer.service.review import ReviewRequest, Tools, review_document

PARTS = 3
FILLING = "The pump runs with water from the tank, and its valves, pipes and filters are checked. " * 10


class NoSpeller:
    identity = "none 1"

    def corrections(self, words: object) -> dict[str, tuple[str, ...]]:
        return {}


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "pumps.md"
    path.write_text("# Pumps\n\n" + "".join(f"## Part {number}\n\n{number} {FILLING}\n\n" for number in range(PARTS)))
    return path


def review(path: Path, server: Server) -> ReviewOutcome:
    llm = LLMConfig(backend="openai", endpoint=server.url, edit_model=MODEL, concurrency=1)
    config = ReviewerConfig(llm=llm, fixers=False, adaptive=Adaptive(default_tier=3), review=ReviewModes(mode="plan"))
    edge = open_edge(llm, {})
    models = ModelTools(edge, partial(pool_runs, 1), lambda _: None, time.monotonic)
    try:
        return review_document(ReviewRequest(path, config), Tools(NoSpeller(), SystemClock(), models=models))
    finally:
        edge.client.close()


def counted(server: Server) -> Counter[str]:
    return Counter(asked.body["content"] for asked in server.asked if asked.path == "/tokenize")


def context(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(next(path.parent.glob(".review/*/run.json")).read_bytes())["context"]
    return found


def status(path: Path) -> list[dict[str, Any]]:
    lines = next(path.parent.glob(".review/*/stage2/ops/status.jsonl")).read_text().splitlines()
    return [json.loads(line) for line in lines]


def told(server: Server) -> list[str]:
    """The prompts of the edit calls of the last run."""
    return [body["messages"][-1]["content"] for body in server.chats if "response_format" in body]


SAID = Said(text='{"edits": []}', prompt_tokens=None)


def test_each_text_is_counted_once_in_a_run_and_not_again_in_the_next(document: Path) -> None:
    with running(Server(llama_cpp, SAID)) as server:
        review(document, server)
        first = counted(server)
        assert max(first.values()) == 1
        shared = len(server.chats[-1]["messages"]) - 1 + 1  # all turns but the last; the abstract
        assert len(first) <= shared + 4 * PARTS  # passage, section, neighbours, and the prompt that is made of them
        kept, prompts = context(document), told(server)
        server.asked.clear()
        review(document, server)
        assert len(counted(server)) == shared - 1 + PARTS  # prompts alone, before they are sent
        assert (context(document), told(server)) == (kept, prompts)
    assert kept["counted_by"] == "backend"
    assert {line["counted_by"] for line in status(document)} == {"backend"}


def test_a_server_that_counts_nothing_is_asked_for_one_count_and_tokens_are_estimated(document: Path) -> None:
    def countless(server: Server, asked: Asked) -> tuple[int, Any]:
        return (404, {}) if asked.path == "/tokenize" else llama_cpp(server, asked)

    with running(Server(countless, SAID)) as server:
        assert review(document, server).status == "completed"
        assert counted(server).total() == 1
    assert (context(document)["counted_by"], context(document)["counts"]) == ("estimate", {})
    assert {line["counted_by"] for line in status(document)} == {"estimate"}


def test_a_server_that_stops_counting_breaks_nothing_and_the_next_run_tells_the_same(document: Path) -> None:
    counts = []

    def tired(server: Server, asked: Asked) -> tuple[int, Any]:
        if asked.path == "/tokenize":
            counts.append(asked)
            return llama_cpp(server, asked) if len(counts) <= 2 else (500, {})
        return llama_cpp(server, asked)

    with running(Server(tired, SAID)) as server:
        assert review(document, server).status == "completed"
        kept, prompts = context(document), told(server)
        assert kept["counted_by"] == "backend"
        counts.clear()
        server.asked.clear()
        review(document, server)
    assert (context(document), told(server)) == (kept, prompts)
