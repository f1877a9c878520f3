"""The two engines of the llamacpp backend side by side: how long scores of paragraphs take, and whether they agree.

Run: ``python -m benchmarks.proofread_engines DOCS --model-path FILE.gguf [--language en] [--paragraphs N] [--seed N]
[--seconds N] [--slots N]``. ``DOCS`` is a folder of Markdown files. Paragraphs are scored as the answer to the
product's own proofreading prompt, ``slots`` of them at a time: by the server side by side, by the other engine one
after the other. The examples before them are computed beforehand (``start``). A place is one where either engine
finds another token of at least 0.1; they agree where they name the same ones of at least 0.1, and are near where each
has what the other names with at least 0.05. Texts that they cut into other tokens are left out and counted.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.llm.llamacpp import LlamaCppClient
from reviewer.llm.llamacpp_engine import cores
from reviewer.llm.llamacpp_logits import LogitsClient
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chat import ChatClient, ChatRequest, TokenChoice
from reviewer.plan.proofread.prompt import proofread_messages
from reviewer.service.models.prompt_files import read_proofread_prompts

NUM_CTX = 4096
SHARE, NEAR = 0.1, 0.05
LEAST_WORDS, MOST_WORDS = 30, 150


@dataclass
class Agreement:
    """How far two engines say the same of the same texts; ``cut_differently`` are texts that are left out."""

    texts: int = 0
    cut_differently: int = 0
    tokens: int = 0
    near: int = 0
    places: list[bool] = field(default_factory=list)
    apart: list[float] = field(default_factory=list)

    def add(self, text: str, ours: Sequence[TokenChoice], theirs: Sequence[TokenChoice]) -> None:
        """One text by both engines; where they cut it differently, no token of one stands for one of the other."""
        self.texts += 1
        if [token.text for token in ours] != [token.text for token in theirs]:
            self.cut_differently += 1
            print(f"the engines cut a paragraph of {len(text)} characters differently")
            return
        self.tokens += len(ours)
        for one, two in zip(ours, theirs, strict=True):
            self.apart.append(abs(math.exp(one.logprob) - math.exp(two.logprob)))
            if _others(one, SHARE) or _others(two, SHARE):
                self.places.append(_others(one, SHARE) == _others(two, SHARE))
                self.near += _others(one, SHARE) <= _others(two, NEAR) and _others(two, SHARE) <= _others(one, NEAR)

    def line(self) -> str:
        """The figures as a line."""
        count, named = len(self.places), sum(self.places)
        same = self.tokens - count + named
        return (
            f"tokens with the same alternatives {same} of {self.tokens} ({_percent(same, self.tokens)}); "
            f"of {count} places {named} ({_percent(named, count)}), near {self.near} ({_percent(self.near, count)}); "
            f"probabilities apart by {max(self.apart, default=0.0):.3f} at most, "
            f"{sum(self.apart) / max(len(self.apart), 1):.4f} on average; "
            f"{self.cut_differently} of {self.texts} texts left out: cut differently"
        )


def main() -> int:
    """Measure, and print the table."""
    options = _options()
    texts, slots = _paragraphs(options), options.slots
    engines: dict[str, ChatClient] = {
        "server": LlamaCppClient(options.model_path, NUM_CTX, slots),
        "logits": LogitsClient(options.model_path, NUM_CTX),
    }
    start = {name: _scored(client, options, ["Begin."] * slots)[0] for name, client in engines.items()}
    until = time.monotonic() + options.seconds
    took = dict.fromkeys(engines, 0.0)
    agreement, read = Agreement(), 0
    while read < len(texts) and time.monotonic() < until:
        batch = texts[read : read + slots]
        found = {}
        for name, client in engines.items():
            seconds, found[name] = _scored(client, options, batch)
            took[name] += seconds
        for text, ours, theirs in zip(batch, found["logits"], found["server"], strict=True):
            agreement.add(text, ours, theirs)
        read += len(batch)
    for client in engines.values():
        client.close()
    words = sum(len(text.split()) for text in texts[:read])
    size = f"{read} paragraphs, {words} words, {agreement.tokens} tokens compared"
    print(f"{size}, {cores()} core(s), {options.model_path.name}")
    print(f"| engine | start, s | s per 1,000 words, {slots} at a time |\n|---|---|---|")
    for name, seconds in took.items():
        print(f"| {name} | {start[name]:.1f} | {seconds * 1000 / max(words, 1):.1f} |")
    print(agreement.line())
    return 0


def _scored(
    client: ChatClient, options: argparse.Namespace, texts: Sequence[str]
) -> tuple[float, list[tuple[TokenChoice, ...]]]:
    """Seconds for all texts together, and the tokens of each."""
    client.offers(options.model_path.name)
    with ThreadPoolExecutor(len(texts)) as pool:
        began = time.monotonic()
        found = list(pool.map(lambda text: _tokens(client, options, text), texts))
        return time.monotonic() - began, found


def _tokens(client: ChatClient, options: argparse.Namespace, text: str) -> tuple[TokenChoice, ...]:
    request = ChatRequest(
        stage="proofread",
        subject="benchmark",
        model=options.model_path.name,
        messages=proofread_messages(read_proofread_prompts(), options.language, text),
        temperature=0.0,
        top_logprobs=4,
    )
    return tuple(token for token in client.score(request, text).tokens if token.text)


def _others(token: TokenChoice, share: float) -> set[str]:
    return {text for text, logprob in token.top if text != token.text and math.exp(logprob) >= share}


def _paragraphs(options: argparse.Namespace) -> Sequence[str]:
    found = [text for path in sorted(options.docs.glob("*.md"))[:: options.every] for text in _of(path)]
    random.Random(options.seed).shuffle(found)
    return found[: options.paragraphs]


def _of(path: Path) -> Iterator[str]:
    parsed = parse(read_document(path.read_bytes(), path.name))
    for block in parsed.prose.blocks:
        if block.kind.value == "paragraph" and block.end > block.start:
            span = parsed.prose.span(block.start, block.end)
            text = parsed.document.text[span.start : span.end]
            if LEAST_WORDS <= len(text.split()) <= MOST_WORDS and "\r" not in text:
                yield text


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "no place"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--model-path", type=Path, required=True)
    parser.add_argument("--language", default="en")
    parser.add_argument("--paragraphs", type=int, default=6)
    parser.add_argument("--every", type=int, default=8, help="read each n-th file")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=150.0)
    parser.add_argument("--slots", type=int, default=1, help="paragraphs scored at a time (llm.concurrency)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
