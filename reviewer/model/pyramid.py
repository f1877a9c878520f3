"""Summaries of a document, bottom-up (seed §5; DESIGN §8)."""

from typing import Literal

from pydantic import Field

from reviewer.model.frozen import Frozen


class GlossaryEntry(Frozen):
    """A term of the document. ``source`` is ``configuration`` or the id of the node where it was found."""

    name: str
    aliases: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    definition: str = ""
    source: str = ""


class PyramidNode(Frozen):
    """One summary (seed: PyramidNode). ``content_hash`` covers the node's own text and its children's summaries.

    Level 0 is the abstract of the document. ``degraded``: no model answered, the summary is taken from the text.
    """

    node_id: str
    level: int = Field(ge=0, le=3)
    heading: str
    anchor: str
    content_hash: str
    summary: str
    children: tuple[str, ...] = ()
    token_count: int = 0
    degraded: bool = False
    failure: str = ""


class Pyramid(Frozen):
    """All summaries, the abstract first, then in document order, with the document's terms."""

    nodes: tuple[PyramidNode, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()

    def node(self, node_id: str) -> PyramidNode | None:
        """The summary of a section."""
        return next((node for node in self.nodes if node.node_id == node_id), None)


class ChunkContext(Frozen):
    """Background of one chunk for a prompt, most important first: pairs of a label and a text. Never edited.

    ``tier`` is the seed's (0: nothing); ``dropped`` names what did not fit into the budget.
    """

    tier: int = Field(default=0, ge=0, le=3)
    parts: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()


TokensBy = Literal["backend", "estimate"]
"""Who counted tokens: the backend, or ``model.tokens``."""


class HeldContext(Frozen):
    """What prompts were told of a document, recorded in ``run.json`` so that later runs tell the same (issue C).

    Abstract, neighbours, glossary and the summaries of sections with subsections are those of ``pyramid``; ``own`` are
    newer summaries of sections without subsections. ``run`` is the run that made the pyramid; ``outline`` and
    ``settings`` are hashes of what it is kept for. ``stale`` names what the document's summaries said otherwise when it
    was told last: ``abstract``, section ids, ``glossary``. ``counts`` are token counts of texts by the beginning of
    their hash, empty where they were estimated.
    """

    run: str
    outline: str
    settings: str
    pyramid: Pyramid
    own: tuple[PyramidNode, ...] = ()
    stale: tuple[str, ...] = ()
    counted_by: TokensBy = "estimate"
    counts: dict[str, int] = Field(default_factory=dict)
