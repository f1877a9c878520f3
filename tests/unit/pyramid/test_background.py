"""What a chunk's prompt is told beside the passage."""

from collections.abc import Sequence

import pytest
from pyramid_desk import read

from reviewer.model.finding import Finding, Severity
from reviewer.model.position import Span
from reviewer.model.pyramid import ChunkContext, GlossaryEntry, Pyramid, PyramidNode
from reviewer.pyramid.context import Background
from reviewer.pyramid.outline import pyramid_jobs

DOCUMENT = (
    "# Doc\n\nIntro.\n\n## One\n\nText of one.\n\n### Sub\n\nText of sub.\n\n#### Leaf\n\nText of leaf.\n\n"
    "## Two\n\nText of two.\n\n## Three\n\nText of three.\n\n## Four\n\nText of four.\n"
)
ALL = ("Abstract", "Section", "Findings", "Subsection", "Neighbours", "Glossary")
GLOSSARY = (GlossaryEntry(name="leaf", definition="a part of a tree"),)


def words(text: str) -> int:
    return len(text.split())


def node(name: str, level: int, summary: str, heading: str = "") -> PyramidNode:
    return PyramidNode(node_id=name, level=level, heading=heading, anchor="", content_hash="", summary=summary)


def pyramid(length: int = 0) -> Pyramid:
    """A summary for each node of ``DOCUMENT``: its name, and as many further words."""
    more = " more" * length
    headings = {"S1": "One", "S1.1": "Sub", "S1.1.1": "Leaf", "S2": "Two", "S3": "Three", "S4": "Four"}
    nodes = [node(name, name.count(".") + 1, f"about-{name}{more}.", title) for name, title in headings.items()]
    return Pyramid(nodes=(node("S", 0, f"about-all{more}.", "Doc"), *nodes), glossary=GLOSSARY)


def finding(start: int, message: str) -> Finding:
    return Finding(
        rule="r", severity=Severity.MINOR, span=Span(start, start + 1), line=1, column=1, end_line=1, end_column=2,
        text="x", message=message,
    )  # fmt: skip


def background(
    tier: int, budget: int = 10_000, *, made: Pyramid | None = None, findings: Sequence[Finding] = (), levels: int = 4,
    standing: Pyramid | None = None,
) -> Background:  # fmt: skip
    jobs = pyramid_jobs(read(DOCUMENT), levels)
    return Background(made or pyramid(), jobs, tuple(findings), tier, budget, words, standing)


def chunk(line: str) -> tuple[Span, str]:
    """The chunk that is one line of the document."""
    start = DOCUMENT.index(line)
    return Span(start, start + len(line)), line


def of(known: Background, line: str = "Text of leaf.") -> ChunkContext:
    return known.of(*chunk(line))


IN_LEAF = finding(DOCUMENT.index("Text of leaf."), "a slip")


def test_tier_0_is_the_passage_alone() -> None:
    assert of(background(0, findings=[IN_LEAF])) == ChunkContext(tier=0)


def test_tier_1_adds_the_summary_of_the_top_section() -> None:
    assert of(background(1, findings=[IN_LEAF])) == ChunkContext(tier=1, parts=(("Section", "One: about-S1."),))


def test_tier_2_adds_the_abstract_and_the_findings() -> None:
    assert of(background(2, findings=[IN_LEAF])).parts == (
        ("Abstract", "Doc: about-all."),
        ("Section", "One: about-S1."),
        ("Findings", "a slip"),
    )


def test_tier_3_adds_all_levels_neighbours_and_terms_in_the_seeds_order() -> None:
    assert of(background(3, findings=[IN_LEAF])) == ChunkContext(
        tier=3,
        parts=(
            ("Abstract", "Doc: about-all."),
            ("Section", "One: about-S1."),
            ("Findings", "a slip"),
            ("Subsection", "Sub: about-S1.1. Leaf: about-S1.1.1."),
            ("Neighbours", "Two: about-S2. Three: about-S3."),
            ("Glossary", "leaf: a part of a tree"),
        ),
    )


