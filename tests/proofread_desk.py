"""A chunk of a small document, a list of words, and a scripted model to proofread it."""

from collections.abc import Iterable
from typing import Any

from model_desk import client

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.chat import Offers
from reviewer.model.chunk_edits import ChunkEdits
from reviewer.model.edit import EditOp
from reviewer.model.position import Span
from reviewer.plan.chunk_job import Models
from reviewer.plan.proofread.edit_class import Seen
from reviewer.plan.proofread.job import ProofreadJob
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.paragraph import Paragraph, paragraph_of
from reviewer.plan.proofread.policy import policy_of
from reviewer.plan.proofread.review import proofread_chunk
from reviewer.plan.proofread.tokens import TextEdit
from reviewer.service.models.prompt_files import read_proofread_prompts

PROMPTS = read_proofread_prompts()
COPY = Offers(logprobs=True, continues=True, scores=True)
ALTERNATIVES = Offers(logprobs=True, continues=True)
REWRITE = Offers()


class Words:
    """Knows every word but those that it is told not to know; ``french`` are of French alone."""

    identity = "test"

    def __init__(self, *unknown: str, french: Iterable[str] = (), languages: Iterable[str] = ("en", "fr")) -> None:
        self.unknown, self.french, self.languages = frozenset(unknown), frozenset(french), frozenset(languages)

    def knows(self, word: str, language: str) -> bool:
        return word not in self.unknown and (language == "fr" or word not in self.french)

    def same_word(self, one: str, other: str, language: str) -> bool:
        return {one, other} == {"fulfil", "fulfill"}


def paragraph(text: str, *repairs: tuple[Span, str]) -> Paragraph:
    """The first paragraph of a document, as a model is given it."""
    parsed = parse(read_document(text.encode(), "doc.md"))
    block = next(block for block in parsed.prose.blocks if block.kind.value == "paragraph")
    return paragraph_of(parsed, block, repairs)


def seen(
    text: str, old: str, new: str, words: Words | None = None, language: str = "en", *, names: Iterable[str] = ()
) -> Seen:
    """The edit of the first ``old`` in a text; ``names`` are those that its document writes with a capital."""
    start = text.index(old)
    known = Known(words or Words(), language, names=frozenset(names))
    return Seen(TextEdit(start, start + len(old), new), text, known)


def job(
    text: str, offers: Offers, *unknown: str, repairs: tuple[tuple[Span, str], ...] = (), **more: Any
) -> ProofreadJob:
    """The largest chunk of a document; ``unknown`` words are on no list. ``more``: fields of the configuration."""
    base = ReviewerConfig()
    language, lexicon = more.pop("language", "en"), more.pop("lexicon", Words(*unknown))
    terms, names = more.pop("terms", frozenset()), more.pop("names", frozenset())
    config = base.model_copy(update={"proofread": base.proofread.model_copy(update=more)})
    parsed = parse(read_document(text.encode(), "doc.md"))
    chunk = max(chunk_plan(parsed, config.chunk), key=lambda found: found.token_estimate)
    models = Models("model-0.5b", "sha256:w")
    policy = policy_of(config.proofread, models.worker)
    return ProofreadJob(
        chunk, parsed, language, repairs, policy, PROMPTS, models, config, offers, lexicon, terms, names
    )


def run(asked: ProofreadJob, *lines: dict[str, Any]) -> ChunkEdits:
    """Proofread a chunk with a scripted model."""
    return proofread_chunk(asked, client(*lines))


def doubt(word: str, alternative: str, chance: float, reply: str) -> list[dict[str, Any]]:
    """Script lines: where ``word`` is copied, ``alternative`` has this log-probability, and goes on with ``reply``."""
    return [
        {"when": {"continues": alternative}, "reply": reply, "finish_reason": "length"},
        {"score": {word: {"logprob": -0.1, "top": [[word, -0.1], [alternative, chance]]}}},
    ]


def edits(found: Iterable[EditOp], text: str) -> list[str]:
    """What each op makes of a document, alone."""
    return [text[: op.span.start] + op.after_text + text[op.span.end :] for op in found]
