"""An edit of stripped text is the same change in the document, or it is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.config import ReviewerConfig
from reviewer.markdown.chunk import chunk_plan
from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.edit import Action, Source
from reviewer.model.position import Span
from reviewer.plan.chunk_place import ChunkPlaces
from reviewer.plan.recipes.masked import MaskedText
from reviewer.plan.recipes.passage import MarkdownPassage
from reviewer.plan.recipes.pipeline import preflight, stripped, with_recipes
from reviewer.plan.recipes.rewritten import Altered, rewritten

CONFIG = ReviewerConfig()
WORKER = Source(type="worker", model="m")


def forms(text):
    """The text as it is shown at each stage."""
    passage = MarkdownPassage(text, "fr", CONFIG)
    first = preflight(passage)
    masked = with_recipes(first, passage)
    return [first, masked, stripped(masked), stripped(first)]


def shown_again(masked, text, *, plainer):
    """An edited source, masked as it was: its tokens where they stand, in order, and the strip as for any text."""
    at, covers = 0, []
    for cover in masked.named:
        stood = masked.source[cover.start : cover.end]
        start = text.index(stood, at)
        at = start + len(stood)
        covers.append(cover._replace(start=start, end=at))
    again = MaskedText(text, tuple(covers), masked.stems)
    return stripped(again) if plainer else again


def lf(text):
    return text.replace("\r\n", "\n")


MARKED = st.sampled_from([
    "- ", "> ", "> > ", "### ", "1. ", "  ", "**gras** ", "*mot* ", "`code` ", "le débit ", "est ", "fin.", "\n",
    "\n\n", "\r\n", "\n\n\n", "---\n", "$x$ ", "$y$ ", ":", "•",
])  # fmt: skip
WRITTEN = st.sampled_from(
    ["mot", " mot ", "\n", "\n\n", "• ", "- ", "> ", "# ", ":", "*", "**", "`", " ", "1. ", "_", ""]
)


@given(st.lists(MARKED, max_size=14).map("".join), st.data())
def test_an_edit_that_is_made_is_shown_as_it_was_written_or_refused(text, data):
    for masked in forms(text):
        plainer = any(cover.recipe == "markdown_strip" for cover in masked.covers)
        size = len(masked.text)
        start = data.draw(st.integers(0, size))
        shown = Span(start, data.draw(st.integers(start, min(size, start + 12))))
        cut = sorted(data.draw(st.tuples(st.integers(*shown), st.integers(*shown))))
        put = "".join(data.draw(st.lists(WRITTEN, max_size=2)))
        after = masked.text[shown.start : cut[0]] + put + masked.text[cut[1] : shown.end]
        try:
            span, written = rewritten(masked, shown, after)
        except Altered:
            continue
        result = text[: span.start] + written + text[span.end :]
        wanted = masked.text[: shown.start] + after + masked.text[shown.end :]
        if len({text[cover.start : cover.end] for cover in masked.named}) == len(masked.named):
            assert shown_again(masked, result, plainer=plainer).text == wanted
        if plainer:
            assert result.count("•") <= text.count("•")


@given(st.lists(MARKED, min_size=2, max_size=14).map("".join), st.sampled_from([2, 3]), st.data())
def test_a_proposal_that_is_made_in_all_its_parts_is_shown_as_it_was_written(lines, form, data):
    """Words that are written and whatever is taken away: how the kernel writes new lines is its own."""
    parsed = parse(read_document(f"# T\n\n{lines}\n".encode(), "doc.md"))
    chunk = chunk_plan(parsed, CONFIG.chunk)[-1]
    text, start = parsed.document.text, chunk.span.start
    masked = forms(text[start : chunk.span.end])[form]
    seen = lf(masked.text)
    first = data.draw(st.integers(0, len(seen) - 1))
    quote = seen[first : data.draw(st.integers(first + 1, min(len(seen), first + 14)))]
    at = data.draw(st.integers(0, len(quote)))
    put = data.draw(WRITTEN.filter(lambda put: "\n" not in put))
    after = quote[:at] + put + quote[at + data.draw(st.integers(0, 3)) :]
    places = ChunkPlaces(chunk, parsed, CONFIG, masked if masked.covers else None)
    proposal = {"before": quote, "after": after, "kind": "grammar", "rationale": "car"}
    judged = places.judge([proposal], WORKER, lambda ops: (ops, ()))
    if seen.count(quote) > 1 or judged.refused or any(op.action is Action.FLAG_ONLY for op in judged.ops):
        return
    if not judged.ops or len({masked.source[cover.start : cover.end] for cover in masked.named}) < len(masked.named):
        return
    result = text[: chunk.span.end]
    for op in sorted(judged.ops, key=lambda op: op.span, reverse=True):
        result = result[: op.span.start] + op.after_text + result[op.span.end :]
    again = shown_again(masked, result[start:], plainer=True)
    assert lf(again.text) == seen.replace(quote, after)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("- un\n- deux\n", "deux", "deux\n• trois"),
        ("- un\n- deux\n", "deux", "deux • trois"),
        ("- un\n- deux\n", "deux", "deux\n- trois"),
        ("- un\n- deux\n", "deux", "deux\n\ntrois"),
        ("1. un\n\n   deux\n", "deux", "deux\n\ntrois"),
        ("> un est\n> et deux\n", "est\net", "et est"),
        ("> un est\n> et deux\n", "est", "est\nencore"),
        ("> un est\n> et deux\n", "est\net", "est\n\net"),
        ("## Un titre ##\n\nle reste\n", "titre", "titre:"),
        ("## Un titre\n\nle reste\n", "titre", "titre:\nle"),
        ("**un** mot\n", "mot", "*mot*"),
        ("**un** mot\n", "mot", "`mot`"),
        ("**un** mot\n", "un mot", "un\n> mot"),
        ("**un** mot\n", "un mot", "un\n# mot"),
    ],
)  # fmt: skip
def test_an_edit_that_would_be_another_one_in_the_document_is_refused(text, old, new):
    masked = stripped(MaskedText(text))
    at = masked.text.index(old)
    with pytest.raises(Altered, match="markup"):
        rewritten(masked, Span(at, at + len(old)), new)


@pytest.mark.parametrize(
    ("text", "old", "new", "becomes"),
    [
        ("un est\net **deux**\n", "est\net", "est et", "un est et **deux**\n"),
        ("un est **deux**\n", "est", "est\n\net", "un est\n\net **deux**\n"),
        ("- un\n\nle mot est\n", "mot", "mot :", "- un\n\nle mot : est\n"),
        ("- un\n  est deux\n", "un\n  est", "un\n  et", "- un\n  et deux\n"),
        ("## Un titre\n\nle mot\n", "Un titre:", "Un bon titre:", "## Un bon titre\n\nle mot\n"),
    ],
)  # fmt: skip
def test_an_edit_that_is_the_same_in_the_document_is_made(text, old, new, becomes):
    masked = stripped(MaskedText(text))
    at = masked.text.index(old)
    span, after = rewritten(masked, Span(at, at + len(old)), new)
    assert text[: span.start] + after + text[span.end :] == becomes
