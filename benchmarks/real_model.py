"""Reviews by a real model of a document with planted errors: what is read, what is applied, what it does to the text.

Run: ``python -m benchmarks.real_model --model-path FILE.gguf [--openai URL] [--ollama URL] [--model NAME]``. The whole
document in this process, once with a tutor and once without constrained output; then five chunks with every other
combination of backend and tutor. No orchestrator and no cache; each run is a fresh workspace below ``--out``, where all
raw replies stay. The same model at temperature 0.1 answers differently each time.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.in_process import applied_edits, plan_of, review_in_process
from benchmarks.measure import verdict
from benchmarks.planted import DOCUMENT, Judged, corrections, fixed, judge, one_wrong
from reviewer.config import LLMConfig, ReviewerConfig, ReviewModes
from reviewer.model.chat import ChatClient, ChatReply, ChatRequest, Watch
from reviewer.service.models.edge import GuardedClient, open_edge

PART_ENDS = "\n## 2. "
"""A part of five chunks ends where this begins."""

HARM = 0.2
"""Applied edits of which may be harmful, at most (and none may destroy or double a sentence)."""

SECONDS = 1800

_MODELS = frozenset({"worker", "tutor"})


@dataclass(frozen=True, slots=True)
class Plan:
    """One run. ``bound``: the reply is constrained where the backend can; ``given``: what a worker says is made up."""

    name: str
    llm: LLMConfig
    whole: bool = False
    bound: bool = True
    given: bool = False


class Unbound(GuardedClient):
    """A client that is asked as one that cannot constrain replies; everything else is its own."""

    @property
    def constrains(self) -> bool:
        """Never."""
        return False


class Given(GuardedClient):
    """A client whose worker's first reply on each passage is made up, so that the tutor has something to judge.

    In turn: the planted errors' corrections, one wrong edit, both. Everything else is asked of the model.
    """

    def __init__(self, client: ChatClient) -> None:
        super().__init__(client, 1)
        self._seen: list[str] = []

    def chat(self, request: ChatRequest, watch: Watch | None = None) -> ChatReply:
        """A made-up reply, or the model's."""
        if request.stage != "edit" or request.subject in self._seen:
            return super().chat(request, watch)
        self._seen.append(request.subject)
        passage = request.messages[-1].content
        turn = len(self._seen) % 3
        edits = [*(corrections(passage) if turn != 1 else []), *(one_wrong(passage) if turn != 2 else [])]
        return ChatReply(text=json.dumps({"edits": edits}))


def plans(told: argparse.Namespace) -> Iterator[Plan]:
    """The runs that the given backends allow."""
    places = {"openai": {"endpoint": told.openai}, "ollama": {"endpoint": told.ollama}}
    if told.model_path:
        places = {"llamacpp": {"model_path": told.model_path}, **places}
    common = {"edit_model": told.model, "concurrency": 1, "timeout": SECONDS, "chunk_timeout": SECONDS}
    tutor = told.tutor_model or told.model
    for backend, place in places.items():
        if not any(place.values()):
            continue
        llm = LLMConfig.model_validate({"backend": backend, **common, **place})
        taught = llm.model_copy(update={"tutor_model": tutor})
        if backend == "llamacpp":
            yield Plan("llamacpp whole tutor", taught, whole=True)
            yield Plan("llamacpp whole marked", llm, whole=True, bound=False)
            yield Plan("llamacpp part judging", taught, given=True)
        else:
            yield Plan(f"{backend} part tutor", taught)
        yield Plan(f"{backend} part", llm)


def review(plan: Plan, folder: Path) -> tuple[Path, float]:
    """Review the document or its part; the workspace, and seconds."""
    text = DOCUMENT.read_text(encoding="utf-8")
    path = folder / DOCUMENT.name
    path.write_text(text if plan.whole else text[: text.index(PART_ENDS) + 1], encoding="utf-8", newline="")
    edge = open_edge(plan.llm)
    if not plan.bound:
        edge = replace(edge, client=Unbound(edge.client, 1))
    if plan.given:
        edge = replace(edge, client=Given(edge.client))
    config = ReviewerConfig(llm=plan.llm, skip_pyramid=not plan.whole, review=ReviewModes(mode="plan"))
    began = time.monotonic()
    try:
        return review_in_process(path, config, edge), time.monotonic() - began
    finally:
        edge.client.close()


@dataclass(frozen=True, slots=True)
class Result:
    """What a run left in its workspace."""

    chunks: list[dict[str, Any]]
    edits: list[Judged]
    flags: int
    refused: Counter[str]
    mended: tuple[int, int]
    seconds: float = 0.0


