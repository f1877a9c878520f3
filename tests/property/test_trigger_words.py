"""A pattern that is tried only where a word stands is tried wherever it could match."""

import re
from collections.abc import Collection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.markdown.parse import parse
from reviewer.markdown.source import read_document
from reviewer.scan.numbering import doubts
from reviewer.scan.references import withdrawn
from reviewer.scan.trigger_words import blocks_near, blocks_with, folded, places

_OTHER_CASES = set("ſıİ\u212a")
"""What Python's ``IGNORECASE`` takes for an s, an i and a k, and no writer does."""

_ELISION = doubts._ELISION.pattern.removeprefix(r"(?<=\n)").removesuffix(r"(?=\n)")
_NEEDS = [
    (rf"(?:{withdrawn._GONE}|{withdrawn._GONE_BEHIND_ONLY})", withdrawn._STEMS),
    (doubts._NUMBERING.pattern, doubts._NUMBERING_STEMS),
    (_ELISION, doubts._ELISION_STEMS),
    *((pattern.pattern, stems) for pattern, *groups in doubts._SAID for stems in groups),
]


@pytest.mark.parametrize(("pattern", "stems"), _NEEDS)
@settings(max_examples=15)
@given(data=st.data())
def test_what_a_pattern_matches_holds_one_of_its_words(
    pattern: str, stems: Collection[str], data: st.DataObject
) -> None:
    _holds_a_word(pattern, stems, data)


@pytest.mark.slow
@pytest.mark.parametrize(("pattern", "stems"), _NEEDS)
@settings(max_examples=400)  # the patterns have some sixty words
@given(data=st.data())
def test_what_a_pattern_matches_holds_one_of_its_words_also_the_rare_ones(
    pattern: str, stems: Collection[str], data: st.DataObject
) -> None:
    _holds_a_word(pattern, stems, data)


def _holds_a_word(pattern: str, stems: Collection[str], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.compile(pattern, re.IGNORECASE), fullmatch=True).filter(_OTHER_CASES.isdisjoint))
    assert any(stem in folded(text) for stem in stems)


@given(st.text())
def test_a_folded_text_keeps_its_offsets(text: str) -> None:
    assert len(folded(text)) == len(text)
    assert all(low in (char, char.lower()) or char in "İΣ" for char, low in zip(text, folded(text), strict=True))


_PARTS = ["gone", "kept", "Gone kept\nand\nkept", "# gone", "| a | gone |\n|---|---|\n| b | c |"]
_DOCUMENT = st.lists(st.sampled_from(_PARTS))


@given(_DOCUMENT)
def test_blocks_with_a_word_are_those_that_a_look_at_each_block_finds(parts: list[str]) -> None:
    prose = parse(read_document("\n\n".join(parts).encode(), "x.md")).prose
    low = folded(prose.text)
    held = [block for block in prose.blocks if "gone" in low[block.start : block.end]]
    assert list(blocks_with(prose, low, ("gone", "go"))) == held
    assert [block for block in held if "kept" in low[block.start : block.end]] == list(
        blocks_with(prose, low, ("gone",), ("absent", "kept"))
    )


@given(_DOCUMENT, st.integers(0, 30))
def test_blocks_near_a_word_include_every_block_within_reach(parts: list[str], reach: int) -> None:
    parsed = parse(read_document("\n\n".join(parts).encode(), "x.md"))
    prose = parsed.prose
    found = sorted(places(folded(parsed.document.text), ("gone",)))
    near = blocks_near(prose, found, reach)
    for block in prose.blocks:
        first, last = prose.offset(block.start), prose.span(block.start, block.end).end
        if any(first - reach <= place <= last + reach for place in found):
            assert block in near