def test_each_component_gets_no_more_than_its_share_of_the_budget() -> None:
    terms = tuple(GlossaryEntry(name=name, definition="word " * 30) for name in ("leaf", "text", "of"))
    made = pyramid(300).model_copy(update={"glossary": terms})
    known = background(3, 1000, made=made, findings=[IN_LEAF.model_copy(update={"message": "slip " * 100})])
    context = of(known)
    sizes = {label: words(text) for label, text in context.parts}
    shares = {
        "Abstract": 140,
        "Section": 100,
        "Findings": 60,
        "Subsection": 50,
        "Neighbours": 100,
        "Glossary": 50,
    }
    assert context.dropped == ()
    assert tuple(sizes) == ALL
    assert all(shares[label] // 2 < size <= shares[label] for label, size in sizes.items())


@pytest.mark.parametrize(
    ("length", "kept"),
    [
        (380, ALL),
        (540, ("Abstract", "Section", "Findings", "Subsection", "Neighbours")),
        (640, ("Abstract", "Section", "Findings")),
        (700, ("Abstract", "Section")),
        (800, ("Abstract",)),
        (920, ()),
        (2000, ()),
    ],
)
def test_a_long_passage_drops_what_matters_least(length: int, kept: tuple[str, ...]) -> None:
    long = IN_LEAF.model_copy(update={"message": "slip " * 60})
    known = background(3, 1000, made=pyramid(300), findings=[long])
    start = DOCUMENT.index("Text of leaf.")
    context = known.of(Span(start, start + 13), "leaf " * length)
    assert tuple(label for label, _ in context.parts) == kept
    assert context.dropped == ALL[len(kept) :]
    assert sum(words(text) for _, text in context.parts) <= max(920 - length, 0)


def test_the_count_is_the_backends() -> None:
    jobs = pyramid_jobs(read(DOCUMENT), 4)
    known = Background(pyramid(30), jobs, (), 1, 400, len)
    ((label, told),) = of(known).parts
    assert label == "Section"
    assert 8 < len(told) <= 40


def test_a_backend_is_asked_to_count_a_few_times_only() -> None:
    asked = []
    jobs = pyramid_jobs(read(DOCUMENT), 4)

    def count(text: str) -> int:
        asked.append(text)
        return len(text)

    Background(pyramid(3000), jobs, (IN_LEAF,), 3, 4000, count).of(*chunk("Text of leaf."))
    assert len(asked) <= 20


def test_what_is_cut_ends_with_a_sentence_where_there_is_one() -> None:
    nodes = (node("S1", 1, "First said. Second said. " + "third " * 200, "One"),)
    known = background(1, 200, made=Pyramid(nodes=nodes))
    assert of(known).parts == (("Section", "One: First said. Second said."),)


def test_findings_of_other_chunks_are_not_told() -> None:
    span, line = chunk("Text of leaf.")
    places = [span.end, span.start - 1, span.end - 1, span.start]
    found = [finding(place, f"at {place}") for place in places]
    parts = dict(background(2, findings=found).of(span, line).parts)
    assert parts["Findings"] == f"at {span.start}; at {span.end - 1}"


def test_a_finding_whose_message_ends_with_a_word_of_the_passage_is_told() -> None:
    found = IN_LEAF.model_copy(update={"message": "possible misspelling: leaf"})
    assert dict(of(background(2, findings=[found])).parts)["Findings"] == "possible misspelling: leaf"


def test_findings_are_told_without_lines_which_move_with_what_stands_above() -> None:
    found = IN_LEAF.model_copy(update={"message": "the same paragraph as on line 4711"})
    assert dict(of(background(2, findings=[found])).parts)["Findings"] == "the same paragraph as elsewhere"


def test_the_same_message_is_told_once() -> None:
    assert dict(of(background(2, findings=[IN_LEAF, IN_LEAF])).parts)["Findings"] == "a slip"


@pytest.mark.parametrize(
    ("line", "neighbours"),
    [
        ("Text of one.", "Two: about-S2. Three: about-S3."),
        ("Text of two.", "One: about-S1. Three: about-S3."),
        ("Text of three.", "Two: about-S2. Four: about-S4."),
        ("Text of four.", "Two: about-S2. Three: about-S3."),
    ],
)
def test_neighbours_are_the_two_nearest_top_sections(line: str, neighbours: str) -> None:
    assert dict(of(background(3), line).parts)["Neighbours"] == neighbours


def test_the_introduction_of_the_whole_belongs_to_no_section() -> None:
    assert of(background(3), "Intro.").parts == (("Abstract", "Doc: about-all."),)


def test_a_summary_that_stands_in_the_passage_is_left_out() -> None:
    made = Pyramid(nodes=(node("S", 0, "Of all.", "Doc"), node("S1", 1, "Text of leaf. More.", "One")))
    start = DOCUMENT.index("Text of leaf.")
    context = background(2, made=made).of(Span(start, start + 20), "Text of\n  leaf.\nMore. Much more.")
    assert context == ChunkContext(tier=2, parts=(("Abstract", "Doc: Of all."),))


def test_a_preamble_has_no_title() -> None:
    text = "Before.\n\n# A\n\nText a.\n\n# B\n\nText b.\n"
    made = Pyramid(nodes=(node("S0", 1, "about-before."), node("S1", 1, "about-a.", "A")))
    known = Background(made, pyramid_jobs(read(text), 4), (), 3, 1000, words)
    assert known.of(Span(0, 7), "Before.").parts == (("Section", "about-before."), ("Neighbours", "A: about-a."))


def test_with_one_level_there_is_an_abstract_and_no_section() -> None:
    made = Pyramid(nodes=(node("S", 0, "about-all.", "Doc"),))
    assert of(background(3, made=made, levels=1)).parts == (("Abstract", "Doc: about-all."),)


def test_without_summaries_only_findings_and_terms_are_left() -> None:
    known = background(3, made=Pyramid(glossary=GLOSSARY), findings=[IN_LEAF])
    assert of(known).parts == (("Findings", "a slip"), ("Glossary", "leaf: a part of a tree"))


def test_only_terms_that_the_passage_uses_are_told() -> None:
    terms = (
        GlossaryEntry(name="IT", definition="information technology"),
        GlossaryEntry(name="unused"),
        GlossaryEntry(name="SLO", aliases=("service level objective",), definition="a target"),
        GlossaryEntry(name="budget", plurals=("budgets",)),
    )
    made = Pyramid(glossary=terms)
    span, _ = chunk("Text of leaf.")
    told = background(3, made=made).of(span, "It says: Service level\nobjective, budgets.").parts
    assert told == (("Glossary", "SLO: a target; budget"),)


def test_what_stands_is_taken_from_the_last_complete_run_and_sections_from_this_one() -> None:
    old = Pyramid(
        nodes=tuple(
            found.model_copy(update={"summary": f"old-{found.node_id}."}) for found in pyramid().nodes
        ),
        glossary=(GlossaryEntry(name="leaf", definition="of old"),),
    )  # fmt: skip
    assert of(background(3, standing=old)).parts == (
        ("Abstract", "Doc: old-S."),
        ("Section", "One: about-S1."),
        ("Subsection", "Sub: about-S1.1. Leaf: about-S1.1.1."),
        ("Neighbours", "Two: old-S2. Three: old-S3."),
        ("Glossary", "leaf: of old"),
    )
