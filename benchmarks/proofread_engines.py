"""The two engines of the llamacpp backend side by side: how long scores of paragraphs take, and whether they agree.

Run: ``python -m benchmarks.proofread_engines DOCS --model-path FILE.gguf [--language en] [--paragraphs N] [--seed N]
[--seconds N]``. ``DOCS`` is a folder of Markdown files. Each paragraph is scored as the answer to the product's own
proofreading prompt, by one engine and then by the other; the examples before it are computed beforehand (``start``). A
place is one where either engine finds another token of at least 0.1; they agree where they name the same
ones of at least 0.1, and are near where each has what the other names with at least 0.05.
"""

import argparse
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
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


def main() -> int:
    """Measure, and print the table."""
    options = _options()
    texts = _paragraphs(options)
    engines: dict[str, ChatClient] = {
        "server": LlamaCppClient(options.model_path, NUM_CTX, 1),
        "logits": LogitsClient(options.model_path, NUM_CTX),
    }
    start = {name: _seconds(client, options, "Begin.")[0] for name, client in engines.items()}
    until = time.monotonic() + options.seconds
    took = dict.fromkeys(engines, 0.0)
    count = words = 0
    places: list[bool] = []
    near = tokens = 0
    apart: list[float] = []
    for text in texts:
        if time.monotonic() > until:
            break
        found = {}
        for name, client in engines.items():
            seconds, found[name] = _seconds(client, options, text)
            took[name] += seconds
        count, words = count + 1, words + len(text.split())
        ours, theirs = found["logits"], found["server"]
        tokens += len(ours)
        if [token.text for token in ours] != [token.text for token in theirs]:
            print(f"the engines cut a paragraph of {len(text)} characters differently")
            continue
        for one, two in zip(ours, theirs, strict=True):
            apart.append(abs(math.exp(one.logprob) - math.exp(two.logprob)))
            if _others(one, SHARE) or _others(two, SHARE):
                places.append(_others(one, SHARE) == _others(two, SHARE))
                near += _others(one, SHARE) <= _others(two, NEAR) and _others(two, SHARE) <= _others(one, NEAR)
    for client in engines.values():
        client.close()
    print(f"{count} paragraphs, {words} words, {tokens} tokens, {cores()} core(s), {options.model_path.name}")
    print("| engine | start, s | s per 1,000 words |\n|---|---|---|")
    for name, seconds in took.items():
        print(f"| {name} | {start[name]:.1f} | {seconds * 1000 / max(words, 1):.1f} |")
    same = tokens - len(places) + sum(places)
    print(
        f"tokens with the same alternatives {same} of {tokens} ({_percent(same, tokens)}); "
        f"of {len(places)} places {sum(places)} ({_percent(sum(places), len(places))}), "
        f"near {near} ({_percent(near, len(places))}); probabilities apart by {max(apart, default=0.0):.3f} at most, "
        f"{sum(apart) / max(len(apart), 1):.4f} on average"
    )
    return 0


def _seconds(client: ChatClient, options: argparse.Namespace, text: str) -> tuple[float, tuple[TokenChoice, ...]]:
    request = ChatRequest(
        stage="proofread",
        subject="benchmark",
        model=options.model_path.name,
        messages=proofread_messages(read_proofread_prompts(), options.language, text),
        temperature=0.0,
        top_logprobs=4,
    )
    client.offers(request.model)
    began = time.monotonic()
    reply = client.score(request, text)
    return time.monotonic() - began, tuple(token for token in reply.tokens if token.text)


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
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
