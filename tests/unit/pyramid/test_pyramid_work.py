"""Time grows no faster than the document."""

from collections.abc import Callable
from functools import cache

import pytest
from growth import grows_linearly
from pyramid_desk import read, settings

from reviewer.model.parsed import ParsedDocument
from reviewer.model.position import Span
from reviewer.model.pyramid import GlossaryEntry, Pyramid, PyramidNode
from reviewer.pyramid.abbreviations import abbreviations
from reviewer.pyramid.context import Background
from reviewer.pyramid.definitions import definition
from reviewer.pyramid.glossary import glossary_of
from reviewer.pyramid.outline import NodeIndex, NodeJob, pyramid_jobs
from reviewer.pyramid.phrases import Phrases
from reviewer.pyramid.summarise import summary_messages

HARD = {
    "hyphens": "a-",
    "words": "word ",
    "one letter": "a ",
    "parentheses": "(",
    "empty parentheses": "() ",
    "abbreviations": "a b c d e f g h (ABCDEFGH) ",
    "no abbreviations": "aaaaaaaa aaaaaaaa aaaaaaaa aaaaaaaa aaaaaaaa (AAAAAAAAZ) ",
    "capitals": "AB (ab ",
    "stars": "**",
    "bold": "**a** : ",
    "underscores": "__a ",
    "apostrophes": "l'a",
    "filler": "`a` ",
    "links": "[a](b) ",
    "unclosed links": "[a](b ",
}


@cache
def many_sections(count: int) -> ParsedDocument:
    unit = "{} Section {}\n\nA unit of {} things (UT).\n\n- **Term {}**: a thing that has `code`.\n\n"
    return read("# Doc\n\n" + "".join(unit.format("#" * (2 + n % 4), n, n, n) for n in range(count)))


@pytest.mark.parametrize("shape", HARD)
def test_no_paragraph_is_hard_to_read(shape: str) -> None:
    unit = HARD[shape]

    def work(size: int) -> Callable[[], object]:
        text = unit * (size // len(unit))
        return lambda: (list(abbreviations(text)), definition(text), definition("**a** is " + text))

    assert grows_linearly(work, 10_000)


@pytest.mark.parametrize("shape", HARD)
def test_no_document_of_one_line_is_hard_to_read(shape: str) -> None:
    unit = HARD[shape]

    def work(size: int) -> Callable[[], object]:
        parsed = read("x " + unit * (size // len(unit)))
        return lambda: glossary_of(parsed, pyramid_jobs(parsed, 4), ("word", "a b"))

    assert grows_linearly(work, 10_000)


def test_an_outline_of_20_000_sections_takes_linear_time() -> None:
    def work(count: int) -> Callable[[], object]:
        parsed = many_sections(count)
        return lambda: [pyramid_jobs(parsed, levels) for levels in (1, 4)]

    assert grows_linearly(work, 5_000)


def test_a_glossary_of_20_000_sections_takes_linear_time() -> None:
    def work(count: int) -> Callable[[], object]:
        parsed = many_sections(count)
        jobs = pyramid_jobs(parsed, 4)
        return lambda: glossary_of(parsed, jobs, ())

    assert grows_linearly(work, 5_000)


def test_places_are_found_in_20_000_nodes_in_linear_time() -> None:
    def work(count: int) -> Callable[[], object]:
        jobs = flat_jobs(count)
        return lambda: list(map(NodeIndex(jobs).at, range(count * 10)))

    assert grows_linearly(work, 5_000)


def test_the_background_of_many_chunks_takes_linear_time() -> None:
    def work(count: int) -> Callable[[], object]:
        jobs = flat_jobs(count)
        nodes = tuple(
            PyramidNode(
                node_id=job.node_id, level=job.level, heading="T", anchor="", content_hash="", summary=job.node_id
            )
            for job in jobs
        )
        terms = tuple(GlossaryEntry(name=f"term {number}") for number in range(100))
        known = Background(Pyramid(nodes=nodes, glossary=terms), jobs, (), 3, 1000, len)
        return lambda: [known.of(Span(place * 10, place * 10 + 10), "term 7 here") for place in range(count)]

    assert grows_linearly(work, 500)


def test_a_prompt_about_many_children_takes_linear_time() -> None:
    def work(count: int) -> Callable[[], object]:
        child = PyramidNode(node_id="S1", level=1, heading="T", anchor="", content_hash="", summary="Some words. " * 10)
        job = NodeJob("S", 0, "Doc", "", "\n\n".join(["Text."] * count), Span(0, 1))
        return lambda: summary_messages(job, [child] * count, settings(), "English")

    assert grows_linearly(work, 2_000)


def test_many_phrases_take_time_linear_in_the_text() -> None:
    phrases = Phrases(f"data {number}" for number in range(100))
    assert grows_linearly(lambda size: lambda: phrases.used_in("data x " * size), 1_000)


def flat_jobs(count: int) -> tuple[NodeJob, ...]:
    tops = [NodeJob(f"S{n}", 1, "T", "", "text", Span(n * 10, n * 10 + 10)) for n in range(count)]
    return (*tops, NodeJob("S", 0, "", "", "", Span(0, count * 10), tuple(job.node_id for job in tops)))
