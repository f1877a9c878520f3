"""Segments and transcripts."""

import pytest

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.model.position import Span
from reviewer.validate.chains import chain_of
from reviewer.validate.segments import Segments
from reviewer.validate.transcripts import is_transcript

TEXT = "# Yard\n\nA paragraph\nof two lines.\n\n- one\n  - inner\n- two\n\n> a quote\n\nLast.\n"
TALK = """# Interview

**Anna:** How was it?

**Ben Oak:** It was good.
I liked it.

**Anna:** And then?

**Ben Oak:** Then we left.

**Anna:** Thank you.
"""


def segments(text):
    return Segments(parse(read_document(text.encode(), "doc.md")))


def at(text, quote):
    start = text.index(quote)
    return [text[slice(*found.span)] for found in segments(text).around(Span(start, start + len(quote)))]


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Yard", ["# Yard\n"]),
        ("lines", ["A paragraph\nof two lines.\n"]),
        ("one", ["- one\n"]),
        ("inner", ["  - inner\n"]),
        ("two\n", ["- two\n"]),
        ("quote", ["> a quote\n"]),
        ("lines.\n\n- one", ["A paragraph\nof two lines.\n", "- one\n"]),
    ],
)
def test_a_segment_is_a_block_or_an_item(quote, found):
    assert at(TEXT, quote) == found


def test_what_stands_before_and_behind_is_within_the_chunk():
    found = segments(TEXT)
    (inner,) = found.around(Span(TEXT.index("inner"), TEXT.index("inner") + 1))
    everything = Span(0, len(TEXT))
    assert TEXT[slice(*found.before(inner, everything).span)] == "- one\n"
    assert TEXT[slice(*found.behind(inner, everything).span)] == "- two\n"
    chunk = Span(*inner.span)
    assert (found.before(inner, chunk), found.behind(inner, chunk)) == (None, None)


def test_every_character_of_a_block_is_in_one_segment():
    found = segments(TEXT)
    for place, character in enumerate(TEXT):
        if not character.isspace():
            assert len(found.around(Span(place, place + 1))) == 1


def test_a_speaker_turn_is_a_segment_with_its_speaker():
    text = "---\ntype: transcript\n---\n\nAnna: How was it?\nBen: It was good.\n"
    start = text.index("good")
    (turn,) = segments(text).around(Span(start, start))
    assert (text[slice(*turn.span)], turn.speaker) == ("Ben: It was good.\n", "Ben")


def test_a_note_in_a_transcript_is_no_turn():
    text = "---\ntype: transcript\n---\n\nAnna: How was it?\nNote: she laughs.\nQ: And?\n"
    start = text.index("laughs")
    (turn,) = segments(text).around(Span(start, start))
    assert (text[slice(*turn.span)], turn.speaker) == ("Anna: How was it?\nNote: she laughs.\n", "Anna")


@pytest.mark.parametrize(
    ("text", "transcript"),
    [
        (TALK, True),
        ("---\ntype: transcript\n---\n\nHe said it.\n", True),
        ('+++\ntype = "transcript"\n+++\n\nHe said it.\n', True),
        ("---\ntype: report\n---\n\nHe said it.\n", False),
        ("[00:01] A: x\n\n[00:02] B: y\n\n[00:03] A: z\n\n[00:04] B: w\n", True),
        ("# Api\n\nInput: a.\n\nOutput: b.\n\nNote: c.\n\nWarning: d.\n\nExample: e.\n", False),
        ("# FAQ\n\nQ: Where is it?\n\nA: There.\n\nQ: Who has it?\n\nA: The crew.\n", False),
        ("# FAQ\n\n**Q:** Where?\n\n**A:** There.\n\n**Q:** Who?\n\n**A:** Anna.\n", False),
        ("---\ntype: transcript\n---\n\nQ: Where is it?\n\nA: There.\n", True),
        ("Question: Where?\n\nAnswer: There.\n\nQuestion: Who?\n\nAnswer: Anna.\n", False),
        ("Note: open it.\n\nClose it.\n\nWarning: hot.\n\nNote: it drips.\n\nWarning: gloves.\n", False),
        ("# Log\n\nFrom: Anna\nTo: Ben\n\nFrom: Ben\nTo: Anna\n", False),
        ("Input 1: a.\n\nOutput 1: b.\n\nInput 1: c.\n\nOutput 1: d.\n", False),
        ("Returns: a.\n\nRaises: b.\n\nReturns: c.\n\nRaises: d.\n", False),
        ("Remarque : a.\n\nExemple : b.\n\nRemarque : c.\n\nExemple : d.\n", False),
        ("Speaker 1: a.\n\nSpeaker 2: b.\n\nSpeaker 1: c.\n\nSpeaker 2: d.\n", True),
        ("Jo: a.\n\nAl: b.\n\nJo: c.\n\nAl: d.\n", True),
        (TALK.replace("**Ben Oak:**", "He"), False),
        (TALK + "\nA paragraph.\n" * 20, False),
    ],
)
def test_what_a_transcript_is(text, transcript):
    assert is_transcript(parse(read_document(text.encode(), "doc.md"))) is transcript


@pytest.mark.parametrize(
    ("kind", "transcript", "chain"),
    [
        ("terminology", False, "glossary"),
        ("terminology", True, "glossary"),
        ("transcript", True, "spoken_word"),
        ("transcript", False, "grammar"),
        ("typo", True, "homophones"),
        ("typo", False, "grammar"),
        ("style", True, "grammar"),
        ("logic_flow", False, "grammar"),
    ],
)
def test_the_chain_of_a_kind(kind, transcript, chain):
    assert chain_of(kind, transcript=transcript) == chain
