"""Which summaries prompts are told of when the document has changed since they were made."""

from pyramid_desk import jobs_of

from reviewer.model.pyramid import GlossaryEntry, HeldContext, Pyramid, PyramidNode
from reviewer.pyramid.held import outline_hash, stale_parts, told_again
from reviewer.pyramid.outline import NodeJob

DOCUMENT = "# Doc\n\n## One\n\nIntro.\n\n### Sub\n\nText.\n\n## Two\n\nText.\n"
JOBS = tuple(jobs_of(DOCUMENT).values())


def pyramid(**said: str) -> Pyramid:
    """Summaries by node; the hash of what each is made from is its summary without exclamation marks."""
    given = {"S": "all", "S1": "one", "S1_1": "sub", "S2": "two", **said}
    levels = {"S": 0, "S1": 1, "S1_1": 2, "S2": 1}
    nodes = tuple(
        PyramidNode(
            node_id=name.replace("_", "."), level=levels[name], heading="", anchor="", content_hash=text.rstrip("!"),
            summary=text,
        )
        for name, text in given.items()
    )  # fmt: skip
    return Pyramid(nodes=nodes)


def held(made: Pyramid, *own: PyramidNode) -> HeldContext:
    return HeldContext(run="R", outline="", settings="", pyramid=made, own=own)


def summaries(made: Pyramid) -> dict[str, str]:
    return {node.node_id: node.summary for node in made.nodes}


def test_sections_that_hold_no_other_stand_alone() -> None:
    assert {job.node_id for job in JOBS if job.alone} == {"S1.1", "S2"}
    deep = jobs_of("# Doc\n\n## A\n\n### B\n\n#### C\n\nText.\n\n##### D\n\nText.\n\n#### E\n\nText.\n")
    assert {name for name, job in deep.items() if job.alone} == {"S1.1.2"}


def test_a_section_that_stands_alone_is_told_as_it_is_now_everything_else_as_it_was() -> None:
    today = pyramid(S="ALL", S1="ONE", S1_1="SUB", S2="TWO")
    told = told_again(today, JOBS, held(pyramid()))
    assert summaries(told.around) == {"S1": "one", "S1.1": "SUB", "S2": "TWO"}
    assert summaries(told.standing) == summaries(pyramid())
    assert [node.node_id for node in told.own] == ["S1.1", "S2"]


def test_the_same_text_has_the_same_summary_also_when_a_model_would_give_another_now() -> None:
    told = told_again(pyramid(S2="two!"), JOBS, held(pyramid()))
    assert summaries(told.around)["S2"] == "two"
    assert told.own == ()


def test_a_newer_summary_of_a_section_is_kept_beside_the_one_that_its_neighbours_are_told() -> None:
    today = pyramid(S2="TWO")
    told = told_again(today, JOBS, held(pyramid()))
    again = told_again(pyramid(S2="TWO!"), JOBS, held(pyramid(), *told.own))
    assert (summaries(again.around)["S2"], summaries(again.standing)["S2"]) == ("TWO", "two")
    assert again.own == told.own


def test_a_text_that_is_as_it_was_first_has_its_first_summary() -> None:
    told = told_again(pyramid(S2="TWO"), JOBS, held(pyramid()))
    back = told_again(pyramid(), JOBS, held(pyramid(), *told.own))
    assert (summaries(back.around)["S2"], back.own) == ("two", ())


def test_what_is_stale_is_what_a_tier_would_tell_otherwise() -> None:
    today = pyramid(S="ALL", S1="ONE", S1_1="SUB", S2="TWO")
    today = today.model_copy(update={"glossary": (GlossaryEntry(name="term"),)})
    told = told_again(today, JOBS, held(pyramid()))
    assert stale_parts(today, told, 0) == ()
    assert stale_parts(today, told, 1) == ("S1",)
    assert stale_parts(today, told, 2) == ("abstract", "S1")
    assert stale_parts(today, told, 3) == ("abstract", "S1", "S2", "glossary")


def test_nothing_is_stale_where_nothing_differs_but_the_place_of_a_definition() -> None:
    first, now = (pyramid().model_copy(update={"glossary": (GlossaryEntry(name="term", source=s),)}) for s in "ab")
    assert stale_parts(now, told_again(now, JOBS, held(first)), 3) == ()


def outline(text: str) -> str:
    jobs: dict[str, NodeJob] = jobs_of(text)
    return outline_hash(tuple(jobs.values()))


def test_the_outline_changes_with_sections_and_titles_not_with_texts() -> None:
    same = outline(DOCUMENT)
    assert outline(DOCUMENT.replace("Text.", "Other text.")) == same
    for changed in ("## Two\n\nText.\n\n## Three\n\nText.", "## 2\n\nText.", "### Two\n\nText."):
        assert outline(DOCUMENT.replace("## Two\n\nText.", changed)) != same
