"""What holds for the pyramid of any document."""

import re

from hypothesis import given
from hypothesis import strategies as st
from pyramid_desk import another_answer_for_another_prompt, documents, pyramid, read

from reviewer.pyramid.outline import NodeIndex, NodeJob, pyramid_jobs

LEVELS = st.integers(1, 4)


def words(text: str) -> list[str]:
    return re.findall(r"word\d+x", text)


def above(jobs: tuple[NodeJob, ...], name: str) -> set[str]:
    """A node and everything on the way to the root."""
    parents = {child: job.node_id for job in jobs for child in job.children}
    path = {name}
    while name in parents:
        name = parents[name]
        path.add(name)
    return path


@given(documents(), LEVELS)
def test_every_paragraph_is_in_exactly_one_nodes_own_text(parts: list[str], levels: int) -> None:
    jobs = pyramid_jobs(read("".join(parts)), levels)
    told = [word for job in jobs for word in words(job.text)]
    assert sorted(told) == sorted(words("".join(parts)))


@given(documents(), LEVELS)
def test_a_paragraph_is_in_the_text_of_the_node_that_its_place_belongs_to(parts: list[str], levels: int) -> None:
    text = "".join(parts)
    nodes = NodeIndex(pyramid_jobs(read(text), levels))
    for word in words(text):
        node = nodes.at(text.index(word))
        assert node is not None
        assert word in words(node.text)


@given(documents(), LEVELS)
def test_all_nodes_hang_together_below_one_abstract(parts: list[str], levels: int) -> None:
    jobs = pyramid_jobs(read("".join(parts)), levels)
    by_name = {job.node_id: job for job in jobs}
    children = [child for job in jobs for child in job.children]
    assert len(by_name) == len(jobs)
    assert sorted([*children, "S"]) == sorted(by_name)
    for job in jobs:
        assert all(by_name[child].level == job.level + 1 < levels for child in job.children)
        assert all(job.span.contains(by_name[child].span) for child in job.children)
        assert job.text or job.children or job.node_id == "S"


@given(documents(), LEVELS)
def test_children_come_before_their_parents_and_a_level_is_in_document_order(parts: list[str], levels: int) -> None:
    jobs = pyramid_jobs(read("".join(parts)), levels)
    order = [(-job.level, job.span.start) for job in jobs]
    assert order == sorted(order)
    for job in jobs:
        assert list(job.children) == [other.node_id for other in jobs if other.node_id in job.children]


@given(documents(), LEVELS)
def test_fewer_levels_keep_the_upper_nodes_and_all_of_the_text(parts: list[str], levels: int) -> None:
    parsed = read("".join(parts))
    full, cut = pyramid_jobs(parsed, 4), pyramid_jobs(parsed, levels)
    assert {job.node_id for job in cut} == {job.node_id for job in full if job.level < levels}
    unchanged = {(job.node_id, job.text) for job in full if job.level < levels - 1}
    assert unchanged <= {(job.node_id, job.text) for job in cut}


@given(documents().filter(lambda parts: any(words(part) for part in parts)), LEVELS, st.data())
def test_a_changed_section_changes_exactly_the_nodes_on_its_path_to_the_root(
    parts: list[str], levels: int, data: st.DataObject
) -> None:
    text = "".join(parts)
    word = data.draw(st.sampled_from(words(text)))
    changed = text.replace(word, "anotherword")
    before = pyramid(text, another_answer_for_another_prompt(), levels)
    after = pyramid(changed, another_answer_for_another_prompt(), levels)
    jobs = pyramid_jobs(read(text), levels)
    owner = next(job.node_id for job in jobs if word in words(job.text))
    assert before.keys() == after.keys()
    assert {name for name in before if before[name].content_hash != after[name].content_hash} == above(jobs, owner)


@given(documents(), LEVELS)
def test_an_unchanged_document_has_the_same_hashes(parts: list[str], levels: int) -> None:
    text = "".join(parts)
    first, again = (pyramid(text, another_answer_for_another_prompt(), levels) for _ in range(2))
    assert first == again
