from hypothesis import given
from hypothesis import strategies as st

from benchmarks.grading.documents import Measured, Record
from benchmarks.grading.sample import Piece, clean_spans, draw, draw_errors, pieces_of, words_in
from reviewer.model.chunk import ReviewChunk
from reviewer.model.position import Span

PARAGRAPH = "The pump stands in the cellar and the filter stands beside it, so both of them can be seen from the door."
TEXT = "".join(f"# Part {n}\n\n{PARAGRAPH}\n\nIt is number {n} of these.\n\n" for n in range(6))


def document(*records, unsure=()):
    return Measured("doc", "en", TEXT.encode(), records, frozenset(unsure))


def test_words_are_runs_of_letters_outside_protected_text():
    assert words_in("L'eau de la mi-journée, 12 \ufffc\ufffc x2") == 5


def test_a_corrected_or_reworded_line_takes_its_paragraph_out_of_the_clean_words():
    whole = sum(words for _, words in clean_spans(document()))
    fixed = sum(words for _, words in clean_spans(document(Record(3, 3, "a", "b", "typo"))))
    unsure = sum(words for _, words in clean_spans(document(unsure=[3])))
    assert whole - fixed == whole - unsure == words_in(PARAGRAPH)


def test_a_draw_depends_on_seed_and_content_and_on_nothing_else():
    first, again, other = (list(pieces_of(document(), seed)) for seed in (1, 1, 2))
    assert [p.rank for p in first] == [p.rank for p in again]
    assert [p.rank for p in first] != [p.rank for p in other]
    judged = list(pieces_of(document(Record(3, 3, "a", "b", "typo")), 1))
    assert [p.rank for p in judged] == [p.rank for p in first]


def test_errors_are_counted_where_they_stand():
    pieces = list(pieces_of(document(Record(3, 3, "a", "b", "typo"), Record(9, 9, "a", "b", "typo", hard=False)), 1))
    assert sum(p.errors for p in pieces) == 1
    assert [p.chunk.span.start for p in draw_errors(pieces, 5)] == [pieces[0].chunk.span.start]


def piece(rank, words):
    chunk = ReviewChunk(
        chunk_id=f"c{rank}",
        section_id="S1",
        line_start=1,
        line_end=1,
        token_estimate=1,
        content_hash="",
        span=Span(0, 1),
    )
    return Piece("doc", "en", chunk, f"{rank:03}", words, words, 0)


@given(st.permutations([piece(n, 10 + n) for n in range(12)]), st.integers(0, 12), st.integers(0, 200))
def test_draws_nest_and_reach_what_is_wanted(pieces, chunks, words):
    taken = draw(pieces, chunks, words)
    assert [p.rank for p in taken] == [f"{n:03}" for n in range(len(taken))]
    assert len(taken) >= chunks
    assert sum(p.clean_words for p in taken) >= words or len(taken) == len(pieces)
    if len(taken) > chunks:
        assert sum(p.clean_words for p in taken[:-1]) < words
