"""What is asked about one chunk by a proofreader, and all that the answer depends on."""

from dataclasses import dataclass
from functools import cached_property

from reviewer.config import ProofreadConfig, ReviewerConfig
from reviewer.model.chat import Offers
from reviewer.model.chunk import ReviewChunk
from reviewer.model.parsed import ParsedDocument
from reviewer.model.ports import Lexicon
from reviewer.plan.chunk_job import Models
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.proofread.choose import Chosen, LeftOut, chosen_paragraphs
from reviewer.plan.proofread.lexicon import Known
from reviewer.plan.proofread.on_purpose import OwnLinkTexts
from reviewer.plan.proofread.paragraph import Repair
from reviewer.plan.proofread.policy import Policy
from reviewer.plan.proofread.prompt import ProofreadPrompts, proofread_messages
from reviewer.plan.proofread.terms import folded_words, meant_names, near

VERSION = "10"
"""Part of cache keys: raise it when the same replies would be asked for or read otherwise."""


@dataclass(frozen=True)
class ProofreadJob:
    """A chunk of a document, what programs have mended in it, and how it is to be asked about.

    ``repairs`` are sorted and do not overlap: the model reads the text with them, and its edits are placed in the text
    without. ``language`` is the chunk's, as a code. ``models.worker`` is asked; ``offers`` is what its backend does.
    ``terms`` are the document's own words (``terms.terms_of``), which are not corrected; see ``own_words``. ``names``
    are those that it writes with a capital (``terms.names_of``); see ``near_names``.
    """

    chunk: ReviewChunk
    parsed: ParsedDocument
    language: str
    repairs: tuple[Repair, ...]
    policy: Policy
    prompts: ProofreadPrompts
    models: Models
    config: ReviewerConfig
    offers: Offers
    lexicon: Lexicon
    terms: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    @property
    def settings(self) -> ProofreadConfig:
        """The proofreader's own configuration."""
        return self.config.proofread

    @property
    def places(self) -> ChunkPlaces:
        """Where proposals are placed."""
        return ChunkPlaces(self.chunk, self.parsed, self.config)

    @cached_property
    def own_links(self) -> OwnLinkTexts:
        """The links of the chunk into its own document."""
        return OwnLinkTexts(self.parsed, self.chunk.span)

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Words that are right because people say so, or because the document uses them all the time.

        Of the document's terms those that stand in the chunk, or that an unknown word of it may be meant as
        (``terms.near``): the others are not known here, so that they change neither what is asked nor any key.
        """
        glossary = frozenset(map(str.casefold, self.config.style.glossary))
        unknown, spoken = self._spoken
        return glossary | near(self.terms, spoken, unknown)

    @cached_property
    def near_names(self) -> frozenset[str]:
        """Names of the document that an unknown word of the chunk may be meant as; the others change no key."""
        return meant_names(self.names, self._spoken[0])

    @cached_property
    def _spoken(self) -> tuple[frozenset[str], frozenset[str]]:
        """The words of the paragraphs that no list has, and all."""
        unknown: set[str] = set()
        spoken: set[str] = set()
        for one in self.paragraphs[0]:
            known, found = Known(self.lexicon, one.language), folded_words(one.paragraph.text)
            spoken |= found
            unknown.update(word for word in found if not known.word(word))
        return frozenset(unknown), frozenset(spoken)

    @cached_property
    def paragraphs(self) -> tuple[tuple[Chosen, ...], tuple[LeftOut, ...]]:
        """The paragraphs that are asked about, and those that are not, and why."""
        return chosen_paragraphs(self)


def proofread_inputs(job: ProofreadJob) -> dict[str, object]:
    """Everything that the result depends on, as JSON: what a cache key is made of. No places and no paths.

    That is also all that decides which questions are asked, and how the answers to them are judged.
    """
    llm, settings = job.config.llm, job.settings
    chosen, _ = job.paragraphs
    return {
        "version": VERSION,
        "chunk": job.chunk.chunk_id,
        "prompts": job.prompts.digest(),
        "paragraphs": [[one.language, one.paragraph.text] for one in chosen],
        "messages": [
            [message.model_dump() for message in proofread_messages(job.prompts, language, "")]
            for language in sorted({one.language for one in chosen})
        ],
        "models": [job.models.worker, job.models.worker_digest],
        "offers": job.offers.model_dump(),
        "policy": sorted([*key, [list(step) for step in steps]] for key, steps in job.policy.rows.items()),
        "settings": settings.model_dump(mode="json"),
        "words": job.lexicon.identity,
        "own words": sorted(job.own_words),
        "names": sorted(job.near_names),
        "rules": [job.config.validation.rules.model_dump(mode="json"), list(job.config.style.ai_leftover_patterns)],
        "sampling": [llm.num_ctx],
        "placing": [job.config.strict, sorted(kind.value for kind in job.config.style.unprotected)],
    }
