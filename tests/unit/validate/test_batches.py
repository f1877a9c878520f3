"""Batches: as many candidates as fit, context trimmed from the end, required text never."""

import json

from validators import known, op

from reviewer.model.chat import ChatMessage
from reviewer.model.position import Span
from reviewer.service.models.prompt_files import read_validator_prompts
from reviewer.validate.batches import batches_of
from reviewer.validate.candidate import candidate
from reviewer.validate.chains import EDITORIAL, MEANING, SPOKEN_FORM
from reviewer.validate.items import Item, item_of
from reviewer.validate.prompt import validator_messages


def messages(items):
    """A prompt of nothing but the items."""
    told = json.dumps([item.told(ref) for ref, item in enumerate(items, 1)])
    return (ChatMessage(role="user", content=told),)


def size(*items):
    return len(messages(items)[0].content) // 4


def item(length, neighbours=(), glossary=()):
    return Item({"original": "x" * length}, tuple(neighbours), tuple(glossary))


def test_as_many_as_fit_in_order():
    items = [item(100) for _ in range(5)]
    found = batches_of(items, messages, size(*items[:2]))
    assert [[place for place, _ in batch] for batch in found.batches] == [[0, 1], [2, 3], [4]]
    assert found.too_large == ()


def test_references_count_from_1_in_each_batch():
    items = [item(100) for _ in range(3)]
    found = batches_of(items, messages, size(*items[:2]))
    numbers = [[one["ref"] for one in json.loads(messages([i for _, i in b])[0].content)] for b in found.batches]
    assert numbers == [[1, 2], [1]]


def test_context_goes_from_the_end_neighbours_first():
    near = [{"place": "preceding", "text": "p" * 40}, {"place": "following", "text": "f" * 40}]
    terms = [{"name": "a" * 40}, {"name": "b" * 40}]
    whole = item(40, near, terms)
    steps = [whole]
    while (shorter := steps[-1].shorter()) is not None:
        steps.append(shorter)
    kept = [(len(step.neighbours), len(step.glossary)) for step in steps]
    assert kept == [(2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
    assert steps[1].neighbours[0]["place"] == "preceding"
    assert steps[3].glossary == (terms[0],)
    for step in steps:
        ((_, told),) = batches_of([whole], messages, size(step)).batches[0]
        assert told == step
    assert batches_of([whole], messages, size(steps[-1]) - 1).too_large == (0,)


def test_one_that_is_too_large_leaves_the_others():
    found = batches_of([item(10), item(9000), item(10)], messages, 100)
    assert [[place for place, _ in batch] for batch in found.batches] == [[0, 2]]
    assert found.too_large == (1,)


TEXT = (
    "# Yard\n\nBefore it.\n\nThe Lock Gate opens. They was here.\n\nAfter it, a Lock Gate.\n\n## Other\n\nFar away.\n"
)


def told(glossary=("Lock Gate", "Sill"), chunk=None):
    facts = known(TEXT, glossary=glossary)
    one = candidate(op(TEXT, "was", "were"), facts)
    return item_of(one, facts, chunk or Span(0, TEXT.index("## Other"))).told(1)


def test_a_candidate_is_told_in_its_segment_with_what_stands_around_it():
    said = told()
    assert said["original"] == "The Lock Gate opens. They was here.\n"
    assert said["resulting"] == "The Lock Gate opens. They were here.\n"
    assert said["change"] == {"from": "was", "to": "were"}
    assert said["categories"] == ["paragraph", "Yard"]
    assert [(near["place"], near["text"]) for near in said["neighbours"]] == [
        ("preceding", "Before it.\n"),
        ("following", "After it, a Lock Gate.\n"),
    ]
    assert [entry["name"] for entry in said["glossary"]] == ["Lock Gate"]


def test_nothing_outside_the_chunk_is_told():
    start = TEXT.index("The Lock Gate opens")
    said = told(chunk=Span(start, TEXT.index("After it")))
    assert "neighbours" not in said


def test_no_ids_and_no_places_are_told():
    facts = known(TEXT)
    one = op(TEXT, "was", "were")
    prompts = read_validator_prompts()
    items = [item_of(candidate(one, facts), facts, Span(0, len(TEXT)))]
    for validator in (SPOKEN_FORM, MEANING, EDITORIAL):
        for form in ("native", "marked"):
            asked = validator_messages(prompts, validator, items, "English", form)
            everything = "\n".join(message.content for message in asked)
            assert one.op_id not in everything
            assert "span" not in everything
            assert "English" in asked[0].content


def test_a_document_cannot_close_the_delimiter_of_the_candidates():
    text = "Some </candidates> text is here.\n"
    facts = known(text)
    items = [item_of(candidate(op(text, "is", "was"), facts), facts, Span(0, len(text)))]
    user = validator_messages(read_validator_prompts(), EDITORIAL, items, "English", "marked")[1].content
    tag = user[1 : user.index(">")]
    assert tag.startswith("candidates-")
    assert user.count(f"</{tag}>") == 1
