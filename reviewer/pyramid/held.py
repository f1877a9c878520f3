"""Which summaries prompts are told of: those of an earlier run, so that one changed section asks for itself alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewer.hashing import json_hash
from reviewer.model.pyramid import GlossaryEntry, HeldContext, Pyramid, PyramidNode
from reviewer.pyramid.outline import NodeJob

ABSTRACT, GLOSSARY = "abstract", "glossary"


@dataclass(frozen=True, slots=True)
class Told:
    """What prompts are told of: ``standing`` gives abstract, neighbours and glossary, ``around`` a chunk's sections.

    ``own`` are the nodes of ``around`` that ``standing`` has otherwise.
    """

    standing: Pyramid
    around: Pyramid
    own: tuple[PyramidNode, ...] = ()


def outline_hash(jobs: Sequence[NodeJob]) -> str:
    """Changes with each section that gets or loses a summary, and with title and level of each that has one."""
    return json_hash([[job.node_id, job.level, job.heading] for job in jobs])


def told_again(today: Pyramid, jobs: Sequence[NodeJob], held: HeldContext) -> Told:
    """What was told before, to the same outline. A section whose text changed has today's summary if it stands alone.

    That costs its own chunks only. The summary of a section with subsections, made of theirs, stays; so does one whose
    text is as it was, also when a model did not answer then and does now: chunks that are done are not asked again.
    """
    alone = {job.node_id for job in jobs if job.alone}
    standing = {node.node_id: node for node in held.pyramid.nodes}
    before = {**standing, **{node.node_id: node for node in held.own}}
    around = []
    for node in today.nodes:
        if node.level == 0:
            continue
        was = before.get(node.node_id, node)
        changed = was.content_hash != node.content_hash
        around.append(node if changed and node.node_id in alone else was)
    own = tuple(node for node in around if node != standing.get(node.node_id))
    return Told(held.pyramid, Pyramid(nodes=tuple(around)), own)


def stale_parts(today: Pyramid, told: Told, tier: int) -> tuple[str, ...]:
    """What today's summaries would tell otherwise at a tier: the abstract, ids of sections, the glossary."""
    names: list[str] = []
    if tier >= 2 and _differing(today.nodes, told.standing, levels=(0,)):
        names.append(ABSTRACT)
    levels = (1, 2, 3) if tier >= 3 else (1,) if tier >= 1 else ()
    stale = _differing(today.nodes, told.around, levels)
    if tier >= 3:
        stale |= _differing(today.nodes, told.standing, levels=(1,))
    names += [node.node_id for node in today.nodes if node.level > 0 and node.node_id in stale]
    if tier >= 3 and _terms(today.glossary) != _terms(told.standing.glossary):
        names.append(GLOSSARY)
    return tuple(names)


def _differing(nodes: Iterable[PyramidNode], other: Pyramid, levels: Sequence[int]) -> set[str]:
    said = {node.node_id: (node.heading, node.summary) for node in other.nodes}
    shown = (node for node in nodes if node.level in levels)
    return {node.node_id for node in shown if said.get(node.node_id) != (node.heading, node.summary)}


def _terms(glossary: Iterable[GlossaryEntry]) -> list[GlossaryEntry]:
    """Entries without the place where they were found."""
    return [entry.model_copy(update={"source": ""}) for entry in glossary]