def result_of(workspace: Path) -> Result:
    """Read a workspace, of this benchmark or of ``reviewctl review``."""
    text = (workspace / "stage1" / "doc.raw.md").read_text(encoding="utf-8")
    lines = (workspace / "stage2" / "ops" / "status.jsonl").read_text(encoding="utf-8").splitlines()
    plan = plan_of(workspace)
    ops = [op for op in plan["ops"] if op["source"]["type"] in _MODELS]
    edits = [edit for edit in applied_edits(workspace) if edit.who in _MODELS]
    return Result(
        chunks=[json.loads(line) for line in lines],
        edits=judge(text, edits),
        flags=sum(1 for op in ops if op["action"] == "flag_only"),
        refused=Counter(refusal["message"][:60] for refusal in plan["rejected"]),
        mended=fixed(text, (workspace / "stage3" / "doc.edited.md").read_text(encoding="utf-8")),
    )


def told(name: str, result: Result, *, given: bool = False) -> bool:
    """Print one run; whether its figures are reached. What a made-up worker does is held against nobody."""
    chunks = [line for line in result.chunks if not line["reason"].endswith(": not sent")]
    outcomes = Counter(line["outcome"] for line in chunks)
    read = sum(1 for line in chunks if line["parse_success"]) / max(len(chunks), 1)
    least = 1.0 if {line["form"] for line in chunks} == {"native"} else 0.95
    verdicts = Counter(item.verdict for item in result.edits)
    harmful = verdicts["harmful"] + verdicts["unread"]
    share = harmful / max(len(result.edits), 1)
    broken = sum(item.lost + item.doubled for item in result.edits)
    proposed = sum(line["ops_proposed"] for line in chunks)
    tokens = [sum(line[f"{kind}_tokens"] for line in chunks) for kind in ("prompt", "completion")]
    forms = Counter(line["form"] for line in chunks)
    print(
        f"\n{name}: {len(chunks)} chunks, {dict(forms)}, {result.seconds:.0f} s, tokens {tokens[0]} in, {tokens[1]} out"
    )
    print(f"  outcomes {dict(outcomes)}, tutor {dict(Counter(line['tutor_verdict'] for line in chunks))}")
    print(f"  replies read {read:.0%}, limit {least:.0%}: {verdict(least, read)}")
    print(f"  proposed {proposed}, flags {result.flags}, applied {len(result.edits)}: {dict(verdicts)}")
    print(f"  harmful {share:.2f}, limit {HARM}: {verdict(share, HARM)}")
    print(f"  sentences lost or doubled {broken}, limit 0: {verdict(broken, 0)}")
    print(f"  planted errors that are gone, by rules and model together: {result.mended[0]} of {result.mended[1]}")
    for item in result.edits:
        mark = f" lost {item.lost} doubled {item.doubled}" if item.lost or item.doubled else ""
        print(f"    {item.verdict:8}{item.edit.who:7}{item.before!r} -> {item.after!r}{mark}")
    for message, count in result.refused.most_common():
        print(f"    {count:3} refused: {message}")
    return given or (read >= least and share <= HARM and not broken)


def main() -> None:
    """All runs, one after the other: never two models at once."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--model-path", help="GGUF file, run in this process (pip install 'reviewctl[llamacpp]')")
    parser.add_argument("--openai", help="URL of a server of OpenAI's protocol")
    parser.add_argument("--ollama", help="URL of an Ollama server")
    parser.add_argument("--model", default="model", help="name of the model at the servers")
    parser.add_argument("--tutor-model", help="name of the tutor (default: --model)")
    parser.add_argument("--only", default="", help="runs whose name holds this text")
    parser.add_argument("--out", type=Path, help="folder for the workspaces (default: a new one)")
    parser.add_argument("--read", type=Path, nargs="*", default=[], help="tell what these workspaces hold; run nothing")
    given = parser.parse_args()
    if given.read:
        reached = [told(str(workspace), result_of(workspace)) for workspace in given.read]
        raise SystemExit(not all(reached))
    out = given.out or Path(tempfile.mkdtemp(prefix="real-model-"))
    reached = []
    for plan in plans(given):
        if given.only in plan.name:
            folder = out / plan.name.replace(" ", "-")
            folder.mkdir(parents=True)
            workspace, seconds = review(plan, folder)
            reached.append(told(plan.name, replace(result_of(workspace), seconds=seconds), given=plan.given))
    print(f"\nworkspaces: {out}")
    raise SystemExit(not reached or not all(reached))


if __name__ == "__main__":
    main()
